package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// In a storm of sizes the last one may be missed: when no other comes the size is
// asked for once more and the screen drawn anew, once.
func TestAfterTheLastSizeTheScreenLooksAgain(t *testing.T) {
	s := newStage(t, 80, 24)
	s.do(tea.WindowSizeMsg{Width: 100, Height: 30})
	first := sizedMsg{s.sizes}
	s.do(tea.WindowSizeMsg{Width: 60, Height: 20})
	if s.sized(first) != nil {
		t.Error("it looks again while sizes still come")
	}
	if s.sized(sizedMsg{s.sizes}) == nil {
		t.Error("it does not look again after the last size")
	}
	if s.resized(tea.WindowSizeMsg{Width: 60, Height: 20}) != nil {
		t.Error("the answer makes it look again, for ever")
	}
}
