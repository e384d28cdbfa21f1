package page

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

// OpenSettings lists every setting with its value and where that comes from; enter
// opens the person's own file, at the line where it has one. "edit" opens it at
// once.
func OpenSettings(s *Shell, arg string) tea.Cmd {
	switch {
	case arg == "edit":
		return s.editConfig(0)
	case s.Options.Settings == nil:
		s.Tell("settings cannot be listed here: dormouse config")
		return nil
	}
	list := s.Options.Settings
	return func() tea.Msg {
		found, err := list()
		return settingsMsg{arg, found, err}
	}
}

func (msg settingsMsg) Arrive(s *Shell) tea.Cmd {
	if msg.err != nil {
		s.Complain("read the config: " + msg.err.Error())
		return nil
	}
	var lines []Choice
	at := map[string]int{}
	for _, set := range msg.list {
		lines = append(lines, Choice{Value: set.Key, Label: set.Key + " = " + cmp.Or(set.Value, `""`), Note: set.From})
		if file, line, ok := cutLast(set.From, ":"); ok && strings.HasPrefix(file, "user ") {
			at[set.Key], _ = strconv.Atoi(line)
		}
	}
	p := s.Pick("config", lines, func(key string) tea.Cmd { return s.editConfig(at[key]) })
	p.Hint = "enter edits " + safe.Line(s.Options.ConfigFile)
	p.filterBy(msg.filter)
	return nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
