package offline

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
	aboutFrom  = .3  // of what is asked about somebody; where words can be compared by meaning
	strictCut  = .6  // for a person, an animal or a name
)

// covers is how much of the question a text speaks of, in [0, 1]; 0 where the
// question asks for somebody whom the text does not name, or for something about
// them that it does not speak of. A text may be in another language.
func (q query) covers(text string) float64 {
	if len(q.words) == 0 {
		return 0
	}
	much := q.coversIn(text, q.lang)
	if l, p := language.GuessSure(text); l != q.lang && p >= sureLanguage {
		much = max(much, q.coversIn(text, l))
	}
	return much
}

// coversIn is covers of a text read in a language.
func (q query) coversIn(text string, l language.Lang) float64 {
	terms := termsOf(text, l)
	low := language.Fold(text)
	sum, topic, covered := 0.0, 0.0, 0.0
	named := slices.ContainsFunc(q.words, func(w term) bool {
		return w.strict && !w.being && slices.ContainsFunc(terms, func(t span) bool { return w.spelt(t, l) >= strictCut })
	})
	headless := false
	spent := map[string]bool{} // words that speak of a matter answer for one word of the question
	for i, w := range q.words {
		best := 0.0
		if q.lang.Dense() && strings.Contains(low, w.low) {
			best = 1
		}
		by := ""
		for _, t := range terms {
			if near := w.near(t, q.lang, l); near > best && (near > sameMatter || !spent[t.low]) {
				best, by = near, t.low
			}
		}
		spent[by] = spent[by] || best <= sameMatter
		switch {
		case w.strict && w.being && named && best < strictCut && w.about.has("child") && slices.ContainsFunc(terms, func(t span) bool { return attributesOf(t.low, l).has("child") }):
			best = strictCut // whose child was born, by another word
		case best < sameMatter && w.answered(text, l):
			best = sameMatter
		}
		if w.strict && best < strictCut {
			return 0
		}
		sum += w.weight * best
		if i == q.head && best == 0 {
			headless = true
		}
		if !w.strict && w.weight >= 1 {
			topic, covered = topic+1, covered+best
		}
	}
	if q.names() && q.lang == language.English && covered < aboutFrom*topic {
		return 0
	}
	if headless {
		return 0.5 * sum / q.weight()
	}
	return sum / q.weight()
}

// surelyHealth is from which probability a text tells of somebody's health.
const surelyHealth = .7

// mostYears is the highest number that is an age.
const mostYears = 110

// answered reports whether a text has what a word of a question asks for, and none of
// its words: an illness, a number that may be an age, or what somebody likes.
func (w term) answered(text string, l language.Lang) bool {
	switch {
	case w.strict:
		return false
	case w.about.has("ill", "drug"):
		return language.Health(text, l) >= surelyHealth
	case w.about.has("age"):
		return tellsAge(text, l)
	case w.about.has("like"):
		return language.Judge(text, l, language.Person).Kind == language.Preference
	}
	return false
}

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
		if next := ws[i+1].Low; attributesOf(next, l).has("age") || l.Joins(next) {
			return true
		}
	}
	return false
}

// misses reports whether a text speaks of nobody whom the question names.
func (q query) misses(text string) bool {
	l := q.lang
	if own, p := language.GuessSure(text); p >= sureLanguage {
		l = own
	}
	terms := termsOf(text, l)
	return slices.ContainsFunc(q.words, func(w term) bool {
		return w.strict && !slices.ContainsFunc(terms, func(t span) bool { return w.near(t, q.lang, l) >= strictCut })
	})
}

// says reports whether a text has one of the question's telling words as it is
// written: nearness of meaning alone finds something like "know" in most lines.
func (q query) says(text string) bool {
	terms := termsOf(text, q.lang)
	low := language.Fold(text)
	return slices.ContainsFunc(q.words, func(w term) bool {
		if w.weight < 1 {
			return false
		}
		return q.lang.Dense() && strings.Contains(low, w.low) || slices.ContainsFunc(terms, func(t span) bool { return w.spelt(t, q.lang) > 0 })
	})
}

// near is how much a word of a text answers for a word of the question, in [0, 1]. The
// question is in one language and the text in another, or the same.
func (w term) near(t span, l, of language.Lang) float64 {
	if like := w.spelt(t, of); like > 0 {
		return like
	}
	if w.strict && w.kindOf(t.low, of) { // "animal", and a cat
		return kindOfIt
	}
	if w.being && t.being && l == of { // two different ones
		return 0
	}
	if w.being && t.being {
		return w.sameBeing(t.low, l, of)
	}
	alike := w.alike(t.low, l, of)
	if alike < kindOfIt && w.kindOf(t.low, of) {
		alike = kindOfIt
	}
	if alike < nearCut {
		return 0
	}
	return min(1, alike)
}

// sameBeing is 1 where two words of two languages are usually for one person or animal, else 0.
func (w term) sameBeing(low string, l, of language.Lang) float64 {
	x, y := meanings(w.low, l), meanings(low, of)
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
func (w term) kindOf(low string, l language.Lang) bool {
	return len(w.kinds) > 0 && slices.ContainsFunc(meanings(low, l), func(y vectors.Near) bool { return w.kinds[language.English.Stem(y.Word)] })
}

// alike is how near a word comes in meaning: what both stand for in English, for there
// are no vectors of other languages.
func (w term) alike(low string, l, of language.Lang) float64 {
	best := 0.0
	for _, x := range meanings(w.low, l) {
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

// spelt is the same by how the two words are written, and by who is meant.
func (w term) spelt(t span, l language.Lang) float64 {
	if t.low == w.low || !l.Dense() && l.Stem(t.low) == w.stem {
		return 1
	}
	switch {
	case l.SamePerson(w.low, t.low):
		return 1
	case !(w.being && t.being) && slices.Contains(l.Kin(l.Root(w.low)), l.Root(t.low)): // they often stand for each other
		return sameStart
	}
	if w.being && t.being {
		return 0
	}
	a, b := w.low, t.low
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
