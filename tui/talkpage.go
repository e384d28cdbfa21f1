package tui

import (
	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/talk"
)

// talkPage is the conversation, which lies under all other pages.
type talkPage struct{ s *shell }

func (t talkPage) overInput() {}

func (t talkPage) keys(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	s, km := t.s, t.s.keys
	plain := msg.Mod == 0 && !s.typing()
	switch {
	case km.Is(msg, keys.Cancel) && s.talk.Chosen != 0:
		s.talk.ToEnd()
	case km.Is(msg, keys.Cancel) && s.loop.busy():
		return s.loop.send(runtime.Cancel{}), true
	case km.Is(msg, keys.UndoWrite):
		return undoWrite(s), true
	case km.Is(msg, keys.Copy):
		return copyChosen(s), true
	case km.Is(msg, keys.Fold):
		if it := s.talk.Foldable(s.painter); it != nil {
			it.Open, it.Dirty = !it.Open, true
		}
	case km.Is(msg, keys.Top), plain && msg.Code == tea.KeyHome:
		s.talk.ToTop(s.painter)
	case km.Is(msg, keys.End), plain && msg.Code == tea.KeyEnd:
		s.talk.ToEnd()
	case km.Is(msg, keys.Previous):
		s.talk.Jump(s.painter, -1)
	case km.Is(msg, keys.Next):
		s.talk.Jump(s.painter, 1)
	default:
		return nil, false
	}
	return nil, true
}

func (t talkPage) paste(string) (tea.Cmd, bool) { return nil, false }

func (t talkPage) scroll(lines int) { t.s.talk.Scroll(t.s.painter, lines) }

func (t talkPage) view(_, height int) view {
	t.s.talk.Height = height
	return view{lines: t.s.talk.Window(t.s.painter)}
}

// copyChosen puts the chosen message, else the last reply, on the clipboard.
func copyChosen(s *shell) tea.Cmd {
	text := ""
	if n := s.talk.Chosen; n > 0 {
		text = s.talk.Items[n-1].Body.Copied()
	}
	for i := len(s.talk.Items) - 1; i >= 0 && text == ""; i-- {
		if a, ok := s.talk.Items[i].Body.(*talk.Answered); ok {
			text = a.Copied()
		}
	}
	return s.clip(text)
}

// clip puts a text on the clipboard.
func (s *shell) clip(text string) tea.Cmd {
	if text == "" {
		s.tell("there is nothing to copy yet")
		return nil
	}
	s.tell("copied " + draw.Many(len([]rune(text)), "character"))
	return tea.SetClipboard(text)
}
