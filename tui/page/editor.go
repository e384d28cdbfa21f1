package page

import (
	"os/exec"

	tea "charm.land/bubbletea/v2"
)

// EditMsg brings a command that opens the person's editor; then is asked, when it
// has ended, what to say of it.
type EditMsg struct {
	Cmd  *exec.Cmd
	Then func(error) tea.Msg
	Err  error
}

// EditedMsg tells that a file was edited.
type EditedMsg struct {
	config bool // the config, not a file of the land
	Err    error
}

const NoEditor = "no editor is set: set $EDITOR, or editor in the config"

// editFile opens a file of the land in the person's editor.
func (s *Shell) editFile(name string, line int) tea.Cmd {
	if s.Options.Editor == nil {
		s.Tell(NoEditor)
		return nil
	}
	e := s.Options.Editor
	return func() tea.Msg {
		cmd, err := e.File(name, line)
		return EditMsg{Cmd: cmd, Err: err, Then: func(err error) tea.Msg { return EditedMsg{Err: err} }}
	}
}

// editConfig opens the person's own config in their editor.
func (s *Shell) editConfig(line int) tea.Cmd {
	if s.Options.EditConfig == nil {
		s.Tell("no editor is set: set $EDITOR; your config is " + s.Options.ConfigFile)
		return nil
	}
	open := s.Options.EditConfig
	return func() tea.Msg {
		cmd, err := open(line)
		return EditMsg{Cmd: cmd, Err: err, Then: func(err error) tea.Msg { return EditedMsg{config: true, Err: err} }}
	}
}

// Arrive hands the terminal to the editor.
func (msg EditMsg) Arrive(s *Shell) tea.Cmd {
	if msg.Err != nil {
		s.Complain("open the editor: " + msg.Err.Error())
		return nil
	}
	if msg.Cmd.Stdin == nil {
		msg.Cmd.Stdin = s.Options.In // the terminal itself, not the reader of pastes
	}
	return tea.ExecProcess(msg.Cmd, msg.Then)
}

// Arrive shows what was edited as it is now.
func (msg EditedMsg) Arrive(s *Shell) tea.Cmd {
	switch {
	case msg.Err != nil:
		s.Complain("the editor: "+msg.Err.Error(), "the input is as it was")
	case msg.config:
		s.Tell("what was changed in the config holds from the next start")
	default:
		if p, shows := s.Top().(Reloader); shows {
			return p.Reload()
		}
	}
	return nil
}
