package extract

import (
	"strings"
	"unicode/utf8"

	"dormouse/memory/language"
)

// DropOpeners cuts what says nothing from the start. A "no" with no mark behind it denies
// what follows, and stays: "ok no voy".
func DropOpeners(ws []Word, lang language.Lang) []Word {
	for {
		n := opener(ws, lang)
		if n == 0 {
			n = filler(ws, lang)
		}
		if n > 0 && ws[n-1].Post == "" && lang.Is(language.Negators, ws[n-1].Low) {
			n--
			if n == 0 {
				return ws
			}
		}
		if n == 0 {
			return dropDense(ws, lang)
		}
		ws = ws[n:]
	}
}

// opener is how many words at the start say nothing: "Yeah,", "By the way,".
func opener(ws []Word, lang language.Lang) int {
	if len(ws) < 2 {
		return 0
	}
	longest := 0
	for _, f := range lang.Openers(ws[0].Low) {
		if len(f) > longest && len(ws) > len(f) && starts(ws, f) {
			longest = len(f)
		}
	}
	if longest > 0 {
		return longest
	}
	w := ws[0]
	in := lang.Lists(w.Low)
	joins := in.Has(language.Joint) && !in.Has(language.Trails)
	switch {
	case w.Pre != "" && w.Pre != "\"", !joins && !in.Has(language.Dull|language.Soft) && !lang.Classes(w.Low).Has(language.Social):
		return 0
	case joins, strings.ContainsAny(w.Post, ",!.-–—…~"), ws[1].Core == "":
		return 1
	}
	return 0
}

func starts(ws []Word, f []string) bool {
	if len(ws) < len(f) {
		return false
	}
	for i, low := range f {
		if ws[i].Low != low {
			return false
		}
		if i < len(f)-1 && ws[i].Post != "" && ws[i].Post != "," {
			return false
		}
	}
	return true
}

// Bounds of an opener that no list has.
const (
	fillerWords = 6   // it is not longer than this
	fillsFrom   = .75 // as language.Fills has it
)

// filler is how many words at the start are said only to say something, up to a
// clause's border: a mark, or whoever the matter is about ("hey good afternoon, I …",
// "oh and btw the code …").
func filler(ws []Word, lang language.Lang) int {
	if lang.Dense() || len(ws) < 4 || ws[0].Pre != "" {
		return 0
	}
	bare := lang.Classes(ws[0].Low).Has(language.Social) && !lang.Lists(ws[0].Low).Has(language.Condition)
	for n := 1; n <= min(fillerWords, len(ws)-3); n++ {
		mark := strings.ContainsAny(ws[n-1].Post, ",!.:-–—…~")
		if !mark && !(bare && begins(&ws[n], lang)) {
			continue
		}
		if names(ws[:n], lang) || language.Fills(Join(ws[:n]), lang) < fillsFrom {
			return 0
		}
		return n
	}
	return 0
}

// begins reports whether a clause may begin with a word: its subject, or what stands
// before a noun. "Me" is no subject: of "oh and call me Bax" all three words say something.
func begins(w *Word, lang language.Lang) bool {
	subject, _, _ := strings.Cut(strings.ReplaceAll(w.Low, "’", "'"), "'")
	of := lang.Classes(w.Low)
	return lang.Lists(subject).Has(language.Subject) || lang.Lists(w.Low).Has(language.Whose) || of.Has(language.Me) && of.Has(language.Identity) || lang.Determines(w.Low)
}

// names reports whether some words have a number or, behind the first, a capital.
func names(ws []Word, lang language.Lang) bool {
	for i := range ws {
		if HasDigit(ws[i].Core) || i > 0 && !lang.NounsHaveCapitals() && Capital(ws[i].Core) && len(ws[i].Core) > 1 {
			return true
		}
	}
	return false
}

// dropDense is filler where words are not spaced: up to a comma.
func dropDense(ws []Word, lang language.Lang) []Word {
	if !lang.Dense() || len(ws) == 0 {
		return ws
	}
	head := ws[0].Core
	i := strings.IndexAny(head, "、，,！!")
	if i <= 0 || HasDigit(head[:i]) || language.Fills(head[:i], lang) < fillsFrom {
		return ws
	}
	_, mark := utf8.DecodeRuneInString(head[i:])
	if i+mark >= len(head) {
		return ws
	}
	rest := newWord(ws[0].Pre + head[i+mark:] + ws[0].Post)
	return append([]Word{rest}, ws[1:]...)
}
