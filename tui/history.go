package tui

import (
	"bytes"
	"encoding/json"
	"strings"
)

// keptHistory is how many inputs are kept over a restart.
const keptHistory = 500

// history are the inputs sent before, oldest first.
type history struct {
	lines []string
	at    int    // index of the one shown; len(lines) is the draft
	draft string // what was being written before going back
	edits int
	saved int
}

// add puts in one more; the same twice is kept once.
func (h *history) add(text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	if n := len(h.lines); n == 0 || h.lines[n-1] != text {
		h.lines = append(h.lines, text)
		h.edits++
	}
	if len(h.lines) > keptHistory {
		h.lines = h.lines[len(h.lines)-keptHistory:]
	}
	h.at, h.draft = len(h.lines), ""
}

// move goes by step and gives what stands there; ok is false at either end.
func (h *history) move(step int, current string) (text string, ok bool) {
	to := h.at + step
	if to < 0 || to > len(h.lines) {
		return "", false
	}
	if h.at == len(h.lines) {
		h.draft = current
	}
	h.at = to
	if to == len(h.lines) {
		return h.draft, true
	}
	return h.lines[to], true
}

// marshal writes one JSON string a line.
func (h *history) marshal() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, line := range h.lines {
		if len(line) > 64<<10 {
			continue // a paste of a book is not worth keeping twice
		}
		if e.Encode(line) != nil {
			return b.Bytes()
		}
	}
	return b.Bytes()
}

// restore puts what was kept before what was sent since. Lines that are no JSON
// are skipped.
func (h *history) restore(data []byte) {
	var old []string
	for line := range bytes.Lines(data) {
		var s string
		if json.Unmarshal(line, &s) == nil && s != "" {
			old = append(old, s)
		}
	}
	h.lines = append(old, h.lines...)
	h.at = len(h.lines)
}
