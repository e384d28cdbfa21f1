package snapshot

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"dormouse/land"
	"dormouse/memory/document"
)

// In are the entries of a file as they stand there; not to be changed.
func (s Snapshot) In(path string) []document.Entry { return s.files[path].entries }

// All are the entries, forgotten ones too; not to be changed.
func (s Snapshot) All() []*document.Entry { return s.entries }

// Veils are the hashes of what a file's own lines say is forgotten of it.
func (s Snapshot) Veils(path string) map[string]bool { return s.files[path].gone }

// Unread is how many notes were left out on purpose.
func (s Snapshot) Unread() int { return s.unread }

// Twin is what a log says of an entry in MEMORY.md; nil where none does.
func (s Snapshot) Twin(id string) *document.Entry { return s.twins[id] }

// Recorded is the record of an entry as the land holds it.
func (s Snapshot) Recorded(id string) (Record, bool) { return s.records.get(id) }

// Records are all that the land holds.
func (s Snapshot) Records() iter.Seq2[string, Record] { return s.records.all() }

// With is the snapshot with a record that the land had lost.
func (s Snapshot) With(r Record) Snapshot {
	s.records = maps.Collect(maps.All(s.records))
	s.records[r.ID] = &held{Record: r}
	return s
}

// Lines are the lines of an entry, by file.
func (s Snapshot) Lines(id string) map[string]document.Entry {
	out := map[string]document.Entry{}
	for _, at := range s.stands(id) {
		for _, e := range s.files[at.Path].entries {
			if e.ID == id {
				out[at.Path] = e
			}
		}
	}
	return out
}

// RecordChanges are the changes of record files that new records make.
func (s Snapshot) RecordChanges(records map[string]Record) []land.Change {
	news := map[string]map[string]Record{}
	for _, id := range slices.Sorted(maps.Keys(records)) {
		r := records[id]
		path := shardPath(r)
		if _, there := s.shards[MemoryRecords].get(id); there { // it left MEMORY.md: the newest record stays there
			path = MemoryRecords
		}
		if news[path] == nil {
			news[path] = map[string]Record{}
		}
		news[path][id] = r
	}
	var out []land.Change
	for _, path := range slices.Sorted(maps.Keys(news)) {
		if c, changed := s.shards[path].change(path, news[path], s.reread); changed {
			out = append(out, c)
		}
	}
	return out
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
