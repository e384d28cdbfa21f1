package tui

import (
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/input"
)

// frameTime is how long letters are gathered that come faster than anyone types: a
// paste from a terminal that does not say it is one.
const frameTime = 8 * time.Millisecond

// burst gathers letters between two frames, so that 3,000 of them are put into
// the text area a few times and not 3,000 times. The first letter is never kept
// back: it is on the screen at once.
type burst struct {
	open bool   // a letter came, and its frame is not over
	text string // what came since
}

// burstMsg tells that the frame of a letter is over.
type burstMsg struct{}

// letter is the text of a key that means nothing but itself, "" for others.
func (m *screen) letter(msg tea.Msg) string {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok || k.Mod&^tea.ModShift != 0 || utf8.RuneCountInString(k.Text) != 1 || m.Keys.Taken(k) {
		return ""
	}
	if !m.inputShown() || m.armed || m.input.Empty() {
		return ""
	}
	return input.Typed(k.Text)
}

// gather takes a letter into the burst when one is open; any other message ends
// the burst first, so that nothing ever overtakes what was typed.
func (m *screen) gather(msg tea.Msg) (taken bool, cmd tea.Cmd) {
	letter := m.letter(msg)
	if letter == " " && m.mentioning() {
		letter = "" // it ends the name of a file
	}
	if m.burst.open && letter != "" {
		m.burst.text += letter
		return true, nil
	}
	more := m.burst.text != ""
	m.release()
	if _, over := msg.(burstMsg); over {
		m.burst.open = more
		if more {
			return true, frameOver()
		}
		return true, nil
	}
	if letter != "" {
		m.burst.open = true
		return false, frameOver()
	}
	return false, nil
}

// mentioning tells whether the word that is typed begins with an @.
func (c *composer) mentioning() bool {
	word := c.burst.text[strings.LastIndexByte(c.burst.text, ' ')+1:]
	return strings.HasPrefix(word, "@") || word == c.burst.text && c.popup.word != ""
}

// release puts what was gathered into the text area.
func (c *composer) release() {
	if c.burst.text == "" {
		return
	}
	text := c.burst.text
	c.burst.text = ""
	c.input.Insert(text)
	c.input.Changed()
	c.popup.update(c)
}

func frameOver() tea.Cmd {
	return tea.Tick(frameTime, func(time.Time) tea.Msg { return burstMsg{} })
}
