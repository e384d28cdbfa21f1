package tui

import (
	tea "charm.land/bubbletea/v2"

	"dormouse/tui/safe"
)

// switchTheme takes a theme, or lists them.
func (m *screen) switchTheme(name string) tea.Cmd {
	switch name {
	case "":
		m.pick("theme", []choice{
			{"auto", "auto", "as the terminal's background is"}, {"dark", "dark", ""}, {"light", "light", ""}, {"none", "none", "no colour"},
		}, m.switchTheme)
		return nil
	case "light", "dark", "none":
		m.asked = name
		m.paint(name)
		return nil
	case "auto":
		m.asked = "auto"
		return tea.RequestBackgroundColor
	}
	m.complain("there is no theme "+safe.Line(name), "auto, light, dark or none")
	return nil
}
