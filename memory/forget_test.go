package memory

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/plan"
	"dormouse/memory/search"
)

// talk writes a session of messages, each "role: text".
func (s *Store) talk(t *testing.T, id string, now time.Time, said ...string) {
	t.Helper()
	log, err := transcript.Create(s.land.FS(), transcript.Session{ID: id, Time: now})
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range said {
		role, text, _ := strings.Cut(line, ": ")
		m := transcript.Message{ID: fmt.Sprint("m", i+1), Time: now.Add(time.Duration(i) * time.Minute), Role: transcript.Role(role), Content: text}
		if err := log.Append(transcript.Record{Message: &m}); err != nil {
			t.Fatal(err)
		}
	}
}

// views is all that a person, a model or a program is shown of a land.
func (s *Store) views(t *testing.T, now time.Time, words_ ...string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, q := range words_ {
		for _, h := range s.ask(t, search.Query{Text: q, Now: now, Limit: 30, Transcripts: true}) {
			out["search "+q] += h.Text + "\n"
		}
	}
	in, err := s.Prompt(now, 8000, words)
	if err != nil {
		t.Fatal(err)
	}
	out["prompt"] = in.Text
	entries, err := s.Entries()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		out["entries"] += e.Text + "\n"
	}
	files, err := Files(s.land).List()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		x, err := s.Get(f.Name, 1, 200)
		if err != nil {
			t.Fatal(err)
		}
		out["get "+f.Name] = x.Text
		if id, ok := strings.CutSuffix(strings.TrimPrefix(f.Name, land.SessionsDir+"/"), ".jsonl"); ok {
			log, _, err := transcript.Open(s.land.FS(), id)
			if err != nil {
				t.Fatal(err)
			}
			out["session "+id] = fmt.Sprint(transcript.Markdown(log.Records()), transcript.Replay(log.Records()))
		}
	}
	return out
}

