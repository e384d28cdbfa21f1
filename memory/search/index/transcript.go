package index

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"dormouse/land/transcript"
)

// maxMessage is how many bytes of a message are searched.
const maxMessage = 64 << 10

// said is what is read of a message's line.
type said struct {
	Type, ID, Time, Role, Model string
	Content                     string
	ToolCallID                  string                      `json:"tool_call_id"`
	ToolCalls                   []struct{ ID, Name string } `json:"tool_calls"`
}

// own tells whether a message is the program's: a result of its memory tools or
// a reply of the built-in engine. Both only quote what stands elsewhere, and
// would be found again and again. tools are the calls of those tools so far.
func (m said) own(tools map[string]bool) bool {
	for _, c := range m.ToolCalls {
		tools[c.ID] = transcript.IsMemoryTool(c.Name)
	}
	return m.Role == "tool" && tools[m.ToolCallID] || transcript.IsBuiltIn(m.Model)
}

// ScanTranscript cuts a session file into its messages, a line each. Lines
// that are torn or of another kind are passed over.
func ScanTranscript(data []byte) (out []Passage) {
	tools := map[string]bool{}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if !bytes.Contains(line[:min(len(line), 4<<10)], []byte(`"message"`)) {
			continue
		}
		var m said
		if json.Unmarshal(line, &m) != nil || m.Type != "message" || m.own(tools) || m.Content == "" {
			continue
		}
		p := Passage{Start: n, End: n, Parent: -1, message: m.ID, Text: strings.ToValidUTF8(m.Content[:min(len(m.Content), maxMessage)], "\ufffd")}
		if t, err := time.Parse(time.RFC3339, m.Time); err == nil {
			p.Day = DayOf(t)
		}
		out = append(out, p)
	}
	return out
}

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
