package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold makes what people write in two ways one: lower case, no accents on letters
// of the alphabets, straight quotes, narrow digits and letters.
func Fold(s string) string {
	if plain(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r < utf8.RuneSelf {
			b.WriteByte(byte(unicode.ToLower(r)))
		} else {
			foldRune(&b, r)
		}
		i += n
	}
	return b.String()
}

func plain(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func foldRune(b *strings.Builder, r rune) {
	switch {
	case r == '’' || r == '‘' || r == 'ʼ' || r == '`':
		b.WriteByte('\'')
	case r == 'ß':
		b.WriteString("ss")
	case r == 'œ' || r == 'Œ':
		b.WriteString("oe")
	case r == 'æ' || r == 'Æ':
		b.WriteString("ae")
	case 0xFF01 <= r && r <= 0xFF5E: // full width
		b.WriteRune(unicode.ToLower(r - 0xFEE0))
	case r == 'й' || r == 'Й':
		b.WriteRune('й') // a letter of its own
	case r < 0x0530:
		for _, d := range string(norm.NFD.AppendString(nil, string(r))) {
			if !unicode.Is(unicode.Mn, d) {
				b.WriteRune(unicode.ToLower(d))
			}
		}
	default:
		b.WriteRune(unicode.ToLower(r))
	}
}

func firstRune(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// Unspaced reports whether a text begins in a script that is written without spaces.
func Unspaced(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return dense(r)
}

// dense reports whether r belongs to a script that is written without spaces.
func dense(r rune) bool {
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
