package vectors

import "math"

// A Gist is what some words mean together: the sum of their vectors, as long as each
// adds to the meaning of a sentence. Sums are of integers, so that every platform has
// the same.
type Gist struct {
	sum [Dimensions]int32
	n   int
}

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
func Alike(a, b uint16) float64 {
	t := openVectors(vectorFile)
	return Vector{t, int(a)}.Cosine(Vector{t, int(b)})
}

// commonest is how many words are left out of a gist.
const commonest = 100

// Add adds a word.
func (g *Gist) Add(row uint16) {
	t := openVectors(vectorFile)
	if int(row) >= t.n {
		return
	}
	direction, length := t.row(int(row)), int32(t.lengths[row])
	for k := range g.sum {
		g.sum[k] += length * int32(int8(direction[k]))
	}
	g.n++
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
