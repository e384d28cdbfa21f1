package language

import (
	"strings"
	"sync/atomic"
)

// memo keeps what a pure function made of its last texts: a night reads each
// sentence several times, and the same words in all of them. It holds one value a
// slot, of short texts only, and is safe for concurrent use.
type memo[V any] struct {
	slots [4096]atomic.Pointer[memoized[V]]
}

type memoized[V any] struct {
	text  string
	how   uint32
	value V
}

// longest is the size in bytes up to which a text is remembered.
const longest = 512

// of is what f makes of a text read in some way, remembered or made now.
func (m *memo[V]) of(text string, how uint32, f func() V) V {
	if len(text) > longest {
		return f()
	}
	slot := &m.slots[fnv(fnvBase+how, text)%uint32(len(m.slots))]
	if e := slot.Load(); e != nil && e.text == text && e.how == how {
		return e.value
	}
	v := f()
	slot.Store(&memoized[V]{strings.Clone(text), how, v})
	return v
}
