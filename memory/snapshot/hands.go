package snapshot

import (
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
)

// HandKind is what a person did to an entry.
type HandKind string

// What a person can do.
const (
	HandAdded    HandKind = "added"    // a bullet of their own
	HandReworded HandKind = "reworded" // the program's entry, with another text
	HandMoved    HandKind = "moved"    // under another heading or into another file
	HandDeleted  HandKind = "deleted"
)

// Hand is one thing that a person did to memory.
type Hand struct {
	Kind  HandKind
	Entry document.Entry // as it stands now; for a deletion only ID, Path and Type are known
	Was   string         // the id of the program's entry; "" for an addition
}

// rewordedAt is the overlap from which a bullet without an id is taken for the
// missing entry, its id lost in a rewording.
const rewordedAt = 0.5

// reconcile compares what the program wrote (the records) with what stands in a
// file, and says what a person did: by id, then by likeness of the text.
func reconcile(known []Record, path string, entries []document.Entry) []Hand {
	var out []Hand
	there := map[string]bool{}
	byID := map[string]Record{}
	for _, r := range known {
		byID[r.ID] = r
	}
	var free []document.Entry
	for _, e := range entries {
		r, ok := byID[e.ID]
		switch {
		case e.ID == "" || !ok:
			free = append(free, e)
			continue
		case r.Lines[path] == "":
			out = append(out, Hand{HandMoved, e, e.ID})
		case r.Lines[path] != document.HexHash(e.Hash):
			out = append(out, Hand{HandReworded, e, e.ID})
		case e.Type != "" && r.Type != "" && e.Type != r.Type:
			out = append(out, Hand{HandMoved, e, e.ID})
		}
		there[e.ID] = true
	}
	for _, r := range known {
		if r.Lines[path] == "" || there[r.ID] {
			continue
		}
		if i := reworded(r, free); i >= 0 {
			out = append(out, Hand{HandReworded, free[i], r.ID})
			free = append(free[:i:i], free[i+1:]...)
			continue
		}
		out = append(out, Hand{HandDeleted, document.Entry{ID: r.ID, Path: path, Type: r.Type}, r.ID})
	}
	for _, e := range free {
		out = append(out, Hand{HandAdded, e, ""})
	}
	return out
}

// reworded returns the bullet that a record's entry became, or -1.
func reworded(r Record, free []document.Entry) int {
	best, at := rewordedAt, -1
	p := knowledge.ParsePrint(r.Words)
	for i, e := range free {
		if s := p.Overlap(knowledge.PrintOf(e.Text)); s >= best {
			best, at = s, i
		}
	}
	return at
}
