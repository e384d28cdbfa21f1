package search

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// maxMessage is how many bytes of a message are searched.
const maxMessage = 64 << 10

// scanTranscript cuts a session file into its messages, a line each. Lines
// that are torn or of another kind are passed over.
func scanTranscript(data []byte) []passage {
	var out []passage
	n := 0
	for len(data) > 0 {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		n++
		if !bytes.Contains(line[:min(len(line), 4<<10)], []byte(`"message"`)) {
			continue
		}
		var m struct {
			Type, ID, Time, Role string
			Content              string
		}
		if json.Unmarshal(line, &m) != nil || m.Type != "message" || m.Content == "" {
			continue
		}
		p := passage{start: n, end: n, parent: -1, text: strings.ToValidUTF8(m.Content[:min(len(m.Content), maxMessage)], "\ufffd")}
		if t, err := time.Parse(time.RFC3339, m.Time); err == nil {
			p.day = dayOf(t)
		}
		out = append(out, p)
	}
	return out
}
