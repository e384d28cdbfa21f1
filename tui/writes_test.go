package tui

import (
	"testing"
	"time"

	"dormouse/memory"
	"dormouse/memory/plan"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/tui/backend"
)

// writes are some by every hand.
func writes() []memory.Write {
	at := func(hour int) time.Time { return time.Date(2026, 11, 21, hour, 5, 0, 0, time.UTC) }
	line := func(what, text string) []plan.Written {
		return []plan.Written{{Path: "MEMORY.md", Line: 5, Text: text, What: what}}
	}
	return []memory.Write{
		{ID: "n-9", Kind: "night", Time: at(14), By: plan.ByNight, Session: "s1", Lines: append(line("added", "Lives in Oslo"), line("added", "Keeps bees")...)},
		{ID: "w-3", Kind: "memory_save", Time: at(12), By: plan.ByGuest, Name: "gardener", Session: "mcp", Lines: line("added", "The mill stands in Cork")},
		{ID: "w-2", Kind: "memory_update", Time: at(11), By: plan.ByModel, Name: "anthropic/claude", Session: "20261121-090000-abcd", Message: "m4", Lines: line("changed", "The gate opens at eight")},
		{ID: "w-1", Kind: "memory_forget", Time: at(9), By: plan.ByPerson, Undone: true, Lines: line("removed", "The gate opens at seven")},
	}
}

// TestAnyWriteIsTakenBackOnTheScreen, also one of another program and of before.
func TestAnyWriteIsTakenBackOnTheScreen(t *testing.T) {
	s := newStage(t, 80, 24, func(o *backend.Options) { o.Writes = func() ([]memory.Write, error) { return writes(), nil } })
	s.tell(opened(), meterAt(1630, llm.FromEstimate))
	s.typeText("/undo write")
	s.answer("enter")
	s.want("another program", "a night", "The mill stands in Cork")
	s.press("down", "enter")
	s.wantAsked(runtime.UndoWrite{Tx: "w-3"})
	s.tell(runtime.TakenBack{Tx: "w-3", Text: "the write is taken back: MEMORY.md"})
	s.want("the write is taken back: MEMORY.md")
	n := len(s.script.asked)
	s.typeText("/writes")
	s.answer("enter")
	s.want("taken back · ")
	s.press("down", "down", "down", "enter")
	s.want("this is taken back already")
	if len(s.script.asked) != n {
		t.Errorf("asked %#v", s.script.asked[n:])
	}
}

// TestUndoOpensNoListOfWhatIsTakenBack: with nothing left to take back it says so, and
// what is typed next is no filter of a list.
func TestUndoOpensNoListOfWhatIsTakenBack(t *testing.T) {
	s := newStage(t, 80, 24, func(o *backend.Options) { o.Writes = func() ([]memory.Write, error) { return writes()[3:], nil } })
	s.tell(opened(), meterAt(1630, llm.FromEstimate))
	s.typeText("/undo")
	s.answer("enter")
	s.want("nothing was written to memory that could be taken back")
	s.typeText("What does Ida take?")
	s.want("> What does Ida take?")
}
