package tui

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"dormouse/tui/safe"
)

// onlySGR removes every control but newline and complete SGR sequences. The text
// was made safe before it was drawn; this is the last look at it.
func onlySGR(s string) string {
	if !strings.ContainsFunc(s, control) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if s[i] == '\x1b' {
			if n := sgr(s[i:]); n > 0 {
				b.WriteString(s[i : i+n])
				i += n
				continue
			}
			i += skipSequence(s[i:])
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\t':
			b.WriteString("    ")
		case r == '\n' || !control(r):
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

func control(r rune) bool { return r < 0x20 && r != '\n' || r >= 0x7f && r < 0xa0 }

// sgr is the length of the SGR sequence that s begins with, or 0.
func sgr(s string) int {
	if len(s) < 3 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c < '0' || c > ';':
			return 0
		}
	}
	return 0
}

// skipSequence is the length of a sequence that is dropped: a whole OSC with its
// address, else the escape byte alone.
func skipSequence(s string) int {
	if len(s) < 2 || s[1] != ']' {
		return 1
	}
	for i := 2; i < len(s); i++ {
		switch {
		case s[i] == '\a':
			return i + 1
		case s[i] == '\x1b' && i+1 < len(s) && s[i+1] == '\\':
			return i + 2
		case s[i] == '\n':
			return i
		}
	}
	return len(s)
}

// trimEnd cuts blanks from the end, also those between two sequences.
func trimEnd(line string) string {
	end := len(line)
	for end > 0 {
		switch {
		case line[end-1] == ' ':
			end--
			continue
		case line[end-1] == 'm':
			if start := strings.LastIndexByte(line[:end], '\x1b'); start >= 0 && start+sgr(line[start:]) == end {
				end = start
				continue
			}
		}
		break
	}
	return line[:end]
}

// wrap breaks text that was made safe into lines of at most width cells, at
// blanks where it can.
func wrap(s string, width int) []string {
	s = strings.ReplaceAll(safe.Text(s), "\t", "    ")
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		if len(line) <= width {
			out = append(out, strings.TrimRight(line, " "))
			continue
		}
		for part := range strings.SplitSeq(ansi.Wrap(line, max(1, width), ""), "\n") {
			out = append(out, strings.TrimRight(part, " "))
		}
	}
	return out
}

// fit cuts one line to width cells, with an ellipsis where something is missing.
func fit(s string, width int) string {
	if len(s) <= width {
		return s
	}
	return ansi.Truncate(s, max(0, width), "…")
}

// pad fills a line with blanks up to width cells.
func pad(s string, width int) string {
	if n := width - ansi.StringWidth(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

// oneLine is untrusted text, safe, on one line of at most width cells.
func oneLine(s string, width int) string {
	if len(s) > 4*width+64 { // a line shows its beginning only: don't judge megabytes
		cut := 4*width + 64
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut]
	}
	return fit(strings.Join(strings.Fields(safe.Line(s)), " "), width)
}

// number writes 12345 as 12,345.
func number(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// short writes 12345 as 12k, for narrow screens.
func short(n int) string {
	switch {
	case n >= 10_000_000:
		return strconv.Itoa(n/1_000_000) + "M"
	case n >= 10_000:
		return strconv.Itoa(n/1000) + "k"
	case n >= 1000:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + "k"
	}
	return strconv.Itoa(n)
}

// many is "1 turn" or "3 turns".
func many(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(n) + " " + one + "s"
}
