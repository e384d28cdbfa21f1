package input

import (
	"bytes"
	"encoding/json"
	"strings"
)

// keptHistory is how many inputs are kept over a restart.
const keptHistory = 500

// History are the inputs sent before, oldest first.
type History struct {
	Lines []string
	At    int    // index of the one shown; len(lines) is the draft
	Draft string // what was being written before going back
	Edits int
	Saved int
}

// Add puts in one more; the same twice is kept once.
func (h *History) Add(text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	if n := len(h.Lines); n == 0 || h.Lines[n-1] != text {
		h.Lines = append(h.Lines, text)
		h.Edits++
	}
	if len(h.Lines) > keptHistory {
		h.Lines = h.Lines[len(h.Lines)-keptHistory:]
	}
	h.At, h.Draft = len(h.Lines), ""
}

// Move goes by step and gives what stands there; ok is false at either end.
func (h *History) Move(step int, current string) (text string, ok bool) {
	to := h.At + step
	if to < 0 || to > len(h.Lines) {
		return "", false
	}
	if h.At == len(h.Lines) {
		h.Draft = current
	}
	h.At = to
	if to == len(h.Lines) {
		return h.Draft, true
	}
	return h.Lines[to], true
}

// Marshal writes one JSON string a line.
func (h *History) Marshal() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, line := range h.Lines {
		if len(line) > 64<<10 {
			continue // a paste of a book is not worth keeping twice
		}
		if e.Encode(line) != nil {
			return b.Bytes()
		}
	}
	return b.Bytes()
}

// Restore puts what was kept before what was sent since. Lines that are no JSON
// are skipped.
func (h *History) Restore(data []byte) {
	var old []string
	for line := range bytes.Lines(data) {
		var s string
		if json.Unmarshal(line, &s) == nil && s != "" {
			old = append(old, s)
		}
	}
	h.Lines = append(old, h.Lines...)
	h.At = len(h.Lines)
}
