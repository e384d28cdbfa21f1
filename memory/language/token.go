package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Token is a word as the reader of times sees it; where words are not spaced each
// character is one.
type Token struct {
	Low        string // lower case with its accents: endings tell tenses
	Fold       string // folded, without "'s"
	Start, End int    // bytes in the text
	Upper      bool   // begins with a capital
	Owns       bool   // ended in "'s"
}

func TokensOf(text string) []Token {
	low := text
	if plain(text) {
		low = strings.ToLower(text)
	}
	out := make([]Token, 0, len(text)/6+1)
	EachToken(text, func(start, end int) { out = append(out, newToken(text[start:end], low[start:end], start)) })
	return out
}

// EachToken calls found with the place of each run of letters, digits and marks,
// with apostrophes, dots and dashes between two of them ("2026-11-20", "3.5",
// "can't"). Characters of a script without spaces are runs of their own.
func EachToken(text string, found func(start, end int)) {
	start := -1
	flush := func(end int) {
		if start >= 0 {
			found(start, end)
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case r < utf8.RuneSelf && ('a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'):
			if start < 0 {
				start = i
			}
		case dense(r):
			flush(i)
			found(i, i+utf8.RuneLen(r))
		case r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)):
			if start < 0 {
				start = i
			}
		case start >= 0 && joinsTokens(text, i, r):
		default:
			flush(i)
		}
	}
	flush(len(text))
}

// joinsTokens reports whether the mark at text[i] stands within one token.
func joinsTokens(text string, i int, r rune) bool {
	switch r {
	case '\'', '’', '_', '@', '.', '-', ':', '/':
	default:
		return false
	}
	_, size := utf8.DecodeRuneInString(text[i:]) // of a byte that is no text it is 1
	next, _ := utf8.DecodeRuneInString(text[i+size:])
	switch r {
	case '.', '-', ':', '/':
		digits := '0' <= text[i-1] && text[i-1] <= '9' && unicode.IsDigit(next)
		return digits || (r == '.' || r == '/') && unicode.IsLetter(next)
	}
	return unicode.IsLetter(next) || unicode.IsDigit(next)
}

func newToken(raw, low string, start int) Token {
	t := Token{Low: low, Start: start, End: start + len(raw)}
	first, _ := utf8.DecodeRuneInString(raw)
	t.Upper = unicode.IsUpper(first)
	if plain(raw) {
		t.Fold = strings.ToLower(low)
		t.Low = t.Fold
	} else {
		t.Low = strings.ReplaceAll(strings.ToLower(norm.NFKC.String(raw)), "’", "'")
		t.Fold = Fold(norm.NFC.String(raw))
	}
	t.Fold, t.Owns = strings.CutSuffix(t.Fold, "'s")
	return t
}

// Number reads a token of digits, at most four of them; -1 where it is none.
func (t *Token) Number() int {
	n := 0
	for i := range len(t.Fold) {
		c := t.Fold[i]
		if c < '0' || c > '9' || i > 3 {
			return -1
		}
		n = 10*n + int(c-'0')
	}
	return n
}

func StartsWithDigit(s string) bool { return s != "" && '0' <= s[0] && s[0] <= '9' }
