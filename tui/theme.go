package tui

import (
	tea "charm.land/bubbletea/v2"

	"dormouse/tui/page"
	"dormouse/tui/safe"
)

// switchTheme takes a theme, or lists them.
func (m *screen) switchTheme(name string) tea.Cmd {
	switch name {
	case "":
		m.Pick("theme", []page.Choice{
			{Value: "auto", Label: "auto", Note: "as the terminal's background is"}, {Value: "dark", Label: "dark"}, {Value: "light", Label: "light"}, {Value: "none", Label: "none", Note: "no colour"},
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
	m.Complain("there is no theme "+safe.Line(name), "auto, light, dark or none")
	return nil
}
