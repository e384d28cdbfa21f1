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
		if !digit && !letter && !strings.ContainsRune("€$£%°²", r) {
			i += n
			continue
		}
		j := i + n
		if digit || letter {
			j = endOfPiece(text, i, digit)
		}
		p := piece{low: language.Fold(text[i:j]), from: i, to: j, digits: digit}
		if k := len(out); k > 0 {
			p.glued = out[k-1].to == i
			p.joined = out[k-1].to == i-1 && (text[i-1] == '-' || text[i-1] == '_')
		}
		if k := len(out); digit && k > 0 && !out[k-1].digits && (p.glued || p.joined) && unicode.IsLetter(lastRune(out[k-1].low)) && !(k > 1 && out[k-1].glued && out[k-2].digits) {
			p.digits = false
		}
		if k := len(out); digit && k > 1 && p.glued && out[k-1].glued && out[k-2].digits && !out[k-1].digits && len(out[k-1].low) == 1 && out[k-1].low != "h" {
			p.digits, out[k-2].digits = false, false // "0x80"
		}
		out = append(out, p)
		i = j
	}
	return out
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
