package runtime

import (
	"context"
	"strings"
	"testing"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
)

// overflow is a model whose window is smaller than anybody assumed; it says so when
// a request is too long, as servers do.
func overflow(real int) *llmtest.Model { return refuse(real, real) }

// refuse is a model whose refusals name a window; 0: none.
func refuse(real, named int) *llmtest.Model {
	m := llmtest.New()
	m.Otherwise = func(r llm.Request) llmtest.Reply {
		n := 0
		for _, b := range r.System {
			n += len(b.Text) / 4
		}
		for _, msg := range r.Messages {
			n += len(msg.Content) / 4
		}
		if n+r.MaxTokens > real {
			return llmtest.Refuse(&llm.Error{Kind: llm.TooLong, Status: 400, Text: "the context does not fit", Window: named})
		}
		return llmtest.Say("I see.")
	}
	return m
}

// A server with a smaller window than assumed: its number is used from then on and
// remembered, and there is no refusal after the first.
func TestARealWindowIsLearnedFromARefusal(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	l := newLand(t)
	m := overflow(6000)
	c := l.begin(m, 64000, "")
	c.o.Brain.Where, c.o.Brain.WindowSource, c.prompt.Ledger.WindowSource = "test/script at here", llm.FromCatalogue, llm.FromCatalogue
	for i := range 120 {
		if _, err := l.say(c, strings.Repeat(story(i)+" ", 4)); err != nil {
			t.Fatalf("turn %d: %v", i, err)
		}
	}
	if got := c.Meter(); got.Window != 6000 || got.WindowSource != llm.FromServer {
		t.Errorf("the meter says %d from %s", got.Window, got.WindowSource)
	}
	if got := llm.Remembered(l.land.FS(), "test/script at here"); got.Window != 6000 {
		t.Errorf("remembered: %+v", got)
	}
	said := 0
	for _, e := range l.events {
		if n, ok := e.(Noticed); ok && strings.Contains(n.Text, "takes 6000 tokens") {
			said++
		}
	}
	if said != 1 {
		t.Errorf("said %d times", said)
	}
}

// A server that refuses and names no number: what it refused bounds the window from then
// on, also in the next session, and the talk goes on (GUARANTEES 21).
func TestAWindowIsBoundedByARefusalWithoutANumber(t *testing.T) {
	l := newLand(t)
	m := refuse(3000, 0)
	c := l.begin(m, 16000, "")
	c.o.Brain.Where, c.o.Brain.WindowSource, c.prompt.Ledger.WindowSource = "test/script at here", llm.FromDefault, llm.FromDefault
	failed := 0
	for i := range 40 {
		if _, err := l.say(c, strings.Repeat(story(i)+" ", 4)); err != nil {
			failed++
		}
	}
	if failed > 2 {
		t.Errorf("%d messages failed", failed)
	}
	if got := c.Meter(); got.Window >= 8000 || llm.Remembered(l.land.FS(), "test/script at here").Window != got.Window {
		t.Errorf("the window is %d", got.Window)
	}
}

// A server that reads only as much as it takes, and says nothing: what it read is its
// window, which is said once, and a night falls (GUARANTEES 21).
func TestAPromptThatIsCutInSilenceIsSeen(t *testing.T) {
	const most = 4096
	l := newLand(t)
	m := llmtest.New()
	m.Otherwise = func(r llm.Request) llmtest.Reply {
		n := 500
		for _, msg := range r.Messages {
			n += len(msg.Content) / 4
		}
		return llmtest.Say("I see.").Usage(transcript.Usage{Input: min(n, most), Output: 2})
	}
	c := l.begin(m, 16000, "")
	c.o.Brain.WindowSource, c.prompt.Ledger.WindowSource = llm.FromDefault, llm.FromDefault
	nights := 0
	for i := range 60 {
		turn, err := l.say(c, strings.Repeat(story(i)+" ", 4))
		if err != nil {
			t.Fatalf("turn %d: %v", i, err)
		}
		nights += len(turn.Nights)
	}
	if got := c.Meter(); got.Window != most || nights == 0 {
		t.Errorf("the window is %d, %d nights", got.Window, nights)
	}
	said := 0
	for _, e := range l.events {
		if n, ok := e.(Noticed); ok && strings.Contains(n.Text, "in silence") {
			said++
		}
	}
	if said != 1 {
		t.Errorf("said %d times", said)
	}
}

// A window that a person chose stays where the server's is larger.
func TestAChosenWindowStays(t *testing.T) {
	l := newLand(t)
	c := l.begin(llmtest.New(llmtest.Say("I see.")), 8000, "")
	if c.setWindow(32000) || c.setWindow(10) || c.Meter().Window != 8000 {
		t.Errorf("it is %d", c.Meter().Window)
	}
	if c.prompt.Ledger.WindowSource != llm.FromFlag {
		t.Errorf("it comes from %s", c.prompt.Ledger.WindowSource)
	}
	if !c.setWindow(4096) || c.Meter().Window != 4096 {
		t.Errorf("it is %d, and the server takes 4096", c.Meter().Window)
	}
}

// A server that nobody knew the window of is asked after its first reply, when the
// model is loaded.
func TestTheWindowIsAskedOnceTheModelIsLoaded(t *testing.T) {
	l := newLand(t)
	m := llmtest.New(llmtest.Say("I see."), llmtest.Say("Yes."))
	m.Otherwise = nil
	c := l.begin(m, 8192, "")
	asked := 0
	c.o.Brain.Limits = func(context.Context) (int, int) { asked++; return 16384, 0 }
	c.o.Brain.WindowSource, c.prompt.Ledger.WindowSource = llm.FromDefault, llm.FromDefault
	for range 2 {
		if _, err := l.say(c, "hello"); err != nil {
			t.Fatal(err)
		}
	}
	if got := c.Meter(); asked != 1 || got.Window != 16384 || got.WindowSource != llm.FromServer {
		t.Errorf("asked %d times, window %d from %s", asked, got.Window, got.WindowSource)
	}
}
