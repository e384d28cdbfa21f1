package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

func TestEnterSaysAndShowsItAsWaiting(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	s.typeText("hello\nworld")
	s.press("enter")
	s.wantAsked(runtime.Say{Text: "hello\nworld"})
	s.want("sending: hello")
	s.tell(runtime.Said{Message: user("1", "hello\nworld")})
	s.wantNot("sending")
	s.want("│ hello", "│ world", "thinking")
	if !s.input.Empty() {
		t.Error("the input still holds what was sent")
	}
}

func TestEnterWhileBusyQueues(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Said{Message: user("1", "one")}, runtime.Delta{Text: "reply"})
	s.typeText("two")
	s.press("enter")
	s.tell(runtime.Queued{Text: "two", Length: 1})
	s.want("queued: two", "reply")
	s.tell(runtime.Replied{Message: assistant("2", "reply")}, runtime.TurnEnded{}, runtime.Said{Message: user("3", "two")})
	s.wantNot("queued")
	s.want("│ two")
}

func TestEscStopsAndKeepsTheReply(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Said{Message: user("1", "one")}, runtime.Delta{Text: "half a"})
	s.press("esc")
	s.wantAsked(runtime.Cancel{})
	s.want("── stopping · ")
	m := assistant("2", "half a")
	m.Interrupted = true
	s.tell(runtime.Replied{Message: m}, runtime.TurnEnded{})
	s.want("half a", "(stopped here)")
	s.wantNot("esc stops", "stopping")
}

func TestQuitting(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	s.typeText("text")
	s.press("ctrl+d")
	if len(s.script.asked) != 0 {
		t.Error("ctrl+d quits although something is typed")
	}
	s.press("ctrl+c")
	if !s.input.Empty() || len(s.script.asked) != 0 {
		t.Error("ctrl+c must clear the input and nothing else")
	}
	s.press("up")
	if got := s.input.Text(); got != "text" {
		t.Errorf("what ctrl+c cleared is not in the history: %q", got)
	}
	s.press("ctrl+c", "ctrl+c")
	s.want("ctrl+c again quits")
	s.press("x", "backspace", "ctrl+c")
	if len(s.script.asked) != 0 {
		t.Error("another key between two ctrl+c must disarm them")
	}
	s.press("ctrl+c")
	s.wantAsked(runtime.Quit{})
	if cmd := s.received(eventsMsg{source: s.source, closed: true}); cmd == nil || cmd() != (tea.QuitMsg{}) {
		t.Error("the end of the events must end the screen")
	}
}

func TestNightIsShownAndTypedThrough(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), meterAt(6600, llm.FromEstimate))
	for _, state := range sleep.States[1:] {
		s.tell(runtime.Slept{State: state, Why: "context 81%", Phase: "save", Done: 1, Total: 4, Tokens: 6600})
		s.want("asleep · "+strings.ReplaceAll(string(state), "_", " "), "6,600 tokens before", "esc wakes")
		s.sound()
	}
	s.typeText("hello")
	s.want("> hello")
	s.press("esc")
	s.wantAsked(runtime.Cancel{})
	s.want("── waking · ")
	s.tell(runtime.Slept{State: sleep.DeepSleep, Phase: "save", Deferred: true})
	s.want("will wake when saved")
	s.tell(runtime.Woke{Report: report()})
	s.want("slept: 6,432 → 2,811 tokens", "2 remembered", "3 known already", "1 superseded", "> hello")
	s.wantNot("asleep", "MEMORY.md:5")
	s.press("ctrl+o")
	s.want("Lives in Oslo since March 2024.", "MEMORY.md:5", "41 of 43")
	s.press("ctrl+o")
	s.wantNot("MEMORY.md:5")
}

func TestNightThatEndsBadly(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Slept{State: sleep.LightSleep}, runtime.Woke{Err: context.Canceled})
	s.want("the night changed nothing")
	s.tell(runtime.Woke{Err: night.ErrNothingSaid})
	s.want("nothing was said yet")
	s.wantNot("failed")
	s.tell(runtime.Slept{State: sleep.LightSleep}, runtime.Woke{Err: errors.New("disk full")})
	s.want("! the night failed", "disk full")
	s.wantNot("asleep")
}

func TestTokensComeInBatches(t *testing.T) {
	events := make(chan runtime.Event, 8)
	for _, e := range []runtime.Event{runtime.Delta{Text: "a"}, runtime.Delta{Text: "b"}, runtime.Noticed{Text: "c"}} {
		events <- e
	}
	if msg := collect(events, 0).(eventsMsg); len(msg.events) != 3 || msg.closed {
		t.Errorf("%+v, want all three at once", msg)
	}
	close(events)
	if msg := collect(events, 0).(eventsMsg); !msg.closed || len(msg.events) != 0 {
		t.Errorf("%+v, want the end", msg)
	}
}
