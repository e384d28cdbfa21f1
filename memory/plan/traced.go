package plan

import (
	"maps"
	"slices"

	"dormouse/land/transcript"
	"dormouse/memory/snapshot"
)

// Traced are the entries that records say something new of: what a session keeps
// of where they come from. was are the records as they were.
func Traced(was func(id string) (snapshot.Record, bool), records map[string]snapshot.Record, night, session string) []transcript.Traced {
	var out []transcript.Traced
	for _, id := range slices.Sorted(maps.Keys(records)) {
		r := records[id]
		old, known := was(id)
		t := transcript.Traced{ID: id, Kept: known, Lines: changedLines(old.Lines, r.Lines)}
		for i, m := range r.Sources {
			if !slices.Contains(old.Sources, m) {
				t.From, t.Proofs = append(t.From, m), append(t.Proofs, ProofAt(r.Proofs, i))
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

// ProofAt is an element of a list that may be too short for it.
func ProofAt(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}
