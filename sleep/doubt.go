package sleep

import (
	"cmp"
	"slices"
	"time"

	"dormouse/memory"
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
func (w *work) doubt() {
	n := w.n
	holds := func(id string) bool {
		e, there := w.known(id)
		return there && !e.Struck && !slices.ContainsFunc(w.ops, func(op memory.Op) bool { return op.Kind == memory.Supersede && op.Target == id })
	}
	said := map[string]bool{} // once more: that settles it
	for _, op := range w.ops {
		said[op.Target] = said[op.Target] || op.Kind == memory.Merge
	}
	doubts := slices.DeleteFunc(n.self.Doubts, func(d Doubt) bool { return !holds(d.ID) || !holds(d.By) || said[d.ID] })
	for _, e := range w.added {
		for _, old := range w.doubts[e.ID] {
			if holds(old.ID) && !slices.ContainsFunc(doubts, func(d Doubt) bool { return d.ID == old.ID }) {
				doubts = append(doubts, Doubt{ID: old.ID, By: e.ID, Since: e.Since, Sure: tidy(old.Score)})
				n.Report.Replay.Doubted++
				n.Report.Replay.Marked = append(n.Report.Replay.Marked, Mark{old.ID, clip(old.Entry.Text), e.ID, clip(e.Text), tidy(old.Score)})
			}
		}
	}
	slices.SortFunc(doubts, func(a, b Doubt) int { return cmp.Compare(a.ID, b.ID) })
	n.self.Doubts = doubts
}

// doubtful tells whether an entry is in doubt.
func (w *work) doubtful(id string) bool {
	return slices.ContainsFunc(w.n.self.Doubts, func(d Doubt) bool { return d.ID == id })
}
