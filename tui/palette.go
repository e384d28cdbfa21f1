package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/draw"
	"dormouse/tui/page"
)

// palette lists all commands.
func (m *screen) palette() tea.Cmd {
	var all []page.Choice
	for _, c := range slashes() {
		all = append(all, page.Choice{Value: c.name, Label: strings.TrimSpace("/" + c.name + " " + c.args), Note: c.about})
	}
	m.Pick("commands", all, func(name string) tea.Cmd {
		if name == "remember" { // it needs a text
			m.input.Set("/" + name + " ")
			return nil
		}
		return m.run(name, "")
	})
	return nil
}

// searchHistory lists what was typed before, newest first.
func (c *composer) searchHistory() tea.Cmd {
	var all []page.Choice
	lines := c.input.History.Lines
	for i := len(lines) - 1; i >= 0; i-- {
		all = append(all, page.Choice{Value: lines[i], Label: draw.Headline(lines[i])})
	}
	c.Pick("typed before", all, func(text string) tea.Cmd {
		c.input.Set(text)
		return nil
	})
	return nil
}
