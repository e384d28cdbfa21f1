package classify

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
)

// Trees are small decision trees whose leaves add up to the logarithm of odds. All that
// is summed when they judge are integers, so that every machine judges alike.
type Trees struct {
	see   func(Sight) []uint8
	bias  int32
	trees []Tree
}

// Sight is what is seen of something, by name: how much of it, 0 for none.
type Sight map[string]uint8

// treeDepth is how many questions a tree asks; LeafUnit is the share of a nat that its
// leaves are counted in.
const (
	treeDepth = 3
	LeafUnit  = 2048
)

// Tree asks of a sight, from the first question on, whether what number Asks[i] is
// more than Above[i]: then question 2i+2 is next, else 2i+1.
type Tree struct {
	Asks  [1<<treeDepth - 1]uint16
	Above [1<<treeDepth - 1]uint8
	Leaf  [1 << treeDepth]int16
}

// Of is what the tree adds for the values of a sight, in leaf units.
func (t *Tree) Of(x []uint8) int32 {
	i := 0
	for i < len(t.Asks) {
		if x[t.Asks[i]] > t.Above[i] {
			i = 2*i + 2
		} else {
			i = 2*i + 1
		}
	}
	return int32(t.Leaf[i-len(t.Asks)])
}

// Seer gives the values of sights in the order of names; what has none of these is
// passed over.
func Seer(names []string) func(Sight) []uint8 {
	index := map[string]int{}
	for i, n := range names {
		index[n] = i
	}
	return func(s Sight) []uint8 {
		x := make([]uint8, len(names))
		for name, v := range s {
			if i, ok := index[name]; ok {
				x[i] = v
			}
		}
		return x
	}
}

// Of is the probability of a sight.
func (m *Trees) Of(s Sight) float64 {
	x, sum := m.see(s), m.bias
	for i := range m.trees {
		sum += m.trees[i].Of(x)
	}
	return Logistic(sum)
}

// Logistic is the probability of which the sum of leaves tells the odds.
func Logistic(sum int32) float64 {
	x := float64(sum) / LeafUnit
	if x > 0 {
		return 1 / (1 + exp(-x))
	}
	e := exp(x)
	return e / (1 + e)
}

// DecodeTrees reads what fit.Trees wrote: a line of names, then packed the bias and the trees.
func DecodeTrees(b []byte) (*Trees, error) {
	head, rest, ok := bytes.Cut(b, []byte("\n"))
	all, err := io.ReadAll(flate.NewReader(bytes.NewReader(rest)))
	if !ok || err != nil || len(all) < 4 || (len(all)-4)%binary.Size(Tree{}) != 0 {
		return nil, errWeights
	}
	names := strings.Split(string(head), "\t")
	m := &Trees{see: Seer(names), trees: make([]Tree, (len(all)-4)/binary.Size(Tree{}))}
	r := bytes.NewReader(all)
	if err := errors.Join(binary.Read(r, binary.LittleEndian, &m.bias), binary.Read(r, binary.LittleEndian, m.trees)); err != nil {
		return nil, errWeights
	}
	for _, t := range m.trees {
		if slices.ContainsFunc(t.Asks[:], func(f uint16) bool { return int(f) >= len(names) }) {
			return nil, errWeights
		}
	}
	return m, nil
}

// Is adds something that is so.
func (s Sight) Is(what string, is bool) {
	if is {
		s[what] = 1
	}
}

// sightSteps is how finely a share is seen, and MostSeen the most of it.
const (
	sightSteps = 20
	MostSeen   = 60
)

// Much adds by how much something is so; of two of one name the larger counts.
func (s Sight) Much(what string, share float64) {
	if v := uint8(min(MostSeen, math.Round(max(0, share)*sightSteps))); v > s[what] {
		s[what] = v
	}
}
