package vectors

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// Slips is how many slips of the pen lead from one folded word to another, at most
// one in a word of fewer than eight letters and two in a longer one: a letter
// missing, too many, wrong, or two neighbours swapped (optimal string alignment,
// Damerau 1964). It is -1 for words that are farther apart.
func Slips(word, other string) int {
	var ra, rb [maxSlipped]rune
	a, b := runesOf(ra[:0], word), runesOf(rb[:0], other)
	limit := 1
	if len(a) >= 8 {
		limit = 2
	}
	if len(a) == maxSlipped || len(b) == maxSlipped || len(a)-len(b) > limit || len(b)-len(a) > limit {
		return -1
	}
	var rows [3][maxSlipped + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := range a {
		last, now, before := &rows[i%3], &rows[(i+1)%3], &rows[(i+2)%3]
		now[0] = i + 1
		least := now[0]
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			d := min(last[j+1]+1, now[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			now[j+1] = d
			least = min(least, d)
		}
		if least > limit {
			return -1
		}
	}
	if d := rows[len(a)%3][len(b)]; d <= limit {
		return d
	}
	return -1
}

// maxSlipped is the longest word, in characters, that slips are looked for in.
const maxSlipped = 40

func runesOf(into []rune, s string) []rune {
	for _, r := range s {
		if len(into) == maxSlipped {
			break
		}
		into = append(into, r)
	}
	return into
}

// leastSpelled is the shortest word, in bytes, that is taken for a misspelt one:
// shorter ones are too near to each other.
const leastSpelled = 4

// Respelled are the English words that an unknown folded word is a slip away from,
// at most so many, the fewest slips and then the most common first. It begins with
// the right letter: few slips are in the first.
func Respelled(low string, most int) []Near {
	if len(low) < leastSpelled || low[0] < 'a' || low[0] > 'z' {
		return nil
	}
	t := openVectors(vectorFile)
	type found struct {
		i, slips int
		rank     int
	}
	var list []found
	first := low[:1]
	for i := sort.Search(t.n, func(i int) bool { return t.At(i) >= first }); i < t.n && strings.HasPrefix(t.At(i), first); i++ {
		if d := Slips(low, t.At(i)); d > 0 {
			list = append(list, found{i, d, Vector{t, i}.Rank()})
		}
	}
	slices.SortFunc(list, func(a, b found) int { return cmp.Or(a.slips-b.slips, a.rank-b.rank) })
	var out []Near
	for _, f := range list[:min(len(list), most)] {
		out = append(out, Near{t.At(f.i), 1 / float64(1+f.slips)})
	}
	return out
}
