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

// resume goes on with a session, or lists them all.
func resume(s *shell, session string) tea.Cmd {
	if session != "" {
		return s.loop.goTo(session, "")
	}
	if s.o.Sessions == nil {
		s.tell("sessions cannot be listed here: dormouse sessions list")
		return nil
	}
	list := s.o.Sessions
	return func() tea.Msg {
		found, err := list()
		return sessionsMsg{found, err}
	}
}

func (msg sessionsMsg) arrive(s *shell) tea.Cmd {
	if msg.err != nil {
		s.complain("list sessions: " + msg.err.Error())
		return nil
	}
	var lines []choice
	byID := map[string]backend.SessionChoice{}
	for _, c := range msg.list {
		byID[c.ID] = c
		note := s.at(c.Last)
		if c.ID == s.session {
			note += " · this one"
		}
		if c.Note != "" {
			note += " · " + c.Note
		}
		note += " · " + draw.Many(c.Messages, "message")
		lines = append(lines, choice{value: c.ID, label: cmp.Or(c.Title, c.ID), note: note})
	}
	p := s.pick("sessions", lines, func(id string) tea.Cmd { return s.loop.goTo(id, "") })
	p.hint = "enter opens · " + s.keys.Of(keys.Rename) + " renames · " + s.keys.Of(keys.Remove) + " deletes"
	p.other = func(msg tea.KeyPressMsg, id string) tea.Cmd { return sessionKey(s, msg, byID[id]) }
	return nil
}

// sessionKey renames or deletes the chosen session.
func sessionKey(s *shell, msg tea.KeyPressMsg, c backend.SessionChoice) tea.Cmd {
	switch {
	case s.o.Archive == nil:
	case s.keys.Is(msg, keys.Rename):
		return askRename(s, c)
	case s.keys.Is(msg, keys.Remove):
		return askDelete(s, c)
	}
	return nil
}

func askRename(s *shell, c backend.SessionChoice) tea.Cmd {
	own, archive := c.ID == s.session, s.o.Archive
	return s.ask(question{title: "a new name for the session", text: []string{cmp.Or(c.Title, c.ID), c.ID}, verb: "renames it", asks: true, typed: c.Title,
		do: func(title string) tea.Cmd {
			if own {
				s.home()
				return s.loop.send(runtime.Rename{Title: title})
			}
			return func() tea.Msg { return archivedMsg{"", archive.Rename(c.ID, title)} }
		}})
}

// askDelete says all that goes and all that stays, and wants a word typed: what is
// deleted cannot be brought back.
func askDelete(s *shell, c backend.SessionChoice) tea.Cmd {
	if c.ID == s.session {
		return s.ask(question{title: "this session is open", text: []string{"Go to another one with /new or /resume, then delete it."}, verb: "closes this", do: func(string) tea.Cmd { return nil }})
	}
	archive := s.o.Archive
	text := []string{
		cmp.Or(c.Title, c.ID), "",
		fmt.Sprintf("The transcript %s goes: %s, the last of %s, %s. It cannot be brought back.", cmp.Or(c.Path, c.ID), draw.Many(c.Messages, "message"), s.at(c.Last), draw.SizeOf(c.Size)),
		"What memory keeps of it stays in MEMORY.md and memory/. /why will still name the session and its messages, and can no longer show them. Nights of this session can no longer be taken back.",
	}
	return s.ask(question{title: "delete this session for good?", text: text, verb: "delete it", need: "delete", do: func(string) tea.Cmd {
		return func() tea.Msg { return archivedMsg{"deleted " + c.ID, archive.Delete(c.ID)} }
	}})
}

// archivedMsg tells what was done with a session that is not open.
type archivedMsg struct {
	text string
	err  error
}

func (msg archivedMsg) arrive(s *shell) tea.Cmd {
	switch {
	case msg.err != nil:
		s.home()
		s.complain(msg.err.Error())
		return nil
	case msg.text != "":
		s.tell(msg.text)
	}
	return resume(s, "")
}

// rename gives this session a name.
func rename(s *shell, title string) tea.Cmd {
	if title == "" {
		return askRename(s, backend.SessionChoice{ID: s.session, Title: s.title})
	}
	return s.loop.send(runtime.Rename{Title: title})
}

// fork begins a session with a copy of this one, up to the chosen message.
func fork(s *shell) tea.Cmd {
	switch {
	case s.o.Archive == nil:
		s.tell("sessions cannot be forked here: dormouse sessions fork")
		return nil
	case s.session == "":
		s.tell("there is nothing to fork yet")
		return nil
	case s.loop.busy():
		s.tell("a session can be forked when the reply or the night has ended")
		return nil
	}
	upTo := ""
	if n := s.talk.Chosen; n > 0 && n <= len(s.talk.Items) {
		switch b := s.talk.Items[n-1].Body.(type) {
		case *talk.Said:
			upTo = b.ID
		case *talk.Answered:
			upTo = b.ID
		}
	}
	fork, from := s.o.Archive.Fork, s.session
	return func() tea.Msg {
		id, err := fork(from, upTo)
		return forkedMsg{id, err}
	}
}

// forkedMsg tells of a new session that is a copy.
type forkedMsg struct {
	id  string
	err error
}

func (msg forkedMsg) arrive(s *shell) tea.Cmd {
	if msg.err != nil {
		s.complain(msg.err.Error())
		return nil
	}
	return s.loop.goTo(msg.id, "a copy of "+strings.TrimSpace(s.title+" "+s.session)+", which stays as it is")
}

// sessionsMsg brings the sessions of the land.
type sessionsMsg struct {
	list []backend.SessionChoice
	err  error
}
