package secret

import (
	"strings"
	"unicode"
)

// Tag marks a line of memory that no other program is shown. A person may set it,
// too.
const Tag = "#private"

// Private tells whether a text says the code of a door, an alarm, a lock or a
// Wi-Fi, or a PIN; or is tagged so. Such a code is kept, for a person asks for it
// at the door, and it is shown to nobody else.
func Private(s string) bool {
	if strings.Contains(s, Tag) {
		return true
	}
	low := lower(s)
	for len(low) > 0 {
		n := sentenceEnd(low)
		if private(low[:n]) {
			return true
		}
		low = low[n:]
	}
	return false
}

// Tagged is the text with the tag at its end where it is private.
func Tagged(s string) string {
	if s == "" || strings.Contains(s, Tag) || !Private(s) {
		return s
	}
	return s + " " + Tag
}

// Untagged is the text without the tag.
func Untagged(s string) string { return strings.TrimSuffix(s, " "+Tag) }

// sentenceEnd is the length of the first sentence of s: up to a full stop with
// space behind it, or the end of the line.
func sentenceEnd(s string) int {
	for i := range len(s) {
		switch s[i] {
		case '\n':
			return i + 1
		case '.', '!', '?':
			if i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n' {
				return i + 1
			}
		}
	}
	return len(s)
}

// sentenceAround is the sentence that holds byte at, as far as 200 bytes on both
// sides tell.
func sentenceAround(s string, at int) string {
	from := max(0, at-200)
	s = s[from:min(len(s), at+200)]
	for at -= from; ; {
		n := sentenceEnd(s)
		if at < n || n == len(s) {
			return s[:n]
		}
		s, at = s[n:], at-n
	}
}

// private reads one sentence in small letters.
func private(s string) bool {
	digits := false
	for i := range len(s) {
		digits = digits || '0' <= s[i] && s[i] <= '9'
	}
	l := lists()
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' })
	place, code, pin, number := -9, -9, false, false
	near := false
	for i, w := range words {
		pin = pin || l.pin[w]
		number = number || isCode(w)
		for _, part := range append(strings.FieldsFunc(w, func(r rune) bool { return r == '_' || r == '-' }), w) { // wifi_password
			if l.place[part] || cjk(w, l.place) {
				place = i
			}
			if l.code[part] || l.code[strings.TrimSuffix(part, "s")] || cjk(w, l.code) {
				code = i
			}
		}
		switch gap := code - place; {
		case place < 0 || code < 0:
		case gap >= 0 && gap <= 2:
			near = near || gap < 2 || !l.ordinary[words[code-1]]
		case gap < 0 && gap >= -5:
			near = near || !l.is[words[place-1]]
		}
	}
	// A Wi-Fi's password has no digits where its owner likes words.
	return pin && number || near && (number || digits || strings.Contains(s, "wifi") || strings.Contains(s, "wi-fi") || strings.Contains(s, "wlan"))
}

// isCode tells a word that a keypad takes: three digits or more.
func isCode(w string) bool {
	n := 0
	for i := range len(w) {
		if '0' <= w[i] && w[i] <= '9' {
			n++
		}
	}
	return n >= 3
}

// cjk looks for the words of a list within a run of characters that are not
// divided into words.
func cjk(w string, list map[string]bool) bool {
	if w[0] < 0xe0 {
		return false
	}
	for k := range list {
		if k[0] >= 0xe0 && strings.Contains(w, k) {
			return true
		}
	}
	return false
}
