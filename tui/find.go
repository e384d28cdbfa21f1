package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/talk"
)

// find lists what was said in this talk, narrowed by words as they are typed; what
// is taken is shown where it stands.
func (m *screen) find(words string) tea.Cmd {
	var lines []choice
	for i := len(m.talk.Items) - 1; i >= 0; i-- { // the newest first
		who, text := m.saidBy(m.talk.Items[i])
		if text == "" {
			continue
		}
		for line := range strings.SplitSeq(text, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				lines = append(lines, choice{value: strconv.Itoa(i), label: line, note: who})
			}
		}
	}
	if len(lines) == 0 {
		m.tell("nothing was said yet")
		return nil
	}
	cmd := m.pick("find in this talk", lines, func(m *screen, at string) tea.Cmd {
		if i, err := strconv.Atoi(at); err == nil && i < len(m.talk.Items) {
			m.talk.Choose(m.painter, i)
		}
		return nil
	})
	m.picker.back = chatting
	m.picker.filterBy(forFilter(words))
	return cmd
}

// saidBy is what an item has to search, and who said it; "" for what is not searched.
func (m *screen) saidBy(it *talk.Item) (who, text string) {
	switch b := it.Body.(type) {
	case *talk.Said:
		return "you · " + m.at(b.At), b.Text
	case *talk.Answered:
		return "reply · " + m.at(b.At), b.Reply.Text
	}
	return "", ""
}
