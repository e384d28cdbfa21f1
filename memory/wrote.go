package memory

import (
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/snapshot"
)

// Trace is what a session keeps of a write that a tool made in it: the entries that
// were written, and those that they took the place of. It is nil where nothing can
// be told.
func (s *Store) Trace(written []Written, now time.Time, from Source) *transcript.Wrote {
	ids := map[string]bool{}
	w := transcript.Wrote{Time: now}
	for _, x := range written {
		if x.ID != "" {
			ids[x.ID], w.ID = true, x.Tx
		}
	}
	snap, err := s.Snapshot()
	if err != nil || w.ID == "" {
		return nil
	}
	fresh, kept := map[string]snapshot.Record{}, map[string]snapshot.Record{}
	for id, r := range snap.Records() {
		switch {
		case ids[id]:
			fresh[id] = r
		case ids[r.By]:
			kept[id] = r
		}
	}
	w.Entries = traced(none, fresh, "", from.Session)
	for _, t := range traced(none, kept, "", from.Session) {
		t.Kept, t.From, t.Proofs, t.Session, t.Night = true, nil, nil, "", ""
		w.Entries = append(w.Entries, t)
	}
	if len(w.Entries) == 0 {
		return nil
	}
	return &w
}
