package tui

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/draw"
	"dormouse/tui/input"
	"dormouse/tui/keys"
	"dormouse/tui/page"
)

// composer is what a person writes and attaches, and what of it waits to be sent.
type composer struct {
	*page.Shell
	input input.Field
	popup popup
	burst burst
	enter func() tea.Cmd // sends the input, or does what it commands

	pending []waiting // sent, and not on disk yet
	finding bool      // files are looked for
	tried   string    // the input in which a mention was found to be no file
}

// waiting is a message that was sent and is not on disk yet.
type waiting struct {
	text   string
	queued bool
}

// taken tells that the first message that waits is on disk.
func (c *composer) taken() {
	if len(c.pending) > 0 {
		c.pending = c.pending[1:]
		c.input.Edits++ // the kept draft names what waits
	}
}

func (c *composer) queued(runtime.Queued) {
	for i := range c.pending {
		if !c.pending[i].queued {
			c.pending[i].queued = true
			return
		}
	}
}

// unqueued puts a message that waited into the input, to be written anew.
func (c *composer) unqueued(e runtime.Unqueued) {
	for i := len(c.pending) - 1; i >= 0; i-- {
		if c.pending[i].queued && c.pending[i].text == e.Say.Text {
			c.pending = slices.Delete(c.pending, i, i+1)
			break
		}
	}
	draft := c.input.Text()
	c.input.Set(e.Say.Text)
	if draft != "" {
		c.input.History.Add(draft)
	}
}

// refused gives back the message that an error kept from the disk, and says where it
// is.
func (c *composer) refused(err error) []string {
	if len(c.pending) == 0 || errors.Is(err, runtime.ErrNothing) {
		return nil
	}
	return []string{c.giveBack()}
}

// giveBack puts the first message that waits into the input again, or into the
// history when something else is being written, and says where it is.
func (c *composer) giveBack() string {
	text := c.pending[0].text
	c.pending = c.pending[1:]
	if c.input.Empty() {
		c.input.Set(text)
		return "your message is in the input again"
	}
	c.input.Edits++ // it waits no longer
	c.input.History.Add(text)
	return "your message is in the history: " + c.Keys.Of(keys.Older)
}

// waits tells whether a message is queued, which can be taken back and changed.
func (c *composer) waits() bool {
	return c.Top() == nil && len(c.pending) > 0 && c.pending[len(c.pending)-1].queued
}

// remembered takes up and down where they mean the history: on the first line
// and on the last, and up on what has just come from there.
func (c *composer) remembered(msg tea.KeyPressMsg) bool {
	var step int
	switch {
	case c.Keys.Is(msg, keys.Older) && (c.input.OnFirstLine() || c.recalled()):
		step = -1
	case c.Keys.Is(msg, keys.Newer) && c.input.OnLastLine():
		step = 1
	default:
		return false
	}
	text, ok := c.input.History.Move(step, c.input.Text())
	if ok {
		c.input.Set(text)
		c.popup.close()
	}
	return ok
}

// recalled tells whether what was sent before stands in the input, untouched, with the
// cursor at its end.
func (c *composer) recalled() bool {
	h := &c.input.History
	return h.At < len(h.Lines) && c.input.AtEnd() && c.input.Text() == h.Lines[h.At]
}

// waitingLines show what was sent and is not on disk yet, three lines at most.
func (c *composer) waitingLines(width int) []string {
	var out []string
	for i, w := range c.pending {
		word := "sending"
		if w.queued {
			word = "queued"
		}
		if i == 2 && len(c.pending) > 3 {
			return append(out, c.Painter.Theme.Dim.Render(draw.Fit(fmt.Sprintf("  and %s more wait", draw.Number(len(c.pending)-i)), width)))
		}
		line := word + ": " + draw.Headline(w.text)
		if hint := " · " + c.Keys.Of(keys.Older) + " changes it"; i == len(c.pending)-1 && w.queued && c.input.Empty() {
			line = draw.OneLine(line, width-3-draw.Cells(hint)) + hint
		}
		out = append(out, c.Painter.Theme.Dim.Render("  "+draw.OneLine(line, width-3)))
	}
	return out
}

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

// waitingTexts are the messages that are not on disk yet.
func (c *composer) waitingTexts() []string {
	var out []string
	for _, w := range c.pending {
		out = append(out, w.text)
	}
	return out
}
