package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/page"
)

// textEditedMsg brings the input as the person's editor left it.
type textEditedMsg struct {
	text string
	err  error
}

// editText opens the input in the person's editor.
func (d *drafts) editText() tea.Cmd {
	if d.private {
		d.Tell("an editor writes to the disk, and this talk is private")
		return nil
	}
	if d.Options.Editor == nil {
		d.Tell(page.NoEditor)
		return nil
	}
	e, text := d.Options.Editor, d.input.Text()
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

func (c *composer) textEdited(msg textEditedMsg) tea.Cmd {
	if msg.err != nil {
		return page.EditedMsg{Err: msg.err}.Arrive(c.Shell)
	}
	c.input.Set(strings.TrimSuffix(msg.text, "\n")) // editors end the last line
	return nil
}
