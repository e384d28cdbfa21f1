package transcript

import (
	"strings"
	"unicode/utf8"
)

// Clean returns s with bytes that are not UTF-8 replaced by U+FFFD, one for
// each maximal part of a broken sequence, as browsers do it (the Encoding
// Standard's decoder, Unicode §3.9 "substitution of maximal subparts"): a cut
// character costs one mark and not three. Valid text is returned as it is.
func Clean(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			n = broken(s[i:])
			b.WriteRune(utf8.RuneError)
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// broken is the length of the maximal subpart at the start of s, at least 1: the
// longest prefix that could still have become a character.
func broken(s string) int {
	low, high, need := byte(0x80), byte(0xBF), 0
	switch c := s[0]; {
	case c >= 0xC2 && c <= 0xDF:
		need = 1
	case c >= 0xE0 && c <= 0xEF:
		need = 2
		if c == 0xE0 {
			low = 0xA0
		}
		if c == 0xED {
			high = 0x9F
		}
	case c >= 0xF0 && c <= 0xF4:
		need = 3
		if c == 0xF0 {
			low = 0x90
		}
		if c == 0xF4 {
			high = 0x8F
		}
	}
	n := 1
	for n <= need && n < len(s) && s[n] >= low && s[n] <= high {
		low, high = 0x80, 0xBF
		n++
	}
	return n
}
