package summarize

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// Of many entries those that share most are found as if all had been sorted, ties by
// their place.
func TestMostShared(t *testing.T) {
	draws := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, nearMost, 2*nearMost - 1, 2 * nearMost, 5000} {
		for _, values := range []int{1, 3, 1000} {
			k := &known{shared: make([]float64, n)}
			var found []int32
			var want []int
			for i := range n {
				k.shared[i] = 1 / float64(1+draws.IntN(values))
				found, want = append(found, int32(i)), append(want, i)
			}
			draws.Shuffle(n, func(a, b int) { found[a], found[b] = found[b], found[a] })
			slices.SortFunc(want, func(a, b int) int { return cmp.Or(cmp.Compare(k.shared[b], k.shared[a]), cmp.Compare(a, b)) })
			if got := k.mostShared(found); !slices.Equal(got, want[:min(n, nearMost)]) {
				t.Errorf("of %d entries with %d values: %v, want %v", n, values, got, want)
			}
		}
	}
}
