package replay

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
)

// book is a Self by key, while steps are applied to it.
type book struct {
	head   map[string]json.RawMessage
	doubts map[string]Doubt
	edges  map[string]Edge
}

// after gives what steps make of a Self.
func after(self Self, steps []step) Self {
	if len(steps) == 0 {
		return self
	}
	b := book{head: self.head(), doubts: map[string]Doubt{}, edges: make(map[string]Edge, len(self.Edges))}
	for _, d := range self.Doubts {
		b.doubts[doubtKey(d)] = d
	}
	for _, e := range self.Edges {
		b.edges[edgeKey(e)] = e
	}
	for _, s := range steps {
		b.weaken(s)
		b.take(s)
	}
	return b.self()
}

// weaken is what a night does that adds nothing: what a line of the log need not say.
func (b *book) weaken(s step) {
	if s.Weaken == 0 {
		return
	}
	for k, e := range b.edges {
		if !e.unused(s.At) {
			continue
		}
		if e.Weight = tidy(e.Weight - s.Weaken); e.Weight < s.Prune {
			delete(b.edges, k)
			continue
		}
		b.edges[k] = e
	}
}

// take takes in what a step says.
func (b *book) take(s step) {
	for k, v := range s.Head {
		if string(v) == "null" {
			delete(b.head, k)
		} else {
			b.head[k] = v
		}
	}
	s.Doubts.into(b.doubts, doubtKey)
	s.Edges.into(b.edges, edgeKey)
	for from, ends := range s.Joined {
		for to, weight := range ends {
			e := Edge{A: from, B: to, Weight: weight, Last: s.At}
			b.edges[edgeKey(e)] = e
		}
	}
}

func (c changes[T]) into(m map[string]T, key func(T) string) {
	for _, v := range c.Put {
		m[key(v)] = v
	}
	for _, k := range c.Cut {
		delete(m, k)
	}
}

// self puts the book together again, its lists sorted as Bytes writes them.
func (b *book) self() Self {
	var s Self
	if text, err := json.Marshal(b.head); err != nil || json.Unmarshal(text, &s) != nil {
		s = Self{Version: mindVersion} // the head of a line that no program writes
	}
	for _, k := range slices.Sorted(maps.Keys(b.doubts)) {
		s.Doubts = append(s.Doubts, b.doubts[k])
	}
	s.Edges = slices.SortedFunc(maps.Values(b.edges), func(x, y Edge) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	return s
}
