package snapshot

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"iter"
	"maps"
	"slices"

	"dormouse/land"
	"dormouse/land/disk"
)

// records are what is known of entries, by id. They do not change.
type records map[string]*held

// held is a record and how many bytes its line has.
type held struct {
	Record
	bytes int
}

func (r records) get(id string) (Record, bool) {
	h, there := r[id]
	if !there {
		return Record{}, false
	}
	return h.Record, true
}

func (r records) all() iter.Seq2[string, Record] {
	return func(yield func(string, Record) bool) {
		for id, h := range r {
			if !yield(id, h.Record) {
				return
			}
		}
	}
}

// shard is one file of records, as it was read.
type shard struct {
	records
	info  disk.Info // what the disk said of it; zero where it is to be read again
	size  int       // bytes that were read
	live  int       // of them in lines that count
	clean bool      // every line could be read
}

// newShard is a file of records that holds raw, and of which the disk said info.
func newShard(raw []byte, info disk.Info) shard {
	s := shard{records: records{}, size: len(raw), clean: true}
	if info.Size == int64(len(raw)) { // else it grew meanwhile
		s.info = info
	}
	for line := range land.WholeLines(raw) {
		var r recordLine
		if err := json.Unmarshal(line, &r); err != nil || r.ID == "" || r.Version > undoVersion {
			s.clean = false
			continue
		}
		old := s.records[r.ID]
		if r.Over != "" && (old == nil || sumOf(old.Record) != r.Over) {
			continue // it was written again since
		}
		if old != nil {
			s.live -= old.bytes
		}
		if r.Gone {
			delete(s.records, r.ID)
			continue
		}
		r.Version = recordsVersion
		h := &held{r.Record, len(line) + 1}
		if r.Over != "" { // it says more than the record
			h.bytes = len(recordLine{Record: r.Record}.bytes())
		}
		s.records[r.ID] = h
		s.live += h.bytes
	}
	return s
}

// change makes the file of records hold these, too: by lines more, and anew when most
// of it no longer counts. read gives the file as it is.
func (s shard) change(path string, news map[string]Record, read func(path string) ([]byte, error)) (land.Change, bool) {
	var lines, back []byte
	live := s.live
	for _, id := range slices.Sorted(maps.Keys(news)) {
		line := recordLine{Record: news[id]}.bytes()
		old := s.records[id]
		undo := recordLine{Over: sumOf(news[id]), Gone: old == nil}
		if old != nil {
			if bytes.Equal(recordLine{Record: old.Record}.bytes(), line) {
				continue
			}
			undo.Record = old.Record
			live -= old.bytes
		}
		undo.ID = id
		live += len(line)
		lines, back = append(lines, line...), append(back, undo.bytes()...)
	}
	if len(lines) == 0 {
		return land.Change{}, false
	}
	if s.size+len(lines) > 2*live+leastDead {
		if raw, err := read(path); err == nil && len(raw) == s.size {
			all := maps.Collect(s.all())
			maps.Copy(all, news)
			return land.Change{Path: path, Before: raw, After: encodeRecords(all)}, true
		}
	}
	return land.Change{Path: path, Append: lines, Back: back}, true
}

// recordsRead are the files of records as they were read last. It does not change.
type recordsRead struct {
	shards map[string]shard
	all    records // of all these files, memory.jsonl counting most
}

// again are files of records as they are now, these and all that were read before, for
// what a store knows is the sum of them. What cannot be read is told by path.
func (r recordsRead) again(paths []string, stat func(path string) disk.Info, open func(path string) ([]byte, error)) (recordsRead, map[string]error) {
	shards, failed, changed := map[string]shard{}, map[string]error{}, false
	maps.Copy(shards, r.shards)
	for _, path := range slices.Compact(slices.Sorted(slices.Values(slices.AppendSeq(slices.Clone(paths), maps.Keys(r.shards))))) {
		was, there := shards[path]
		info := stat(path)
		if unchanged(was.info, info) {
			continue
		}
		delete(shards, path)
		raw, err := open(path)
		switch missing := errors.Is(err, fs.ErrNotExist); {
		case missing:
			changed = changed || there
			continue
		case err != nil:
			failed[path] = err
		default:
			shards[path] = newShard(raw, info)
		}
		changed = true
	}
	if !changed {
		return r, failed
	}
	return recordsRead{shards, together(shards)}, failed
}

// together is what files of records say of each entry.
func together(shards map[string]shard) records {
	all := records{}
	for _, path := range slices.Sorted(maps.Keys(shards)) {
		for id, h := range shards[path].records {
			if log := all[id]; log != nil {
				h = &held{Record: h.merge(log.Record)}
			}
			all[id] = h
		}
	}
	return all
}
