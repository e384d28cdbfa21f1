package transcript

import (
	"maps"
	"time"
)

// Wrote says what a transaction wrote into memory on the ground of this session:
// which entry rests on which message. Where an entry comes from can so be told on
// every machine that has the session, and after the land's own records are lost.
// It holds ids and hashes, and no text.
type Wrote struct {
	ID   string    `json:"id"` // of the transaction
	Time time.Time `json:"time"`
	// Night is the night that wrote it; an Undo of that night takes it back, too.
	Night   string   `json:"night,omitempty"`
	Entries []Traced `json:"entries"`
}

// Traced is one entry that was written or changed.
type Traced struct {
	ID   string `json:"id"`
	Type string `json:"type,omitempty"`
	// From are the ids of the messages that it rests on.
	From []string `json:"from,omitempty"`
	// Proofs are theirs, in the same order; older lines have none.
	Proofs []string `json:"proofs,omitempty"`
	// Session and Night are where From is, where that is not this session and night.
	Session    string  `json:"session,omitempty"`
	Night      string  `json:"night,omitempty"`
	Importance float64 `json:"importance,omitempty"`
	Origin     Origin  `json:"origin,omitempty"`
	// Lines are hashes of its line as it was written, by file; "" where it left.
	Lines map[string]string `json:"lines,omitempty"`
	// Kept says that it stood in memory before: From is what it gained.
	Kept bool `json:"kept,omitempty"`
	// Pinned says that somebody pinned it, or let it go; nil where nobody did.
	Pinned *bool `json:"pinned,omitempty"`
	// Uses is how many turns of the session used it, Used when the last of them did,
	// and Gain by how much that made it stronger.
	Uses int       `json:"uses,omitempty"`
	Used time.Time `json:"used,omitzero"`
	Gain float64   `json:"gain,omitempty"`
}

func cleanWrote(w Wrote) *Wrote {
	w.Time = stamp(w.Time)
	cleanAll(&w.ID, &w.Night)
	entries := w.Entries
	w.Entries = nil
	for _, e := range entries {
		origin := string(e.Origin)
		cleanAll(&e.ID, &e.Type, &e.Session, &e.Night, &origin)
		e.Origin = Origin(origin)
		if e.Used = stamp(e.Used); e.Uses <= 0 || e.Used.IsZero() {
			e.Uses, e.Used, e.Gain = 0, time.Time{}, 0
		}
		if e.From != nil {
			e.From = cleanList(e.From)
		}
		if e.Proofs != nil {
			e.Proofs = cleanList(e.Proofs)
		}
		lines := map[string]string{}
		for path, hash := range e.Lines {
			lines[Clean(path)] = Clean(hash)
		}
		if e.Lines = nil; len(lines) > 0 {
			e.Lines = maps.Clone(lines)
		}
		w.Entries = append(w.Entries, e)
	}
	return &w
}

// Writes are what records say that was written and is not taken back, in their
// order.
func Writes(records []Record) []Wrote {
	undone := map[string]bool{}
	for _, r := range records {
		switch {
		case r.Undo != nil:
			undone[r.Undo.Night] = true
		case r.Night != nil: // a plan that was applied again
			delete(undone, r.Night.ID)
		}
	}
	var out []Wrote
	for _, r := range records {
		if w := r.Wrote; w != nil && !(w.Night != "" && undone[w.Night]) {
			out = append(out, *w)
		}
	}
	return out
}
