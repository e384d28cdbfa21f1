package draw

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"dormouse/tui/markdown"
)

// Painter draws for one width and theme.
type Painter struct {
	Theme Theme
	Width int // cells a body may use
	Times bool
}

// NewPainter draws with a theme, for bodies of so many cells.
func NewPainter(t Theme, width int) *Painter { return &Painter{Theme: t, Width: width} }

// largestMarkdown is the size in bytes from which one block is shown as it is
// written: drawing more takes longer than a frame may.
const largestMarkdown = 48 << 10

// Markdown draws one block of untrusted Markdown.
func (p *Painter) Markdown(src string) []string {
	src = strings.Trim(src, "\n")
	if len(src) > largestMarkdown || deep(src) {
		return Wrap(src, p.Width)
	}
	return trimBlank(markdown.Lines(src, p.Width, p.Theme.markdown))
}

// deepest is how many quotations and lists may stand within each other: each is
// drawn once more for each that it stands in.
const deepest = 12

// deep tells whether Markdown goes deeper than that; a block of code does not.
func deep(src string) bool {
	if FenceOf(src) != "" {
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

// FenceOf gives the marks that open a code block, or "".
func FenceOf(line string) string {
	for _, mark := range []string{"`", "~"} {
		n := len(line) - len(strings.TrimLeft(line, mark))
		if n >= 3 && (mark == "~" || !strings.Contains(line[n:], "`")) {
			return line[:n]
		}
	}
	return ""
}
