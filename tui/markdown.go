package tui

import (
	"strings"

	"charm.land/glamour/v2"
	"github.com/charmbracelet/x/ansi"
)

// painter draws for one width and theme. It is used from Update and View only,
// which never run at the same time; glamour's renderer could bear no more.
type painter struct {
	theme   theme
	width   int // cells a body may use
	times   bool
	renders map[int]*glamour.TermRenderer // by width: a table gets what it needs
}

func newPainter(t theme, width int) *painter {
	return &painter{theme: t, width: width, renders: map[int]*glamour.TermRenderer{}}
}

// renderer gives glamour's renderer for a width; nil when there is none.
func (p *painter) renderer(width int) *glamour.TermRenderer {
	if r, ok := p.renders[width]; ok {
		return r
	}
	r, err := glamour.NewTermRenderer(
		glamour.WithStyles(p.theme.markdown), glamour.WithWordWrap(width),
		glamour.WithChromaFormatter(p.theme.formatter), glamour.WithInlineTableLinks(true),
	)
	if err != nil {
		r = nil
	}
	p.renders[width] = r
	return r
}

// largestMarkdown is the size in bytes from which one block is shown as it is
// written: drawing more takes longer than a frame may.
const largestMarkdown = 48 << 10

// markdown draws one block of untrusted Markdown.
func (p *painter) markdown(src string) []string {
	src = strings.Trim(src, "\n")
	if len(src) > largestMarkdown || deep(src) {
		return wrap(src, p.width)
	}
	languages() // an indented block of code is in none
	src = prepare(src)
	r := p.renderer(p.wordWrap(src))
	if r == nil {
		return wrap(src, p.width)
	}
	drawn, err := r.Render(src)
	if err != nil {
		return wrap(src, p.width)
	}
	return trimBlank(settle(finish(drawn), p.width))
}

// deepest is how many quotations and lists may stand within each other: each is
// drawn once more for each that it stands in.
const deepest = 12

// deep tells whether Markdown goes deeper than that; a block of code does not.
func deep(src string) bool {
	if fenceOf(src) != "" {
		return false
	}
	for line := range strings.SplitSeq(src, "\n") {
		body := strings.TrimLeft(line, " \t>-+*0123456789.)")
		head := line[:len(line)-len(body)]
		marks := strings.Count(head, ">") + strings.Count(head, " ")/2 + strings.Count(head, "\t")
		if marks > deepest && strings.ContainsAny(head, ">-+*.)") {
			return true
		}
	}
	return false
}

// wordWrap is the width glamour shall draw for: what a table needs, the whole
// width for a block with a table somewhere in it, and 0, no limit, for all else,
// because settle breaks lines better.
func (p *painter) wordWrap(src string) int {
	lines := strings.Split(src, "\n")
	for i, line := range lines {
		if i == 0 || strings.Trim(line, "|:- \r>") != "" || !strings.Contains(line, "-") || !strings.Contains(lines[i-1], "|") {
			continue
		}
		if i == 1 {
			return min(p.width, tableWidth(lines))
		}
		return p.width
	}
	return 0
}

// tableWidth is how many cells a table needs that is not spread over the whole
// line.
func tableWidth(lines []string) int {
	var columns []int
	for i, line := range lines {
		if i == 1 || line == "" {
			continue
		}
		for c, cell := range strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|") {
			if c == len(columns) {
				columns = append(columns, 0)
			}
			columns[c] = max(columns[c], cells(strings.TrimSpace(cell)))
		}
	}
	sum := -1
	for _, n := range columns {
		sum += n + 3
	}
	return max(10, (sum+7)/8*8) // few widths, few renderers
}

// trimBlank cuts empty lines from both ends, also those of a quotation.
func trimBlank(lines []string) []string {
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func blank(line string) bool {
	return line == "" || len(line) < 64 && strings.Trim(ansi.Strip(line), " │") == ""
}
