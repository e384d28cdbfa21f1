package tui

import (
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/page"
)

// atList opens a list of three over the talk; what was taken last is in got.
func atList(t *testing.T) (s *stage, got *string) {
	t.Helper()
	s, got = newStage(t, 60, 20), new(string)
	s.tell(opened())
	s.Pick("boats", []page.Choice{{Value: "a", Label: "the blue one"}, {Value: "b", Label: "the red one"}, {Value: "c", Label: "the ferry"}}, func(v string) tea.Cmd {
		*got = v
		return nil
	})
	return s, got
}

func TestAListStaysOpenWhereNothingFits(t *testing.T) {
	s, got := atList(t)
	s.typeText("yellow")
	s.want("nothing here holds these words", "0 of 3")
	s.press("enter")
	s.want("boats", "/ yellow")
	for range "yellow" {
		s.press("backspace")
	}
	s.press("end", "enter")
	if *got != "c" || s.Top() != nil {
		t.Errorf("took %q, want the last one, and the list closed", *got)
	}
}

func TestWhatIsTypedLastIsSeen(t *testing.T) {
	s, _ := atList(t)
	s.typeText(strings.Repeat("harbour ", 12) + "ferry")
	s.want("harbour ferry")
	s.sound()
	if v := s.View(); v.Cursor == nil || v.Cursor.X >= 60 {
		t.Errorf("the cursor is at %+v", v.Cursor)
	}
	s.press("esc")
	s.carry(page.Rename(&s.Shell, ""))
	s.typeText(strings.Repeat("long title ", 12) + "its end")
	s.want("long title its end")
	s.sound()
	s.press("ctrl+w")
	s.want("long title its ")
	s.wantNot("its end")
	s.press("ctrl+u")
	s.typeText("boats")
	s.want("> boats")
}

func TestPagesLieOverEachOther(t *testing.T) { synctest.Test(t, testPagesLieOverEachOther) }

func testPagesLieOverEachOther(t *testing.T) {
	s, _ := inBook(t)
	s.press("ctrl+t")
	s.want("context")
	s.press("f1")
	s.want("keys and commands")
	s.press("esc")
	if s.Top() != page.Page(s.memory()) {
		t.Error("a text takes the place of another, and esc leads back to the page below")
	}
	s.press("ctrl+t", "ctrl+t")
	if s.Top() != page.Page(s.memory()) {
		t.Error("what a key opened over a page it closes to that page")
	}
	s.press("alt+w", "ctrl+t")
	s.Read("why", nil)
	s.press("ctrl+c")
	s.press("esc", "ctrl+c")
	if s.Top() != nil {
		t.Error("ctrl+c closes a page that takes the input's place")
	}
}
