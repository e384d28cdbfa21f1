package replay

import (
	"cmp"
	"slices"
	"time"

	"dormouse/memory/document"
	"dormouse/memory/plan"
)

// Belief is what memory holds to be true of something that has changed or may
// have: the newest word, since when, and what was true before. It is read from the
// entries, whose relations decide; nothing else is kept about it.
type Belief struct {
	ID    string    `json:"id"`
	Text  string    `json:"text"`
	Path  string    `json:"path"`
	Line  int       `json:"line"`
	Since time.Time `json:"since,omitzero"`
	// Evidence is how many messages say so; Confidence, in [0, 1], grows with them
	// and falls when a newer entry probably ends it.
	Evidence   int       `json:"evidence"`
	Confidence float64   `json:"confidence"`
	Before     []Earlier `json:"before"`
	Doubt      string    `json:"possibly_stale,omitempty"`
}

// Earlier is what was true before, the newest first.
type Earlier struct {
	ID    string    `json:"id"`
	Text  string    `json:"text"`
	Since time.Time `json:"since,omitzero"`
	Until time.Time `json:"until,omitzero"`
}

// Beliefs are those of a memory, the last changed first.
func Beliefs(entries []document.Entry, s Self) []Belief {
	before := map[string][]document.Entry{}
	for _, e := range entries {
		if e.SupersededBy != "" {
			before[e.SupersededBy] = append(before[e.SupersededBy], e)
		}
	}
	known, list := newRecollection(s), []Belief{}
	seen := map[string]bool{}
	for _, e := range entries {
		d, doubted := known.doubts[e.ID]
		if e.Struck || e.ID == "" || seen[e.ID] || len(before[e.ID]) == 0 && !doubted {
			continue
		}
		seen[e.ID] = true
		b := Belief{ID: e.ID, Text: e.Text, Path: e.Path, Line: e.Line, Since: e.Since, Evidence: max(1, len(e.Sources)), Doubt: known.Doubt(e.ID), Before: []Earlier{}}
		b.Confidence = tidy(float64(b.Evidence) / float64(b.Evidence+1) * (1 - d.Sure))
		b.Before = earlier(b.Before, before, e.ID)
		if b.Since.IsZero() && len(b.Before) > 0 {
			b.Since = b.Before[0].Until
		}
		list = append(list, b)
	}
	slices.SortStableFunc(list, func(a, b Belief) int { return cmp.Or(b.Since.Compare(a.Since), cmp.Compare(a.ID, b.ID)) })
	return list
}

// earlier follows what was replaced back to the first word.
func earlier(list []Earlier, before map[string][]document.Entry, id string) []Earlier {
	for _, e := range before[id] {
		if slices.ContainsFunc(list, func(x Earlier) bool { return x.ID == e.ID }) {
			continue // a log and MEMORY.md tell the same, or a circle written by hand
		}
		list = earlier(append(list, Earlier{e.ID, e.Text, e.Since, e.Until}), before, e.ID)
	}
	return list
}

// Doubt is an entry that a newer one probably ends, though not surely enough to
// strike it: both stay, and whoever reads the older one is told.
type Doubt struct {
	ID    string    `json:"id"`
	By    string    `json:"by"` // the newer entry
	Since time.Time `json:"since"`
	Sure  float64   `json:"sure"` // the probability that it ends
}

// doubt takes up what tonight's entries make doubtful, and lets go of what is
// settled: one of the two is gone, struck or a person's.
func (t Tonight) doubt(known []Doubt, did *Replayed) []Doubt {
	holds := func(id string) bool {
		e, there := Known(t.Snap, id)
		return there && !e.Struck && !slices.ContainsFunc(t.Ops, func(op plan.Op) bool { return op.Kind == plan.Supersede && op.Target == id })
	}
	said := map[string]bool{} // once more: that settles it
	for _, op := range t.Ops {
		said[op.Target] = said[op.Target] || op.Kind == plan.Merge
	}
	doubts := slices.DeleteFunc(known, func(d Doubt) bool { return !holds(d.ID) || !holds(d.By) || said[d.ID] })
	for _, e := range t.Added {
		for _, old := range t.Ends[e.ID] {
			if holds(old.ID) && !slices.ContainsFunc(doubts, func(d Doubt) bool { return d.ID == old.ID }) {
				doubts = append(doubts, Doubt{ID: old.ID, By: e.ID, Since: e.Since, Sure: tidy(old.Score)})
				did.Doubted++
				did.Marked = append(did.Marked, Mark{old.ID, document.Clip(old.Entry.Text), e.ID, document.Clip(e.Text), tidy(old.Score)})
			}
		}
	}
	slices.SortFunc(doubts, func(a, b Doubt) int { return cmp.Compare(a.ID, b.ID) })
	return doubts
}

// Doubtful tells whether an entry is in doubt.
func (s Self) Doubtful(id string) bool {
	return slices.ContainsFunc(s.Doubts, func(d Doubt) bool { return d.ID == id })
}
