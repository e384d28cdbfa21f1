package translate

import (
	"dormouse/memory/language"
	"dormouse/memory/language/vectors"
)

// natives leads from English words back to those of a language, by which its words
// are compared with each other.
type natives struct {
	of    map[string][]string // root of an English word: roots that stand for it
	among vectors.Vocabulary  // the English words
}

var nativesOf = language.OncePer(newNatives)

func newNatives(l language.Lang) *natives {
	n := &natives{of: map[string][]string{}}
	add := func(word, root string) {
		in := language.English.Root(word)
		n.of[in] = append(n.of[in], root)
		n.among.Mark(word)
	}
	vectors.Bridge(l.String(), func(root string, words []vectors.Near) {
		for _, near := range words {
			add(near.Word, root)
		}
	})
	return n
}

const (
	// mostAkin is how many English words near the one that a word stands for are
	// looked at, and leastAkin the cosine they must have.
	mostAkin  = 12
	leastAkin = 0.5
)

// Akin are the roots of a language that stand for some English words, and with beyond for
// what is near these in meaning, each with how surely it does, but the root own.
func Akin(l language.Lang, seeds []vectors.Near, own string, beyond bool) map[string]float64 {
	if l == language.English {
		return nil
	}
	n, weight := nativesOf[l](), map[string]float64{}
	put := func(word string, w float64) {
		for _, root := range n.of[language.English.Root(word)] {
			if root != own {
				weight[root] = max(weight[root], w)
			}
		}
	}
	for _, s := range seeds {
		put(s.Word, s.Weight)
		if !beyond {
			continue
		}
		for _, near := range vectors.Nearest(s.Word, n.among, mostAkin, leastAkin) {
			put(near.Word, s.Weight*near.Weight*near.Weight)
		}
	}
	return weight
}
