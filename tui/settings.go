package tui

import (
	"cmp"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/config"
	"dormouse/tui/safe"
)

// settingsMsg brings the config as it came to be.
type settingsMsg struct {
	filter string
	list   []config.Setting
	err    error
}

// settings lists every setting with its value and where that comes from; enter
// opens the person's own file, at the line where it has one. "edit" opens it at
// once.
func (m *screen) settings(arg string) tea.Cmd {
	switch {
	case arg == "edit":
		return m.editConfig(0)
	case m.o.Settings == nil:
		m.tell("settings cannot be listed here: dormouse config")
		return nil
	}
	list := m.o.Settings
	return func() tea.Msg {
		found, err := list()
		return settingsMsg{arg, found, err}
	}
}

func (m *screen) listedSettings(msg settingsMsg) tea.Cmd {
	if msg.err != nil {
		m.complain("read the config: " + msg.err.Error())
		return nil
	}
	var lines []choice
	at := map[string]int{}
	for _, s := range msg.list {
		lines = append(lines, choice{value: s.Key, label: s.Key + " = " + cmp.Or(s.Value, `""`), note: s.From})
		if file, line, ok := cutLast(s.From, ":"); ok && strings.HasPrefix(file, "user ") {
			at[s.Key], _ = strconv.Atoi(line)
		}
	}
	m.pick("config", lines, func(m *screen, key string) tea.Cmd { return m.editConfig(at[key]) })
	m.picker.hint = "enter edits " + safe.Line(m.o.ConfigFile)
	m.picker.filterBy(msg.filter)
	return nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// editConfig opens the person's own config in their editor.
func (m *screen) editConfig(line int) tea.Cmd {
	if m.o.EditConfig == nil {
		m.tell("no editor is set: set $EDITOR; your config is " + m.o.ConfigFile)
		return nil
	}
	open := m.o.EditConfig
	return func() tea.Msg {
		cmd, err := open(line)
		return editMsg{cmd: cmd, err: err, config: true}
	}
}

// switchTheme takes a theme, or lists them.
func (m *screen) switchTheme(name string) tea.Cmd {
	switch name {
	case "":
		return m.pick("theme", []choice{
			{"auto", "auto", "as the terminal's background is"}, {"dark", "dark", ""}, {"light", "light", ""}, {"none", "none", "no colour"},
		}, (*screen).switchTheme)
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
