package memo

import (
	"hash/maphash"
	"slices"
	"sync"
)

// Runs keeps what was made of runs of texts, of long lists that are asked for again
// and again and change in few places: the lines of all of memory, night after night. A
// list is cut where its texts say so, not by counting, so that a line more in the middle
// changes one run. It is safe for concurrent use, and the values are shared: they are for
// reading. The texts themselves are not kept, only 64 bits of each.
type Runs[V any] struct {
	least int // texts a run
	seed  maphash.Seed
	mu    sync.Mutex
	made  map[uint64][]*run[V] // guarded by mu: by the first text
	asked int                  // guarded by mu: how often
}

type run[V any] struct {
	sums  []uint64 // of the texts
	open  bool     // it ends where the list ended, not where a text said so
	value V
	last  int // when it was asked for
}

// Run is a stretch of a list, from one place up to before another, and what was made of
// its texts.
type Run[V any] struct {
	From, To int
	Value    V
}

// NewRuns cuts lists into runs of at least so many texts, usually twice as many.
func NewRuns[V any](least int) *Runs[V] {
	return &Runs[V]{least: least, seed: maphash.MakeSeed(), made: map[uint64][]*run[V]{}}
}

// Of are the runs of a list of n texts, with what f makes of those from one place up to
// before another, remembered or made now. Of the texts alone f makes it, and keeps none.
func (r *Runs[V]) Of(n int, text func(i int) string, f func(from, to int) V) []Run[V] {
	sums := make([]uint64, n)
	for i := range sums {
		sums[i] = maphash.String(r.seed, text(i))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	var list []Run[V]
	for from := 0; from < n; {
		m := r.remembered(sums[from:])
		if m == nil {
			m = r.cut(sums[from:])
			m.value = f(from, from+len(m.sums))
			r.made[m.sums[0]] = append(r.made[m.sums[0]], m)
		}
		m.last = r.asked
		list = append(list, Run[V]{from, from + len(m.sums), m.value})
		from += len(m.sums)
	}
	r.forget()
	return list
}

// remembered is the run that a list begins with; nil where it is a new one.
func (r *Runs[V]) remembered(sums []uint64) *run[V] {
	for _, m := range r.made[sums[0]] {
		n := len(m.sums)
		if n == len(sums) || n < len(sums) && !m.open {
			if slices.Equal(m.sums, sums[:n]) {
				return m
			}
		}
	}
	return nil
}

// cut is the run that a list begins with, nothing made of it yet.
func (r *Runs[V]) cut(sums []uint64) *run[V] {
	for n, s := range sums[:min(len(sums), 4*r.least)] {
		if n+1 >= r.least && s%uint64(r.least) == 0 || n+1 == 4*r.least {
			return &run[V]{sums: slices.Clone(sums[:n+1])}
		}
	}
	return &run[V]{sums: slices.Clone(sums), open: true}
}

// unasked is how often others may be asked for before a run is forgotten.
const unasked = 8

func (r *Runs[V]) forget() {
	for first, list := range r.made {
		list = slices.DeleteFunc(list, func(m *run[V]) bool { return r.asked-m.last >= unasked })
		if r.made[first] = list; len(list) == 0 {
			delete(r.made, first)
		}
	}
}
