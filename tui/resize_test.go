package tui

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// What was on its way to the terminal while its size changed may be in the wrong
// place: when the size stands still the screen is drawn anew, once.
func TestAfterTheLastSizeTheScreenIsDrawnAnew(t *testing.T) {
	s := newStage(t, 80, 24)
	s.do(tea.WindowSizeMsg{Width: 100, Height: 30})
	first := sizedMsg{s.sizes}
	s.do(tea.WindowSizeMsg{Width: 60, Height: 20})
	if s.sized(first) != nil {
		t.Error("drawn anew while sizes still come")
	}
	cmd := s.sized(sizedMsg{s.sizes})
	if cmd == nil || fmt.Sprintf("%T", cmd()) != fmt.Sprintf("%T", tea.ClearScreen()) {
		t.Error("not drawn anew after the last size")
	}
}
