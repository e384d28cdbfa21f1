package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/backend"
	"dormouse/tui/input"
)

// goPrivate begins a private talk, or ends one.
func (m *screen) goPrivate(arg string) tea.Cmd {
	switch {
	case arg != "" && arg != "off":
		m.Complain("/private "+arg, "/private or /private off")
	case m.Options.Hide == nil || m.Options.Open == nil:
		m.Tell("start a private talk with: dormouse --private")
	case m.Busy():
		m.Tell("a private talk can begin or end when the reply or the night has ended")
	case arg == "off" && !m.private:
		m.Tell("this talk is not private")
	case arg == "off":
		return m.leaveFor(func() (backend.Source, error) { return m.Options.Open("") }, false)
	case m.private:
		m.Tell("this talk is private already; /new begins another")
	default:
		return m.hide("what was said before is kept: /sessions")
	}
	return nil
}

// hide leaves for a private talk. From now on nothing that is typed is kept.
func (m *screen) hide(greeting string) tea.Cmd {
	if m.moving || m.closing {
		return nil
	}
	if m.input.Saving { // what is on its way to the disk was typed before
		return tea.Tick(pace, func(time.Time) tea.Msg { return hideMsg{greeting} })
	}
	m.greeting = greeting
	return tea.Sequence(m.toward(true), m.leaveFor(m.Options.Hide, true))
}

// hideMsg begins a private talk after a moment.
type hideMsg struct{ greeting string }

// toward enters or leaves privacy. What was sent before comes back after it, and
// what was sent meanwhile is forgotten.
func (m *screen) toward(private bool) tea.Cmd {
	if private == m.private {
		return nil
	}
	m.private = private
	h := &m.input.History
	if private {
		before := *h
		before.Lines = slices.Clone(h.Lines)
		m.public = &before
		return m.seal()
	}
	if m.public == nil { // the program was started for a private talk
		*h = input.History{}
		return tea.Batch(m.load("history"), m.load("draft"))
	}
	*h = *m.public
	h.At, h.Draft = len(h.Lines), ""
	return nil
}

// seal saves what was sent before a private talk, and that no draft is left of it.
func (m *screen) seal() tea.Cmd {
	if m.Options.Drafts == nil {
		return nil
	}
	m.input.Saving = true
	d, lines := m.Options.Drafts, m.public.Marshal()
	msg := savedMsg{edits: m.input.Edits, history: m.input.History.Edits}
	return func() tea.Msg {
		msg.err = keep(d, (&input.Field{}).Marshal(nil), lines)
		return msg
	}
}

// keepTalk makes a session of a private talk.
func (m *screen) keepTalk(string) tea.Cmd {
	if !m.private {
		m.Tell("this talk is a session already: it is kept")
		return nil
	}
	return m.Send(runtime.Keep{})
}

// keptAs goes on in the session that a private talk has become. What was sent in
// it is history like any other.
func (m *screen) keptAs(session string) {
	if m.public != nil {
		kept := m.input.History
		m.public = &kept
	}
	m.greeting = "this talk is kept now, as session " + session
	m.outbox = append(m.outbox, runtime.Quit{})
	m.moving, m.hides = true, false
	open := m.Options.Open
	m.next = func() (backend.Source, error) { return open(session) }
}
