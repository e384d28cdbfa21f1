package summarize

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/language"
)

// tighten drops what a sentence can do without: openers, vocatives, empty
// frames, intensifiers, and in a diary the subject "I" where it opens the
// sentence. It never drops a content word.
func tighten(ws []word, k kind, lang language.Lang, names map[string]bool, diary bool) []word {
	if k == code {
		return ws
	}
	if k == caption {
		return tightenCaption(ws, lang)
	}
	ws = dropOpeners(dropVocatives(ws, names, lang), lang)
	out := ws[:0:0]
	for i, w := range ws {
		in := lang.Lists(w.low)
		if in.Has(language.Soft) && w.pre == "" && !negated(ws, i, lang) && i+1 < len(ws) && w.post == "" {
			continue
		}
		if w.core == "" && !telling(w.post) {
			continue
		}
		if in.Has(language.Praise) && gushing(ws, i, lang) {
			continue
		}
		out = append(out, w)
	}
	if diary {
		out = dropSubject(out, lang)
	}
	return out
}

// dropOpeners cuts what says nothing from the start.
func dropOpeners(ws []word, lang language.Lang) []word {
	for {
		n := opener(ws, lang)
		if n == 0 && len(ws) > 1 && ws[0].core == "" && ws[0].pre == "" && strings.Trim(ws[0].post, "-–—") == "" {
			n = 1 // the dash behind an opener: "Guess what - I won"
		}
		if n == 0 {
			return ws
		}
		ws = ws[n:]
	}
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
func gushing(ws []word, i int, l language.Lang) bool {
	if i == 0 || i+1 >= len(ws) || ws[i].post != "" || ws[i].pre != "" || ws[i-1].post != "" {
		return false
	}
	next := ws[i+1]
	return l.Lists(ws[i-1].low).Has(language.Light|language.Whose) && vowel(ws[i].low) == vowel(next.low) &&
		next.core != "" && next.pre == "" && !l.Lists(next.low).Has(language.Stop|language.Dull|language.Praise)
}

func vowel(low string) bool { return low != "" && strings.IndexByte("aeiou", low[0]) >= 0 }

func negated(ws []word, i int, l language.Lang) bool {
	return i > 0 && l.Classes(ws[i-1].low).Has(language.Negators)
}

// opener is how many words at the start say nothing: "Yeah,", "By the way,".
func opener(ws []word, lang language.Lang) int {
	if len(ws) < 2 {
		return 0
	}
	longest := 0
	for _, f := range lang.Openers(ws[0].low) {
		if len(f) > longest && len(ws) > len(f) && starts(ws, f) {
			longest = len(f)
		}
	}
	if longest > 0 {
		return longest
	}
	w := ws[0]
	in := lang.Lists(w.low)
	joins := in.Has(language.Joint) && !in.Has(language.Trails)
	switch {
	case w.pre != "" && w.pre != "\"", !joins && !in.Has(language.Dull|language.Soft) && !lang.Classes(w.low).Has(language.Social):
		return 0
	case joins, strings.ContainsAny(w.post, ",!.-–—…~"), ws[1].core == "":
		return 1
	}
	return 0
}

func starts(ws []word, f []string) bool {
	if len(ws) < len(f) {
		return false
	}
	for i, low := range f {
		if ws[i].low != low {
			return false
		}
		if i < len(f)-1 && ws[i].post != "" && ws[i].post != "," {
			return false
		}
	}
	return true
}

// dropVocatives cuts the other's name where it is only an address.
func dropVocatives(ws []word, names map[string]bool, l language.Lang) []word {
	out := ws[:0:0]
	for i, w := range ws {
		if isName(names, &w) && w.pre == "" {
			alone := i == 0 || strings.ContainsAny(ws[i-1].post, ",!.-")
			ends := strings.ContainsAny(w.post, ",!.?") || i == len(ws)-1
			greeted := i > 0 && i < 3 && ends && len(out) > 0 && l.Classes(out[len(out)-1].low).Has(language.Social)
			if alone && ends && strings.ContainsAny(w.post+commaBefore(ws, i), ",!") || greeted {
				if i > 0 && len(out) > 0 && !strings.HasPrefix(w.post, ",") {
					last := &out[len(out)-1]
					last.post = strings.TrimSuffix(last.post, ",") + w.post
				}
				continue
			}
		}
		out = append(out, w)
	}
	return out
}

func commaBefore(ws []word, i int) string {
	if i == 0 {
		return ""
	}
	return ws[i-1].post
}

// dropSubject turns "I'm keen on chess" into "Keen on chess": the speaker is named in
// front. "I'm Lena" stays, and "I do - a cat", which else would be an order.
func dropSubject(ws []word, l language.Lang) []word {
	if len(ws) < 3 || ws[0].post != "" || ws[0].pre != "" {
		return ws
	}
	n, instead := l.Diary(ws[0].low, ws[1].low)
	switch {
	case n == 0, capital(ws[n].core) || strings.ContainsAny(ws[n].post, ",-–—"):
		return ws
	case instead != "":
		ws[0].core, ws[0].low = instead, instead
		return ws
	}
	return ws[n:]
}

// tightenCaption leaves what a picture shows: "a photo of a dog" → "a dog".
func tightenCaption(ws []word, l language.Lang) []word {
	if len(ws) == 0 {
		return ws
	}
	head, rest := ws[0], ws[1:]
	for i := 0; i+2 < len(rest) && i < 4; i++ {
		if l.Lists(rest[i].low).Has(language.Picture) && l.Lists(rest[i+1].low).Has(language.Light) {
			rest = rest[i+2:]
			if len(rest) > 1 && l.Lists(rest[0].low).Has(language.Light) {
				rest = rest[1:]
			}
			break
		}
	}
	if len(rest) == 0 {
		return nil
	}
	head.pre, head.post = "[", ":"
	out := append([]word{head}, rest...)
	out[len(out)-1].post = "]"
	return out
}

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}
