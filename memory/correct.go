package memory

import (
	"fmt"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
)

// Correct puts a text in place of one entry ("^id" or "path:line"). What the
// program wrote is struck in MEMORY.md, or named by the new line in today's log,
// and stays to be read; a line of a person's is changed where it stands, by that
// person only. ErrNoEntry, ErrHandWritten, ErrForeign, ErrTakenOut, ErrEmpty.
func (s *Store) Correct(ref, text string, now time.Time, from plan.Source) (Updated, error) {
	return locked(s, func() (Updated, error) { return s.correct(ref, text, now.In(s.loc), from) })
}

func (s *Store) correct(ref, text string, now time.Time, from plan.Source) (Updated, error) {
	snap, err := s.Snapshot()
	if err != nil {
		return Updated{}, err
	}
	old, ok := snap.Entry(ref)
	text, err = fitted(text, now)
	e := document.Entry{Type: old.Type, Text: text, Since: now, Importance: max(old.Importance, snapshot.HandImportance)}
	switch {
	case !ok:
		return Updated{}, fmt.Errorf("%s: %w", ref, document.ErrNoEntry)
	case old.Struck:
		return Updated{}, struckBy(snap, ref, old)
	case err != nil:
		return Updated{}, err
	case e.Text == old.Text:
		return Updated{Written: []plan.Written{{Path: old.Path, Line: old.Line, Text: old.Text, ID: old.ID, What: "there"}}}, nil
	case snap.ByHand(old) && !from.By.Rewrites():
		return Updated{}, plan.HandWritten(old)
	}
	if p := from.OfChange(old.Text, e.Text); p.Origin.Foreign() {
		return Updated{}, fmt.Errorf("%q comes from %s: %w", e.Text, p.Label(), ErrForeign)
	}
	if snap.ByHand(old) {
		return s.reword(old, e.Text, now)
	}
	know := snap.Knowledge()
	if err := plan.MayRevive(know, from.By, e); err != nil {
		return Updated{}, err
	}
	if from.Message != "" {
		e.Sources = []string{from.Message}
	}
	op := plan.Op{Kind: plan.Supersede, Path: document.LogPath(now), Target: old.ID, Whole: true, Entry: e}
	if old.Path == memoryFile {
		op.Path = memoryFile
	}
	op.Entry.ID = know.NewID(e)
	p := plan.Plan{By: from.By, Session: from.Session, Now: now, MaxLoss: 1, Ops: []plan.Op{op}}
	if r, _ := snap.Recorded(old.ID); r.Pinned {
		p.Ops = append(p.Ops, plan.Op{Kind: plan.Pin, Target: op.Entry.ID, Entry: op.Entry})
	}
	written, err := s.apply(transcript.MemoryUpdate, snap, p, from)
	u := Updated{Written: written}
	if len(written) > 0 {
		u.Tx = written[0].Tx
	}
	return u, err
}

// struckBy is the error of a line that is over.
func struckBy(snap snapshot.Snapshot, ref string, old document.Entry) error {
	by, ok := old, true
	for range snap.All() { // no chain is longer
		if by, ok = snap.Entry("^" + by.SupersededBy); !ok || !by.Struck {
			break
		}
	}
	if !ok || by.Struck {
		return fmt.Errorf("%s: %w", ref, document.ErrNoEntry)
	}
	return SupersededError{ref, by}
}

// SupersededError says that a line is over, and which living one stands in its place.
// It is a document.ErrNoEntry.
type SupersededError struct {
	Ref string
	By  document.Entry
}

func (e SupersededError) Error() string {
	return fmt.Sprintf("%s: %v any more: its place was taken by %s:%d %s ^%s", e.Ref, document.ErrNoEntry, e.By.Path, e.By.Line, e.By.Text, e.By.ID)
}

func (e SupersededError) Unwrap() error { return document.ErrNoEntry }

// reword changes a line of a person's where it stands. A log only grows.
func (s *Store) reword(old document.Entry, text string, now time.Time) (Updated, error) {
	if old.Path != memoryFile {
		return Updated{}, plan.HandWritten(old)
	}
	saved, err := s.edit(old.Path, transcript.MemoryUpdate, now, func(d document.Document) (document.Document, error) {
		return d.ReplaceEntry(old.Line, document.Line(document.Entry{ID: old.ID, Text: text}))
	})
	w := plan.Written{Path: old.Path, Line: old.Line, Text: text, ID: old.ID, What: "added", Tx: saved.ID}
	return Updated{Tx: saved.ID, Written: []plan.Written{w}}, err
}
