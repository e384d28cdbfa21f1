package tui

import (
	"os/exec"

	tea "charm.land/bubbletea/v2"
)

// editMsg brings a command that opens the person's editor; then is asked, when it
// has ended, what to say of it.
type editMsg struct {
	cmd  *exec.Cmd
	then func(error) tea.Msg
	err  error
}

// editedMsg tells that a file was edited.
type editedMsg struct {
	config bool // the config, not a file of the land
	err    error
}

const noEditor = "no editor is set: set $EDITOR, or editor in the config"

// editFile opens a file of the land in the person's editor.
func (s *shell) editFile(name string, line int) tea.Cmd {
	if s.o.Editor == nil {
		s.tell(noEditor)
		return nil
	}
	e := s.o.Editor
	return func() tea.Msg {
		cmd, err := e.File(name, line)
		return editMsg{cmd: cmd, err: err, then: func(err error) tea.Msg { return editedMsg{err: err} }}
	}
}

// editConfig opens the person's own config in their editor.
func (s *shell) editConfig(line int) tea.Cmd {
	if s.o.EditConfig == nil {
		s.tell("no editor is set: set $EDITOR; your config is " + s.o.ConfigFile)
		return nil
	}
	open := s.o.EditConfig
	return func() tea.Msg {
		cmd, err := open(line)
		return editMsg{cmd: cmd, err: err, then: func(err error) tea.Msg { return editedMsg{config: true, err: err} }}
	}
}

// arrive hands the terminal to the editor.
func (msg editMsg) arrive(s *shell) tea.Cmd {
	if msg.err != nil {
		s.complain("open the editor: " + msg.err.Error())
		return nil
	}
	if msg.cmd.Stdin == nil {
		msg.cmd.Stdin = s.o.In // the terminal itself, not the reader of pastes
	}
	return tea.ExecProcess(msg.cmd, msg.then)
}

// arrive shows what was edited as it is now.
func (msg editedMsg) arrive(s *shell) tea.Cmd {
	switch {
	case msg.err != nil:
		s.complain("the editor: "+msg.err.Error(), "the input is as it was")
	case msg.config:
		s.tell("what was changed in the config holds from the next start")
	default:
		if p, shows := s.top().(reloader); shows {
			return p.reload()
		}
	}
	return nil
}
