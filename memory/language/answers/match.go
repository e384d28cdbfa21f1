package answers

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/memory/language/vectors"
)

// How near a word must come to one of the question.
const (
	partOf     = .85 // one is part of the other
	sameStart  = .8  // they begin alike
	misspelt   = .8
	nearCut    = .42 // cosine below which two words have nothing to do with each other
	sameMatter = .5  // they speak of one attribute
	kindOfIt   = .6  // one is a kind of the other
	strictCut  = .6  // for a person, an animal or a name
)

// SureLanguage is the probability from which a text is in the language that it is taken for.
const SureLanguage = .8

// Covers is how much of the question a text speaks of, in [0, 1]; 0 where the
// question asks for somebody whom the text does not name, or for something about
// them that it does not speak of. A text may be in another language.
func (q Question) Covers(text string) float64 {
	if len(q.Words) == 0 {
		return 0
	}
	much := q.coversIn(text, q.Lang)
	if l, p := language.GuessSure(text); l != q.Lang && p >= SureLanguage {
		much = max(much, q.coversIn(text, l))
	}
	return much
}

// coversIn is Covers of a text read in a language.
func (q Question) coversIn(text string, l language.Lang) float64 {
	terms := Terms(text, l)
	low := language.Fold(text)
	sum := 0.0
	spent := map[string]bool{} // words that speak of a matter answer for one word of the question
	for _, w := range q.Words {
		best := 0.0
		if q.Lang.Dense() && strings.Contains(low, w.Low) {
			best = 1
		}
		by := ""
		for _, t := range terms {
			if near := w.Near(t, q.Lang, l); near > best && (near > sameMatter || !spent[t.Low]) {
				best, by = near, t.Low
			}
		}
		spent[by] = spent[by] || best <= sameMatter
		if w.Strict && best < strictCut {
			return 0
		}
		sum += float64(w.Weight * best)
	}
	return sum / q.Weight()
}

// mostYears is the highest number that is an age.
const mostYears = 110

// tellsAge reports whether a text has a number that may be how old somebody is: one of
// years, or of nothing.
func tellsAge(text string, l language.Lang) bool {
	ws := language.Words(text)
	for i, w := range ws {
		n, err := strconv.Atoi(w.Text)
		if err != nil || n < 1 || n > mostYears || w.Start > 0 && !strings.ContainsAny(text[w.Start-1:w.Start], " (") && !l.Dense() {
			continue
		}
		if i > 0 && l.Calendar(ws[i-1].Low) {
			continue // a day
		}
		if rest := text[w.Start+len(w.Text):]; i+1 == len(ws) || strings.HasPrefix(rest, ", ") || strings.HasPrefix(rest, ")") {
			return true
		}
		if next := ws[i+1].Low; Attributes(next, l).has("age") || l.Joins(next) {
			return true
		}
	}
	return false
}

// Says reports whether a text has one of the question's telling words as it is
// written: nearness of meaning alone finds something like "know" in most lines.
func (q Question) Says(text string) bool {
	terms := Terms(text, q.Lang)
	low := language.Fold(text)
	return slices.ContainsFunc(q.Words, func(w Term) bool {
		if w.Weight < 1 {
			return false
		}
		return q.Lang.Dense() && strings.Contains(low, w.Low) || slices.ContainsFunc(terms, func(t Span) bool { return w.Spelt(t, q.Lang) > 0 })
	})
}

// Near is how much a word of a text answers for a word of the question, in [0, 1]. The
// question is in one language and the text in another, or the same.
func (w Term) Near(t Span, l, of language.Lang) float64 {
	if like := w.Spelt(t, of); like > 0 {
		return like
	}
	if w.Strict && w.kindOf(t.Low, of) { // "animal", and a cat
		return kindOfIt
	}
	if w.Being && t.Being && l == of { // two different ones
		return 0
	}
	if w.Being && t.Being {
		return w.sameBeing(t.Low, l, of)
	}
	alike := w.alike(t.Low, l, of)
	if alike < kindOfIt && w.kindOf(t.Low, of) {
		alike = kindOfIt
	}
	if alike < nearCut {
		return 0
	}
	return min(1, alike)
}

// sameBeing is 1 where two words of two languages are usually for one person or animal, else 0.
func (w Term) sameBeing(low string, l, of language.Lang) float64 {
	x, y := meanings(w.Low, l), meanings(low, of)
	if len(x) > 0 && len(y) > 0 && language.English.SamePerson(x[0].Word, y[0].Word) {
		return 1
	}
	return 0
}

// kindsOf are the stems of the English words that are a kind of what a word names, or of
// what it is about.
func kindsOf(low string, about matters, l language.Lang) map[string]bool {
	out := map[string]bool{}
	add := func(word string) {
		for _, k := range vectors.Kinds(word, vectors.All()) {
			out[language.English.Stem(k.Word)] = true
		}
	}
	for _, x := range meanings(low, l) {
		add(x.Word)
	}
	for _, attribute := range about {
		for _, word := range language.Kinds(attribute) {
			out[language.English.Stem(word)] = true
			add(word)
		}
	}
	return out
}

// kindOf reports whether a word is a kind of what a term names: basil of a herb.
func (w Term) kindOf(low string, l language.Lang) bool {
	return len(w.kinds) > 0 && slices.ContainsFunc(meanings(low, l), func(y vectors.Near) bool { return w.kinds[language.English.Stem(y.Word)] })
}

// alike is how near a word comes in meaning: what both stand for in English, for there
// are no vectors of other languages.
func (w Term) alike(low string, l, of language.Lang) float64 {
	best := 0.0
	for _, x := range meanings(w.Low, l) {
		for _, y := range meanings(low, of) {
			v, ok := vectors.Of(x.Word)
			u, there := vectors.Of(y.Word)
			switch {
			case x.Word == y.Word:
				best = max(best, math.Sqrt(x.Weight*y.Weight))
			case ok && there:
				best = max(best, v.Cosine(u)*math.Sqrt(x.Weight*y.Weight))
			}
		}
	}
	return best
}

// mostMeanings is how many meanings of a word count.
const mostMeanings = 3

func meanings(low string, l language.Lang) []vectors.Near {
	list := l.StandsFor(low)
	return list[:min(len(list), mostMeanings)]
}

// Spelt is the same by how the two words are written, and by who is meant.
func (w Term) Spelt(t Span, l language.Lang) float64 {
	if t.Low == w.Low || !l.Dense() && l.Stem(t.Low) == w.Stem {
		return 1
	}
	switch {
	case l.SamePerson(w.Low, t.Low):
		return 1
	case !(w.Being && t.Being) && slices.Contains(l.Kin(l.Root(w.Low)), l.Root(t.Low)): // they often stand for each other
		return sameStart
	}
	if w.Being && t.Being {
		return 0
	}
	a, b := w.Low, t.Low
	if len(a) > len(b) {
		a, b = b, a
	}
	n := utf8.RuneCountInString(a)
	switch {
	case n >= 5 && (strings.HasPrefix(b, a) || strings.HasSuffix(b, a)):
		return partOf
	case n >= 4 && 10*commonStart(a, b) >= 7*len(b):
		return sameStart
	case n >= 5 && statement.NearlySpelt(a, b):
		return misspelt
	}
	return 0
}

func commonStart(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
