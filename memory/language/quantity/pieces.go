package quantity

import (
	"dormouse/memory/language"
	"strings"
	"unicode"
	"unicode/utf8"
)

// piece is a run of digits, a run of letters, or one sign.
type piece struct {
	low      string
	from, to int
	digits   bool
	glued    bool // nothing stands before it
	joined   bool // a hyphen does
}

// pieces takes a text apart. A run that mixes letters and digits as no figure does
// ("0x80", "orion-7") is one piece of letters.
func pieces(text string) []piece {
	var out []piece
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		digit, letter := unicode.IsDigit(r), unicode.IsLetter(r)
		if !digit && !letter && !strings.ContainsRune("€$£%°²³", r) {
			i += n
			continue
		}
		j, from := i+n, i
		if digit || letter {
			j = endOfPiece(text, i, digit)
		}
		if digit && leadsWithMark(text[:i]) {
			from--
		}
		p := piece{low: language.Fold(text[from:j]), from: from, to: j, digits: digit}
		if k := len(out); k > 0 {
			p.glued = out[k-1].to == i
			p.joined = out[k-1].to == i-1 && (text[i-1] == '-' || text[i-1] == '_')
		}
		if k := len(out); digit && k > 0 && !out[k-1].digits && (p.glued || p.joined) && isSpelled(lastRune(out[k-1].low)) && !(k > 1 && out[k-1].glued && out[k-2].digits) {
			p.digits = false
		}
		if k := len(out); digit && k > 1 && p.glued && out[k-1].glued && out[k-2].digits && len(out[k-1].low) == 1 && out[k-1].low != "h" {
			p.digits, out[k-2].digits = false, false // "0x80"
		}
		out = append(out, p)
		i = j
	}
	return out
}

// leadsWithMark reports whether what stands before digits ends in a decimal mark that has
// none before it: "from .14".
func leadsWithMark(before string) bool {
	rest, ok := strings.CutSuffix(before, ".")
	return ok && (rest == "" || strings.ContainsAny(rest[len(rest)-1:], " (~+-"))
}

// isSpelled reports whether a character is a letter of a script that spaces words.
func isSpelled(r rune) bool {
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// parted takes runs of letters apart, where words are not spaced, at the words that tell
// of figures: the longest that begins at a place.
func (w *figureWords) parted(ps []piece) (out []piece) {
	for _, p := range ps {
		if p.digits || p.to-p.from != len(p.low) {
			out = append(out, p)
			continue
		}
		add := func(from, to int) {
			if to > from {
				glued := p.glued || from > 0
				out = append(out, piece{low: p.low[from:to], from: p.from + from, to: p.from + to, glued: glued})
			}
		}
		from := 0
		for i := 0; i < len(p.low); {
			n := w.longest(p.low[i:])
			if n == 0 {
				_, size := utf8.DecodeRuneInString(p.low[i:])
				i += size
				continue
			}
			add(from, i)
			add(i, i+n)
			i += n
			from = i
		}
		add(from, len(p.low))
	}
	return out
}

// longestWord is how many bytes the longest word of a figure has where words are not
// spaced.
const longestWord = 24

// longest is the length of the longest word of a figure that a text begins with.
func (w *figureWords) longest(text string) int {
	for n := min(len(text), longestWord); n > 0; n-- {
		low := text[:n]
		_, value := w.value[low]
		_, scale := w.scale[low]
		_, half := w.half[low]
		_, noon := w.noon[low]
		if value || scale || half || noon || w.unit[low] != "" || w.ordinal[low] > 0 || w.clock[low] || w.days[low] {
			return n
		}
	}
	return 0
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

func endOfPiece(text string, i int, digits bool) int {
	from := i
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		next, _ := utf8.DecodeRuneInString(text[i+n:])
		switch {
		case digits && unicode.IsDigit(r), !digits && (unicode.IsLetter(r) || unicode.IsMark(r)):
		case digits && strings.ContainsRune(".,:'’", r) && unicode.IsDigit(next):
		case digits && unicode.IsSpace(r) && groupAhead(text[from:i], text[i+n:]):
		case !digits && strings.ContainsRune("'’.", r) && unicode.IsLetter(next):
		default:
			return i
		}
		i += n
	}
	return i
}

// groupAhead reports whether digits go on behind a space with a group of three, as
// in "26 000".
func groupAhead(before, behind string) bool {
	digits := strings.IndexFunc(behind, func(r rune) bool { return !unicode.IsDigit(r) })
	if digits < 0 {
		digits = len(behind)
	}
	groups := strings.FieldsFunc(before, unicode.IsSpace)
	return digits == 3 && len(groups[0]) <= 3 && groups[0] != "0" && strings.Trim(before, "0123456789 \u00a0\u202f") == ""
}
