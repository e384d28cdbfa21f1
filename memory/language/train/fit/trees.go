package fit

import (
	"bytes"
	"compress/flate"
	"slices"
	"strings"

	"dormouse/memory/language/classify"
)

// Judged is a sight, and whether what was seen is so.
type Judged struct {
	Seen   classify.Sight
	Is     bool
	Weight float64
}

// TreeOptions are those of Trees.
type TreeOptions struct {
	Trees  int
	Rate   float64 // share of what a tree would add that it adds
	Ridge  float64 // examples of no opinion that each leaf has beside its own
	Least  float64 // examples, by how unsure they are, that a leaf must have
	Rows   int     // of ten examples each tree sees so many
	Within int     // of ten things seen each tree asks of so many
}

// Trees adds trees one by one, each fitted to what those before got wrong, and gives what
// classify.DecodeTrees reads: a line of names, then packed the bias, which is 0, and each tree. The same
// examples give the same bytes on every platform: sums go in one order, products are
// rounded before they are added, chance is a fixed sequence.
func Trees(examples []Judged, o TreeOptions) []byte {
	f := newForest(examples, o)
	var b bytes.Buffer
	b.WriteString(strings.Join(f.names, "\t") + "\n")
	w := pack(&b, flate.BestCompression)
	put(w, int32(0))
	for range o.Trees {
		put(w, f.grow())
	}
	closed(w)
	return b.Bytes()
}

type forest struct {
	o      TreeOptions
	names  []string // of what is seen
	x      [][]uint8
	y      []float64
	w      []float64
	score  []int32
	g, h   []float64
	chance sequence
}

func newForest(examples []Judged, o TreeOptions) *forest {
	count := map[string]int{}
	for _, e := range examples {
		for name := range e.Seen {
			count[name]++
		}
	}
	var names []string
	for name, n := range count {
		if n >= int(o.Least) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	f, see := &forest{o: o, names: names, chance: firstChance}, classify.Seer(names)
	for _, e := range examples {
		y := 0.0
		if e.Is {
			y = 1
		}
		f.x, f.y, f.w = append(f.x, see(e.Seen)), append(f.y, y), append(f.w, e.Weight)
	}
	f.score, f.g, f.h = make([]int32, len(f.x)), make([]float64, len(f.x)), make([]float64, len(f.x))
	return f
}

// grow fits one tree more.
func (f *forest) grow() (t classify.Tree) {
	var rows []int
	for i := range f.x {
		p := classify.Logistic(f.score[i])
		f.g[i] = float64(f.w[i] * (f.y[i] - p))
		f.h[i] = float64(f.w[i] * float64(p*(1-p)))
		if f.chance.next(10) < f.o.Rows {
			rows = append(rows, i)
		}
	}
	var among []int
	for k := range f.names {
		if f.chance.next(10) < f.o.Within {
			among = append(among, k)
		}
	}
	f.split(&t, 0, rows, among)
	for i := range f.x {
		f.score[i] += t.Of(f.x[i])
	}
	return t
}

// split asks the best question of some examples, or fills a leaf.
func (f *forest) split(t *classify.Tree, node int, rows, among []int) {
	if node >= len(t.Asks) {
		g, h := 0.0, 0.0
		for _, i := range rows {
			g, h = g+f.g[i], h+f.h[i]
		}
		t.Leaf[node-len(t.Asks)] = int16(float64(float64(f.o.Rate*g)/(h+f.o.Ridge)) * classify.LeafUnit)
		return
	}
	ask, above := f.best(rows, among)
	t.Asks[node], t.Above[node] = uint16(ask), above
	var no, yes []int
	for _, i := range rows {
		if f.x[i][ask] > above {
			yes = append(yes, i)
		} else {
			no = append(no, i)
		}
	}
	f.split(t, 2*node+1, no, among)
	f.split(t, 2*node+2, yes, among)
}

// best is the question that tells most; one that all answer alike where none does.
func (f *forest) best(rows, among []int) (ask int, above uint8) {
	above = classify.MostSeen
	most := 1e-9
	sums := make([][classify.MostSeen + 1][2]float64, len(among))
	for _, i := range rows {
		for j, k := range among {
			at := &sums[j][f.x[i][k]]
			at[0], at[1] = at[0]+f.g[i], at[1]+f.h[i]
		}
	}
	for j, k := range among {
		of := &sums[j]
		sumG, sumH := 0.0, 0.0
		for _, v := range of {
			sumG, sumH = sumG+v[0], sumH+v[1]
		}
		left, leftH := 0.0, 0.0
		for v := range classify.MostSeen {
			left, leftH = left+of[v][0], leftH+of[v][1]
			right, rightH := sumG-left, sumH-leftH
			if leftH < f.o.Least/4 || rightH < f.o.Least/4 {
				continue
			}
			gain := float64(left*left)/(leftH+f.o.Ridge) + float64(right*right)/(rightH+f.o.Ridge) - float64(sumG*sumG)/(sumH+f.o.Ridge)
			if gain > most {
				most, ask, above = gain, k, uint8(v)
			}
		}
	}
	return ask, above
}
