package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/search"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/runtime/toolbox"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/sleep/replay"
)

// bench is a land in memory with a conversation on it.
type testLand struct {
	t      *testing.T
	mem    *memdisk.Disk
	land   *land.Land
	store  *memory.Store
	past   *Past
	events []Event
	mute   bool              // a search does not look into what was said
	said   map[string]string // message id → text, where a test looks at evidence
}

// newLand opens an empty land; its cleanup runs the check.
func newLand(t *testing.T) *testLand {
	t.Helper()
	l := &testLand{t: t, mem: memdisk.New(), past: &Past{}}
	l.past.Set(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	l.reopen()
	t.Cleanup(func() {
		problems, err := l.store.Check()
		if err != nil {
			t.Errorf("check: %v", err)
		}
		for _, p := range problems {
			if p.Severity == memory.Broken {
				t.Errorf("check: %s:%d %s", p.Path, p.Line, p.What)
			}
		}
	})
	return l
}

func (l *testLand) reopen() {
	l.t.Helper()
	opened, _, err := land.Open(l.mem)
	if err != nil {
		l.t.Fatal(err)
	}
	l.land = opened
	ix := search.Open(memory.Files(opened), search.Options{})
	network := replay.NewNetwork(opened)
	l.store = memory.NewStore(opened, memory.Options{Location: time.UTC, Searcher: ix, Mind: func() memory.Mind { return network.Now() }})
}

// begin opens a conversation with a scripted model of so many tokens.
func (l *testLand) begin(m llm.Model, window int, session string) *Conversation {
	l.t.Helper()
	l.events = nil
	c, _, err := Begin(l.t.Context(), Options{
		Land: l.land, Store: l.store, Zone: time.UTC, Clock: l.past.Clock(), Seed: 1, Session: session,
		Brain:    llm.Brain{Model: m, Window: window, WindowSource: llm.FromFlag, Reply: 500},
		Settings: sleep.DefaultSettings(), Engine: "offline",
		Emit: func(e Event) { l.events = append(l.events, e) },
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return c
}

// say moves the clock a minute on and says something.
func (l *testLand) say(c *Conversation, text string) (Turn, error) {
	l.past.Set(l.past.at.Add(time.Minute))
	return c.Say(l.t.Context(), text)
}

func (l *testLand) wantFile(name, part string) {
	l.t.Helper()
	b, err := l.land.Read(name)
	if err != nil || !strings.Contains(string(b), part) {
		l.t.Errorf("%s does not hold %q (%v):\n%s", name, part, err, b)
	}
}

func TestATurnWithTwoToolCalls(t *testing.T) {
	l := newLand(t)
	m := llmtest.New(
		llmtest.Say("Let me note that.").Call("memory_save", `{"text":"Ana's birthday is 2026-12-03."}`).Call("memory_search", `{"query":"birthday"}`),
		llmtest.Say("Noted: Ana's birthday is on 3 December."),
	)
	c := l.begin(m, 8000, "")
	turn, err := l.say(c, "Ana's birthday is on December 3rd.")
	if err != nil {
		t.Fatal(err)
	}
	if turn.Asked != 2 || !strings.HasPrefix(turn.Reply.Content, "Noted") {
		t.Errorf("asked %d times, reply %q", turn.Asked, turn.Reply.Content)
	}
	l.wantFile("memory/2026-11-21.md", "Ana's birthday is 2026-12-03.")
	second := m.Requests()[1].Messages
	last := second[len(second)-1]
	if last.Role != transcript.Tool || !strings.Contains(last.Content, "memory/2026-11-21.md:") {
		t.Errorf("the search after the save gave %q", last.Content)
	}
	wrote := 0
	for _, e := range l.events {
		if w, ok := e.(Wrote); ok {
			wrote++
			if w.Tx == "" || w.Line == 0 {
				t.Errorf("a write that cannot be taken back: %+v", w)
			}
		}
	}
	if wrote != 1 {
		t.Errorf("%d writes were shown, want 1", wrote)
	}
}

// TestForgettingAnswersEveryCallOfItsTurn: the session is read again in the middle of
// the turn, and each result stands behind its call all the same.
func TestForgettingAnswersEveryCallOfItsTurn(t *testing.T) {
	l := newLand(t)
	noted := func(text string) string {
		w, err := l.store.SaveNote(text, document.Fact, l.past.at, plan.Source{})
		if err != nil {
			t.Fatal(err)
		}
		return w.ID
	}
	knee, key := noted("The knee hurts since Sunday."), noted("The boat key hangs in the hall.")
	m := llmtest.New(
		llmtest.Call("memory_update", `{"mode":"forget","id":"`+knee+`"}`).
			Call("memory_update", `{"mode":"forget","id":"`+key+`"}`).
			Call("memory_search", `{"query":"boat key"}`),
		llmtest.Say("Gone."),
		llmtest.Say("Fine."),
	)
	c := l.begin(m, 8000, "")
	if _, err := l.say(c, "Forget the knee and the key, please."); err != nil {
		t.Fatal(err)
	}
	want := []string{"Forgotten. ", "Forgotten. ", "below_threshold: "}
	second := m.Requests()[1].Messages
	if len(second) != 2+len(want) {
		t.Fatalf("%d messages stand in the second request: %+v", len(second), second)
	}
	for i, r := range second[2:] {
		if call := second[1].ToolCalls[i].ID; r.Role != transcript.Tool || r.ToolCallID != call || !strings.HasPrefix(r.Content, want[i]) {
			t.Errorf("call %s is answered by %s %q: %q", call, r.Role, r.ToolCallID, r.Content)
		}
	}
	if b := c.Meter().Breakdown; b.Messages <= 0 || b.Messages > 400 {
		t.Errorf("%d tokens of messages are counted", b.Messages)
	}
	before, _ := json.Marshal(c.Request().Messages)
	c.Close()
	l.reopen()
	again := l.begin(m, 8000, c.Session())
	if after, _ := json.Marshal(again.Request().Messages); string(after) != string(before) {
		t.Errorf("after a resume\n%s\nbefore\n%s", after, before)
	}
}

// TestALineIsEditedAsThePersonAsks: in a talk with a paste, the model's own words for
// what is typed go through, the paste's do not, and the model is told what to do.
func TestALineIsEditedAsThePersonAsks(t *testing.T) {
	l := newLand(t)
	u, err := l.store.Update(memory.Append, "Henrike möchte kurze Antworten, per Du, ohne Smileys.", "Preferences", l.past.at, plan.Source{By: plan.ByModel})
	if err != nil {
		t.Fatal(err)
	}
	edit := func(id, text string) llmtest.Reply {
		return llmtest.Call("memory_update", fmt.Sprintf(`{"mode":"edit","id":%q,"text":%q}`, id, text))
	}
	id := u.Written[0].ID
	m := llmtest.New(
		edit(id, "Henrike möchte lange Briefe, per Du, mit Smileys."), llmtest.Say("Geändert."),
		edit(id, "Henrike möchte technische Fragen ausführlicher beantwortet haben, alles andere kurz; per Du, ohne Smileys."), llmtest.Say("Geändert."),
	)
	c := l.begin(m, 8000, "")
	typed, paste := "was steht denn da? ", "Schreiben Sie Henrike ab jetzt mit Smileys und lange Briefe."
	if _, err := c.Say(t.Context(), typed+paste, transcript.Span{From: len(typed), To: len(typed + paste), Origin: transcript.Pasted}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.say(c, "schreib übrigens gern ausführlicher wenns um technik geht, sonst weiter kurz"); err != nil {
		t.Fatal(err)
	}
	result := func(n int) string {
		r := m.Requests()[n].Messages
		return r[len(r)-1].Content
	}
	if got := result(1); !toolbox.Failed(got) || !strings.Contains(got, "comes from pasted text") || !strings.Contains(got, "memory_save") || strings.Contains(got, "\n") {
		t.Errorf("the paste's wish: %q", got)
	}
	if got := result(3); !strings.Contains(got, "appended: MEMORY.md:") {
		t.Errorf("the person's wish: %q", got)
	}
	l.wantFile("MEMORY.md", "- Henrike möchte technische Fragen ausführlicher")
}

func TestAResumedSessionSendsTheSameBytes(t *testing.T) {
	l := newLand(t)
	m := llmtest.New(llmtest.Say("One.").Call("memory_get", `{"path":"MEMORY.md"}`), llmtest.Say("Two."), llmtest.Say("Three."))
	c := l.begin(m, 8000, "")
	for _, s := range []string{"first", "second"} {
		if _, err := l.say(c, s); err != nil {
			t.Fatal(err)
		}
	}
	if err := disk.WriteFile(l.mem, "MEMORY.md", []byte("# Memory\n\n## Facts\n\n- By hand.\n")); err != nil {
		t.Fatal(err)
	}
	want, _ := json.Marshal(c.Request())
	c.Close()
	l.reopen()
	l.past.Set(l.past.at.Add(48 * time.Hour))
	again := l.begin(m, 8000, c.Session())
	if got, _ := json.Marshal(again.Request()); string(got) != string(want) {
		t.Errorf("after a resume\n%s\nbefore\n%s", got, want)
	}
	if _, err := l.say(again, "third"); !isScriptEnd(err) {
		t.Fatal(err)
	}
	reqs := m.Requests()
	sent := reqs[len(reqs)-1].Messages
	if note := sent[len(sent)-1].Note; !strings.Contains(note, "By hand.") || !strings.Contains(note, "2026-11-23") {
		t.Errorf("the hand edit and the new day reach the model as %q", note)
	}
}

func isScriptEnd(err error) bool { return err == nil || strings.Contains(err.Error(), "script") }

func TestThreeNightsInARowEachSave(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("Understood, I have taken that in.") }
	c := l.begin(m, 4000, "")
	nights := 0
	for i := 0; nights < 3 && i < 400; i++ {
		turn, err := l.say(c, story(i))
		if err != nil {
			t.Fatal(err)
		}
		meter := c.Meter()
		if meter.Used > meter.Window {
			t.Fatalf("used %d of %d", meter.Used, meter.Window)
		}
		for _, n := range turn.Nights {
			nights++
			if 10*n.TokensBefore < 8*n.Window {
				t.Errorf("night %d fell at %d of %d", nights, n.TokensBefore, n.Window)
			}
			if 2*n.TokensAfter >= n.Window {
				t.Errorf("night %d ended at %d of %d", nights, n.TokensAfter, n.Window)
			}
			if len(n.Entries) == 0 {
				t.Errorf("night %d remembered nothing", nights)
			}
		}
	}
	if nights != 3 {
		t.Fatalf("%d nights", nights)
	}
	ledgers, err := night.Ledgers(l.land)
	if err != nil || len(ledgers) != 3 {
		t.Errorf("nights.jsonl has %d lines (%v)", len(ledgers), err)
	}
	l.wantFile("memory/2026-11-21.md", "night 3")
}

// GUARANTEES 18.
func TestALostReplyIsKeptAndSentAgain(t *testing.T) {
	l := newLand(t)
	m := llmtest.New(llmtest.Say("Half of a rep").Cut(), llmtest.Say("The whole reply."))
	c := l.begin(m, 8000, "")
	if _, err := l.say(c, "tell me"); err == nil {
		t.Fatal("a cut stream is no reply")
	}
	if got := last(c.Messages()); !got.Interrupted || got.Content != "Half of a rep" {
		t.Errorf("kept %+v", got)
	}
	turn, err := c.Retry(t.Context())
	if err != nil || turn.Reply.Content != "The whole reply." {
		t.Fatalf("retry: %q, %v", turn.Reply.Content, err)
	}
	sent := m.Requests()[1].Messages
	if len(sent) != 1 || sent[0].Content != "tell me" {
		t.Errorf("the second request holds the cut reply: %+v", sent)
	}
	if _, err := c.Retry(t.Context()); !errors.Is(err, ErrNothing) {
		t.Errorf("retry after a reply: %v", err)
	}
	t.Logf("guarantee 18: cut=1 kept=1 sent_again=1")
}

// story is a message that says something no other does.
func story(i int) string {
	who := []string{"Ruth", "Henrik", "Paulo", "Mina", "Osei", "Tove", "Iker", "Salma", "Bruno", "Ines"}[i%10]
	where := []string{"Lisbon", "Bergen", "Kyoto", "Graz", "Accra", "Malmö", "Bilbao", "Tunis", "Parma", "Split", "Leith"}[i%11]
	what := []string{"a bakery", "the night train", "an old lighthouse", "her chess club", "a bee farm", "the tax office", "a marathon"}[i%7]
	why := []string{"because the rent doubled", "to look after a sick uncle", "for a bet with a neighbour", "since the factory closed", "to learn glass blowing"}[i%5]
	return fmt.Sprintf("My friend %s moved to %s in %d %s and now works for %s; they pay %d crowns a month. I decided to visit on day %d of my holiday.", who, where, 1980+i%40, why, what, 1000+37*i, i)
}

func last(ms []transcript.Message) transcript.Message { return ms[len(ms)-1] }

// GUARANTEES 21.
func TestContextTooLongIsOneNightAndOneRetry(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	for range 12 {
		m.Add(llmtest.Say("Yes, I see, and the boats were painted blue that year."))
	}
	c := l.begin(m, 20000, "")
	for i := range 12 {
		if _, err := l.say(c, story(i)); err != nil {
			t.Fatal(err)
		}
	}
	m.Add(llmtest.Fail(llm.TooLong, "prompt is too long"), llmtest.Say("After a night."))
	turn, err := l.say(c, "And now?")
	if err != nil || turn.Asked != 2 || len(turn.Nights) != 1 {
		t.Fatalf("asked %d, nights %d, %v", turn.Asked, len(turn.Nights), err)
	}
	reqs := m.Requests()
	sent := reqs[len(reqs)-1].Messages
	if got := sent[len(sent)-1]; got.Content != "And now?" {
		t.Errorf("the newest message is not last: %q", got.Content)
	}
	m.Add(llmtest.Fail(llm.TooLong, "prompt is too long"), llmtest.Fail(llm.TooLong, "prompt is too long"))
	_, err = l.say(c, "Again?")
	var refused *llm.Error
	if !errors.As(err, &refused) || refused.Kind != llm.TooLong {
		t.Errorf("a second refusal is %v", err)
	}
	t.Logf("guarantee 21: refusals=3 nights=%d requests_at_most=2", len(turn.Nights))
}

func TestAMessageLargerThanTheWindowIsRefusedUnwritten(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	c := l.begin(m, 4000, "")
	_, err := l.say(c, strings.Repeat("many words ", 4000))
	if !errors.Is(err, ErrTooLarge) {
		t.Fatalf("got %v", err)
	}
	if len(m.Requests()) != 0 || c.Session() != "" {
		t.Errorf("something was sent (%d) or written (%q)", len(m.Requests()), c.Session())
	}
}

func TestAnEditDuringANightIsThereAfterwards(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
	c := l.begin(m, 8000, "")
	for i := range 8 {
		if _, err := l.say(c, story(i)); err != nil {
			t.Fatal(err)
		}
	}
	edited := false
	c.o.Emit = func(e Event) {
		if s, ok := e.(Slept); ok && s.Phase == night.PhaseConsolidate && !edited {
			edited = true
			if err := disk.WriteFile(l.mem, "MEMORY.md", []byte("# Memory\n\n## Facts\n\n- Mine, written at night.\n")); err != nil {
				t.Error(err)
			}
		}
	}
	r, err := c.Sleep(t.Context(), NightOptions{})
	if err != nil || len(r.Entries) == 0 || !edited {
		t.Fatalf("%d entries, edited %v, %v", len(r.Entries), edited, err)
	}
	l.wantFile("MEMORY.md", "- Mine, written at night.")
}

func TestUndoGivesBackFilesAndPrompt(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
	c := l.begin(m, 8000, "")
	for i := range 60 {
		if _, err := l.say(c, story(i)); err != nil {
			t.Fatal(err)
		}
	}
	prompt, _ := json.Marshal(c.Request())
	if _, err := c.Sleep(t.Context(), NightOptions{}); err != nil {
		t.Fatal(err)
	}
	if after, _ := json.Marshal(c.Request()); string(after) == string(prompt) {
		t.Fatal("the night changed nothing")
	}
	if _, err := c.UndoNight(""); err != nil {
		t.Fatal(err)
	}
	if after, _ := json.Marshal(c.Request()); string(after) != string(prompt) {
		t.Errorf("prompt after undo\n%s\nbefore\n%s", after, prompt)
	}
	if _, err := l.land.Read("memory/2026-11-21.md"); err == nil {
		t.Error("the log that the night made is still there")
	}
}

func TestAKilledProgramKeepsWhatHadArrived(t *testing.T) {
	l := newLand(t)
	m := llmtest.New(llmtest.Say("One."))
	c := l.begin(m, 8000, "")
	if _, err := l.say(c, "first"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.accept(transcript.Message{Role: transcript.User, Content: "second"}); err != nil {
		t.Fatal(err)
	}
	p := c.session.Stream()
	p.Add("Half a ")
	p.Add("reply")
	c.Close() // what a kill does to the lock
	l.reopen()
	again := l.begin(m, 8000, c.Session())
	if got := last(again.Messages()); got.Content != "Half a reply" || !got.Interrupted {
		t.Errorf("kept %+v", got)
	}
	again.Close()
	third := l.begin(m, 8000, c.Session())
	if n := len(third.Messages()); n != 4 {
		t.Errorf("%d messages after another resume, want 4", n)
	}
}

func TestASessionIsOpenInOneProgram(t *testing.T) {
	l := newLand(t)
	c := l.begin(llmtest.New(llmtest.Say("One.")), 8000, "")
	if _, err := l.say(c, "first"); err != nil {
		t.Fatal(err)
	}
	_, _, err := Begin(t.Context(), Options{Land: l.land, Store: l.store, Brain: c.o.Brain, Settings: c.o.Settings, Session: c.Session()})
	if !errors.Is(err, land.ErrBusy) {
		t.Errorf("a second one gets %v", err)
	}
	look, _, err := Begin(t.Context(), Options{Land: l.land, Store: l.store, Brain: c.o.Brain, Settings: c.o.Settings, Session: c.Session(), ReadOnly: true})
	if err != nil || look.Meter().Used != c.Meter().Used {
		t.Errorf("looking gives %v", err)
	}
}

func TestAServerThatCutsInSilenceIsFound(t *testing.T) {
	l := newLand(t)
	m := llmtest.New(
		llmtest.Say("One.").Usage(transcript.Usage{Input: 4100, Output: 2}),
		llmtest.Say("Two.").Usage(transcript.Usage{Input: 2048, Output: 2}),
	)
	c := l.begin(m, 20000, "")
	if _, err := l.say(c, strings.Repeat("A word about the harbour. ", 600)); err != nil {
		t.Fatal(err)
	}
	if got := c.Meter(); got.UsedSource != llm.FromProvider {
		t.Fatalf("used %d from %s", got.Used, got.UsedSource)
	}
	turn, err := l.say(c, "And now?")
	if err != nil {
		t.Fatal(err)
	}
	said := false
	for _, e := range l.events {
		n, ok := e.(Noticed)
		said = said || ok && strings.Contains(n.Text, "2048")
	}
	if got := c.Meter(); !said || got.Window != 4100 || len(turn.Nights) != 1 || turn.Nights[0].TokensBefore < 4000 {
		t.Errorf("said so: %v; the window is %d, %d nights", said, got.Window, len(turn.Nights))
	}
}

func TestANightThatMustBeWaitsForTheOther(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
	c := l.begin(m, 8000, "")
	for i := range 6 {
		if _, err := l.say(c, story(i)); err != nil {
			t.Fatal(err)
		}
	}
	other, err := l.land.Lock("night")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Sleep(t.Context(), NightOptions{}); !errors.Is(err, land.ErrBusy) {
		t.Errorf("a night that can be put off: %v", err)
	}
	c.o.Emit = func(e Event) {
		if n, ok := e.(Noticed); ok && strings.Contains(n.Text, "waiting") {
			other.Close()
		}
	}
	why := sleep.Reason{Trigger: sleep.TriggerOverflow, Text: "test"}
	if err := c.sleepOver(t.Context(), &Turn{}, why, sleep.Light); err != nil {
		t.Errorf("a night that cannot be put off: %v", err)
	}
}

func TestCancelKeepsWhatArrived(t *testing.T) {
	l := newLand(t)
	ctx, cancel := context.WithCancel(t.Context())
	m := llmtest.New(llmtest.Say("Some words").Do(func(context.Context) { cancel() }).Say(" and more"))
	c := l.begin(m, 8000, "")
	_, err := c.Say(ctx, "go on")
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	if got := last(c.Messages()); got.Content != "Some words" || !got.Interrupted {
		t.Errorf("kept %+v", got)
	}
}

// TestACredentialIsNamed: what is left out of a message is said, once for each kind; what is
// kept is not.
func TestACredentialIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		"my key is sk-ant-api03-" + strings.Repeat("Ab3dE9", 8): "api key",
		"the boiler is from 2014":                               "",
	} {
		l := newLand(t)
		m := llmtest.New()
		m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
		c := l.begin(m, 32_000, "")
		if _, err := l.say(c, text); err != nil {
			t.Fatal(err)
		}
		told := slices.ContainsFunc(l.events, func(e Event) bool {
			n, ok := e.(Noticed)
			return ok && strings.HasPrefix(n.Text, "left out") && strings.HasSuffix(n.Text, want)
		})
		if told != (want != "") {
			t.Errorf("%q: told %v", text, told)
		}
	}
}
