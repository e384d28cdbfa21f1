package replay

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
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

// Pressed are signals with what the sleep pressure is made of, for the conversation
// of this name.
func (s Self) Pressed(g sleep.Signals, e sleep.Energy, name string) sleep.Signals {
	life := s.Life(e, name)
	g.MinAwake, g.Capacity, g.Roll = life.MinAwake, life.Capacity, s.Roll(name, g.Beats)
	return g
}

// Life is a waking life: what was drawn for it when the land last woke, or, before
// its first night, what a land of no nights draws. name tells conversations apart.
func (s Self) Life(e sleep.Energy, name string) sleep.Waken {
	if s.Drawn.MinAwake > 0 {
		return s.Drawn
	}
	return e.Wake(s.Cycles, drawsOf(name))
}

// Roll is the draw of one beat of a waking life, in [0, 1): the same however often
// somebody looks during the beat, and in whatever program.
func (s Self) Roll(name string, beat int) float64 {
	return drawsOf(fmt.Sprint(name, " ", s.LastID, " ", s.Cycles, " ", beat)).Float64()
}

// drawsOf are draws that follow from a name.
func drawsOf(name string) *rand.Rand {
	sum := sha256.Sum256([]byte(name))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])))
}
