package page

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

// Loop is the way to the conversation that is open.
type Loop interface {
	// Send gives it a command, after those that were given before.
	Send(runtime.Command) tea.Cmd
	// Busy tells whether a turn or a night runs.
	Busy() bool
	// GoTo leaves for another session, "" for a new one; the greeting is said there.
	GoTo(session, greeting string) tea.Cmd
}

// Shell is what all pages share: what the screen was given, how it draws and which
// keys mean what, the talk to tell something in, the way to the loop, and the stack
// of pages.
type Shell struct {
	Options backend.Options
	Keys    keys.Map
	Painter *draw.Painter
	Talk    talk.List
	Loop    Loop

	Session, Title, Model string // of the conversation that is open

	Meter   runtime.Meter
	Metered bool // it was counted

	Typing func() bool   // tells whether something stands in the input
	Stale  bool          // memory or nights have changed under the page that shows them
	Asked  []*talk.Wrote // writes that are to be taken back

	pages []Page // what lies over the talk, the last one is seen
}

// Widest is how many cells of text a line has; longer lines are hard to read.
const Widest = 118

// Page is what stands in the upper part of the screen.
type Page interface {
	// Keys takes a key press; false leaves it to the input, where that stands below.
	Keys(tea.KeyPressMsg) (tea.Cmd, bool)
	// Paste takes pasted text; false leaves it to the input.
	Paste(text string) (tea.Cmd, bool)
	// Scroll moves by lines, up when negative.
	Scroll(lines int)
	// View draws the page; it may keep what it has drawn, and nothing else.
	View(width, height int) View
}

// View is a page as drawn.
type View struct {
	Lines  []string
	Cursor *tea.Cursor // where typed text goes on; nil for nowhere
}

// OverInput is a page that leaves the input where it is; the others take its place.
type OverInput interface{ overInput() }

// Reloader is a page that shows what a night or a write may change.
type Reloader interface{ Reload() tea.Cmd }

// Result is what a command of a page brings back. The root takes it to where it
// belongs, so a new page has messages of its own without the root's knowing.
type Result interface{ Arrive(*Shell) tea.Cmd }

// open puts a page on top.
func (s *Shell) open(p Page) { s.pages = append(s.pages, p) }

// Top is the page that is seen; nil for the talk.
func (s *Shell) Top() Page {
	if len(s.pages) == 0 {
		return nil
	}
	return s.pages[len(s.pages)-1]
}

// back closes the page on top.
func (s *Shell) back() { s.pages = s.pages[:max(0, len(s.pages)-1)] }

// Home closes all pages.
func (s *Shell) Home() { s.pages = nil }

// backTo closes what lies over a page, if that is open.
func (s *Shell) backTo(p Page) {
	if i := slices.Index(s.pages, p); i >= 0 {
		s.pages = s.pages[:i+1]
	}
}

// Find is the page of a kind that is open; ok is false where there is none.
func Find[P Page](s *Shell) (found P, ok bool) {
	for _, p := range s.pages {
		if p, is := p.(P); is {
			found, ok = p, true
		}
	}
	return found, ok
}

// Tell puts a line of the program into the talk.
func (s *Shell) Tell(text string) { s.Talk.Add(&talk.Notice{Text: text}, talk.MarkNote) }

// Complain puts an error into the talk.
func (s *Shell) Complain(text string, hints ...string) {
	s.Talk.Add(&talk.Notice{Text: text, Error: true, Hints: hints}, talk.MarkNone)
}

// Explain says an error in words for a person, with hints.
func (s *Shell) Explain(err error) (string, []string) {
	if s.Options.Explain != nil {
		return s.Options.Explain(err)
	}
	return err.Error(), nil
}

// at is a time as the screen shows it.
func (s *Shell) at(t time.Time) string { return tell.At(t, s.Options.Zone) }
