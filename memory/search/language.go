package search

import (
	"strings"

	"dormouse/memory/language"
)

// language is what a line is taken to be written in. It decides the stemmer
// and which words say nothing.
type tongue uint8

const (
	english tongue = iota
	german
	french
	spanish
	russian
	languages
)

// langSet is a set of languages, one bit each.
type langSet uint8

func (s langSet) has(l tongue) bool { return s&(1<<l) != 0 }

// lexicon holds the word tables, made once by newLexicon; it is never changed
// after that.
type lexicon struct {
	stop  map[string]langSet // words that say nothing, and in which languages
	base  map[string]string  // irregular English forms to their plain form
	time  map[string]bool    // folded words that speak of time, in any language
	month map[string]int     // folded names of months, 1…12
	kin   map[string][]string
}

func newLexicon() *lexicon {
	x := &lexicon{stop: map[string]langSet{}, base: map[string]string{}, time: map[string]bool{}, month: map[string]int{}, kin: map[string][]string{}}
	for l, list := range stopWords {
		for _, w := range strings.Fields(list) {
			x.stop[foldString(w)] |= 1 << tongue(l)
		}
	}
	for _, row := range strings.Split(irregular, "\n") {
		f := strings.Fields(row)
		for _, w := range f[min(1, len(f)):] {
			x.base[w] = f[0]
		}
	}
	for _, w := range strings.Fields(timeWords) {
		x.time[foldString(w)] = true
	}
	for _, row := range months {
		for i, w := range strings.Fields(row) {
			x.month[foldString(w)] = i + 1
			if w != "may" && w != "mars" && w != "march" {
				x.time[foldString(w)] = true
			}
		}
	}
	for _, row := range strings.Split(kinships, "\n") {
		f := strings.Fields(row)
		for i, w := range f {
			s := language.English.Stem(w)
			for j, o := range f {
				if i != j && language.English.Stem(o) != s {
					x.kin[s] = append(x.kin[s], language.English.Stem(o))
				}
			}
		}
	}
	return x
}

func foldString(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = fold(b, r)
	}
	return string(b)
}

// guess tells the language of a text from its little words; sure is false when
// they say nothing, and then fallback comes back.
func (x *lexicon) guess(ws []word, fallback tongue) (l tongue, sure bool) {
	var n [languages]int
	for i := range ws {
		s := x.stop[ws[i].text]
		if s == 0 {
			continue
		}
		for l := range languages {
			if s.has(l) {
				n[l]++
			}
		}
	}
	return mostOf(n, fallback)
}

// mostOf is the language with the most little words, and whether they are
// enough to tell it from the others.
func mostOf(n [languages]int, fallback tongue) (l tongue, sure bool) {
	best, second := fallback, -1
	for l := range languages {
		if n[l] > n[best] {
			best = l
		}
	}
	for l := range languages {
		if l != best && n[l] > second {
			second = n[l]
		}
	}
	return best, n[best] >= 2 && n[best] > second
}

// term gives the index term of a word in a language; "" for one that says nothing.
func (x *lexicon) term(w word, l tongue) string {
	if w.dense {
		return w.text
	}
	if x.stop[w.text].has(l) || len(w.text) < 2 && !w.digit {
		return ""
	}
	return x.stem(w.text, l)
}

func (x *lexicon) stem(w string, l tongue) string {
	if strings.HasPrefix(w, "\xd0") || strings.HasPrefix(w, "\xd1") {
		return language.Russian.Stem(w)
	}
	for i := range len(w) {
		if w[i] >= 0x80 || w[i] < 'a' {
			return w // a number, a name with digits, or an unknown script
		}
	}
	switch l {
	case german:
		return language.German.Stem(w)
	case french:
		return language.French.Stem(w)
	case spanish:
		return language.Spanish.Stem(w)
	}
	if b, ok := x.base[w]; ok {
		w = b
	}
	return language.English.Stem(w)
}
