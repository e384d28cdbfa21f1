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
