package tui

import "testing"

func TestHelpIsReadToItsEndOnAnyScreen(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}, {140, 50}} {
		s := newStage(t, size[0], size[1])
		s.tell(opened())
		s.press("?")
		s.sound()
		s.want("enter", "send (queued while busy)")
		for range 30 {
			s.press("pgdown")
		}
		s.want("rename") // the last name of an action
		s.sound()
		s.press("?")
		if s.Top() != nil {
			t.Error("? must close what it opened")
		}
	}
}
