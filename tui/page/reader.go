package page

import (
	"cmp"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/draw"
	"dormouse/tui/keys"
)

// Reader shows a text. The input stays below it.
type Reader struct {
	s     *Shell
	title string
	text  []string                 // Markdown is not drawn; lines are wrapped
	live  func(width int) []string // instead of text: asked at every look
	top   int
	width int            // it was drawn in last
	undo  func() tea.Cmd // takes back what is told; nil for nothing
}

// Read opens a text, in place of one that is open.
func (s *Shell) Read(title string, text []string) *Reader {
	if _, open := s.Top().(*Reader); open {
		s.back()
	}
	r := &Reader{s: s, title: title, text: text}
	s.open(r)
	return r
}

// ReadLive opens a text that is asked for at every look, or closes it.
func (s *Shell) ReadLive(title string, live func(width int) []string) (open bool) {
	if r, ok := s.Top().(*Reader); ok && r.title == title {
		s.back()
		return false
	}
	s.Read(title, nil).live = live
	return true
}

func (r *Reader) overInput() {}

func (r *Reader) Keys(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	km := r.s.Keys
	plain := msg.Mod == 0 && !r.s.Typing() // up, down, home and end move in what is typed
	switch {
	case km.Is(msg, keys.Cancel):
		r.s.back()
	case km.Is(msg, keys.UndoWrite) && r.undo != nil:
		return r.undo(), true
	case km.Is(msg, keys.Top), plain && msg.Code == tea.KeyHome:
		r.top = 0
	case km.Is(msg, keys.End), plain && msg.Code == tea.KeyEnd:
		r.Scroll(1 << 30)
	case plain && msg.Code == tea.KeyUp:
		r.Scroll(-1)
	case plain && msg.Code == tea.KeyDown:
		r.Scroll(1)
	default:
		return nil, false
	}
	return nil, true
}

func (r *Reader) Paste(string) (tea.Cmd, bool) { return nil, false }

func (r *Reader) body(width int) []string {
	if r.live != nil {
		return r.live(width)
	}
	var out []string
	for _, line := range r.text {
		out = append(out, draw.Wrap(line, width)...)
	}
	return out
}

// Scroll moves by n lines; view keeps it within the text.
func (r *Reader) Scroll(n int) {
	r.top = max(0, min(r.top+n, len(r.body(cmp.Or(r.width, Widest)))))
}

func (r *Reader) View(width, height int) View {
	r.width = min(width, Widest)
	body := r.body(r.width)
	room := max(1, height-2)
	r.top = max(0, min(r.top, len(body)-room))
	more := ""
	if len(body) > room {
		more = fmt.Sprintf("  %d–%d of %d", r.top+1, min(len(body), r.top+room), len(body))
	}
	t := r.s.Painter.Theme
	out := []string{draw.Fit(t.Strong.Render(r.title)+t.Dim.Render(more+"  esc closes"), width), ""}
	return View{Lines: append(out, body[r.top:min(len(body), r.top+room)]...)}
}
