package snapshot

import (
	"iter"
	"maps"
	"slices"

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
	i, ok := s.byID[id]
	if !ok {
		return out
	}
	for _, path := range s.paths {
		if s.entries[i].Path != path && (s.twins[id] == nil || s.twins[id].Path != path) {
			continue
		}
		for _, e := range s.files[path].entries {
			if e.ID == id {
				out[path] = e
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
		if c, changed := s.shards[path].change(path, news[path], func() []byte { return s.reread(path) }); changed {
			out = append(out, c)
		}
	}
	return out
}