// TestForgottenMeansForgotten: an entry that is forgotten is in no view of the
// land: not in other sessions, not in the assistant's words, not in a night's
// paragraph; what stands beside it stays; and an undo brings every byte back.
func TestForgottenMeansForgotten(t *testing.T) {
	tried, told := 0, 0
	for _, c := range []struct{ fact, echo, elsewhere, beside, trace string }{
		{"My PIN is 4711", "I noted that your PIN is 4711.", "The PIN 4711 works at the bank too.", "Ana lives in Oslo.", "4711"},
		{"My sister Ana lives in Oslo", "So your sister Ana lives in Oslo!", "As said, Ana, my sister, lives in Oslo now.", "Oslo is cold in winter.", "sister"},
		{"I am allergic to hazelnuts", "You are allergic to hazelnuts, noted.", "I told you that I am allergic to hazelnuts.", "The cake has walnuts.", "hazelnut"},
		{"The door code is 2580", "The code of the door is 2580, kept.", "The new tenant got the door code 2580.", "The door is green.", "2580"},
		{"Meine Schwester heißt Luise", "Deine Schwester heißt also Luise.", "Sie heißt Luise, meine Schwester.", "Der Bruder heißt Karl.", "Luise"},
	} {
		s := newStore(t)
		now := clock("2026-11-20 10:00")
		s.talk(t, "a", now, "user: "+c.fact+". "+c.beside, "assistant: "+c.echo, "user: thank you")
		s.talk(t, "b", now, "user: "+c.elsewhere+" "+c.beside, "assistant: I see.")
		w, err := s.SaveNote(c.fact, document.Fact, now, plan.Source{By: plan.ByModel, Session: "a", Message: "m1"})
		if err != nil {
			t.Fatal(err)
		}
		// A paragraph as a night writes one, and the entry of MEMORY.md.
		if _, err := s.edit(document.LogPath(now), "night", now, func(d document.Document) (document.Document, error) {
			return d.AppendBlock("## 10:30 · night 1\n\n" + c.beside + " " + c.fact + ".")
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Update(Append, c.fact, "Facts", now, plan.Source{By: plan.ByPerson}); err != nil {
			t.Fatal(err)
		}
		before := map[string]string{}
		for _, name := range []string{memoryFile, document.LogPath(now)} {
			before[name] = s.read(t, name)
		}
		preview, err := s.Forgettable("^" + w.ID)
		if err != nil || len(preview.Entries) < 1 || len(preview.Said) != 3 || len(preview.Noted) != 1 {
			t.Fatalf("%s: the preview is %+v, %v", c.fact, preview, err)
		}
		list, err := s.Forget("^"+w.ID, now.Add(time.Minute), plan.Source{By: plan.ByPerson})
		if err != nil {
			t.Fatal(err)
		}
		for name, view := range s.views(t, now, c.fact, c.trace, c.beside) {
			tried++
			if strings.Contains(view, c.trace) {
				told++
				t.Errorf("%s: %s tells it:\n%s", c.fact, name, view)
			}
			if strings.Contains(view, "Forgotten: ") || name == "prompt" && strings.Contains(view, "Notes") {
				t.Errorf("%s: %s shows what only says that something is forgotten:\n%s", c.fact, name, view)
			}
			if strings.HasPrefix(name, "session") && !strings.Contains(view, strings.TrimSuffix(c.beside, ".")) {
				t.Errorf("%s: %s lost what stood beside it:\n%s", c.fact, name, view)
			}
		}
		if again, err := s.Forget("^"+w.ID, now.Add(2*time.Minute), plan.Source{By: plan.ByPerson}); err != nil || len(again) == 0 || again[0].What != "there" {
			t.Errorf("%s: the second time %+v, %v", c.fact, again, err)
		}
		if _, err := s.Undo(list[0].Tx, now.Add(3*time.Minute)); err != nil {
			t.Fatal(err)
		}
		for name, text := range before {
			if got := s.read(t, name); got != text {
				t.Errorf("%s: taken back, %s is\n%s\nand was\n%s", c.fact, name, got, text)
			}
		}
		if v := s.views(t, now); !strings.Contains(v["session a"], c.trace) || !strings.Contains(v["session b"], c.trace) {
			t.Errorf("%s: taken back, the sessions do not tell it", c.fact)
		}
	}
	t.Logf("forgotten: %d views of 5 lands, %d told what was forgotten", tried, told)
}

// TestForgettingASummaryHidesWhatItSumsUp: no sentence of the message tells all of the
// entry, and each tells a part of it; what else was said there stays.
func TestForgettingASummaryHidesWhatItSumsUp(t *testing.T) {
	s := newStore(t)
	now := clock("2026-11-20 10:00")
	s.talk(t, "a", now, "user: knee: ran 8k on sunday, hurts since. dr Wallin says 3 weeks no running. swimming's allowed. Elsa turns 12 on saturday.", "assistant: Rest it.")
	w, err := s.SaveNote("Tove's knee has hurt since a run of 8 km on 2026-11-15; Dr Wallin forbids running for 3 weeks, swimming is allowed.", document.Fact, now, plan.Source{By: plan.ByModel, Session: "a", Message: "m1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Forget("^"+w.ID, now.Add(time.Minute), plan.Source{By: plan.ByModel}); err != nil {
		t.Fatal(err)
	}
	for name, view := range s.views(t, now, "knee running Wallin", "swimming allowed") {
		for _, trace := range []string{"knee", "Wallin", "swimming"} {
			if strings.Contains(view, trace) {
				t.Errorf("%s tells of the %s:\n%s", name, trace, view)
			}
		}
		if strings.HasPrefix(name, "session") && !strings.Contains(view, "Elsa turns 12 on saturday") {
			t.Errorf("%s lost what stood beside it:\n%s", name, view)
		}
	}
}

// TestForgettingALineForgetsWhatItCorrected: the earlier versions of a line go with it;
// what it ended and is about something else stays.
func TestForgettingALineForgetsWhatItCorrected(t *testing.T) {
	s := newStore(t)
	now := clock("2026-11-20 10:00")
	s.talk(t, "a", now, "user: i'm allergic to hazelnuts, walnuts are fine")
	by := plan.Source{By: plan.ByModel, Session: "a", Message: "m1"}
	u, err := s.Update(Append, "Henrike is allergic to hazelnuts; walnuts are fine.", "Facts", now, by)
	if err != nil {
		t.Fatal(err)
	}
	other, err := s.Update(Append, "The bakery delivers on Mondays.", "Facts", now, by)
	if err != nil {
		t.Fatal(err)
	}
	id := u.Written[0].ID
	for _, text := range []string{"Henrike is allergic to hazelnuts and to walnuts.", "Since the test of 2026-11-05 Henrike avoids hazelnuts, walnuts, cashews and pistachios; almonds are fine."} {
		if u, err = s.Correct("^"+id, text, now.AddDate(0, 0, 1), by); err != nil {
			t.Fatal(err)
		}
		id = u.Written[len(u.Written)-1].ID
	}
	// A line that was ended by chance.
	if _, err := s.edit(memoryFile, "night", now, func(d document.Document) (document.Document, error) {
		e, _ := d.Find(other.Written[0].ID)
		return d.Strike(e.Line, now, id)
	}); err != nil {
		t.Fatal(err)
	}
	w, err := s.Forget("^"+id, now.AddDate(0, 0, 2), plan.Source{By: plan.ByModel})
	if err != nil {
		t.Fatal(err)
	}
	for name, view := range s.views(t, now, "hazelnuts walnuts", "allergic") {
		if strings.Contains(view, "nuts") {
			t.Errorf("%s tells it:\n%s", name, view)
		}
	}
	if !strings.Contains(s.read(t, memoryFile), "The bakery delivers") {
		t.Errorf("what is about something else is gone:\n%s", s.read(t, memoryFile))
	}
	if _, err := s.Undo(w[0].Tx, now.AddDate(0, 0, 2)); err != nil || !strings.Contains(s.read(t, memoryFile), "~~Henrike is allergic to hazelnuts; walnuts are fine.~~") {
		t.Errorf("taken back: %v\n%s", err, s.read(t, memoryFile))
	}
}

// TestForgetText: what stands in a transcript alone can be forgotten, too.
func TestForgetText(t *testing.T) {
	s := newStore(t)
	now := clock("2026-11-20 10:00")
	s.talk(t, "a", now, "user: My locker number is 8812. I like tea.", "assistant: Noted.")
	if _, err := s.ForgetText("My dog is called Rex", now, plan.Source{By: plan.ByPerson}); !errors.Is(err, document.ErrNoEntry) {
		t.Errorf("what nobody said: %v", err)
	}
	w, err := s.ForgetText("My locker number is 8812.", now, plan.Source{By: plan.ByPerson})
	if err != nil || len(w) != 1 || w[0].What != "hidden" || w[0].Tx == "" {
		t.Fatalf("%+v, %v", w, err)
	}
	if v := s.views(t, now, "locker"); strings.Contains(fmt.Sprint(v), "8812") || !strings.Contains(v["session a"], "I like tea.") {
		t.Errorf("%v", v)
	}
}

// TestTells keeps what is said otherwise apart from what is about the same.
func TestTells(t *testing.T) {
	for fact, c := range map[string]struct{ yes, no []string }{
		"My PIN is 4711":           {[]string{"4711", "the pin is 4711", "PIN: 4711 #private"}, []string{"What is my PIN?", "My PIN is secret", "Room 4711 has a nice view over the whole old town and the harbour"}},
		"Ana lives in Oslo":        {[]string{"User: Ana lives in Oslo", "Ana lives now in Oslo"}, []string{"Oslo is cold", "Ana was here", "Who lives in Oslo?"}},
		"I am allergic to peanuts": {[]string{"allergic to peanuts"}, []string{"Peanuts are cheap", "allergic to cats"}},
	} {
		tell := knowledge.NewTelling(fact)
		for _, s := range c.yes {
			if !tell.Told(s, false) {
				t.Errorf("%q does not tell %q", s, fact)
			}
		}
		for _, s := range c.no {
			if tell.Told(s, false) {
				t.Errorf("%q tells %q", s, fact)
			}
		}
	}
}
