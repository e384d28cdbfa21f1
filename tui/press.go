package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/keys"
	"dormouse/tui/page"
	"dormouse/tui/tell"
)

// pressed takes a key press: first what works everywhere, then what the mode
// makes of it.
func (m *screen) pressed(msg tea.KeyPressMsg) tea.Cmd {
	if m.Keys.Is(msg, keys.Clear) {
		return m.clear()
	}
	m.armed = false
	switch {
	case m.Keys.Is(msg, keys.Redraw):
		return redraw()
	case m.Keys.Is(msg, keys.Suspend):
		return tea.Suspend
	case m.Keys.Is(msg, keys.PageUp):
		m.seen().Scroll(-max(1, m.upper()-2))
		return nil
	case m.Keys.Is(msg, keys.PageDown):
		m.seen().Scroll(max(1, m.upper()-2))
		return nil
	case m.Keys.Is(msg, keys.Meter):
		return m.toggleMeter()
	case m.Keys.Is(msg, keys.Help):
		return m.toggleHelp()
	}
	p := m.seen()
	_, below := p.(page.OverInput)
	if below {
		if cmd, ok := m.popup.pressed(&m.composer, msg); ok {
			return cmd
		}
	}
	cmd, taken := p.Keys(msg)
	switch {
	case !taken && m.seen() != p: // it gave way to what is typed
		return m.pressed(msg)
	case taken || !below:
		return cmd
	}
	if cmd, taken := m.under.Keys(msg); taken {
		return cmd
	}
	return m.typed(msg)
}

// typed takes a key press for the conversation and its input.
func (m *screen) typed(msg tea.KeyPressMsg) tea.Cmd {
	empty := m.input.Empty()
	switch {
	case m.Keys.Is(msg, keys.Send):
		return m.enter()
	case m.Keys.Is(msg, keys.Quit) && empty:
		return m.quit()
	case m.Keys.Is(msg, keys.Palette):
		return m.palette()
	case m.Keys.Is(msg, keys.Search):
		return m.searchHistory()
	case m.Keys.Is(msg, keys.Find):
		return page.FindInTalk(&m.Shell, "")
	case m.Keys.Is(msg, keys.Editor):
		return m.editText()
	case m.Keys.Is(msg, keys.Older) && empty && m.waits():
		return m.Send(runtime.Unqueue{})
	case empty && msg.Text == "?":
		return m.toggleHelp()
	}
	if m.remembered(msg) {
		return nil
	}
	word := m.popup.word
	m.input.Key(msg)
	m.popup.update(&m.composer)
	if msg.Text == " " {
		return m.typedMention(word)
	}
	return nil
}

// enter sends the input, or does what it commands.
func (m *screen) enter() tea.Cmd {
	text := m.input.Text()
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if m.closing {
		return nil // it stays in the input, and in the draft
	}
	if word := m.popup.word; len(word) > 1 && !m.popup.closed && m.tried != text {
		return m.attach(attaching{path: word[1:], word: word, enter: true})
	}
	m.Home()
	if name, arg, ok := tell.Command(text); ok {
		m.input.Take()
		m.popup.close()
		return m.run(name, arg)
	}
	spans, media := m.input.Spans(text), m.input.Media()
	m.input.Take()
	m.pending = append(m.pending, waiting{text: text, queued: m.Busy()})
	m.Talk.ToEnd()
	return m.Send(runtime.Say{Text: text, Spans: spans, Media: media})
}

// clear empties the input, which stays in the history; on an empty one twice it
// quits.
func (m *screen) clear() tea.Cmd {
	switch {
	case !m.inputShown():
		m.Home()
		return nil
	case !m.input.Empty():
		m.input.Take()
		m.popup.close()
		return nil
	case m.armed || m.closing:
		return m.quit()
	}
	m.armed = true
	return tea.Tick(twice, func(time.Time) tea.Msg { return disarmMsg{} })
}

func (m *screen) pasted(text string) tea.Cmd {
	if cmd, taken := m.seen().Paste(text); taken {
		return cmd
	}
	m.input.Paste(text)
	m.popup.update(&m.composer)
	return m.pastedPath(text)
}

func (m *screen) toggleMeter() tea.Cmd {
	m.parts = nil // of the talk as it was
	if !m.ReadLive(meterTitle, m.meterDetail) || m.Busy() {
		return nil // while a turn runs every step of it brings a new meter
	}
	return m.Send(runtime.Look{})
}

func (m *screen) toggleHelp() tea.Cmd {
	m.ReadLive(helpTitle, func(width int) []string { return helpText(m.Keys, width) })
	return nil
}

// disarmMsg tells that a second ctrl+c would come too late.
type disarmMsg struct{}

func (m *screen) disarm() tea.Cmd {
	m.armed = false
	return nil
}
