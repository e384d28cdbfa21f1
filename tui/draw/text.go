package draw

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"dormouse/tui/markdown"
	"dormouse/tui/safe"
)

// Wrap breaks text that was made safe into lines of at most width cells, at
// blanks where it can.
func Wrap(s string, width int) []string {
	s = strings.ReplaceAll(safe.Text(s), "\t", "    ")
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		if len(line) <= width {
			out = append(out, strings.TrimRight(line, " "))
			continue
		}
		for part := range strings.SplitSeq(markdown.Break(line, max(1, width)), "\n") {
			out = append(out, strings.TrimRight(part, " "))
		}
	}
	return out
}

// Fit cuts one line to width cells, with an ellipsis where something is missing.
func Fit(s string, width int) string {
	if len(s) <= width {
		return s
	}
	return ansi.Truncate(s, max(0, width), "…")
}

// End is the end of a line that is being typed: what does not fit is left out at
// its beginning.
func End(s string, width int) string {
	if over := Cells(s) - width; over > 0 {
		return ansi.TruncateLeft(s, over+1, "…")
	}
	return s
}

// Pad fills a line with blanks up to width cells.
func Pad(s string, width int) string {
	if n := width - ansi.StringWidth(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

// OneLine is untrusted text, safe, on one line of at most width cells.
func OneLine(s string, width int) string {
	if len(s) > 4*width+64 { // a line shows its beginning only: don't judge megabytes
		cut := 4*width + 64
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut]
	}
	return Fit(strings.Join(strings.Fields(safe.Line(s)), " "), width)
}

// Cells is how many columns drawn text takes.
func Cells(s string) int { return ansi.StringWidth(s) }

// Fill makes lines exactly height long.
func Fill(lines []string, height int) []string {
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines[:height]
}

// Headline is the first line of s that is not empty.
func Headline(s string) string {
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

// FirstLines is the beginning of a text, at most n lines of together 16 kB, and
// how many lines are missing.
func FirstLines(s string, n int) (string, int) {
	end := 0
	for range n {
		i := strings.IndexByte(s[end:], '\n')
		if i < 0 {
			return s[:min(len(s), max(end, 16<<10))], 0
		}
		end += i + 1
	}
	if end == len(s) {
		return s, 0
	}
	return s[:end-1], 1 + strings.Count(strings.TrimSuffix(s[end:], "\n"), "\n")
}

// Cut cuts text to n characters.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
