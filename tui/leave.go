package tui

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/backend"
)

// GoTo leaves this session for another one: the source is told to quit, and the
// next one opened when it has. The greeting is said there.
func (l *link) GoTo(session, greeting string) tea.Cmd {
	if l.Options.Open == nil {
		l.Tell("sessions cannot be changed here: quit and start again")
		return nil
	}
	if l.drafts.private && session == "" {
		return l.hide("")
	}
	l.greeting = cmp.Or(greeting, l.greeting)
	return l.leaveFor(func() (backend.Source, error) { return l.Options.Open(session) }, false)
}

// leaveFor tells the source to quit; next opens the one after it, a private one
// where hides is set.
func (l *link) leaveFor(next func() (backend.Source, error), hides bool) tea.Cmd {
	if l.moving || l.closing {
		return nil
	}
	l.moving, l.next, l.hides = true, next, hides
	return l.Send(runtime.Quit{})
}
