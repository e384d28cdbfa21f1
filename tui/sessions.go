package tui

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/backend"
	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/talk"
)

// move leaves this session for another one: the source is told to quit, and the
// next one opened when it has.
func (m *screen) move(session string) tea.Cmd {
	if m.o.Open == nil {
		m.tell("sessions cannot be changed here: quit and start again")
		return nil
	}
	if m.private && session == "" {
		return m.hide("")
	}
	return m.leaveFor(func() (backend.Source, error) { return m.o.Open(session) }, false)
}

// leaveFor tells the source to quit; next opens the one after it, a private one
// where hides is set.
func (m *screen) leaveFor(next func() (backend.Source, error), hides bool) tea.Cmd {
	if m.moving || m.closing {
		return nil
	}
	m.moving, m.next, m.hides = true, next, hides
	return m.send(runtime.Quit{})
}

// resume goes on with a session, or lists them all.
func (m *screen) resume(session string) tea.Cmd {
	if session != "" {
		return m.move(session)
	}
	if m.o.Sessions == nil {
		m.tell("sessions cannot be listed here: dormouse sessions list")
		return nil
	}
	list := m.o.Sessions
	return func() tea.Msg {
		found, err := list()
		return sessionsMsg{found, err}
	}
}

func (m *screen) listedSessions(msg sessionsMsg) tea.Cmd {
	if msg.err != nil {
		m.complain("list sessions: " + msg.err.Error())
		return nil
	}
	var lines []choice
	for _, s := range msg.list {
		note := m.at(s.Last)
		if s.ID == m.session {
			note += " · this one"
		}
		if s.Note != "" {
			note += " · " + s.Note
		}
		note += " · " + draw.Many(s.Messages, "message")
		lines = append(lines, choice{value: s.ID, label: cmp.Or(s.Title, s.ID), note: note})
	}
	m.pick("sessions", lines, (*screen).move)
	m.picker.hint = "enter opens · " + m.keys.Of(keys.Rename) + " renames · " + m.keys.Of(keys.Remove) + " deletes"
	m.picker.other = func(m *screen, msg tea.KeyPressMsg, id string) tea.Cmd {
		return m.sessionKey(msg, m.sessionOf(id))
	}
	m.sessions = msg.list
	return nil
}

// sessionOf finds a session of the list.
func (m *screen) sessionOf(id string) backend.SessionChoice {
	for _, s := range m.sessions {
		if s.ID == id {
			return s
		}
	}
	return backend.SessionChoice{ID: id}
}

// sessionKey renames or deletes the chosen session.
func (m *screen) sessionKey(msg tea.KeyPressMsg, s backend.SessionChoice) tea.Cmd {
	switch {
	case m.o.Archive == nil:
	case m.keys.Is(msg, keys.Rename):
		return m.askRename(s)
	case m.keys.Is(msg, keys.Remove):
		return m.askDelete(s)
	}
	return nil
}

func (m *screen) askRename(s backend.SessionChoice) tea.Cmd {
	own, archive := s.ID == m.session, m.o.Archive
	return m.ask(question{title: "a new name for the session", text: []string{cmp.Or(s.Title, s.ID), s.ID}, verb: "renames it", asks: true, typed: s.Title,
		do: func(m *screen, title string) tea.Cmd {
			if own {
				m.mode = chatting
				return m.send(runtime.Rename{Title: title})
			}
			return func() tea.Msg { return archivedMsg{"", archive.Rename(s.ID, title)} }
		}})
}

// askDelete says all that goes and all that stays, and wants a word typed: what is
// deleted cannot be brought back.
func (m *screen) askDelete(s backend.SessionChoice) tea.Cmd {
	if s.ID == m.session {
		return m.ask(question{title: "this session is open", text: []string{"Go to another one with /new or /resume, then delete it."}, verb: "closes this", do: func(*screen, string) tea.Cmd { return nil }})
	}
	archive := m.o.Archive
	text := []string{
		cmp.Or(s.Title, s.ID), "",
		fmt.Sprintf("The transcript %s goes: %s, the last of %s, %s. It cannot be brought back.", cmp.Or(s.Path, s.ID), draw.Many(s.Messages, "message"), m.at(s.Last), draw.SizeOf(s.Size)),
		"What memory keeps of it stays in MEMORY.md and memory/. /why will still name the session and its messages, and can no longer show them. Nights of this session can no longer be taken back.",
	}
	return m.ask(question{title: "delete this session for good?", text: text, verb: "delete it", need: "delete", do: func(*screen, string) tea.Cmd {
		return func() tea.Msg { return archivedMsg{"deleted " + s.ID, archive.Delete(s.ID)} }
	}})
}

// archivedMsg tells what was done with a session that is not open.
type archivedMsg struct {
	text string
	err  error
}

func (m *screen) archived(msg archivedMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		m.mode = chatting
		m.complain(msg.err.Error())
		return nil
	case msg.text != "":
		m.tell(msg.text)
	}
	return m.resume("")
}

// rename gives this session a name.
func (m *screen) rename(title string) tea.Cmd {
	if title == "" {
		return m.askRename(backend.SessionChoice{ID: m.session, Title: m.title})
	}
	return m.send(runtime.Rename{Title: title})
}

// fork begins a session with a copy of this one, up to the chosen message.
func (m *screen) fork(string) tea.Cmd {
	switch {
	case m.o.Archive == nil:
		m.tell("sessions cannot be forked here: dormouse sessions fork")
		return nil
	case m.session == "":
		m.tell("there is nothing to fork yet")
		return nil
	case m.busy():
		m.tell("a session can be forked when the reply or the night has ended")
		return nil
	}
	upTo := ""
	if n := m.talk.Chosen; n > 0 && n <= len(m.talk.Items) {
		switch b := m.talk.Items[n-1].Body.(type) {
		case *talk.Said:
			upTo = b.ID
		case *talk.Answered:
			upTo = b.ID
		}
	}
	fork, from := m.o.Archive.Fork, m.session
	return func() tea.Msg {
		id, err := fork(from, upTo)
		return forkedMsg{id, err}
	}
}

// forkedMsg tells of a new session that is a copy.
type forkedMsg struct {
	ID  string
	err error
}

func (m *screen) forked(msg forkedMsg) tea.Cmd {
	if msg.err != nil {
		m.complain(msg.err.Error())
		return nil
	}
	m.greeting = "a copy of " + strings.TrimSpace(m.title+" "+m.session) + ", which stays as it is"
	return m.move(msg.ID)
}
