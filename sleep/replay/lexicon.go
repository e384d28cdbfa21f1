package replay

import (
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unique"

	"dormouse/memory/document"
	"dormouse/memory/language/memo"
)

// lexicon knows the words of all living entries, and how rare they are. It is made
// anew for each night.
type lexicon struct {
	ids   []string       // in the order of memory
	place map[string]int // of an entry among them
	words [][]word       // of an entry: its different longer words
	with  map[word][]int // of a word: the entries that have it
	sums  []float64      // of entries, while they are compared; all zero between
}

// word is one word of an entry, kept once however many entries have it.
type word = unique.Handle[string]

func newLexicon(entries []*document.Entry) *lexicon {
	x := &lexicon{place: map[string]int{}, with: map[word][]int{}}
	for _, e := range entries {
		if e.ID == "" || e.Struck {
			continue
		}
		words := contents().Of(e.Text, 0, func() []word { return wordsIn(e.Text) })
		for _, w := range words {
			x.with[w] = append(x.with[w], len(x.ids))
		}
		x.place[e.ID] = len(x.ids)
		x.ids, x.words = append(x.ids, e.ID), append(x.words, words)
	}
	x.sums = make([]float64, len(x.ids))
	return x
}

// imagined is how many more entries a memory is taken to have: in a young one no word
// is rare yet, and most of them will be.
const imagined = 50

// weight is how much a word says: little when many entries have it.
func (x *lexicon) weight(w word) float64 {
	return math.Log(float64(imagined+len(x.ids)) / float64(len(x.with[w])))
}

// mass is the weight of all words of an entry.
func (x *lexicon) mass(place int) float64 {
	sum := 0.0
	for _, w := range x.words[place] {
		sum += x.weight(w)
	}
	return sum
}

// rare tells whether a word is one that few entries share: one in twenty of a small
// memory, and never so many that looking them up costs more the longer a land lives.
func (x *lexicon) rare(w word) bool {
	return len(x.with[w]) <= max(5, min(mostRare, len(x.ids)/20))
}

const mostRare = 64

// spokenOf are the entries that a text uses: those of which one sentence holds
// enough.
func (x *lexicon) spokenOf(text string, shown map[string]bool) (ids []string) {
	seen := map[string]bool{}
	every := rareMass
	if len(shown) > 0 {
		every = shownMass
	}
	for _, sentence := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".!?\n;。！？", r) }) {
		x.common(wordsIn(sentence), every, func(place int, held float64) {
			from, least := usedFrom, rareMass
			if shown[x.ids[place]] {
				from, least = shownFrom, shownMass
			}
			if held >= least && held >= from*x.mass(place) {
				seen[x.ids[place]] = true
			}
		})
	}
	return slices.Sorted(maps.Keys(seen))
}

// common finds the entries that share a rare word with some, and words of at least so
// much weight in all. What has too little of the rare ones is not looked at.
func (x *lexicon) common(words []word, least float64, found func(place int, held float64)) {
	var places []int
	left := 0.0 // in words that are not rare
	for _, w := range words {
		weight := x.weight(w)
		if !x.rare(w) {
			left += weight
			continue
		}
		for _, i := range x.with[w] {
			if x.sums[i] == 0 {
				places = append(places, i)
			}
			x.sums[i] += weight
		}
	}
	for _, i := range places {
		could := x.sums[i] + left
		if x.sums[i] = 0; could < least {
			continue
		}
		held := 0.0
		for _, w := range x.words[i] {
			if slices.Contains(words, w) {
				held += x.weight(w)
			}
		}
		if held >= least {
			found(i, held)
		}
	}
}

// content are the different longer words of a text, folded; names and numbers
// among them.
func content(text string) []string {
	words := slices.DeleteFunc(fold(text), func(w string) bool {
		return len(w) < 4 && !strings.ContainsFunc(w, unicode.IsDigit)
	})
	slices.Sort(words)
	return slices.Compact(words)
}

func wordsIn(text string) []word {
	var list []word
	for _, w := range content(text) {
		list = append(list, unique.Make(w))
	}
	return list
}

// contents remembers what memory holds: it is asked for night after night.
var contents = sync.OnceValue(func() *memo.Memo[[]word] { return memo.New[[]word](memo.Lines) })
