package fit

import (
	"math"
	"slices"

	"dormouse/memory/language/classify"
)

// levels are the values that the weights of a label have: half a byte chooses one.
// Most weights are small and say little, so that few values tell nearly all.
type levels [classify.Levels]int8

// levelsFor chooses the levels that weights lie nearest to, by the squares of their
// distances, each as often as its feature was seen: of all ways to part the values, in
// order, into so many runs the best.
func levelsFor(row []int8, seen []int64) levels {
	var n, sum, squares [span + 1]int64 // of all weights below a value
	var counts [span]int64
	for i, w := range row {
		counts[int(w)+most] += seen[i]
	}
	for i, c := range counts {
		v := int64(i - most)
		n[i+1], sum[i+1], squares[i+1] = n[i]+c, sum[i]+c*v, squares[i]+c*v*v
	}
	mean := func(from, to int) int64 {
		if c := n[to] - n[from]; c > 0 {
			return int64(math.RoundToEven(float64(sum[to]-sum[from]) / float64(c)))
		}
		return int64(from - most)
	}
	cost := func(from, to int) int64 {
		m := mean(from, to)
		return squares[to] - squares[from] - 2*m*(sum[to]-sum[from]) + m*m*(n[to]-n[from])
	}
	var l levels
	for k, cut := range partition(len(l), cost) {
		l[k] = int8(mean(cut[0], cut[1]))
	}
	slices.Sort(l[:])
	near := 0
	for k, v := range l {
		if abs(int(v)) < abs(int(l[near])) {
			near = k
		}
	}
	l[near] = 0 // what was seen of no example says nothing
	return l
}

// The values of a weight before it has a level: from -most to most.
const (
	most = 127
	span = 2*most + 1
)

// partition cuts the values into k runs that together cost least.
func partition(k int, cost func(from, to int) int64) [][2]int {
	var from [span + 1][]int // by where a run ends and which it is: where it begins
	best := make([]int64, span+1)
	for to := range best {
		best[to], from[to] = cost(0, to), make([]int, k)
	}
	for run := 1; run < k; run++ {
		next := slices.Clone(best)
		for to := 1; to <= span; to++ {
			from[to][run] = to
			for at := range to {
				if c := best[at] + cost(at, to); c < next[to] {
					next[to], from[to][run] = c, at
				}
			}
		}
		best = next
	}
	var cuts [][2]int
	for run, to := k-1, span; run >= 0; run-- {
		cuts = append(cuts, [2]int{from[to][run], to})
		to = from[to][run]
	}
	slices.Reverse(cuts)
	return cuts
}

// nearest is the number of the level nearest to each value.
func (l *levels) nearest() (index [span]byte) {
	for i := range index {
		v, at := i-most, 0
		for k, x := range l {
			if abs(int(x)-v) < abs(int(l[at])-v) {
				at = k
			}
		}
		index[i] = byte(at)
	}
	return index
}

func abs(n int) int { return max(n, -n) }

// rounding turns the weights of a label into levels, times a scale.
type rounding struct {
	levels levels
	scale  float32
	index  [span]byte
}

func roundingOf(row []float64, seen []int64) rounding {
	top := 1e-9
	for _, w := range row {
		top = max(top, math.Abs(w))
	}
	r := rounding{scale: float32(top / most)}
	fine := make([]int8, len(row))
	for j, w := range row {
		fine[j] = r.fine(w)
	}
	r.levels = levelsFor(fine, seen)
	r.index = r.levels.nearest()
	return r
}

// opposite rounds the weights of the other one of two labels.
func (r rounding) opposite() rounding {
	for i := range r.levels {
		r.levels[i] = -r.levels[i]
	}
	slices.Reverse(r.levels[:])
	r.index = r.levels.nearest()
	return r
}

func (r *rounding) fine(w float64) int8 {
	return int8(max(-most, min(most, math.RoundToEven(w/float64(r.scale)))))
}

// number is that of the level of a weight.
func (r *rounding) number(w float64) byte { return r.index[int(r.fine(w))+most] }

func (r *rounding) value(w float64) float64 { return float64(r.levels[r.number(w)]) * float64(r.scale) }
