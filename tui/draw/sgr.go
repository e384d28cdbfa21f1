package draw

import (
	"strings"
	"unicode/utf8"
)

// OnlySGR removes every control but newline and complete SGR sequences. The text
// was made safe before it was drawn; this is the last look at it.
func OnlySGR(s string) string {
	if !strings.ContainsFunc(s, Control) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if s[i] == '\x1b' {
			if n := Sgr(s[i:]); n > 0 {
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
		case r == '\n' || !Control(r):
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// Control tells whether a character would do something to a terminal.
func Control(r rune) bool { return r < 0x20 && r != '\n' || r >= 0x7f && r < 0xa0 }

// Sgr is the length of the SGR sequence that s begins with, or 0.
func Sgr(s string) int {
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

// TrimEnd cuts blanks from the end, also those between two sequences.
func TrimEnd(line string) string {
	end := len(line)
	for end > 0 {
		switch {
		case line[end-1] == ' ':
			end--
			continue
		case line[end-1] == 'm':
			if start := strings.LastIndexByte(line[:end], '\x1b'); start >= 0 && start+Sgr(line[start:]) == end {
				end = start
				continue
			}
		}
		break
	}
	return line[:end]
}
