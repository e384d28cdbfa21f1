package search

import "strings"

// language is what a line is taken to be written in. It decides the stemmer
// and which words say nothing.
type language uint8

const (
	english language = iota
	german
	french
	spanish
	russian
	languages
)

// langSet is a set of languages, one bit each.
type langSet uint8

func (s langSet) has(l language) bool { return s&(1<<l) != 0 }

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
			x.stop[foldString(w)] |= 1 << language(l)
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
			s := porter(w)
			for j, o := range f {
				if i != j && porter(o) != s {
					x.kin[s] = append(x.kin[s], porter(o))
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
func (x *lexicon) guess(ws []word, fallback language) (l language, sure bool) {
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
func mostOf(n [languages]int, fallback language) (l language, sure bool) {
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
func (x *lexicon) term(w word, l language) string {
	if w.dense {
		return w.text
	}
	if x.stop[w.text].has(l) || len(w.text) < 2 && !w.digit {
		return ""
	}
	return x.stem(w.text, l)
}

func (x *lexicon) stem(w string, l language) string {
	if w[0] >= 0x80 {
		if strings.HasPrefix(w, "\xd0") || strings.HasPrefix(w, "\xd1") {
			return stemRussian(w)
		}
		return w
	}
	for i := range len(w) {
		if w[i] >= 0x80 || w[i] < 'a' {
			return w // a number, a name with digits, or an unknown script
		}
	}
	switch l {
	case german:
		if n := len(w); w[n-1] == 's' && n > 1 && strings.IndexByte("aeiou", w[n-2]) >= 0 && !strings.HasSuffix(w, "es") {
			return w // Haus, Bus
		}
		return lightStem(w, germanEnds[:], 3)
	case french:
		return lightStem(w, frenchEnds[:], 3)
	case spanish:
		return lightStem(w, spanishEnds[:], 3)
	}
	if b, ok := x.base[w]; ok {
		w = b
	}
	return porter(w)
}

// lightStem takes off the longest ending that leaves at least keep letters.
func lightStem(w string, ends []string, keep int) string {
	for _, e := range ends {
		if len(w)-len(e) >= keep && strings.HasSuffix(w, e) {
			return w[:len(w)-len(e)]
		}
	}
	return w
}

// stemRussian takes off reflexive, case, person and adjective endings.
func stemRussian(w string) string {
	if len(w) <= 6 { // three letters
		return w
	}
	w = strings.TrimSuffix(strings.TrimSuffix(w, "ся"), "сь")
	w = lightStem(w, russianEnds[:], 6) // three letters of two bytes
	w = strings.TrimSuffix(w, "ь")
	return strings.TrimSuffix(w, "н")
}

// The endings, longest first, on folded words (no umlauts, no accents).
var (
	germanEnds = [...]string{"ungen", "heiten", "keiten", "ienen", "erinnen", "innen", "enen", "eren", "ern", "est", "ung",
		"em", "en", "er", "es", "st", "e", "s", "n"}
	frenchEnds = [...]string{"issements", "issement", "atrices", "ations", "ements", "aient", "ateur", "atrice", "ation",
		"ement", "euses", "antes", "euse", "ives", "ante", "ants", "eurs", "eaux", "ions", "eux", "eur", "ive", "ifs", "ant",
		"ees", "ait", "ais", "ons", "ent", "aux", "eau", "es", "ee", "er", "ez", "ir", "if", "al", "e", "s", "x", "t"}
	spanishEnds = [...]string{"amientos", "imientos", "amiento", "imiento", "aciones", "adores", "adoras", "uciones", "acion",
		"iendo", "ieron", "idades", "ancia", "mente", "idad", "ador", "ando", "ados", "adas", "idos", "idas", "aron", "aban",
		"ado", "ada", "ido", "ida", "aba", "ian", "ar", "er", "ir", "os", "as", "es", "ia", "io", "o", "a", "e", "s"}
	russianEnds = [...]string{"ившись", "ывшись", "иями", "ями", "ами", "его", "ого", "ему", "ому", "ими", "ыми", "ией",
		"ешь", "ишь", "ете", "ите", "йте", "ала", "ала", "ило", "ила", "ыла", "али", "или", "ыли", "ует", "уют", "еть", "ить", "ать", "ыть",
		"ее", "ие", "ые", "ое", "ей", "ий", "ый", "ой", "ем", "им", "ым", "ом", "их", "ых", "ую", "юю", "ая", "яя", "ою", "ею",
		"ев", "ов", "еи", "ии", "иям", "ям", "ам", "ах", "ях", "ию", "ью", "ия", "ья", "ла", "ло", "ли", "ет", "ит", "ют", "ут",
		"ал", "ил", "ел", "ть", "а", "е", "и", "й", "о", "у", "ы", "ь", "ю", "я", "л"}
)
