package snapshot

import (
	"slices"
	"strings"

	"dormouse/memory/document"
)

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

// deletedFrom reports whether the program wrote the entry into the file and a
// person took it out. The text is not looked for here: Judge does that.
func (s Snapshot) deletedFrom(r Record, path string) bool {
	if r.Lines[path] == "" {
		return false
	}
	f, ok := s.files[path]
	if !ok { // what a file holds that is there and could not be read is unknown, not deleted
		return s.unread == 0 && !slices.ContainsFunc(s.Notices, func(n string) bool { return strings.HasPrefix(n, path+": ") })
	}
	return !strings.Contains(f.text, "^"+r.ID) || !slices.ContainsFunc(f.entries, func(e document.Entry) bool { return e.ID == r.ID })
}
