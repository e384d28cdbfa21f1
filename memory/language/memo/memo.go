// Package memo keeps what pure functions of a text gave. A night reads each sentence
// several times, and the next night reads what memory holds again.
package memo

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
)

// Memo holds one value a slot, of short texts only. It is safe for concurrent use,
// and the values are shared: they are for reading.
type Memo[V any] struct {
	slots []atomic.Pointer[kept[V]]
	seed  maphash.Seed
}

type kept[V any] struct {
	text  string
	how   uint32
	value V
}

// longest is the size in bytes up to which a text is remembered.
const longest = 512

// New makes one for about so many values.
func New[V any](values int) *Memo[V] {
	return &Memo[V]{slots: make([]atomic.Pointer[kept[V]], values), seed: maphash.MakeSeed()}
}

// Of is what f makes of a text read in some way, remembered or made now.
func (m *Memo[V]) Of(text string, how uint32, f func() V) V {
	if len(text) > longest {
		return f()
	}
	slot := &m.slots[(maphash.String(m.seed, text)+uint64(how))%uint64(len(m.slots))]
	if e := slot.Load(); e != nil && e.how == how && e.text == text {
		return e.value
	}
	v := f()
	slot.Store(&kept[V]{strings.Clone(text), how, v})
	return v
}
