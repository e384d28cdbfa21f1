package vectors

import (
	"math"
	"sync"
)

// A Gist is what some words mean together: the sum of their vectors, each counting
// less the more common it is, without the direction that all texts share (Arora,
// Liang and Ma, A Simple but Tough-to-Beat Baseline for Sentence Embeddings, 2017).
// Sums are of integers, so that every platform has the same.
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

const (
	// commonest is how many words are left out of a gist.
	commonest = 100
	// most is what a rare word counts, and halfway the rank of one that counts half.
	most    = 1000
	halfway = 80
)

// weight is what a word counts by its rank: smoothed inverse frequency, where the
// frequency falls with the rank (Zipf's law).
func (v Vector) weight() int32 {
	rank := int32(v.Rank())
	return most * rank / (rank + halfway)
}

// Add adds a word.
func (g *Gist) Add(row uint16) {
	t := openVectors(vectorFile)
	if int(row) >= t.n {
		return
	}
	v := Vector{t, int(row)}
	g.add(t.row(v.i), v.weight())
	g.n++
}

func (g *Gist) add(row string, weight int32) {
	for k := range g.sum {
		g.sum[k] += weight * int32(int8(row[k]))
	}
}

// Empty reports whether no word was added.
func (g *Gist) Empty() bool { return g.n == 0 }

// shared is the direction that all texts share: the mean of all words, each as often
// as it is common, of length 1.
var shared = sync.OnceValue(func() [Dimensions]float64 {
	var sum [Dimensions]int64
	t := openVectors(vectorFile)
	for i := range t.n {
		v, row := Vector{t, i}, t.row(i)
		often := int64(v.weight()) * (most * halfway / int64(v.Rank()+halfway))
		for k := range sum {
			sum[k] += often * int64(int8(row[k]))
		}
	}
	var out [Dimensions]float64
	for k := range out {
		out[k] = float64(sum[k])
	}
	return unit(out)
})

func unit(v [Dimensions]float64) [Dimensions]float64 {
	length := math.Sqrt(dot(&v, &v))
	if length == 0 {
		return v
	}
	for k := range v {
		v[k] /= length
	}
	return v
}

// dot rounds each product, so that no platform fuses it with the sum.
func dot(a, b *[Dimensions]float64) float64 {
	sum := 0.0
	for k := range a {
		sum += float64(a[k] * b[k])
	}
	return sum
}

// Direction is what the gist means, of length 1; 0 of no words.
func (g *Gist) Direction() Direction {
	var d [Dimensions]float64
	for k := range d {
		d[k] = float64(g.sum[k])
	}
	d = unit(d)
	all := shared()
	along := dot(&d, &all)
	for k := range d {
		d[k] -= float64(along * all[k])
	}
	return unit(d)
}

// Direction is the direction of a gist.
type Direction [Dimensions]float64

// Like is how alike two directions are, in [-1, 1].
func (d Direction) Like(o *Direction) float64 {
	return dot((*[Dimensions]float64)(&d), (*[Dimensions]float64)(o))
}
