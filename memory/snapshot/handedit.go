package snapshot

import (
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"maps"
	"slices"
	"strings"
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

// HandEdit is one thing that a person did to memory.
type HandEdit struct {
	Kind  HandKind
	Entry document.Entry // as it stands now; for a deletion only ID, Path and Type are known
	Was   string         // the id of the program's entry; "" for an addition
}

// rewordedAt is the overlap from which a bullet without an id is taken for the
// missing entry, its id lost in a rewording.
const rewordedAt = 0.5

// reconcile compares what the program wrote (the records) with what stands in a
// file, and says what a person did: by id, then by likeness of the text.
func reconcile(known []Record, path string, entries []document.Entry) []HandEdit {
	var out []HandEdit
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
			out = append(out, HandEdit{HandMoved, e, e.ID})
		case r.Lines[path] != document.HexHash(e.Hash):
			out = append(out, HandEdit{HandReworded, e, e.ID})
		case e.Type != "" && r.Type != "" && e.Type != r.Type:
			out = append(out, HandEdit{HandMoved, e, e.ID})
		}
		there[e.ID] = true
	}
	for _, r := range known {
		if r.Lines[path] == "" || there[r.ID] {
			continue
		}
		if i := reworded(r, free); i >= 0 {
			out = append(out, HandEdit{HandReworded, free[i], r.ID})
			free = append(free[:i:i], free[i+1:]...)
			continue
		}
		out = append(out, HandEdit{HandDeleted, document.Entry{ID: r.ID, Path: path, Type: r.Type}, r.ID})
	}
	for _, e := range free {
		out = append(out, HandEdit{HandAdded, e, ""})
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

// ByHand reports whether the entry, where it stands, was written or changed by a
// person: its line is not the one that the program wrote there. Such a line is
// never rewritten or retired.
//
// Where the record is lost, a line in a log with an id of our making counts as
// the program's, since it alone makes those; and a line in MEMORY.md, when it is
// word for word what a log says.
func (s Snapshot) ByHand(e document.Entry) bool {
	if e.ID == "" || e.Hash == 0 {
		return true
	}
	if r, ok := s.records.get(e.ID); ok {
		return r.Lines[e.Path] != document.HexHash(e.Hash)
	}
	twin := s.twins[e.ID]
	switch {
	case !document.OurID(e.ID):
		return true
	case document.IsLog(e.Path):
		return false
	}
	return twin == nil || !document.IsLog(twin.Path) || document.LineHash(document.Line(document.Entry{ID: e.ID, Text: twin.Text})) != e.Hash
}

// HandEdits says what people did to memory, file by file.
func (s Snapshot) HandEdits() []HandEdit {
	known := map[string][]Record{} // by file in which it stands, or stood
	recorded := maps.Collect(s.records.all())
	for _, id := range slices.Sorted(maps.Keys(recorded)) {
		r := recorded[id]
		for path := range r.Lines {
			known[path] = append(known[path], r)
		}
		if i, ok := s.byID[id]; ok && r.Lines[s.entries[i].Path] == "" {
			known[s.entries[i].Path] = append(known[s.entries[i].Path], r)
		}
	}
	var out []HandEdit
	for _, path := range s.paths {
		out = append(out, reconcile(known[path], path, s.files[path].entries)...)
	}
	return out
}

// deletedFrom reports whether the program wrote the entry into the file and a
// person took it out. The text is not looked for here: Judge does that.
func (s Snapshot) deletedFrom(r Record, path string) bool {
	if r.Lines[path] == "" {
		return false
	}
	f, ok := s.files[path]
	if !ok {
		return s.unread == 0 && !s.unreadable(path)
	}
	return !strings.Contains(f.text, "^"+r.ID) || !slices.ContainsFunc(f.entries, func(e document.Entry) bool { return e.ID == r.ID })
}

// unreadable reports whether a file is there but could not be read: what it holds is
// unknown then, not deleted.
func (s Snapshot) unreadable(path string) bool {
	return slices.ContainsFunc(s.Notices, func(n string) bool { return strings.HasPrefix(n, path+": ") })
}
