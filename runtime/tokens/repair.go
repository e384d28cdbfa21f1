package tokens

import (
	"strings"
	"unicode/utf8"
)

// repair replaces what is not UTF-8 by U+FFFD, one for each maximal subpart, as
// the WHATWG encoding standard and Unicode chapter 3 ("U+FFFD Substitution of
// Maximal Subparts") have it. Valid text is returned as it is.
func repair(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			n = subpart(s[i:])
		}
		b.WriteRune(r)
		i += n
	}
	return b.String()
}

// subpart returns the length of the longest start of s that a well-formed
// character could begin with, at least one byte.
func subpart(s string) int {
	low, high, tail := byte(0x80), byte(0xBF), 0
	switch b := s[0]; {
	case b >= 0xC2 && b <= 0xDF:
		tail = 1
	case b >= 0xE0 && b <= 0xEF:
		tail = 2
	case b >= 0xF0 && b <= 0xF4:
		tail = 3
	}
	switch s[0] { // the second byte is narrower where overlong forms, surrogates and the end lie
	case 0xE0:
		low = 0xA0
	case 0xED:
		high = 0x9F
	case 0xF0:
		low = 0x90
	case 0xF4:
		high = 0x8F
	}
	n := 1
	for n <= tail && n < len(s) && s[n] >= low && s[n] <= high {
		low, high = 0x80, 0xBF
		n++
	}
	return n
}
