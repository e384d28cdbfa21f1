package page

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

// OpenSessions goes on with a session, or lists them all.
func OpenSessions(s *Shell, session string) tea.Cmd {
	if session != "" {
		return goOn(s, session)
	}
	if s.Options.Sessions == nil {
		s.Tell("sessions cannot be listed here: dormouse sessions list")
		return nil
	}
	list := s.Options.Sessions
	return func() tea.Msg {
		found, err := list()
		return sessionsMsg{found, err}
	}
}

// goOn leaves for the session that is meant, once it is found: until then this talk
// stays.
func goOn(s *Shell, typed string) tea.Cmd {
	if s.Options.Named == nil {
		return s.Loop.GoTo(typed, "")
	}
	find := s.Options.Named
	return func() tea.Msg {
		session, err := find(typed)
		return namedMsg{session, err}
	}
}

// namedMsg brings the session that was meant.
type namedMsg struct {
	session string
	err     error
}

func (msg namedMsg) Arrive(s *Shell) tea.Cmd {
	if msg.err != nil {
		problem, hints := s.Explain(msg.err)
		s.Complain(problem, hints...)
		s.Talk.ToEnd()
		return nil
	}
	return s.Loop.GoTo(msg.session, "")
}

func (msg sessionsMsg) Arrive(s *Shell) tea.Cmd {
	if msg.err != nil {
		s.Complain("list sessions: " + msg.err.Error())
		return nil
	}
	var lines []Choice
	byID := map[string]backend.SessionChoice{}
	for _, c := range msg.list {
		byID[c.ID] = c
		note := s.at(c.Last)
		if c.ID == s.Session {
			note += " · this one"
		}
		if c.Note != "" {
			note += " · " + c.Note
		}
		note += " · " + draw.Many(c.Messages, "message")
		lines = append(lines, Choice{Value: c.ID, Label: cmp.Or(c.Title, c.ID), Note: note})
	}
	p := s.Pick("sessions", lines, func(id string) tea.Cmd { return s.Loop.GoTo(id, "") })
	p.Hint = "enter opens · " + s.Keys.Of(keys.Rename) + " renames · " + s.Keys.Of(keys.Remove) + " deletes"
	p.other = func(msg tea.KeyPressMsg, id string) tea.Cmd { return sessionKey(s, msg, byID[id]) }
	return nil
}

// sessionKey renames or deletes the chosen session.
func sessionKey(s *Shell, msg tea.KeyPressMsg, c backend.SessionChoice) tea.Cmd {
	switch {
	case s.Options.Archive == nil:
	case s.Keys.Is(msg, keys.Rename):
		return askRename(s, c)
	case s.Keys.Is(msg, keys.Remove):
		return askDelete(s, c)
	}
	return nil
}

func askRename(s *Shell, c backend.SessionChoice) tea.Cmd {
	here, archive := c.ID == s.Session, s.Options.Archive
	return s.ask(question{title: "a new name for the session", text: []string{cmp.Or(c.Title, c.ID), c.ID}, verb: "renames it", asks: true, typed: c.Title,
		do: func(title string) tea.Cmd {
			if here {
				s.Home()
				return s.Loop.Send(runtime.Rename{Title: title})
			}
			return func() tea.Msg { return archivedMsg{"", archive.Rename(c.ID, title)} }
		}})
}

// askDelete says all that goes and all that stays, and wants a word typed: what is
// deleted cannot be brought back.
func askDelete(s *Shell, c backend.SessionChoice) tea.Cmd {
	if c.ID == s.Session {
		return s.ask(question{title: "this session is open", text: []string{"Go to another one with /new or /resume, then delete it."}, verb: "closes this", do: func(string) tea.Cmd { return nil }})
	}
	archive := s.Options.Archive
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

func (msg archivedMsg) Arrive(s *Shell) tea.Cmd {
	switch {
	case msg.err != nil:
		s.Home()
		s.Complain(msg.err.Error())
		return nil
	case msg.text != "":
		s.Tell(msg.text)
	}
	return OpenSessions(s, "")
}

// Rename gives this session a name.
func Rename(s *Shell, title string) tea.Cmd {
	if title == "" {
		return askRename(s, backend.SessionChoice{ID: s.Session, Title: s.Title})
	}
	return s.Loop.Send(runtime.Rename{Title: title})
}

// Fork begins a session with a copy of this one, up to the chosen message.
func Fork(s *Shell) tea.Cmd {
	switch {
	case s.Options.Archive == nil:
		s.Tell("sessions cannot be forked here: dormouse sessions fork")
		return nil
	case s.Session == "":
		s.Tell("there is nothing to fork yet")
		return nil
	case s.Loop.Busy():
		s.Tell("a session can be forked when the reply or the night has ended")
		return nil
	}
	upTo := ""
	if n := s.Talk.Chosen; n > 0 && n <= len(s.Talk.Items) {
		switch b := s.Talk.Items[n-1].Body.(type) {
		case *talk.Said:
			upTo = b.ID
		case *talk.Answered:
			upTo = b.ID
		}
	}
	fork, from := s.Options.Archive.Fork, s.Session
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

func (msg forkedMsg) Arrive(s *Shell) tea.Cmd {
	if msg.err != nil {
		s.Complain(msg.err.Error())
		return nil
	}
	return s.Loop.GoTo(msg.id, "a copy of "+strings.TrimSpace(s.Title+" "+s.Session)+", which stays as it is")
}

// sessionsMsg brings the sessions of the land.
type sessionsMsg struct {
	list []backend.SessionChoice
	err  error
}
