package index

import (
	"bytes"
	"encoding/json"
)

// Traces tell which entries of memory rest on which message of a session, as the
// session's own file says it.
type Traces struct {
	lines []int            // of the passages
	on    map[int][]string // by passage, as ScanTranscript cuts them: the entries that rest on it
}

// traced is what is read of a line for it.
type traced struct {
	Type    string
	Entries []struct {
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
	ps, ids := messages(data)
	for i, id := range ids {
		at[id] = i
		t.lines = append(t.lines, ps[i].Start)
	}
	for line := range bytes.Lines(data) {
		var l traced
		if json.Unmarshal(line, &l) != nil || l.Type != "memory" {
			continue
		}
		for _, e := range l.Entries {
			for _, id := range e.From {
				if k, ok := at[id]; ok && e.Session == "" {
					t.on[k] = append(t.on[k], e.ID)
				}
			}
		}
	}
	return t
}

// Line is where a passage begins.
func (t *Traces) Line(passage int) int { return t.lines[passage] }

// Near calls found with each entry that rests on a passage, or on one of so many
// before and after it, and how far that one is.
func (t *Traces) Near(k, reach int, found func(id string, far int)) {
	for i := k - reach; i <= k+reach; i++ {
		for _, id := range t.on[i] {
			found(id, max(i-k, k-i))
		}
	}
}
