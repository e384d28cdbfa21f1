package index

import (
	"unicode"
	"unicode/utf8"
)

// maxWord is how many bytes of a word count; what is longer is a hash or a
// line without spaces and is still found by its beginning.
const maxWord = 40

// Word is one token of a text: folded (lower case, no accents), not stemmed.
type Word struct {
	Text  string
	Dense bool // a piece of a script written without spaces
	Upper bool // began with a capital letter
	Start bool // first of the text or after a sentence's end
	digit bool // digits only
}

// Words cuts text into words. Letters and digits of any script make words;
// scripts without spaces give overlapping pairs, and the last character alone,
// so that a run can be found by any part of it.
func Words(text string, into []Word) []Word {
	out := into
	var buf [maxWord + utf8.UTFMax]byte
	sentence := true
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !isWord(r) {
			if r == '.' || r == '!' || r == '?' || r == ':' || r == '\n' || r == '。' {
				sentence = true
			}
			i += n
			continue
		}
		if IsDense(r) {
			out, n = pairs(text[i:], out)
			i, sentence = i+n, false
			continue
		}
		if end := plainEnd(text, i); end > 0 { // most words are plain: no copy
			out = append(out, Word{Text: text[i:end], Start: sentence})
			i, sentence = end, false
			continue
		}
		w := Word{Start: sentence, Upper: unicode.IsUpper(r), digit: true}
		b := buf[:0]
		for i < len(text) {
			r, n = utf8.DecodeRuneInString(text[i:])
			if !isWord(r) || IsDense(r) {
				break
			}
			if len(b) < maxWord {
				b = fold(b, r)
			}
			w.digit = w.digit && r >= '0' && r <= '9'
			i += n
		}
		sentence = false
		if len(b) > 0 {
			w.Text = string(b)
			out = append(out, w)
		}
	}
	return out
}

// plainEnd is the end of a word of a to z at i; 0 when it has other letters.
func plainEnd(text string, i int) int {
	end := i
	for end < len(text) && text[end] >= 'a' && text[end] <= 'z' {
		end++
	}
	if end == i || end-i > maxWord {
		return 0
	}
	if end < len(text) && (text[end] >= utf8.RuneSelf || isWord(rune(text[end]))) {
		return 0
	}
	return end
}

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r) || isPicture(r))
}

// isPicture says whether r is an emoji, which people do search for.
func isPicture(r rune) bool { return r >= 0x1F300 && r <= 0x1FAFF }

// IsDense says whether r belongs to a script that is written without spaces
// between words (or, as Hangul, with endings glued on).
func IsDense(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	return isPicture(r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// pairs gives the overlapping pairs of the dense run that a text begins with, and its
// last character alone; size is the run's length.
func pairs(text string, out []Word) (_ []Word, size int) {
	_, n := utf8.DecodeRuneInString(text)
	for n > 0 {
		r, next := utf8.DecodeRuneInString(text[size+n:])
		if !isWord(r) || !IsDense(r) {
			next = 0
		}
		out = append(out, Word{Text: text[size : size+n+next], Dense: true})
		size, n = size+n, next
	}
	return out, size
}

// fold appends r in lower case without accents.
func fold(b []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return append(b, byte(r))
	}
	r = unicode.ToLower(r)
	if unicode.Is(unicode.Mn, r) {
		return b
	}
	switch r {
	case 'ß':
		return append(b, "ss"...)
	case 'æ':
		return append(b, "ae"...)
	case 'œ':
		return append(b, "oe"...)
	case 'ё':
		r = 'е'
	case 'ı':
		r = 'i'
	}
	if r >= 0xE0 && r <= 0x17F {
		if c := latin[r-0xE0]; c != '.' {
			return append(b, c)
		}
	}
	return utf8.AppendRune(b, r)
}

// latin maps U+00E0 … U+017F to plain letters; '.' where there is none.
const latin = "aaaaaa.ceeeeiiii" + // E0
	".nooooo.ouuuuy.y" + // F0
	"aaaaaaccccccccdd" + // 100
	"ddeeeeeeeeeegggg" + // 110
	"gggghhhhiiiiiiii" + // 120
	"iiiijjkkklllllll" + // 130
	"lllnnnnnnnnnoooo" + // 140
	"oo..rrrrrrssssss" + // 150
	"ssttttttuuuuuuuu" + // 160
	"uuuuwwyyyzzzzzzs" // 170
