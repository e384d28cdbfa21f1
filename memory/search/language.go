package search

import (
	"math/bits"
	"strings"
	"sync"

	"dormouse/memory/language"
)

// languages is how many a line may be written in. Its language decides the stemmer
// and which words say nothing.
const languages = int(language.Chinese) + 1

// langSet is a set of languages, one bit each.
type langSet uint16

func (s langSet) has(l language.Lang) bool { return s&(1<<l) != 0 }

// tally counts words by language.
type tally [languages]int

func (n *tally) add(s langSet) {
	for ; s != 0; s &= s - 1 {
		n[bits.TrailingZeros16(uint16(s))]++
	}
}

// most is the language with the most little words, and whether they are enough to
// tell it from the others; fallback where none has more.
func (n *tally) most(fallback language.Lang) (l language.Lang, sure bool) {
	best, second := fallback, -1
	for l := range language.Lang(languages) {
		if n[l] > n[best] {
			best = l
		}
	}
	for l := range language.Lang(languages) {
		if l != best && n[l] > second {
			second = n[l]
		}
	}
	return best, n[best] >= 2 && n[best] > second
}

// lexicon holds what a search asks of every word, of all languages together; it is
// never changed after newLexicon.
type lexicon struct {
	stop  map[string]langSet // words that say nothing, and in which languages
	time  map[string]bool    // words that speak of time, in any language
	month map[string]int     // names of months, 1…12
	edge  map[string]int     // words before an event: -1 for what is earlier, 1 for later
}

// allWords reads the data of all languages, 15 ms, when something is first looked
// for or read into an index.
var allWords = sync.OnceValue(newLexicon)

func newLexicon() *lexicon {
	x := &lexicon{stop: map[string]langSet{}, time: map[string]bool{}, month: map[string]int{}, edge: map[string]int{}}
	for _, l := range language.Langs() {
		for w := range l.Listed(language.Little) {
			x.stop[w] |= 1 << l
		}
		for _, w := range l.Timely() {
			x.time[w] = true
			if m := l.Month(w); m != 0 {
				x.month[w] = m
			}
		}
		for w := range l.Listed(language.Before) {
			x.edge[w] = -1
		}
		for w := range l.Listed(language.After) {
			x.edge[w] = 1
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
func (x *lexicon) guess(ws []word, fallback language.Lang) (l language.Lang, sure bool) {
	var n tally
	for i := range ws {
		n.add(x.stop[ws[i].text])
	}
	return n.most(fallback)
}

// term gives the index term of a word in a language; "" for one that says nothing.
func (x *lexicon) term(w word, l language.Lang) string {
	if w.dense {
		if len(w.text) > denseStop && x.stop[w.text] != 0 {
			return ""
		}
		return w.text
	}
	if x.stop[w.text].has(l) || len(w.text) < 2 && !w.digit {
		return ""
	}
	return stem(w.text, l)
}

// denseStop is the length, in bytes, of one character in a script without spaces: a
// pair may say nothing, one alone is all that some questions have.
const denseStop = 3

// stem is the root of a word in a language, or in the one that its letters tell.
func stem(w string, l language.Lang) string {
	if strings.HasPrefix(w, "\xd0") || strings.HasPrefix(w, "\xd1") {
		return language.Russian.Root(w)
	}
	for i := range len(w) {
		if w[i] >= 0x80 || w[i] < 'a' {
			return w // a number, a name with digits, or an unknown script
		}
	}
	if l == language.Russian || l.Dense() {
		l = language.English
	}
	return l.Root(w)
}
