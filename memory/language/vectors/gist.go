package vectors

import (
	"math"
	"slices"
)

// A Gist is what some words mean together: the sum of their vectors, as long as each
// adds to the meaning of a sentence. Sums are of integers, so that every platform has
// the same.
type Gist struct {
	space Space
	sum   [Dimensions]int32
	n     int
}

// Gist is an empty gist of vectors of a space; that of Likeness is the zero value.
func (s Space) Gist() Gist { return Gist{space: s} }

// Row numbers the vector of an English word, and says whether a text needs it: the
// commonest say nothing of what it is about.
func Row(low string) (row uint16, ok bool) {
	v, ok := Of(low)
	if !ok || v.Rank() < commonest {
		return 0, false
	}
	return uint16(v.i), true
}

// Alike is how near two English words are in meaning, by their numbers, in [-1, 1].
func (s Space) Alike(a, b uint16) float64 {
	t := s.table()
	return Vector{t, int(a)}.Cosine(Vector{t, int(b)})
}

// commonest is how many words are left out of a gist.
const commonest = 100

// Add adds a word.
func (g *Gist) Add(row uint16) {
	t := g.space.table()
	if int(row) >= t.n {
		return
	}
	direction, length := t.row(int(row))[:len(g.sum)], int32(t.lengths[row])
	for k := range g.sum {
		g.sum[k] += length * int32(int8(direction[k]))
	}
	g.n++
}

// Length is how long the sum is.
func (g *Gist) Length() float64 {
	sum := 0.0
	for _, x := range g.sum {
		sum += float64(x) * float64(x) // whole numbers, exact
	}
	return math.Sqrt(sum)
}

// Empty reports whether no word was added.
func (g *Gist) Empty() bool { return g.n == 0 }

// Direction is what the gist means, of length 1; 0 of no words.
func (g *Gist) Direction() (d Direction) {
	for k := range d {
		d[k] = float64(g.sum[k])
	}
	if length := math.Sqrt(d.Like(&d)); length > 0 {
		for k := range d {
			d[k] /= length
		}
	}
	return d
}

// Direction is the direction of a gist.
type Direction [Dimensions]float64

// Like is how alike two directions are, in [-1, 1]. Each product is rounded, so that no
// platform fuses it with the sum.
func (d *Direction) Like(o *Direction) float64 {
	sum := 0.0
	for k := range d {
		sum += float64(d[k] * o[k])
	}
	return sum
}

// Toward is what words add to a gist along one direction, each reckoned once: quick enough
// for every line of a memory.
type Toward struct {
	table     vectorTable
	direction [Dimensions]int32
	along     []int32 // by a word's number; unknown before it was reckoned
}

const (
	// unit is a component of 1 of a direction in whole numbers.
	unit    = 1 << 12
	unknown = math.MinInt32
)

// Toward is the way to a direction among the vectors of a space.
func (s Space) Toward(d *Direction) *Toward {
	t := &Toward{table: s.table()}
	for k, x := range d {
		t.direction[k] = int32(math.RoundToEven(float64(x * unit)))
	}
	t.along = slices.Repeat([]int32{unknown}, t.table.n)
	return t
}

// Along is what a word adds.
func (t *Toward) Along(row uint16) int32 {
	if int(row) >= len(t.along) {
		return 0
	}
	if along := t.along[row]; along != unknown {
		return along
	}
	return t.reckon(int(row))
}

func (t *Toward) reckon(i int) int32 {
	sum, row := int32(0), t.table.row(i)[:Dimensions]
	for k := range t.direction {
		sum += t.direction[k] * int32(int8(row[k])) // below 1 << 12 × 127 × √100
	}
	t.along[i] = int32(int64(sum) * int64(t.table.lengths[i]) / unit)
	return t.along[i]
}
