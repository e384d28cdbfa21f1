package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"dormouse/sleep"
)

// MindPath is where a land keeps what it knows about its memory.
const MindPath = ".dormouse/mind.json"

// mindVersion is the newest version this program reads and the one it writes.
const mindVersion = 1

// Self is what a land remembers about remembering: not one word of text, only
// ids and numbers. It is derived from nights; without it memory is as whole as
// before.
type Self struct {
	Version  int         `json:"version"`
	Cycles   int         `json:"cycles"` // nights that were saved
	Nights   int         `json:"nights"` // the number of the last night
	LastID   string      `json:"last_night,omitempty"`
	Slept    time.Time   `json:"slept,omitzero"`     // when it began
	Drawn    sleep.Waken `json:"drawn"`              // for the waking life after it
	Gathered float64     `json:"gathered,omitempty"` // importance since the last reflection
	Density  float64     `json:"density,omitempty"`  // share of all pairs of entries that are associated
	Doubts   []Doubt     `json:"doubts,omitempty"`
	Edges    []Edge      `json:"edges"`
}

// ErrMind is wrapped by what readSelf returns beside usable defaults; the caller
// should show it once and go on.
var ErrMind = errors.New("the record of strengths and associations cannot be read")

// readSelf parses the file. Absent, damaged or written by a newer program, it
// begins anew; the error then is a notice, never a reason to stop.
func readSelf(b []byte, err error) (Self, error) {
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
	s.Doubts = slices.DeleteFunc(s.Doubts, func(d Doubt) bool { return d.ID == "" || d.By == "" })
	s.Edges = slices.DeleteFunc(s.Edges, func(e Edge) bool { return e.A == "" || e.B == "" || e.A == e.B })
	for i := range s.Edges {
		s.Edges[i].Weight = max(0, min(1, s.Edges[i].Weight))
	}
}

// Bytes is the file. The same Self gives the same bytes.
func (s Self) Bytes() []byte {
	s.Version, s.Edges = mindVersion, append([]Edge{}, s.Edges...)
	b, err := json.Marshal(s)
	if err != nil {
		return nil // unreachable: times are printable, numbers finite
	}
	return append(b, '\n')
}

// Gather adds what was lived through to what the next reflection is about.
func (s *Self) Gather(episodes []Episode) {
	for _, e := range episodes {
		s.Gathered = tidy(s.Gathered + e.Importance)
	}
}

// Forget drops associations of entries that memory does not hold any more; it
// returns how many went.
func (s *Self) Forget(there func(id string) bool) int {
	before := len(s.Edges)
	s.Edges = slices.DeleteFunc(s.Edges, func(e Edge) bool { return !there(e.A) || !there(e.B) })
	return before - len(s.Edges)
}
