// Package memo keeps what pure functions of a text gave. A night reads each sentence
// several times, and the next night reads what memory holds again.
package memo

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
)

// Memo holds what was made of short texts. It is safe for concurrent use, and the
// values are shared: they are for reading. A text has its place in one set of a few
// slots: with one slot a set, two texts that fall together would be made anew each
// time both are asked for, and of a list as long as the memo that is half of it.
type Memo[V any] struct {
	sets []set[V]
	seed maphash.Seed
}

type set[V any] [ways]atomic.Pointer[kept[V]]

const ways = 8

type kept[V any] struct {
	text  string
	how   uint32
	value V
}

// Lines is more than all of memory holds in ten years.
const Lines = 1 << 17

// longest is the size in bytes up to which a text is remembered.
const longest = 512

// New makes one for about so many values.
func New[V any](values int) *Memo[V] {
	return &Memo[V]{sets: make([]set[V], max(1, values/ways)), seed: maphash.MakeSeed()}
}

// Of is what f makes of a text read in some way, remembered or made now.
func (m *Memo[V]) Of(text string, how uint32, f func() V) V {
	if len(text) > longest {
		return f()
	}
	hash := maphash.String(m.seed, text) + uint64(how)
	slots := &m.sets[hash%uint64(len(m.sets))]
	free := int(hash>>32) % ways // where none is, one by chance: what is asked in turns is not lost in turns
	for i := range slots {
		e := slots[i].Load()
		if e == nil {
			free = i
			break
		}
		if e.how == how && e.text == text {
			return e.value
		}
	}
	v := f()
	slots[free].Store(&kept[V]{strings.Clone(text), how, v})
	return v
}
