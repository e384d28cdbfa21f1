package sleep

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"
)

// MindPath is where a land keeps what it knows about its memory.
const MindPath = ".dormouse/mind.json"

// mindVersion is the newest version this program reads and the one it writes.
const mindVersion = 1

// Self is what a land remembers about remembering: not one word of text, only
// ids, numbers and names. It is derived from nights; without it memory is as
// whole as before, only every entry is as weak as a new one.
type Self struct {
	Version  int       `json:"version"`
	Cycles   int       `json:"cycles"` // nights that were saved
	Nights   int       `json:"nights"` // the number of the last night
	LastID   string    `json:"last_night,omitempty"`
	Slept    time.Time `json:"slept,omitzero"`     // when it began
	Drawn    Waken     `json:"drawn"`              // for the waking life after it
	Gathered float64   `json:"gathered,omitempty"` // importance since the last reflection
	// Reflected is on how many days an entity had come up when an insight was
	// last written about it.
	Reflected map[string]int `json:"reflected,omitempty"`
	Sessions  []Working      `json:"sessions,omitempty"`
	Buffers   Buffers        `json:"buffers"`
	Traces    []Trace        `json:"traces"`
	Edges     []Edge         `json:"edges"`
	Beliefs   []Belief       `json:"beliefs"`
}

// ErrMind is wrapped by what ReadSelf returns beside usable defaults; the caller
// should show it once and go on.
var ErrMind = errors.New("the record of strengths and associations cannot be read")

// ReadSelf parses the file. Absent, damaged or written by a newer program, it
// begins anew; the error then is a notice, never a reason to stop.
func ReadSelf(b []byte, err error) (Self, error) {
	fresh := Self{Version: mindVersion}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fresh, nil
	case err != nil:
		return fresh, fmt.Errorf("%w: %w", ErrMind, err)
	}
	var s Self
	if err := json.Unmarshal(b, &s); err != nil {
		return fresh, fmt.Errorf("%w: %s: %w", ErrMind, MindPath, err)
	}
	if s.Version != mindVersion {
		return fresh, fmt.Errorf("%w: %s is of version %d, this program knows %d", ErrMind, MindPath, s.Version, mindVersion)
	}
	s.repair()
	return s, nil
}

// repair brings numbers that no program writes back into their ranges.
func (s *Self) repair() {
	s.Cycles, s.Nights = max(0, s.Cycles), max(0, s.Nights)
	s.Traces = slices.DeleteFunc(s.Traces, func(t Trace) bool { return t.ID == "" })
	for i := range s.Traces {
		t := &s.Traces[i]
		t.Strength, t.Emotion, t.Goal = clamp(t.Strength, 0, 1), clamp(t.Emotion, 0, 1), clamp(t.Goal, 0, 1)
	}
	s.Edges = slices.DeleteFunc(s.Edges, func(e Edge) bool { return e.A == "" || e.B == "" || e.A == e.B })
	for i := range s.Edges {
		s.Edges[i].Weight = clamp(s.Edges[i].Weight, 0, 1)
	}
	for i := range s.Beliefs {
		b := &s.Beliefs[i]
		b.Score, b.Confidence = clamp(b.Score, -1, 1), clamp(b.Confidence, 0, 1)
	}
}

// Bytes is the file: one trace, edge and belief a line, sorted, so that it
// differs little from night to night. The same Self gives the same bytes.
func (s Self) Bytes() []byte {
	s.Version = mindVersion
	slices.SortFunc(s.Traces, func(a, b Trace) int { return cmp.Compare(a.ID, b.ID) })
	head := s
	head.Traces, head.Edges, head.Beliefs = nil, nil, nil
	b, err := json.Marshal(head)
	if err != nil {
		return nil // unreachable: times are printable, numbers finite
	}
	// The three lists end the object as null: put them in line by line.
	b = b[:bytes.LastIndex(b, []byte(`,"traces":`))]
	b = lines(b, "traces", s.Traces)
	b = lines(b, "edges", s.Edges)
	b = lines(b, "beliefs", s.Beliefs)
	return append(b, "\n}\n"...)
}

func lines[T any](b []byte, name string, list []T) []byte {
	b = fmt.Appendf(b, ",\n%q:[", name)
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		line, err := json.Marshal(v)
		if err != nil {
			continue
		}
		b = append(append(b, '\n'), line...)
	}
	return append(b, ']')
}

// Trace is the trace of an entry; a new one when there is none.
func (s Self) Trace(id string) (Trace, bool) {
	for _, t := range s.Traces {
		if t.ID == id {
			return t, true
		}
	}
	return Trace{ID: id}, false
}

// Belief is the belief about a name, whatever its case.
func (s Self) Belief(name string) (Belief, bool) {
	key := Entity{Name: name}.key()
	for _, b := range s.Beliefs {
		if b.key() == key {
			return b, true
		}
	}
	return Belief{}, false
}

// Forget drops traces and associations of entries that memory does not hold any
// more; it returns how many associations went.
func (s *Self) Forget(there func(id string) bool) int {
	s.Traces = slices.DeleteFunc(s.Traces, func(t Trace) bool { return !there(t.ID) })
	before := len(s.Edges)
	s.Edges = slices.DeleteFunc(s.Edges, func(e Edge) bool { return !there(e.A) || !there(e.B) })
	return before - len(s.Edges)
}
