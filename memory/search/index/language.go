package index

import (
	"math/bits"
	"strings"
	"sync"

	"dormouse/memory/language"
	"dormouse/memory/language/temporal"
)

// Languages is how many a line may be written in. Its language decides the stemmer
// and which words say nothing.
const Languages = int(language.Chinese) + 1

// LangSet is a set of languages, one bit each.
type LangSet uint16

// Has reports whether a language is in the set.
func (s LangSet) Has(l language.Lang) bool { return s&(1<<l) != 0 }

// Tally counts words by language.
type Tally [Languages]int

func (n *Tally) add(s LangSet) {
	for ; s != 0; s &= s - 1 {
		n[bits.TrailingZeros16(uint16(s))]++
	}
}

// Most is the language with the most little words, and whether they are enough to
// tell it from the others; fallback where none has more.
func (n *Tally) Most(fallback language.Lang) (l language.Lang, sure bool) {
	best := fallback
	for l := range language.Lang(Languages) {
		if n[l] > n[best] {
			best = l
		}
	}
	alone := true
	for l := range language.Lang(Languages) {
		alone = alone && (l == best || n[l] < n[best])
	}
	return best, n[best] >= 2 && alone
}

// Lexicon holds what a search asks of every word, of all languages together; it is
// never changed once it is read.
type Lexicon struct {
	Stop  map[string]LangSet // words that say nothing, and in which languages
	time  map[string]bool    // words that speak of time, in any language
	month map[string]int     // names of months, 1…12
}

// Lexica reads the data of all languages, 15 ms, when something is first looked
// for or read into an index.
var Lexica = sync.OnceValue(func() *Lexicon {
	x := &Lexicon{Stop: map[string]LangSet{}, time: map[string]bool{}, month: map[string]int{}}
	for _, l := range language.Langs() {
		for w := range l.Listed(language.Little) {
			x.Stop[w] |= 1 << l
		}
		for _, w := range temporal.Timely(l) {
			x.time[w] = true
			if m := l.Month(w); m != 0 {
				x.month[w] = m
			}
		}
	}
	return x
})

// foldText makes what people write in two ways one.
func foldText(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = fold(b, r)
	}
	return string(b)
}

// Guess tells the language of a text from its little words; sure is false when
// they say nothing, and then fallback comes back.
func (x *Lexicon) Guess(ws []Word, fallback language.Lang) (l language.Lang, sure bool) {
	var n Tally
	for i := range ws {
		n.add(x.Stop[ws[i].Text])
	}
	return n.Most(fallback)
}

// Term gives the index term of a word in a language; "" for one that says nothing.
func (x *Lexicon) Term(w Word, l language.Lang) string {
	if w.Dense {
		if len(w.Text) > denseStop && x.Stop[w.Text] != 0 {
			return ""
		}
		return w.Text
	}
	if x.Stop[w.Text].Has(l) || len(w.Text) < 2 && !w.digit {
		return ""
	}
	return Stem(w.Text, l)
}

// denseStop is the length, in bytes, of one character in a script without spaces: a
// pair may say nothing, one alone is all that some questions have.
const denseStop = 3

// Stem is the root of a word in a language, or in the one that its letters tell.
func Stem(w string, l language.Lang) string {
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
