package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/talk"
)

// findInTalk lists what was said in this talk, narrowed by words as they are typed; what
// is taken is shown where it stands.
func findInTalk(s *shell, words string) tea.Cmd {
	var lines []choice
	for i := len(s.talk.Items) - 1; i >= 0; i-- { // the newest first
		who, text := saidBy(s, s.talk.Items[i])
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
		s.tell("nothing was said yet")
		return nil
	}
	s.home()
	p := s.pick("find in this talk", lines, func(at string) tea.Cmd {
		if i, err := strconv.Atoi(at); err == nil && i < len(s.talk.Items) {
			s.talk.Choose(s.painter, i)
		}
		return nil
	})
	p.filterBy(forFilter(words))
	return nil
}

// saidBy is what an item has to search, and who said it; "" for what is not searched.
func saidBy(s *shell, it *talk.Item) (who, text string) {
	switch b := it.Body.(type) {
	case *talk.Said:
		return "you · " + s.at(b.At), b.Text
	case *talk.Answered:
		return "reply · " + s.at(b.At), b.Reply.Text
	}
	return "", ""
}
