package memory

import (
	"maps"
	"slices"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/snapshot"
)

// traced are the entries that records say something new of: what a session keeps
// of where they come from. was are the records as they were.
func traced(was func(id string) (snapshot.Record, bool), records map[string]snapshot.Record, night, session string) []transcript.Traced {
	var out []transcript.Traced
	for _, id := range slices.Sorted(maps.Keys(records)) {
		r := records[id]
		old, known := was(id)
		t := transcript.Traced{ID: id, Kept: known, Lines: changedLines(old.Lines, r.Lines)}
		for i, m := range r.Sources {
			if !slices.Contains(old.Sources, m) {
				t.From, t.Proofs = append(t.From, m), append(t.Proofs, nth(r.Proofs, i))
			}
		}
		if len(r.Proofs) == 0 {
			t.Proofs = nil
		}
		if r.Pinned != old.Pinned {
			t.Pinned = &r.Pinned
		}
		if len(t.Lines) == 0 && len(t.From) == 0 && t.Pinned == nil {
			continue
		}
		if !known {
			t.Type, t.Importance, t.Origin = string(r.Type), r.Importance, r.Origin
		}
		if r.Session != session || r.Night != night {
			t.Session, t.Night = r.Session, r.Night
		}
		out = append(out, t)
	}
	return out
}

// none is nothing known.
func none(string) (snapshot.Record, bool) { return snapshot.Record{}, false }

// changedLines are the hashes that are new, and "" for lines that are gone.
func changedLines(was, is map[string]string) map[string]string {
	out := map[string]string{}
	for path, hash := range is {
		if was[path] != hash {
			out[path] = hash
		}
	}
	for path := range was {
		if is[path] == "" {
			out[path] = ""
		}
	}
	return out
}

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
		t.Kept, t.From, t.Proofs, t.Session, t.Night, t.Pinned = true, nil, nil, "", "", nil
		w.Entries = append(w.Entries, t)
	}
	if len(w.Entries) == 0 {
		return nil
	}
	return &w
}

// nth is an element of a list that may be too short for it.
func nth(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}
