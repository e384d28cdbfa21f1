package tui

import (
	"strings"

	"dormouse/tui/page"

	tea "charm.land/bubbletea/v2"
)

// textEditedMsg brings the input as the person's editor left it.
type textEditedMsg struct {
	text string
	err  error
}

// editText opens the input in the person's editor.
func (m *screen) editText() tea.Cmd {
	if m.private {
		m.Tell("an editor writes to the disk, and this talk is private")
		return nil
	}
	if m.Options.Editor == nil {
		m.Tell(page.NoEditor)
		return nil
	}
	e, text := m.Options.Editor, m.input.Text()
	return func() tea.Msg {
		cmd, after, err := e.Text(text)
		return page.EditMsg{Cmd: cmd, Err: err, Then: func(err error) tea.Msg {
			if err != nil {
				return textEditedMsg{err: err}
			}
			text, err := after()
			return textEditedMsg{text, err}
		}}
	}
}

func (m *screen) textEdited(msg textEditedMsg) tea.Cmd {
	if msg.err != nil {
		return page.EditedMsg{Err: msg.err}.Arrive(&m.Shell)
	}
	m.input.Set(strings.TrimSuffix(msg.text, "\n")) // editors end the last line
	return nil
}
