package translate

import (
	"strings"
	"sync"

	"dormouse/memory/language"
	"dormouse/memory/language/memo"
	"dormouse/memory/language/vectors"
)

// Names that are known everywhere, and the words of each language, from the English side; and
// what is near an English word among these.
var (
	everywhere = sync.OnceValue(func() vectors.Across { return vectors.AcrossFrom(vectors.Anywhere) })
	nearBefore = sync.OnceValue(func() *memo.Memo[[]vectors.Near] { return memo.New[[]vectors.Near](4096) })
	wordsOf    = language.OncePer(func(l language.Lang) vectors.Across { return vectors.AcrossFrom(l.String()) })
)

const (
	// mostAkin is how many English words near the one that a word stands for are
	// looked at, and leastAkin the cosine they must have.
	mostAkin  = 12
	leastAkin = 0.5
)

// Akin are the roots of a language that stand for some English words, those of names that are
// known everywhere among them, and with beyond for what is near these in meaning, each with how
// surely it does, but the root own.
func Akin(l language.Lang, seeds []vectors.Near, own string, beyond bool) map[string]float64 {
	words, names, weight := wordsOf[l](), everywhere(), map[string]float64{}
	to := map[uint16]float64{}
	put := func(word string, w float64) {
		if row, ok := vectors.Row(word); ok {
			to[row] = max(to[row], w)
		}
	}
	for _, s := range seeds {
		for _, form := range []string{s.Word, language.English.Root(s.Word), s.Word + "s", strings.TrimSuffix(s.Word, "s")} {
			put(form, s.Weight)
		}
		if !beyond {
			continue
		}
		for _, near := range nearBefore().Of(s.Word, uint32(l), func() []vectors.Near {
			return vectors.Asking.Nearest(s.Word, words.Heads.With(names.Heads), mostAkin, leastAkin)
		}) {
			put(near.Word, s.Weight*near.Weight*near.Weight)
		}
	}
	add := func(root string, row uint16) {
		if root != own {
			weight[root] = max(weight[root], to[row])
		}
	}
	words.Leading(to, add)
	names.Leading(to, func(name string, row uint16) { add(l.Root(name), row) })
	return weight
}
