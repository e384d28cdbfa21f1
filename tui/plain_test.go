package tui

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/plan"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/sleep"
	"dormouse/tui/backend"
	"dormouse/tui/plain"
)

// parrot is a source that answers each command with its own events.
type parrot struct {
	events  chan runtime.Event
	answers func(runtime.Command) []runtime.Event
	asked   []runtime.Command
}

func (p *parrot) Events() <-chan runtime.Event { return p.events }
func (p *parrot) Do(c runtime.Command) {
	p.asked = append(p.asked, c)
	if _, quit := c.(runtime.Quit); quit {
		close(p.events)
		return
	}
	for _, e := range p.answers(c) {
		p.events <- e
	}
}

// plainly runs the line mode on an input and gives what it printed.
func plainly(t *testing.T, in string, answers func(runtime.Command) []runtime.Event) (string, *parrot) {
	t.Helper()
	p := &parrot{events: make(chan runtime.Event, 256), answers: answers}
	p.events <- opened(user("1", "before"))
	var out bytes.Buffer
	err := plain.Run(context.Background(), backend.Options{
		Source: p, In: strings.NewReader(in), Out: &out, Memory: newBook(), Entries: newBook(), Nights: &calendar{}, Zone: time.UTC,
		Remember: func(text, _ string) (plan.Written, error) {
			return plan.Written{Path: "memory/2026-11-21.md", Line: 4, Text: text, What: "added"}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if bad := firstControl(out.String()); bad != "" || strings.Contains(out.String(), "\x1b") {
		t.Errorf("%s in the line mode: %q", bad, out.String())
	}
	return out.String(), p
}

func TestPlainTalks(t *testing.T) {
	out, p := plainly(t, "hello \\\nworld\n/status\n/sleep\n/nonsense\n/memory tea\n/quit\nnever read\n", func(c runtime.Command) []runtime.Event {
		switch c.(type) {
		case runtime.Say:
			m := assistant("2", "It is \x1b[31mred, he said.")
			return []runtime.Event{runtime.Said{}, runtime.Delta{Text: "It is \x1b"}, runtime.Delta{Text: "[31mred, he"}, runtime.Delta{Text: " said."}, runtime.Replied{Message: m}, meterAt(3120, llm.FromEstimate), runtime.TurnEnded{}}
		case runtime.Sleep:
			return []runtime.Event{runtime.Slept{State: sleep.LightSleep, Phase: "process", Done: 1, Total: 9}, runtime.Slept{State: sleep.LightSleep, Phase: "process", Done: 2, Total: 9}, runtime.Woke{Report: report()}}
		}
		return nil
	})
	for _, want := range []string{
		"goes on after 1 message", "> It is ␛[31mred, he said.\n", "~3,120 of 8,192 tokens", "asleep: light sleep, process\nslept: 6,432 → 2,811",
		"MEMORY.md:5: Lives in Oslo", "no command /nonsense", "MEMORY.md:5: - Lives in Oslo", "resume with: dormouse --plain --session 20261121-093000-abcd",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not printed:\n%s", want, out)
		}
	}
	if len(p.asked) != 3 || !reflect.DeepEqual(p.asked[0], runtime.Say{Text: "hello \nworld"}) {
		t.Errorf("asked %#v", p.asked)
	}
}

func TestPlainTellsErrorsAndEnds(t *testing.T) {
	out, p := plainly(t, "hello", func(runtime.Command) []runtime.Event {
		return []runtime.Event{runtime.TurnEnded{Err: errors.New("no network\x1b[2J")}}
	})
	if !strings.Contains(out, "error: no network␛[2J\n") {
		t.Errorf("printed:\n%s", out)
	}
	if p.asked[len(p.asked)-1] != (runtime.Quit{}) {
		t.Errorf("the end of the input must quit: %#v", p.asked)
	}
}

func TestPlainShowsWhatWasKeptInsteadOfStreamed(t *testing.T) {
	out, _ := plainly(t, "hello\n", func(runtime.Command) []runtime.Event {
		return []runtime.Event{runtime.Delta{Text: "the key is sk-123 "}, runtime.Replied{Message: assistant("2", "the key is [redacted] ok")}, runtime.TurnEnded{}}
	})
	if !strings.Contains(out, "the key is [redacted] ok\n") {
		t.Errorf("printed:\n%s", out)
	}
}

func TestPlainTellsOnceWhatIsForgotten(t *testing.T) {
	out, _ := plainly(t, "forget the key\n", func(runtime.Command) []runtime.Event {
		call := transcript.Call{ID: "c1", Name: transcript.MemoryForget, Arguments: `{"query":"^k7f3a2"}`}
		hidden := func(path, text string) runtime.Event {
			return runtime.Wrote{Tx: "t1", Path: path, Text: text, What: "forgotten"}
		}
		return []runtime.Event{
			runtime.Called{Call: call, Aside: true}, hidden("MEMORY.md", "The key is here"), hidden("sessions/a.jsonl", "the key is here"), hidden("sessions/a.jsonl", "- The key is here"),
			runtime.Returned{Call: call, Result: "Forgotten.", Aside: true}, runtime.Delta{Text: "Forgotten: key."}, runtime.Replied{Message: assistant("2", "Forgotten: key.")}, runtime.TurnEnded{},
		}
	})
	if want := "forgotten MEMORY.md: The key is here\nforgotten sessions/a.jsonl: the key is here\nForgotten: key.\n"; !strings.Contains(out, want) {
		t.Errorf("printed:\n%s\nwant:\n%s", out, want)
	}
}

func TestPlainWorksWithMemory(t *testing.T) {
	out, _ := plainly(t, "/remember the key is with Henrik\n/why ^k7f3a2\n/pin ^k7f3a2\n/pin ^k7f3a2\n/forget ^k7f3a2\n/why ^k7f3a2\n/why\n/why lives\n/nights\n/quit\n", nil)
	for _, want := range []string{
		"saved memory/2026-11-21.md:4: the key is with Henrik", "Remembered by night n-1", "I moved to Oslo.", "pinned: Lives in Oslo", "unpinned: Lives in Oslo",
		"which entry? /why with one of these:\n^k7f3a2 - Lives in Oslo", "forgotten MEMORY.md: Lives in Oslo", "error: this line is no entry", "/why needs to know what", "5  2026-11-25 09:30",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the line mode does not say %q:\n%s", want, out)
		}
	}
}
