package fit

import (
	"math"
	"math/bits"
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

func abs(n int) int { return max(n, -n) }

// rounding turns the weights of a label into levels, times a scale: those of features that
// were seen often to the nearest, of the others to one that takes less room, too.
type rounding struct {
	levels levels
	scale  float32
	room   [classify.Levels]int64 // of each level, in 1/64 of a bit
	price  float64                // of a bit, in squares of distances
	index  [classes][span]byte    // the level of a weight, by how often its feature was seen
}

// classes is how many classes of features there are by how often they were seen: not at all
// or too seldom to be learned, then each twice as often as the one before.
const classes = 16

func classOf(seen int64) int {
	if seen < least {
		return 0
	}
	return min(bits.Len64(uint64(seen))-1, classes-1)
}

// roundingOf chooses levels and, where room has a price, by turns who takes which and where
// they lie then.
func roundingOf(row []float64, seen []int64, price float64) rounding {
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
	r.choose()
	if price == 0 {
		return r
	}
	r.price = float64(price * r.off(fine, seen))
	for range 4 {
		r.measure(fine, seen)
		r.choose()
		r.center(fine, seen)
	}
	r.measure(fine, seen)
	r.choose()
	return r
}

// off is how far off the levels are on the mean, in squares, by how often features are seen.
func (r *rounding) off(fine []int8, seen []int64) float64 {
	var sum, n float64
	for j, v := range fine {
		if c := classOf(seen[j]); c > 0 {
			d := float64(v) - float64(r.levels[r.index[c][int(v)+most]])
			sum += float64(d * d * float64(seen[j]))
			n++
		}
	}
	return sum / max(n, 1)
}

// measure finds how much room each level takes, by how many weights take it.
func (r *rounding) measure(fine []int8, seen []int64) {
	var count [classify.Levels]int64
	for j, v := range fine {
		count[r.index[classOf(seen[j])][int(v)+most]]++
	}
	for k, n := range count {
		r.room[k] = int64(math.RoundToEven(64 * math.Log2(float64(len(fine)+len(count))/float64(n+1))))
	}
}

// center moves each level to the middle of the weights that take it; none to where others are.
func (r *rounding) center(fine []int8, seen []int64) {
	var sum, n [classify.Levels]int64
	for j, v := range fine {
		if c := classOf(seen[j]); c > 0 {
			k := r.index[c][int(v)+most]
			sum[k] += int64(v) * seen[j]
			n[k] += seen[j]
		}
	}
	for k := range n {
		if n[k] > 0 && r.levels[k] != 0 {
			r.levels[k] = int8(math.RoundToEven(float64(sum[k]) / float64(n[k])))
		}
	}
}

// choose says which level a weight takes: the one of least distance and room together.
func (r *rounding) choose() {
	zero := slices.Index(r.levels[:], 0)
	for c := range r.index {
		for i := range r.index[c] {
			if c == 0 {
				r.index[c][i] = byte(zero)
				continue
			}
			at, lowest := 0, math.Inf(1)
			for k, x := range r.levels {
				d := float64(int(x) - i + most)
				if cost := float64(d*d*float64(int(3)<<c/2)) + float64(r.price*float64(r.room[k])/64); cost < lowest {
					at, lowest = k, cost
				}
			}
			r.index[c][i] = byte(at)
		}
	}
}

// opposite rounds the weights of the other one of two labels.
func (r rounding) opposite() rounding {
	for i := range r.levels {
		r.levels[i] = -r.levels[i]
	}
	slices.Reverse(r.levels[:])
	slices.Reverse(r.room[:])
	r.choose()
	return r
}

func (r *rounding) fine(w float64) int8 {
	return int8(max(-most, min(most, math.RoundToEven(w/float64(r.scale)))))
}

// number is that of the level of a weight.
func (r *rounding) number(w float64, class int) byte { return r.index[class][int(r.fine(w))+most] }

func (r *rounding) value(w float64, class int) float64 {
	return float64(r.levels[r.number(w, class)]) * float64(r.scale)
}
