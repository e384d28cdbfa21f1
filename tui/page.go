package tui

import (
	"strings"

	"dormouse/tui/draw"
)

// page is one memory file as it is shown: Markdown, line by line, because what can
// be done is done with one line. Where each line of the file stands is known.
type page struct {
	name   string
	source []string
	line   int // 1-based, the line that keys mean

	drawn  []string
	starts []int // where each line of the file begins in drawn
	width  int
	theme  int
	top    int
	follow bool // the line shall be in view
}

func newPage(name, text string, line int) page {
	pg := page{name: name, source: strings.Split(strings.TrimSuffix(text, "\n"), "\n"), follow: true}
	pg.line = max(1, min(line, len(pg.source)))
	switch {
	case line == 0:
		pg.line = pg.firstEntry()
	case strings.TrimSpace(pg.source[pg.line-1]) == "": // the line that stood here is gone
		if pg.move(-1); strings.TrimSpace(pg.source[pg.line-1]) == "" {
			pg.move(1)
		}
	}
	return pg
}

// firstEntry is the first line that something can be done with.
func (pg *page) firstEntry() int {
	for i, line := range pg.source {
		if bulletOf(line) > 0 {
			return i + 1
		}
	}
	return 1
}

// move goes to another line that is not empty.
func (pg *page) move(step int) {
	at, way := pg.line, 1
	if step < 0 {
		way, step = -1, -step
	}
	for next := at + way; step > 0 && next >= 1 && next <= len(pg.source); next += way {
		if strings.TrimSpace(pg.source[next-1]) != "" {
			at = next
			step--
		}
	}
	pg.line, pg.follow = at, true
}

// scroll moves what is seen; the line goes along when it leaves the view.
func (pg *page) scroll(n, height int) {
	pg.top = max(0, min(pg.top+n, len(pg.drawn)-height/2))
	for i, start := range pg.starts {
		if start >= pg.top && strings.TrimSpace(pg.source[i]) != "" {
			pg.line = i + 1
			break
		}
	}
	pg.follow = false
}

// lines draws the file into height lines of the painter's width.
func (pg *page) lines(p *draw.Painter, height int) []string {
	if pg.drawn == nil || pg.width != p.Width || pg.theme != p.Theme.Version {
		pg.follow = pg.follow || pg.width != p.Width
		pg.draw(p)
	}
	if pg.follow && len(pg.starts) > 0 {
		from, to := pg.starts[pg.line-1], len(pg.drawn)
		if pg.line < len(pg.starts) {
			to = pg.starts[pg.line]
		}
		if to > pg.top+height {
			pg.top = to - height
		}
		pg.top = min(pg.top, from)
		pg.follow = false
	}
	pg.top = max(0, min(pg.top, len(pg.drawn)-1))
	var out []string
	for i := pg.top; i < min(len(pg.drawn), pg.top+max(1, height)); i++ {
		lead := "  "
		if i == pg.starts[pg.line-1] {
			lead = p.Theme.Accent.Render("›") + " "
		}
		out = append(out, strings.TrimRight(lead+pg.drawn[i], " "))
	}
	return out
}

// draw draws all lines and remembers where each begins.
func (pg *page) draw(p *draw.Painter) {
	pg.drawn, pg.starts = []string{}, nil
	pg.width, pg.theme = p.Width, p.Theme.Version
	fence := ""
	for _, line := range pg.source {
		pg.starts = append(pg.starts, len(pg.drawn))
		var parts []string
		parts, fence = memoryLine(p, line, p.Width-2, fence)
		pg.drawn = append(pg.drawn, parts...)
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
