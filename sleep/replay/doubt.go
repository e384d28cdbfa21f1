package replay

import (
	"cmp"
	"slices"
	"time"

	"dormouse/memory/document"
	"dormouse/memory/plan"
)

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
