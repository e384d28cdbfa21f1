package page

import (
	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/talk"
)

// talkPage is the conversation, which lies under all other pages.
type talkPage struct{ s *Shell }

// NewTalk is the page of the talk that the shell has.
func NewTalk(s *Shell) Page { return talkPage{s} }

func (t talkPage) overInput() {}

func (t talkPage) Keys(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	s, km := t.s, t.s.Keys
	plain := msg.Mod == 0 && !s.Typing()
	switch {
	case km.Is(msg, keys.Cancel) && s.Talk.Chosen != 0:
		s.Talk.ToEnd()
	case km.Is(msg, keys.Cancel) && s.Loop.Busy():
		return s.Loop.Send(runtime.Cancel{}), true
	case km.Is(msg, keys.UndoWrite):
		return undoWrite(s), true
	case km.Is(msg, keys.Copy):
		return CopyChosen(s), true
	case km.Is(msg, keys.Fold):
		if it := s.Talk.Foldable(s.Painter); it != nil {
			it.Open, it.Dirty = !it.Open, true
		}
	case km.Is(msg, keys.Top), plain && msg.Code == tea.KeyHome:
		s.Talk.ToTop(s.Painter)
	case km.Is(msg, keys.End), plain && msg.Code == tea.KeyEnd:
		s.Talk.ToEnd()
	case km.Is(msg, keys.Previous):
		s.Talk.Jump(s.Painter, -1)
	case km.Is(msg, keys.Next):
		s.Talk.Jump(s.Painter, 1)
	default:
		return nil, false
	}
	return nil, true
}

func (t talkPage) Paste(string) (tea.Cmd, bool) { return nil, false }

func (t talkPage) Scroll(lines int) { t.s.Talk.Scroll(t.s.Painter, lines) }

func (t talkPage) View(_, height int) View {
	t.s.Talk.Height = height
	return View{Lines: t.s.Talk.Window(t.s.Painter)}
}

// CopyChosen puts the chosen message, else the last reply, on the clipboard.
func CopyChosen(s *Shell) tea.Cmd {
	text := ""
	if n := s.Talk.Chosen; n > 0 {
		text = s.Talk.Items[n-1].Body.Copied()
	}
	for i := len(s.Talk.Items) - 1; i >= 0 && text == ""; i-- {
		if a, ok := s.Talk.Items[i].Body.(*talk.Answered); ok {
			text = a.Copied()
		}
	}
	return s.Clip(text)
}

// Clip puts a text on the clipboard.
func (s *Shell) Clip(text string) tea.Cmd {
	if text == "" {
		s.Tell("there is nothing to copy yet")
		return nil
	}
	s.Tell("copied " + draw.Many(len([]rune(text)), "character"))
	return tea.SetClipboard(text)
}
