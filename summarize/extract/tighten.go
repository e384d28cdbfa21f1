package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/language"
)

// Tighten drops what a sentence can do without: openers, empty frames,
// intensifiers, and in a diary the subject "I" where it opens the sentence. It
// never drops a content word.
func Tighten(ws []Word, k Form, lang language.Lang, diary bool) []Word {
	if k == InCode || k == InCaption {
		return ws
	}
	ws = DropOpeners(ws, lang)
	out := ws[:0:0]
	for i, w := range ws {
		in := lang.Lists(w.Low)
		if in.Has(language.Soft) && w.Pre == "" && !negated(ws, i, lang) && i+1 < len(ws) && w.Post == "" {
			continue
		}
		if w.Core == "" && !telling(w.Post) {
			continue
		}
		if in.Has(language.Praise) && gushing(ws, i, lang) {
			continue
		}
		out = append(out, w)
	}
	if diary {
		out = DropSubject(out, lang)
	}
	return out
}

// Says reports whether some words say anything besides whom they are for and where
// something lies: "@ada https://example.com" does not.
func Says(ws []Word) bool {
	return slices.ContainsFunc(ws, func(w Word) bool {
		return w.Core != "" && w.Core[0] != '@' && anchorKind(w.Core) != URL
	})
}

// telling reports whether a word without letters says something: a dash, a unit,
// an operator; an emoji or a stray mark says nothing.
func telling(post string) bool {
	switch post {
	case "-", "–", "—":
		return true
	}
	return strings.ContainsFunc(post, func(r rune) bool {
		return strings.ContainsRune("%‰&§°/[](){}<>*#@", r) || unicode.In(r, unicode.Sm, unicode.Sc)
	})
}

// gushing reports whether word i is praise between a small word and a noun, and no
// article before it would need another form.
func gushing(ws []Word, i int, l language.Lang) bool {
	if i == 0 || i+1 >= len(ws) || ws[i].Post != "" || ws[i].Pre != "" || ws[i-1].Post != "" {
		return false
	}
	next := ws[i+1]
	return l.Lists(ws[i-1].Low).Has(language.Light|language.Whose) && vowel(ws[i].Low) == vowel(next.Low) &&
		next.Core != "" && next.Pre == "" && !l.Lists(next.Low).Has(language.Stop|language.Dull|language.Praise)
}

func vowel(low string) bool { return low != "" && strings.IndexByte("aeiou", low[0]) >= 0 }

func negated(ws []Word, i int, l language.Lang) bool {
	return i > 0 && l.Classes(ws[i-1].Low).Has(language.Negators)
}

// DropSubject turns "I'm keen on chess" into "Keen on chess": the speaker is named in
// front. "I'm Lena" stays, and "I do - a cat", which else would be an order.
func DropSubject(ws []Word, l language.Lang) []Word {
	if len(ws) < 3 || ws[0].Post != "" || ws[0].Pre != "" {
		return ws
	}
	n, instead := l.Diary(ws[0].Low, ws[1].Low)
	switch {
	case n == 0, Capital(ws[n].Core) || strings.ContainsAny(ws[n].Post, ",-–—"):
		return ws
	case instead != "":
		ws[0].Core, ws[0].Low = instead, instead
		return ws
	}
	return ws[n:]
}

func Capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// TrimLead cuts the joint off a clause that now opens a sentence.
func TrimLead(ws []Word, lang language.Lang, diary bool) []Word {
	for len(ws) > 2 {
		switch {
		case ws[0].Core == "" || lang.Lists(ws[0].Low).Has(language.Joint):
		default:
			if diary {
				return DropSubject(slices.Clone(ws), lang)
			}
			return ws
		}
		ws = ws[1:]
	}
	return ws
}

// stops are the marks that end a sentence.
const stops = ".!?…:。！？"

// EndsSentence reports whether a mark that ends a sentence stands behind a word.
func EndsSentence(post string) bool { return strings.ContainsAny(post, stops) }

// Closed is a text with a mark that ends its sentence.
func Closed(text string, lang language.Lang) string {
	last, _ := utf8.DecodeLastRuneInString(text)
	switch {
	case text == "" || strings.ContainsRune(stops, last):
		return text
	case lang.Dense():
		return text + "。"
	}
	return text + "."
}
