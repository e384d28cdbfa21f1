// Package safe makes text that nobody vouches for fit for a terminal. Newline,
// tab and printable text pass; every other control is shown as what it is, so
// that no byte of a model, a tool, a file name, a server's error or a paste can
// move the cursor, hide text or reorder it (docs/guarantees.md, 23).
//
// Judge whole strings: a sequence may be cut over two chunks of a stream, so
// join the chunks first.
package safe

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s with every unsafe rune made visible: C0 controls as ␛-like
// pictures, all others as ‹U+XXXX›. A carriage return before a newline is
// dropped.
func Text(s string) string {
	if clean(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	prev := rune(0)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		next, _ := utf8.DecodeRuneInString(s[i+n:])
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteRune(utf8.RuneError)
		case r == '\r' && next == '\n':
		case passes(r) || joins(prev, r, next):
			b.WriteString(s[i : i+n])
		case r < 0x20:
			b.WriteRune('\u2400' + r)
		case r == 0x7f:
			b.WriteRune('\u2421')
		default:
			fmt.Fprintf(&b, "‹U+%04X›", r)
		}
		prev = r
		i += n
	}
	return b.String()
}

// Line is Text on one line: newlines and tabs become spaces.
func Line(s string) string {
	return Text(strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' {
			return ' '
		}
		return r
	}, s))
}

// clean is the fast way for the usual case.
func clean(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 && c != '\n' && c != '\t' || c == 0x7f {
			return false
		} else if c >= utf8.RuneSelf {
			return cleanRunes(s[i:])
		}
	}
	return true
}

func cleanRunes(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if !passes(r) {
			return false
		}
	}
	return true
}

// passes says whether a rune is harmless by itself.
func passes(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return true
	case r < 0x20, r >= 0x7f && r < 0xa0: // C0, DEL, C1
		return false
	case r == 0xad, r == 0x61c, r == 0x180e, r == 0xfeff: // soft hyphen, Arabic letter mark, Mongolian separator, BOM
		return false
	case r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f: // zero width, separators, bidi, invisible
		return false
	case r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe0fff: // annotations, tags and supplementary selectors
		return false
	case r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0: // Hangul fillers: blank letters
		return false
	}
	return true
}

// joins lets a joiner stand where scripts and emoji need it: between two
// letters or marks that are not Latin, or between two symbols.
func joins(prev, r, next rune) bool {
	if r != 0x200c && r != 0x200d {
		return false
	}
	return shaped(prev) && shaped(next)
}

func shaped(r rune) bool {
	if r == 0xfe0f || unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) && r > 0x1f000 {
		return true
	}
	return (unicode.IsLetter(r) || unicode.IsMark(r)) && !unicode.Is(unicode.Latin, r) && r > 0x2ff
}
