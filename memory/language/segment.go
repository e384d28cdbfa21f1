package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
)

// Word is one word of a text, after UAX #29; a mark of punctuation is none.
type Word struct {
	Text  string // as written
	Low   string // folded
	Start int    // offset in bytes
}

// Upper reports whether the word begins with a capital letter.
func (w Word) Upper() bool {
	r, _ := utf8.DecodeRuneInString(w.Text)
	return unicode.IsUpper(r)
}

// Digit reports whether a digit stands in the word.
func (w Word) Digit() bool { return strings.ContainsFunc(w.Text, unicode.IsDigit) }

// Words cuts a text into words. Runs of a script without spaces come as the
// pieces that the standard gives: single characters, or runs of Katakana.
func Words(text string) []Word {
	var out []Word
	for it := words.FromString(text); it.Next(); {
		v := it.Value()
		if !strings.ContainsFunc(v, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			continue
		}
		out = append(out, Word{Text: v, Low: Fold(v), Start: it.Start()})
	}
	return out
}

// Pieces are the folded words of a text without digits; pairs of characters where
// the script has no spaces.
func Pieces(text string, l Lang) []string {
	var out []string
	if l.Dense() {
		low := []rune(Fold(text))
		for i := 0; i+1 < len(low); i++ {
			if dense(low[i]) && dense(low[i+1]) {
				out = append(out, string(low[i:i+2]))
			}
		}
		return out
	}
	for _, w := range Words(text) {
		if !w.Digit() {
			out = append(out, w.Low)
		}
	}
	return out
}

// EndsClause reports whether a sentence ends behind a word.
func EndsClause(text string, w Word) bool {
	rest := strings.TrimLeft(text[w.Start+len(w.Text):], `"')”’*`)
	first, _ := utf8.DecodeRuneInString(rest)
	return rest != "" && strings.ContainsRune(".!?:\n。！？", first)
}
