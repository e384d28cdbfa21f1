// Package vectors holds what English words mean: vectors by which words are near
// each other, the gist of some words together, and words that are a slip of the pen
// away. It reads its embedded files where they lie: the vectors, what is a kind of what,
// and the bridge from words of other languages.
package vectors

import (
	_ "embed"
	"hash/crc32"
	"math"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Dimensions of a word vector.
const Dimensions = 100

// The words are English, in alphabetical order; see docs/word-data.md for where they
// come from. The file is read where it lies: nothing is parsed or copied.
//
//	4 bytes  number of words n
//	n × 4    where each word's text ends, in bytes
//	n × 2    rank by frequency
//	n        how long the vector is, of the longest
//	n × 100  its direction, a byte each
//	         the text of all words
//
//go:embed vectors.bin
var vectorFile string

type vectorTable struct {
	Texts
	n                      int
	rank, lengths, vectors string
}

func openVectors(s string) vectorTable {
	if len(s) < 4 {
		return vectorTable{}
	}
	n := int(U32(s, 0))
	at := 4
	cut := func(size int) string { at += size; return s[at-size : at] }
	if len(s) < 4+n*(7+Dimensions) {
		return vectorTable{}
	}
	t := vectorTable{n: n, Texts: Texts{Ends: cut(4 * n)}, rank: cut(2 * n), lengths: cut(n), vectors: cut(Dimensions * n)}
	t.Text = s[at:]
	return t
}

// U32 are four bytes of a file.
func U32(s string, i int) uint32 {
	return uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16 | uint32(s[i+3])<<24
}

// Texts are texts in order, one behind the other, and where each of them ends.
type Texts struct{ Ends, Text string }

// At is the text with a number.
func (t Texts) At(i int) string {
	from := 0
	if i > 0 {
		from = int(U32(t.Ends, 4*i-4))
	}
	return t.Text[from:int(U32(t.Ends, 4*i))]
}

// Find is the number of a text, and whether it is among them.
func (t Texts) Find(text string) (i int, ok bool) {
	return sort.Find(len(t.Ends)/4, func(i int) int { return strings.Compare(text, t.At(i)) })
}

// Vector is the meaning of an English word.
type Vector struct {
	table vectorTable
	i     int
}

// Of finds the vector of a folded English word.
func Of(low string) (Vector, bool) {
	t := openVectors(vectorFile)
	i, ok := t.Find(low)
	return Vector{t, i}, ok
}

// A Space is where the words lie.
type Space int

const (
	Likeness Space = iota // near each other are those that mean alike
	Asking                // and those by which one asks for others
)

// The vectors by which one asks, of the same words: docs/word-data.md says where they come
// from. The file is read where it lies.
//
//	4 bytes  checksum of the words, which the numbers below count
//	4 bytes  checksum of what follows
//	n        how long each word's vector is, of the longest
//	n × 100  its direction, a byte each
//
//go:embed asked.bin
var askedFile string

const askedHead = 8

// AskedSum is another one when words lie elsewhere: what was reckoned with these is then to be
// reckoned anew.
func AskedSum() uint32 { return U32(askedFile, 4) }

func (s Space) table() vectorTable {
	t := openVectors(vectorFile)
	if s == Asking && len(askedFile) == askedHead+t.n*(1+Dimensions) { // a test sees to it that it is of these words
		t.lengths, t.vectors = askedFile[askedHead:askedHead+t.n], askedFile[askedHead+t.n:]
	}
	return t
}

// Words is how many words have a vector.
func Words() int { return openVectors(vectorFile).n }

// Row is its number among all words.
func (v Vector) Row() int { return v.i }

// WordAt is the word with a number.
func WordAt(row int) string { return openVectors(vectorFile).At(row) }

// Rank is how common the word is, 0 the commonest.
func (v Vector) Rank() int { return int(v.table.rank[2*v.i]) | int(v.table.rank[2*v.i+1])<<8 }

// Cosine is how near two words are in meaning, in [-1, 1].
func (v Vector) Cosine(o Vector) float64 {
	a, b := v.table.row(v.i), o.table.row(o.i)
	return float64(product(a, b)) / math.Sqrt(float64(product(a, a))*float64(product(b, b)))
}

func (t vectorTable) row(i int) string { return t.vectors[i*Dimensions : (i+1)*Dimensions] }

// product adds up the products of signed bytes.
func product(a, b string) int32 {
	var s0, s1, s2, s3 int32
	for len(a) >= 4 && len(b) >= 4 {
		s0 += int32(int8(a[0])) * int32(int8(b[0]))
		s1 += int32(int8(a[1])) * int32(int8(b[1]))
		s2 += int32(int8(a[2])) * int32(int8(b[2]))
		s3 += int32(int8(a[3])) * int32(int8(b[3]))
		a, b = a[4:], b[4:]
	}
	return s0 + s1 + s2 + s3
}

// ID tells one file of vectors from another: a Vocabulary that was written
// down with one means nothing with another.
var ID = sync.OnceValue(func() uint32 { return crc32.ChecksumIEEE([]byte(openVectors(vectorFile).Text)) })

// Vocabulary marks some of the English words that have a vector, a bit each. It
// holds for the file of vectors that this program carries, and for no other.
type Vocabulary []uint64

// Mark adds a folded word, where it has a vector.
func (v *Vocabulary) Mark(low string) {
	t := openVectors(vectorFile)
	i, ok := t.Find(low)
	if !ok {
		return
	}
	if *v == nil {
		*v = make(Vocabulary, (t.n+63)/64)
	}
	(*v)[i/64] |= 1 << (i % 64)
}

// All are all words that have a vector.
var All = sync.OnceValue(func() Vocabulary {
	all := make(Vocabulary, (Words()+63)/64)
	for i := range all {
		all[i] = math.MaxUint64
	}
	return all
})

// With is a vocabulary with the words of another; neither is changed.
func (v Vocabulary) With(other Vocabulary) Vocabulary {
	if len(v) < len(other) {
		v, other = other, v
	}
	out := slices.Clone(v)
	for i, b := range other {
		out[i] |= b
	}
	return out
}

// Near is a word that is near another in meaning.
type Near struct {
	Word   string
	Weight float64 // the cosine, or how surely it stands for the other
}

// Nearest are the words of a vocabulary that are nearest to a folded word in
// meaning, the word itself left out, the nearest first: at most so many, none with
// a cosine below least.
func (s Space) Nearest(low string, among Vocabulary, most int, least float64) []Near {
	t := s.table()
	at, ok := t.Find(low)
	if !ok || most <= 0 {
		return nil
	}
	out := make([]Near, 0, most+1)
	v, own := Vector{t, at}, t.row(at)
	bar := int32((least - slack) * (Step * Step))
	for at, set := range among {
		for ; set != 0; set &= set - 1 {
			i := at*64 + bits.TrailingZeros64(set)
			if i >= t.n || product(own, t.row(i)) < bar || i == v.i {
				continue
			}
			c := v.Cosine(Vector{t, i})
			if c < least {
				continue
			}
			if out = keepNearest(out, Near{t.At(i), c}, most); len(out) == most {
				least = out[most-1].Weight
				bar = int32((least - slack) * (Step * Step))
			}
		}
	}
	return out
}

// keepNearest puts a word in its place among at most so many.
func keepNearest(list []Near, n Near, most int) []Near {
	i := sort.Search(len(list), func(i int) bool { return list[i].Weight < n.Weight })
	list = slices.Insert(list, i, n)
	return list[:min(len(list), most)]
}

// Step is what a component of 1 would be in the file: large, so that little is lost
// by rounding, and small enough that few components of a unit vector do not fit.
// As all words have the same, a sum of products is nearly a cosine; slack is more
// than it is ever off.
const (
	Step  = 300
	slack = 0.04
)
