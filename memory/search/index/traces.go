package index

import (
	"bytes"
	"encoding/json"
)

// Trace tells which entries of memory rest on a message of a session, as the
// session's own file says it.
type Trace struct {
	Line    int // where the message stands
	Entries []string
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

// ReadTraces reads the traces of a session file, one for each passage that
// ScanTranscript cuts it into. Lines that are torn or of another kind are passed over.
func ReadTraces(data []byte) []Trace {
	var out []Trace
	at := map[string]int{} // message by id
	for i, p := range ScanTranscript(data) {
		at[p.message] = i
		out = append(out, Trace{Line: p.Start})
	}
	for line := range bytes.Lines(data) {
		var l traced
		if json.Unmarshal(line, &l) != nil || l.Type != "memory" {
			continue
		}
		for _, e := range l.Entries {
			for _, id := range e.From {
				if k, ok := at[id]; ok && e.Session == "" {
					out[k].Entries = append(out[k].Entries, e.ID)
				}
			}
		}
	}
	return out
}
