package index

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Traces tell which entries of memory rest on which message of a session, as the
// session's own file says it.
type Traces struct {
	lines []int            // of the messages, ascending
	on    map[int][]string // by message, in their order: the entries that rest on it
}

// traced is what is read of a line for it.
type traced struct {
	Type, ID string
	Entries  []struct {
		ID      string
		From    []string
		Session string // where From is, where that is another one
	}
}

// ReadTraces reads a session file. Lines that are torn or of another kind are passed
// over.
func ReadTraces(data []byte) *Traces {
	t := &Traces{on: map[int][]string{}}
	at := map[string]int{} // message by id
	for n, line := range lines(data) {
		var l traced
		if json.Unmarshal(line, &l) != nil {
			continue
		}
		switch l.Type {
		case "message":
			at[l.ID] = len(t.lines)
			t.lines = append(t.lines, n)
		case "memory":
			for _, e := range l.Entries {
				for _, id := range e.From {
					if k, ok := at[id]; ok && e.Session == "" {
						t.on[k] = append(t.on[k], e.ID)
					}
				}
			}
		}
	}
	return t
}

// lines are the lines of a file with their numbers, from 1.
func lines(data []byte) func(func(int, []byte) bool) {
	return func(yield func(int, []byte) bool) {
		for n := 1; len(data) > 0; n++ {
			line, rest, _ := bytes.Cut(data, []byte("\n"))
			if data = rest; !yield(n, line) {
				return
			}
		}
	}
}

// Near calls found with each entry that rests on the message in a line, or on one of
// the messages that so many before and after it, and how far that one is.
func (t *Traces) Near(line, reach int, found func(id string, far int)) {
	k, ok := slices.BinarySearch(t.lines, line)
	if !ok {
		return
	}
	for i := k - reach; i <= k+reach; i++ {
		for _, id := range t.on[i] {
			found(id, max(i-k, k-i))
		}
	}
}
