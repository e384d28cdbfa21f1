package translate

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"dormouse/memory/language"
	"dormouse/memory/language/vectors"
)

// natives leads from English words back to those of a language, by which its words
// are compared with each other.
type natives struct {
	of    map[string][]string // English word: roots that stand for it
	among vectors.Vocabulary  // the English words
}

var nativesOf = func() (of [language.Chinese + 1]func() *natives) {
	for _, l := range language.Langs() {
		of[l] = sync.OnceValue(func() *natives { return newNatives(l) })
	}
	return of
}()

func newNatives(l language.Lang) *natives {
	n := &natives{of: map[string][]string{}}
	add := func(word, root string) {
		n.of[word] = append(n.of[word], root)
		n.among.Mark(word)
	}
	for root, words := range l.Glosses() {
		for _, w := range words {
			add(w, root)
		}
	}
	t := openBridge()
	for i := range t.n {
		root, ok := strings.CutPrefix(t.At(i), l.String())
		if !ok || l.Glosses()[root] != nil {
			continue
		}
		for _, near := range t.find(t.At(i)) {
			add(near.Word, root)
		}
	}
	return n
}

// FromEnglish are the roots of a language that stand for an English word.
func FromEnglish(l language.Lang, word string) []string {
	if l == language.English {
		return nil
	}
	return nativesOf[l]().of[word]
}

const (
	// mostAkin is how many English words near the one that a word stands for are
	// looked at, and leastAkin the cosine they must have.
	mostAkin  = 12
	leastAkin = 0.5
)

// Akin are the roots of the language that are near a folded word of it in meaning,
// the nearest first: by way of the English words that both stand for.
func Akin(l language.Lang, low string) []vectors.Near {
	if l == language.English {
		return nil
	}
	n, own := nativesOf[l](), l.Root(low)
	weight := map[string]float64{}
	put := func(word string, w float64) {
		for _, root := range n.of[word] {
			if root != own {
				weight[root] = max(weight[root], w)
			}
		}
	}
	for _, s := range InEnglish(l, low) {
		put(s.Word, s.Weight)
		for _, near := range vectors.Nearest(s.Word, n.among, mostAkin, leastAkin) {
			put(near.Word, s.Weight*near.Weight*near.Weight)
		}
	}
	out := make([]vectors.Near, 0, len(weight))
	for root, w := range weight {
		out = append(out, vectors.Near{Word: root, Weight: w})
	}
	slices.SortFunc(out, func(a, b vectors.Near) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), strings.Compare(a.Word, b.Word))
	})
	return out
}
