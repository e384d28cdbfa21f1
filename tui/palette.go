package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/draw"
)

// palette lists all commands.
func (m *screen) palette() tea.Cmd {
	var all []choice
	for _, c := range slashes() {
		all = append(all, choice{value: c.name, label: strings.TrimSpace("/" + c.name + " " + c.args), note: c.about})
	}
	m.pick("commands", all, func(name string) tea.Cmd {
		if name == "remember" { // it needs a text
			m.input.Set("/" + name + " ")
			return nil
		}
		return m.run(name, "")
	})
	return nil
}

// searchHistory lists what was typed before, newest first.
func (m *screen) searchHistory() tea.Cmd {
	var all []choice
	lines := m.input.History.Lines
	for i := len(lines) - 1; i >= 0; i-- {
		all = append(all, choice{value: lines[i], label: draw.Headline(lines[i])})
	}
	m.pick("typed before", all, func(text string) tea.Cmd {
		m.input.Set(text)
		return nil
	})
	return nil
}
