package page

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/talk"
)

// FindInTalk lists what was said in this talk, narrowed by words as they are typed; what
// is taken is shown where it stands.
func FindInTalk(s *Shell, words string) tea.Cmd {
	var lines []Choice
	for i := len(s.Talk.Items) - 1; i >= 0; i-- { // the newest first
		who, text := saidBy(s, s.Talk.Items[i])
		if text == "" {
			continue
		}
		for line := range strings.SplitSeq(text, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				lines = append(lines, Choice{Value: strconv.Itoa(i), Label: line, Note: who})
			}
		}
	}
	if len(lines) == 0 {
		s.Tell("nothing was said yet")
		return nil
	}
	s.Home()
	p := s.Pick("find in this talk", lines, func(at string) tea.Cmd {
		if i, err := strconv.Atoi(at); err == nil && i < len(s.Talk.Items) {
			s.Talk.Choose(s.Painter, i)
		}
		return nil
	})
	p.filterBy(forFilter(words))
	return nil
}

// saidBy is what an item has to search, and who said it; "" for what is not searched.
func saidBy(s *Shell, it *talk.Item) (who, text string) {
	switch b := it.Body.(type) {
	case *talk.Said:
		return "you · " + s.at(b.At), b.Text
	case *talk.Answered:
		return "reply · " + s.at(b.At), b.Reply.Text
	}
	return "", ""
}
