package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"dormouse/tui/markdown"
)

// painter draws for one width and theme.
type painter struct {
	theme theme
	width int // cells a body may use
	times bool
}

func newPainter(t theme, width int) *painter { return &painter{theme: t, width: width} }

// largestMarkdown is the size in bytes from which one block is shown as it is
// written: drawing more takes longer than a frame may.
const largestMarkdown = 48 << 10

// markdown draws one block of untrusted Markdown.
func (p *painter) markdown(src string) []string {
	src = strings.Trim(src, "\n")
	if len(src) > largestMarkdown || deep(src) {
		return wrap(src, p.width)
	}
	return trimBlank(markdown.Lines(src, p.width, p.theme.markdown))
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
