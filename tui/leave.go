package tui

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/backend"
)

// GoTo leaves this session for another one: the source is told to quit, and the
// next one opened when it has. The greeting is said there.
func (m *screen) GoTo(session, greeting string) tea.Cmd {
	if m.Options.Open == nil {
		m.Tell("sessions cannot be changed here: quit and start again")
		return nil
	}
	if m.private && session == "" {
		return m.hide("")
	}
	m.greeting = cmp.Or(greeting, m.greeting)
	return m.leaveFor(func() (backend.Source, error) { return m.Options.Open(session) }, false)
}

// leaveFor tells the source to quit; next opens the one after it, a private one
// where hides is set.
func (m *screen) leaveFor(next func() (backend.Source, error), hides bool) tea.Cmd {
	if m.moving || m.closing {
		return nil
	}
	m.moving, m.next, m.hides = true, next, hides
	return m.Send(runtime.Quit{})
}
