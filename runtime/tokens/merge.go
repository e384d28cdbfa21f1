package tokens

import "math"

// This file merges the bytes of a piece into tokens: as long as two neighbours
// together are a token, the pair of lowest rank, the leftmost of equals, becomes
// one part. Where parts begin never moves, so a pair is known by where its left
// part begins.

// short is the longest piece in bytes that is merged by looking at all pairs
// each time; positions in it fit shortBits. Longer pieces (pasted base64, rulers,
// sentences without spaces) use a tree, which is faster from about here on.
const (
	shortBits = 6
	short     = 1 << shortBits
)

// work is memory that one count uses again for each of its pieces.
type work struct {
	keys  [short]uint32
	next  [short + 1]uint8
	prev  [short + 1]uint8
	parts []int32 // long pieces: after a merge, the ends of parts by their beginnings
	back  []int32
	tree  tournament
}

// count returns the number of tokens of a piece.
func (v *vocabulary) count(piece string, w *work) int {
	if len(piece) == 1 || v.rank(piece) != none {
		return 1
	}
	if len(piece) <= short {
		return v.mergeShort(piece, w)
	}
	return v.mergeLong(piece, w)
}

// encode appends the tokens of a piece.
func (v *vocabulary) encode(ids []int, piece string, w *work) []int {
	if r := v.rank(piece); r != none {
		return append(ids, int(r))
	}
	if len(piece) <= short {
		v.mergeShort(piece, w)
		for i := 0; i < len(piece); i = int(w.next[i]) {
			ids = append(ids, int(v.rank(piece[i:w.next[i]])))
		}
		return ids
	}
	v.mergeLong(piece, w)
	for i := 0; i < len(piece); i = int(w.parts[i]) {
		ids = append(ids, int(v.rank(piece[i:w.parts[i]])))
	}
	return ids
}

// mergeShort leaves the parts in w.next and returns their number. A key is a
// rank with the position below it, so the least key is the leftmost pair of
// lowest rank.
func (v *vocabulary) mergeShort(s string, w *work) int {
	n := len(s)
	keys := w.keys[:n]
	for i := 0; i+1 < n; i++ {
		keys[i] = key(v.pairs[int(s[i])<<8|int(s[i+1])], i)
		w.next[i], w.prev[i+1] = uint8(i+1), uint8(i)
	}
	keys[n-1] = math.MaxUint32
	w.next[n-1] = uint8(n)
	for parts := n; ; parts-- {
		least := minimum(keys)
		if least == math.MaxUint32 {
			return parts
		}
		i := int(least & (short - 1))
		gone := int(w.next[i])
		end := int(w.next[gone])
		w.next[i], w.prev[end] = uint8(end), uint8(i)
		keys[gone], keys[i] = math.MaxUint32, math.MaxUint32
		if end < n {
			keys[i] = key(v.rank(s[i:w.next[end]]), i)
		}
		if i > 0 {
			p := int(w.prev[i])
			keys[p] = key(v.rank(s[p:end]), p)
		}
	}
}

func key(rank uint32, position int) uint32 {
	if rank == none {
		return math.MaxUint32
	}
	return rank<<shortBits | uint32(position)
}

// minimum keeps four lanes, so that the processor need not wait for each
// comparison before the next.
func minimum(keys []uint32) uint32 {
	a, b, c, d := uint32(math.MaxUint32), uint32(math.MaxUint32), uint32(math.MaxUint32), uint32(math.MaxUint32)
	for len(keys) >= 4 {
		a, b, c, d = min(a, keys[0]), min(b, keys[1]), min(c, keys[2]), min(d, keys[3])
		keys = keys[4:]
	}
	for _, k := range keys {
		a = min(a, k)
	}
	return min(a, b, c, d)
}

// mergeLong leaves the parts in w.parts and returns their number.
func (v *vocabulary) mergeLong(s string, w *work) int {
	n := len(s)
	next, prev := resize(&w.parts, n+1), resize(&w.back, n+1)
	ranks := w.tree.leaves(n)
	for i := range n {
		next[i], prev[i+1] = int32(i+1), int32(i)
		ranks[i] = none
		if i+1 < n {
			ranks[i] = v.pairs[int(s[i])<<8|int(s[i+1])]
		}
	}
	w.tree.build()
	for parts := n; ; parts-- {
		i := w.tree.first()
		if i < 0 {
			return parts
		}
		gone := int(next[i])
		end := int(next[gone])
		next[i], prev[end] = int32(end), int32(i)
		w.tree.set(gone, none)
		rank := uint32(none)
		if end < n {
			rank = v.rank(s[i:next[end]])
		}
		w.tree.set(i, rank)
		if i > 0 {
			p := int(prev[i])
			w.tree.set(p, v.rank(s[p:end]))
		}
	}
}

func resize(s *[]int32, n int) []int32 {
	if cap(*s) < n {
		*s = make([]int32, n)
	}
	*s = (*s)[:n]
	return *s
}

// fan is how many values of a level of a tournament one value above stands for.
const fan = 16

// tournament keeps the least of many ranks, and where it is, under changes:
// each level holds the least of every fan values below it. A change costs
// fan × the number of levels, so a piece of n bytes costs n log n however it
// looks; a heap would do the same, but keeps dead pairs and jumps about in
// memory, while merges, mostly going from left to right, find the same few
// blocks again.
type tournament struct {
	levels [][]uint32 // ranks first, one value last; each padded to a multiple of fan with none
	memory []uint32
}

// leaves makes room for n ranks, which the caller sets before build.
func (t *tournament) leaves(n int) []uint32 {
	total := 0
	for m := padded(n); ; m = padded(m / fan) {
		total += m
		if m == fan {
			break
		}
	}
	if cap(t.memory) < total {
		t.memory = make([]uint32, total)
	}
	t.memory = t.memory[:total]
	for i := range t.memory {
		t.memory[i] = none
	}
	t.levels = t.levels[:0]
	rest := t.memory
	for m := padded(n); ; m = padded(m / fan) {
		t.levels = append(t.levels, rest[:m])
		rest = rest[m:]
		if m == fan {
			break
		}
	}
	return t.levels[0]
}

func padded(n int) int { return (n + fan - 1) / fan * fan }

func (t *tournament) build() {
	for l := 1; l < len(t.levels); l++ {
		below := t.levels[l-1]
		for i := 0; i < len(below); i += fan {
			t.levels[l][i/fan] = least((*[fan]uint32)(below[i:]))
		}
	}
}

// set changes a rank.
func (t *tournament) set(i int, rank uint32) {
	t.levels[0][i] = rank
	for l := 1; l < len(t.levels); l++ {
		i /= fan
		m := least((*[fan]uint32)(t.levels[l-1][i*fan:]))
		if t.levels[l][i] == m {
			return
		}
		t.levels[l][i] = m
	}
}

// first returns where the least rank stands, the leftmost of equals, or -1 when
// all are none.
func (t *tournament) first() int {
	top := t.levels[len(t.levels)-1]
	want := least((*[fan]uint32)(top))
	if want == none {
		return -1
	}
	i := 0
	for l := len(t.levels) - 1; l >= 0; l-- {
		for i *= fan; t.levels[l][i] != want; i++ {
		}
	}
	return i
}

func least(v *[fan]uint32) uint32 {
	a, b := min(v[0], v[1], v[2], v[3]), min(v[4], v[5], v[6], v[7])
	c, d := min(v[8], v[9], v[10], v[11]), min(v[12], v[13], v[14], v[15])
	return min(a, b, c, d)
}
