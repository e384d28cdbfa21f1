package language

import (
	"slices"
	"strings"
	"sync"
)

// kindred is how many of the words nearest in meaning tell whether a word is a name,
// and namesAmong how many of them must be.
const (
	kindred    = 8
	namesAmong = 5
)

// compound reports whether a word begins and ends with everyday words.
func compound(low string) bool {
	for i := leastPart; i+leastPart <= len(low); i++ {
		if Everyday(low[:i]) || Everyday(low[i:]) {
			return true
		}
	}
	return false
}

var nameLike sync.Map // folded English word → bool

// NameLike reports whether a word that is written as a name is one rather than a
// common word that begins a sentence: no dictionary has it, or the words that are
// used as it is are names themselves.
func NameLike(low string, l Lang) bool {
	if l != English {
		return len(l.InEnglish(low)) == 0 && !(l.NounsHaveCapitals() && compound(low))
	}
	if known, ok := nameLike.Load(low); ok {
		return known.(bool)
	}
	is := likeNames(low)
	nameLike.Store(low, is)
	return is
}

func likeNames(low string) bool {
	for _, end := range []string{"s", "ed", "d", "ing", "es"} {
		if base, ok := strings.CutSuffix(low, end); ok && len(base) > 2 && (Everyday(base) || Everyday(base+"e")) {
			return false
		}
	}
	v, ok := VectorOf(low)
	if !ok {
		return true
	}
	type one struct {
		i   int
		cos float64
	}
	var best []one
	for i := range v.table.n {
		if i == v.i {
			continue
		}
		c := v.Cosine(Vector{v.table, i})
		if len(best) == kindred && c <= best[kindred-1].cos {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, c, func(o one, c float64) int {
			if o.cos > c {
				return -1
			}
			return 1
		})
		best = slices.Insert(best, at, one{i, c})
		best = best[:min(len(best), kindred)]
	}
	names := 0
	for _, o := range best {
		if !Everyday(v.table.word(o.i)) {
			names++
		}
	}
	return names >= namesAmong
}
