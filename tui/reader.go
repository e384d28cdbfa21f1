package tui

import (
	"cmp"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/draw"
	"dormouse/tui/keys"
)

// reader shows a text. The input stays below it.
type reader struct {
	s     *shell
	title string
	text  []string                 // Markdown is not drawn; lines are wrapped
	live  func(width int) []string // instead of text: asked at every look
	top   int
	width int            // it was drawn in last
	undo  func() tea.Cmd // takes back what is told; nil for nothing
}

// read opens a text, in place of one that is open.
func (s *shell) read(title string, text []string) *reader {
	if _, open := s.top().(*reader); open {
		s.back()
	}
	r := &reader{s: s, title: title, text: text}
	s.open(r)
	return r
}

// readLive opens a text that is asked for at every look, or closes it.
func (s *shell) readLive(title string, live func(width int) []string) (open bool) {
	if r, ok := s.top().(*reader); ok && r.title == title {
		s.back()
		return false
	}
	s.read(title, nil).live = live
	return true
}

func (r *reader) overInput() {}

func (r *reader) keys(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	km := r.s.keys
	plain := msg.Mod == 0 && !r.s.typing() // up, down, home and end move in what is typed
	switch {
	case km.Is(msg, keys.Cancel):
		r.s.back()
	case km.Is(msg, keys.UndoWrite) && r.undo != nil:
		return r.undo(), true
	case km.Is(msg, keys.Top), plain && msg.Code == tea.KeyHome:
		r.top = 0
	case km.Is(msg, keys.End), plain && msg.Code == tea.KeyEnd:
		r.scroll(1 << 30)
	case plain && msg.Code == tea.KeyUp:
		r.scroll(-1)
	case plain && msg.Code == tea.KeyDown:
		r.scroll(1)
	default:
		return nil, false
	}
	return nil, true
}

func (r *reader) paste(string) (tea.Cmd, bool) { return nil, false }

func (r *reader) body(width int) []string {
	if r.live != nil {
		return r.live(width)
	}
	var out []string
	for _, line := range r.text {
		out = append(out, draw.Wrap(line, width)...)
	}
	return out
}

// scroll moves by n lines; view keeps it within the text.
func (r *reader) scroll(n int) {
	r.top = max(0, min(r.top+n, len(r.body(cmp.Or(r.width, widest)))))
}

func (r *reader) view(width, height int) view {
	r.width = min(width, widest)
	body := r.body(r.width)
	room := max(1, height-2)
	r.top = max(0, min(r.top, len(body)-room))
	more := ""
	if len(body) > room {
		more = fmt.Sprintf("  %d–%d of %d", r.top+1, min(len(body), r.top+room), len(body))
	}
	t := r.s.painter.Theme
	out := []string{draw.Fit(t.Strong.Render(r.title)+t.Dim.Render(more+"  esc closes"), width), ""}
	return view{lines: append(out, body[r.top:min(len(body), r.top+room)]...)}
}
