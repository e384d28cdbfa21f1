package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/backend"
	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/talk"
	"dormouse/tui/tell"
)

// loop is the way to the conversation that is open.
type loop interface {
	// send gives it a command, after those that were given before.
	send(runtime.Command) tea.Cmd
	// busy tells whether a turn or a night runs.
	busy() bool
	// goTo leaves for another session, "" for a new one; the greeting is said there.
	goTo(session, greeting string) tea.Cmd
}

// shell is what all pages share: what the screen was given, how it draws and which
// keys mean what, the talk to tell something in, the way to the loop, and the stack
// of pages.
type shell struct {
	o       backend.Options
	keys    keys.Map
	painter *draw.Painter
	talk    talk.List
	loop    loop

	session, title, model string // of the conversation that is open

	typing func() bool   // tells whether something stands in the input
	stale  bool          // memory or nights have changed under the page that shows them
	asked  []*talk.Wrote // writes that are to be taken back

	pages []page // what lies over the talk, the last one is seen
}

// page is what stands in the upper part of the screen.
type page interface {
	// keys takes a key press; false leaves it to the input, where that stands below.
	keys(tea.KeyPressMsg) (tea.Cmd, bool)
	// paste takes pasted text; false leaves it to the input.
	paste(text string) (tea.Cmd, bool)
	// scroll moves by lines, up when negative.
	scroll(lines int)
	// view draws the page; it may keep what it has drawn, and nothing else.
	view(width, height int) view
}

// view is a page as drawn.
type view struct {
	lines  []string
	cursor *tea.Cursor // where typed text goes on; nil for nowhere
}

// overInput is a page that leaves the input where it is; the others take its place.
type overInput interface{ overInput() }

// reloader is a page that shows what a night or a write may change.
type reloader interface{ reload() tea.Cmd }

// result is what a command of a page brings back. The root takes it to where it
// belongs, so a new page has messages of its own without the root's knowing.
type result interface{ arrive(*shell) tea.Cmd }

// open puts a page on top.
func (s *shell) open(p page) { s.pages = append(s.pages, p) }

// top is the page that is seen; nil for the talk.
func (s *shell) top() page {
	if len(s.pages) == 0 {
		return nil
	}
	return s.pages[len(s.pages)-1]
}

// back closes the page on top.
func (s *shell) back() { s.pages = s.pages[:max(0, len(s.pages)-1)] }

// home closes all pages.
func (s *shell) home() { s.pages = nil }

// backTo closes what lies over a page, if that is open.
func (s *shell) backTo(p page) {
	if i := slices.Index(s.pages, p); i >= 0 {
		s.pages = s.pages[:i+1]
	}
}

// find is the page of a kind that is open; ok is false where there is none.
func find[P page](s *shell) (found P, ok bool) {
	for _, p := range s.pages {
		if p, is := p.(P); is {
			found, ok = p, true
		}
	}
	return found, ok
}

// tell puts a line of the program into the talk.
func (s *shell) tell(text string) { s.talk.Add(&talk.Notice{Text: text}, talk.MarkNote) }

// complain puts an error into the talk.
func (s *shell) complain(text string, hints ...string) {
	s.talk.Add(&talk.Notice{Text: text, Error: true, Hints: hints}, talk.MarkNone)
}

// explain says an error in words for a person, with hints.
func (s *shell) explain(err error) (string, []string) {
	if s.o.Explain != nil {
		return s.o.Explain(err)
	}
	return err.Error(), nil
}

// at is a time as the screen shows it.
func (s *shell) at(t time.Time) string { return tell.At(t, s.o.Zone) }
