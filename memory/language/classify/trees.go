package classify

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strings"
)

// Trees are small decision trees whose leaves add up to the logarithm of odds. All that
// is summed when they judge are integers, so that every machine judges alike.
type Trees struct {
	names []string // of what is seen
	index map[string]int
	bias  int32
	trees []tree
}

// Sight is what is seen of something, by name: how much of it, 0 for none.
type Sight map[string]uint8

// treeDepth is how many questions a tree asks; leafUnit is the share of a nat that its
// leaves are counted in.
const (
	treeDepth = 3
	leafUnit  = 2048
)

// tree asks of a sight, from the first question on, whether what number asks[i] is
// more than above[i]: then question 2i+2 is next, else 2i+1.
type tree struct {
	asks  [1<<treeDepth - 1]uint16
	above [1<<treeDepth - 1]uint8
	leaf  [1 << treeDepth]int16
}

func (t *tree) at(x []uint8) int {
	i := 0
	for i < len(t.asks) {
		if x[t.asks[i]] > t.above[i] {
			i = 2*i + 2
		} else {
			i = 2*i + 1
		}
	}
	return i - len(t.asks)
}

// vector are the values of a sight in the order of the names.
func (m *Trees) vector(s Sight) []uint8 {
	x := make([]uint8, len(m.names))
	for name, v := range s {
		if i, ok := m.index[name]; ok {
			x[i] = v
		}
	}
	return x
}

// Of is the probability of a sight.
func (m *Trees) Of(s Sight) float64 {
	x, sum := m.vector(s), m.bias
	for i := range m.trees {
		sum += int32(m.trees[i].leaf[m.trees[i].at(x)])
	}
	return logistic(sum)
}

func logistic(sum int32) float64 {
	x := float64(sum) / leafUnit
	if x > 0 {
		return 1 / (1 + exp(-x))
	}
	e := exp(x)
	return e / (1 + e)
}

// Encode writes trees as the bytes that DecodeTrees reads: a line of names, the bias,
// then for each tree its questions and its leaves.
func (m *Trees) Encode() []byte {
	var b bytes.Buffer
	b.WriteString(strings.Join(m.names, "\t") + "\n")
	put := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) } // a buffer takes all
	put(m.bias)
	for i := range m.trees {
		t := &m.trees[i]
		put(t.asks)
		put(t.above)
		put(t.leaf)
	}
	return b.Bytes()
}

// DecodeTrees reads what Encode wrote.
func DecodeTrees(b []byte) (*Trees, error) {
	head, rest, ok := bytes.Cut(b, []byte("\n"))
	if !ok {
		return nil, errWeights
	}
	m := named(strings.Split(string(head), "\t"))
	r := bytes.NewReader(rest)
	if err := binary.Read(r, binary.LittleEndian, &m.bias); err != nil {
		return nil, errWeights
	}
	for r.Len() > 0 {
		var t tree
		for _, v := range []any{&t.asks, &t.above, &t.leaf} {
			if err := binary.Read(r, binary.LittleEndian, v); err != nil {
				return nil, errWeights
			}
		}
		if slices.ContainsFunc(t.asks[:], func(f uint16) bool { return int(f) >= len(m.names) }) {
			return nil, errWeights
		}
		m.trees = append(m.trees, t)
	}
	return m, nil
}

func named(names []string) *Trees {
	m := &Trees{names: names, index: map[string]int{}}
	for i, n := range names {
		m.index[n] = i
	}
	return m
}

// Is adds something that is so.
func (s Sight) Is(what string, is bool) {
	if is {
		s[what] = 1
	}
}

// sightSteps is how finely a share is seen, and mostSeen the most of it.
const (
	sightSteps = 20
	mostSeen   = 60
)

// Much adds by how much something is so; of two of one name the larger counts.
func (s Sight) Much(what string, share float64) {
	if v := uint8(min(mostSeen, math.Round(max(0, share)*sightSteps))); v > s[what] {
		s[what] = v
	}
}
