package replay

import (
	"slices"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
	"dormouse/sleep"
)

// Tonight is what a night holds against what is known already.
type Tonight struct {
	Session string
	Talked  time.Time // when the newest of what it reads was said
	Turns   [][]transcript.Message
	Snap    snapshot.Snapshot // memory as the night found it
	Known   []*document.Entry // its living entries
	Added   []document.Entry  // what the night adds
	Ops     []plan.Op         // what it does to what is known
	// Ends are by new entry what each of them probably ends.
	Ends map[string][]knowledge.Judgement
}

// Review gives what the land knows of its memory after tonight, and the strengths of
// what the talk used: what it used grows stronger, what belongs together is
// connected, what a newer line probably ends is doubted. did counts it.
func (t Tonight) Review(self Self, r sleep.Replay, did *Replayed) (Self, []plan.Strength) {
	words := newLexicon(slices.Concat(t.Known, document.Pointers(t.Added)))
	strengths, together := t.used(words, r, did)
	self.Edges = t.associate(self.Edges, words, together, r, did)
	self.Density = did.Density
	self.Doubts = t.doubt(self.Doubts, did)
	return self, strengths
}

// Known is an entry that memory held when the night began; not one that was
// forgotten since.
func Known(s snapshot.Snapshot, id string) (document.Entry, bool) {
	if id == "" || s.Forgotten(id) {
		return document.Entry{}, false
	}
	e, ok := s.Entry(id)
	return e, ok && e.ID == id
}
