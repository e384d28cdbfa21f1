package tui

import (
	"cmp"
	"fmt"
	"strings"

	"dormouse/sleep/night"
	"dormouse/tui/draw"
	"dormouse/tui/keys"
)

// Titles of the texts that a key opens and closes.
const (
	helpTitle  = "keys and commands"
	meterTitle = "context"
)

// reader shows a text in place of the conversation.
type reader struct {
	title string
	text  []string                 // Markdown is not drawn; lines are wrapped
	live  func(width int) []string // instead of text: asked at every look
	top   int
	width int           // it was drawn in last
	back  mode          // where esc leads
	night *night.Ledger // whose report it is
}

// read opens a text; esc leads back to where it was asked for.
func (m *screen) read(title string, text []string) {
	back := m.mode
	if back == reading {
		back = m.reader.back
	}
	m.mode, m.reader = reading, reader{title: title, text: text, back: back}
}

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

// scroll moves by n lines; lines keeps it within the text.
func (r *reader) scroll(n int) {
	r.top = max(0, min(r.top+n, len(r.body(cmp.Or(r.width, widest)))))
}

// lines draws the text into width × height cells.
func (r *reader) lines(p *draw.Painter, width, height int) []string {
	r.width = min(width, widest)
	body := r.body(r.width)
	room := max(1, height-2)
	r.top = max(0, min(r.top, len(body)-room))
	more := ""
	if len(body) > room {
		more = fmt.Sprintf("  %d–%d of %d", r.top+1, min(len(body), r.top+room), len(body))
	}
	out := []string{draw.Fit(p.Theme.Strong.Render(r.title)+p.Theme.Dim.Render(more+"  esc closes"), width), ""}
	return append(out, body[r.top:min(len(body), r.top+room)]...)
}

// helpText lists keys and commands, in two columns.
func (m *screen) helpText(width int) []string {
	var out []string
	column := max(12, min(32, width*2/5))
	row := func(left, right string) {
		lefts, rights := draw.Wrap(left, column-2), draw.Wrap(right, max(10, width-column))
		for i := range max(len(lefts), len(rights)) {
			line := strings.Repeat(" ", column)
			if i < len(lefts) {
				line = draw.Pad(lefts[i], column)
			}
			if i < len(rights) {
				line += rights[i]
			}
			out = append(out, strings.TrimRight(line, " "))
		}
	}
	for _, h := range keys.Table() {
		row(cmp.Or(strings.Join(m.keys.Binding(h.Act).Keys(), ", "), "(no key)"), h.About)
	}
	out = append(out, "")
	for _, c := range slashes() {
		row(strings.TrimSpace("/"+c.name+" "+c.args), c.about)
	}
	row("@path", "attach a file of this folder")
	out = append(out, "")
	return append(out, draw.Wrap("Keys are set in the config under [tui.keys], by these names: "+strings.Join(actionNames(), ", "), width)...)
}

func actionNames() []string {
	var out []string
	for _, h := range keys.Table() {
		out = append(out, string(h.Act))
	}
	return out
}
