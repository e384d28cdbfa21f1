package page

import (
	"strings"

	"dormouse/tui/draw"
)

// file is one memory file as it is shown: Markdown, line by line, because what can
// be done is done with one line. Where each line of the file stands is known.
type file struct {
	name   string
	text   string // as it was read
	source []string
	line   int // 1-based, the line that keys mean

	drawn  []string
	starts []int // where each line of the file begins in drawn
	width  int
	theme  int
	top    int
	follow bool // the line shall be in view
}

func newFile(name, text string, line int) file {
	f := file{name: name, text: text, source: strings.Split(strings.TrimSuffix(text, "\n"), "\n"), follow: true}
	f.line = max(1, min(line, len(f.source)))
	switch {
	case line == 0:
		f.line = f.firstEntry()
	case strings.TrimSpace(f.source[f.line-1]) == "": // the line that stood here is gone
		if f.move(-1); strings.TrimSpace(f.source[f.line-1]) == "" {
			f.move(1)
		}
	}
	return f
}

// firstEntry is the first line that something can be done with.
func (f *file) firstEntry() int {
	for i, line := range f.source {
		if bulletOf(line) > 0 {
			return i + 1
		}
	}
	return 1
}

// move goes to another line that is not empty.
func (f *file) move(step int) {
	at, way := f.line, 1
	if step < 0 {
		way, step = -1, -step
	}
	for next := at + way; step > 0 && next >= 1 && next <= len(f.source); next += way {
		if strings.TrimSpace(f.source[next-1]) != "" {
			at = next
			step--
		}
	}
	f.line, f.follow = at, true
}

// scroll moves what is seen; the line goes along when it leaves the view.
func (f *file) scroll(n, height int) {
	f.top = max(0, min(f.top+n, len(f.drawn)-height/2))
	for i, start := range f.starts {
		if start >= f.top && strings.TrimSpace(f.source[i]) != "" {
			f.line = i + 1
			break
		}
	}
	f.follow = false
}

// lines draws the file into height lines of the painter's width.
func (f *file) lines(p *draw.Painter, height int) []string {
	if f.drawn == nil || f.width != p.Width || f.theme != p.Theme.Version {
		f.follow = f.follow || f.width != p.Width
		f.draw(p)
	}
	if f.follow && len(f.starts) > 0 {
		from, to := f.starts[f.line-1], len(f.drawn)
		if f.line < len(f.starts) {
			to = f.starts[f.line]
		}
		if to > f.top+height {
			f.top = to - height
		}
		f.top = min(f.top, from)
		f.follow = false
	}
	f.top = max(0, min(f.top, len(f.drawn)-1))
	var out []string
	for i := f.top; i < min(len(f.drawn), f.top+max(1, height)); i++ {
		lead := "  "
		if i == f.starts[f.line-1] {
			lead = p.Theme.Accent.Render("›") + " "
		}
		out = append(out, strings.TrimRight(lead+f.drawn[i], " "))
	}
	return out
}

// draw draws all lines and remembers where each begins.
func (f *file) draw(p *draw.Painter) {
	f.drawn, f.starts = []string{}, nil
	f.width, f.theme = p.Width, p.Theme.Version
	fence := ""
	for _, line := range f.source {
		f.starts = append(f.starts, len(f.drawn))
		var parts []string
		parts, fence = memoryLine(p, line, p.Width-2, fence)
		f.drawn = append(f.drawn, parts...)
	}
}

// memoryLine draws one line of Markdown: headings, entries with their ids, what
// is crossed out, and code as it stands.
func memoryLine(p *draw.Painter, line string, width int, fence string) (parts []string, open string) {
	trimmed := strings.TrimSpace(line)
	style := p.Theme.Plain
	switch mark := draw.FenceOf(trimmed); {
	case fence != "":
		style = p.Theme.Dim
		if strings.HasPrefix(trimmed, fence) && strings.Trim(trimmed, fence[:1]) == "" {
			fence = ""
		}
	case mark != "":
		style, fence = p.Theme.Dim, mark
	case strings.HasPrefix(line, "#"):
		style = p.Theme.Accent.Bold(true)
	case bulletOf(line) > 0:
		return entryLine(p, line, width), ""
	}
	for _, part := range draw.Wrap(line, width) {
		if part != "" {
			part = style.Render(part)
		}
		parts = append(parts, part)
	}
	return parts, fence
}

// entryLine draws a bullet: its text hangs behind the sign, its id stands back.
func entryLine(p *draw.Painter, line string, width int) []string {
	at := bulletOf(line)
	indent, text := at-2, line[at:]
	style := p.Theme.Plain
	if strings.HasPrefix(text, "~~") {
		style = p.Theme.Dim
		if p.Theme.Name != "none" {
			text = strings.ReplaceAll(text, "~~", "")
			style = style.Strikethrough(true)
		}
	}
	text, id := splitID(text)
	var out []string
	for i, part := range draw.Wrap(text, max(10, width-indent-2)) {
		lead := "  "
		if i == 0 {
			lead = p.Theme.Accent.Render("•") + " "
		}
		out = append(out, strings.Repeat(" ", indent)+lead+style.Render(part))
	}
	if id == "" {
		return out
	}
	last := len(out) - 1
	if draw.Cells(out[last])+1+len(id) > width {
		return append(out, strings.Repeat(" ", indent+2)+p.Theme.Dim.Render(id))
	}
	out[last] += " " + p.Theme.Dim.Render(id)
	return out
}

// bulletOf is where the text of a bullet begins, 0 for other lines.
func bulletOf(line string) int {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if rest := line[indent:]; len(rest) > 2 && strings.ContainsRune("-*+", rune(rest[0])) && rest[1] == ' ' && indent < 20 {
		return indent + 2
	}
	return 0
}

// splitID cuts the block id off the end of an entry.
func splitID(text string) (rest, id string) {
	text = strings.TrimRight(text, " \r")
	i := strings.LastIndex(text, " ^")
	if i < 0 || i+2 == len(text) || len(text)-i > 14 || strings.ContainsFunc(text[i+2:], func(r rune) bool { return r < '0' || r > 'z' || r > '9' && r < 'a' }) {
		return text, ""
	}
	return text[:i], text[i+1:]
}
