package runtime

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/sleep/replay"
)

var shownEntry = regexp.MustCompile(`(?m)^\[([a-z0-9]+)\] `)

// mirrored answers a reflection with one insight that rests on the first so many
// entries it was shown, and all else with a few words.
func mirrored(cited int) func(llm.Request) llmtest.Reply {
	return func(r llm.Request) llmtest.Reply {
		if r.Schema == nil || r.Schema.Name != "insights" {
			return llmtest.Say("I see.")
		}
		in := replay.Insight{Text: "Friends move far for small reasons."}
		for _, m := range shownEntry.FindAllStringSubmatch(r.Messages[0].Content, cited) {
			in.From = append(in.From, m[1])
		}
		b, _ := json.Marshal(map[string]any{"insights": []replay.Insight{in}})
		return llmtest.Say("Here it is:\n" + string(b)).Usage(transcript.Usage{Input: 70, Output: 7})
	}
}

// pensive is a conversation with a model, in which a reflection is due.
func (l *testLand) pensive(m *llmtest.Model) *Conversation {
	l.t.Helper()
	c := l.chatty(m, 1)
	l.past.Set(l.past.at.AddDate(0, 0, 1)) // an insight draws from two days
	for i := range 29 {
		m.Add(llmtest.Say("I see."))
		if _, err := l.say(c, story(i+1)); err != nil {
			l.t.Fatal(err)
		}
	}
	m.Add(finding(entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", "Ruth moved to Lisbon in 1980", ""), entryOf("Henrik moved to Bergen in 1981 to look after a sick uncle.", "Henrik moved to Bergen in 1981", "")).Usage(transcript.Usage{Input: 900, Output: 90}))
	m.Otherwise = mirrored(2)
	return c
}

func TestReflectionIsOneCallMore(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	c := l.pensive(m)
	asked := len(m.Requests())
	r, err := c.Sleep(t.Context(), NightOptions{Depth: sleep.Deep})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(m.Requests()) - asked; n != 2 || r.Calls != 2 || r.Usage.Input != 970 || r.Usage.Output != 97 {
		t.Fatalf("%d calls, report says %d and %+v", n, r.Calls, r.Usage)
	}
	last := m.Requests()[asked+1]
	if text := last.Messages[0].Content; !strings.Contains(text, "Ruth moved to Lisbon") || last.MaxTokens != c.o.Brain.Room(700) || last.Effort != "low" || len(last.Tools) != 0 {
		t.Errorf("asked: %+v", last)
	}
	l.wantFile("memory/2026-11-22.md", "- Friends move far for small reasons. (from [[^")
	list, err := night.Ledgers(l.land)
	if err != nil || len(list) != 1 || list[0].Calls != 2 || list[0].Usage.Input != 970 {
		t.Errorf("the ledger says %+v, %v", list, err)
	}
}

func TestReflectionKeepsToTheBudget(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	c := l.pensive(m)
	c.o.BudgetCalls = 1
	asked := len(m.Requests())
	r, err := c.Sleep(t.Context(), NightOptions{Depth: sleep.Deep})
	if err != nil || r.Calls != 1 || len(m.Requests())-asked != 1 {
		t.Fatalf("%v: %d calls, %d reported", err, len(m.Requests())-asked, r.Calls)
	}
	for _, x := range r.Dreams {
		if x.Task == night.DreamReflect && (len(x.Notes) == 0 || !strings.HasPrefix(x.Notes[0], "not reflected: budget of the night is spent: 1 of 1 calls")) {
			t.Errorf("%+v", x)
		}
	}
}

// A deep night saves what a big idle session would lose, then compacts it, and
// asks no model for that. It leaves alone one that is open elsewhere, one that
// somebody spoke in just now, and a small one.
func TestADeepNightLooksAfterIdleSessions(t *testing.T) {
	l := newLand(t)
	at := l.past.at
	big := func(turns int) string {
		t.Helper()
		m := llmtest.New()
		m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
		c := l.begin(m, 32000, "")
		defer c.Close()
		for i := range turns {
			if _, err := l.say(c, story(i)); err != nil {
				t.Fatal(err)
			}
		}
		return c.Session()
	}
	idle, open, small := big(70), big(70), big(5)
	l.past.Set(at.Add(3 * time.Hour))
	fresh := big(70)
	held := l.begin(llmtest.New(), 32000, open)
	defer held.Close()
	m := llmtest.New()
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
	c := l.begin(m, 8000, "")
	c.o.Engine = "auto"
	if _, err := l.say(c, "My sister Vera keeps bees in Cork."); err != nil {
		t.Fatal(err)
	}
	asked := len(m.Requests())
	r, err := c.Sleep(t.Context(), NightOptions{Depth: sleep.Deep})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Dreams {
		if (x.Task == night.DreamSalvage || x.Task == night.DreamCompress) && (x.Failed != "" || x.Count == 0 || len(x.Notes) != 1 || !strings.HasPrefix(x.Notes[0], idle+": ")) {
			t.Errorf("%+v", x)
		}
	}
	if n := len(m.Requests()) - asked; n > 4 { // the night's own, its repairs and the reflection
		t.Errorf("%d calls", n)
	}
	for id, want := range map[string]int{idle: 1, open: 0, small: 0, fresh: 0} {
		log, _, err := transcript.Open(l.mem, id)
		if err != nil || len(log.Context().Nights) != want {
			t.Errorf("session %s (%v): %d nights, want %d", id, err, len(log.Context().Nights), want)
		}
	}
	again := l.begin(llmtest.New(llmtest.Say("Yes.")), 8000, idle)
	defer again.Close()
	if used := again.Meter().Used; used >= 4000 {
		t.Errorf("the compacted session holds %d tokens", used)
	}
	if _, err := l.say(again, "Is it you?"); err != nil {
		t.Error(err)
	}
}
