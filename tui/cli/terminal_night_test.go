package cli

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// asleepAnswer is what the fake says to a night's question.
const asleepAnswer = `{"note":{"request":["Talk about herons."],"decisions":["The heron pond is drained in May."],"in_hand":[],"rejected":[],"last_command":"","open":[],"said":[]},` +
	`"entries":[{"type":"decision","text":"The heron pond is drained in May","importance":0.9,"from":["m1"],"open":false,"replaces":""}],"days":[]}`

// sleeper is a provider that answers a turn at once and holds the questions of a
// night until the test lets them go.
type sleeper struct {
	*fake
	letGo chan struct{} // closed: nights are answered
	turns atomic.Int32
	more  string // that every reply says before its last sentence
}

func newSleeper(t *testing.T) *sleeper {
	s := &sleeper{fake: newFake(t), letGo: make(chan struct{})}
	s.will(many(200, s.answer)...)
	return s
}

func many[T any](n int, v T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = v
	}
	return out
}

func (s *sleeper) answer(w http.ResponseWriter, r *http.Request) {
	if body, _ := io.ReadAll(r.Body); strings.Contains(string(body), "falling asleep") {
		s.waits(s.letGo, says(asleepAnswer))(w, r)
		return
	}
	says(s.more+fmt.Sprintf("Heron number %d stands in the pond.", s.turns.Add(1)))(w, r)
}

// asleep waits until a night's question has come.
func (s *sleeper) asleep(t *testing.T) {
	t.Helper()
	select {
	case <-s.stalled:
	case <-time.After(soon):
		t.Fatal("the night never asked")
	}
}

// TestTerminalTypingThroughANight types while a night runs that takes its time:
// every character is there afterwards, and is sent.
func TestTerminalTypingThroughANight(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := newSleeper(t)
	x := newTerminal(b, 80, 24)
	x.start(s.ask()...)
	x.say("We decided to drain the heron pond in May.")
	x.see("Heron number 1")
	x.command("/sleep")
	s.asleep(t)
	x.see("asleep")
	const draft = "While you slept I wrote this line, with ümlauts, 日本 and (brackets) in it"
	for _, word := range strings.SplitAfter(draft, " ") {
		x.write(word)
	}
	x.see("asleep")
	x.press("C-j")
	x.write("and a second one.")
	close(s.letGo)
	x.see("slept:")
	screen := x.gone("asleep")
	if got := draftOf(screen); got != draft+" and a second one." {
		t.Errorf("the draft is %q", got)
	}
	x.press("Enter")
	x.see("│ While you slept I wrote this line")
	x.see("Heron number 2")
	x.press("C-d")
	x.ended()
	m := b.messages()
	if len(m) != 4 || m[2].Content != draft+"\nand a second one." {
		t.Errorf("messages: %+v", m)
	}
	b.run(0, "memory", "check")
	if out := b.run(0, "sleep", "log").out; !strings.Contains(out, "model") {
		t.Errorf("the night was not the model's: %s", out)
	}
}

// TestTerminalTheTalkGoesOnWhileANightIsPrepared talks past the point where a
// night is due while the model still works on it: every turn is answered, what is
// being typed stays, and the night is saved once the model has answered.
func TestTerminalTheTalkGoesOnWhileANightIsPrepared(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := newSleeper(t)
	s.more = strings.Repeat("It waits, and looks into the water, and does not move at all. ", 28)
	x := newTerminal(b, 100, 24)
	x.start("--model", "local/test", "--window", "8k", "--base-url", s.URL+"/v1")
	x.say("We decided to drain the heron pond in May.")
	for turn := 1; ; turn++ {
		if turn > 30 {
			t.Fatalf("no night is prepared:\n%s", x.screen())
		}
		x.see(fmt.Sprintf("Heron number %d", turn))
		x.idle()
		if strings.Contains(joined(x.screen()), "preparing a night") { // counted with the turn's end, and held until it is let go
			break
		}
		x.say(fmt.Sprintf("And after heron %d?", turn))
	}
	s.asleep(t)
	const draft = "This stands here while the night is saved"
	x.write(draft)
	if strings.Contains(x.screen(), "slept:") {
		t.Fatalf("slept while the model had not answered:\n%s", x.screen())
	}
	close(s.letGo)
	screen := x.until("the night", func(s string) bool { return strings.Contains(joined(s), "slept:") })
	if got := draftOf(screen); got != draft {
		t.Errorf("the draft is %q", got)
	}
	x.press("Enter")
	x.see("│ " + draft)
	x.press("C-d")
	x.ended()
	b.run(0, "memory", "check")
	if out := b.run(0, "sleep", "log").out; !strings.Contains(out, "model") || strings.Contains(out, "not used") {
		t.Errorf("the night was not the model's: %s", out)
	}
}
