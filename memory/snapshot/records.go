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

// records are what is known of entries, by id. They do not change: with gives others
// that share what is the same, so that a night pays for what it learns.
type records struct {
	base *base
	over map[string]*held // what changed since; what is nil is gone
}

// base is most of the records; nil has none.
type base struct{ by map[string]*held }

func (b *base) of(id string) *held {
	if b == nil {
		return nil
	}
	return b.by[id]
}

// held is a record and how many bytes its line has.
type held struct {
	Record
	bytes int
}

func (r records) get(id string) (Record, bool) {
	h := r.held(id)
	if h == nil {
		return Record{}, false
	}
	return h.Record, true
}

func (r records) held(id string) *held {
	if h, changed := r.over[id]; changed {
		return h
	}
	return r.base.of(id)
}

func (r records) all() iter.Seq2[string, Record] {
	return func(yield func(string, Record) bool) {
		for id, h := range r.each() {
			if !yield(id, h.Record) {
				return
			}
		}
	}
}

// each is all without a copy of any.
func (r records) each() iter.Seq2[string, *held] {
	return func(yield func(string, *held) bool) {
		for id, h := range r.over {
			if h != nil && !yield(id, h) {
				return
			}
		}
		if r.base == nil {
			return
		}
		for id, h := range r.base.by {
			if len(r.over) > 0 {
				if _, changed := r.over[id]; changed {
					continue
				}
			}
			if !yield(id, h) {
				return
			}
		}
	}
}

// leastOver is how many changed records are kept apart in any case.
const leastOver = 256

// with are the records after changes.
func (r records) with(changes map[string]*held) records {
	if len(changes) == 0 {
		return r
	}
	over := maps.Clone(r.over)
	if over == nil {
		over = map[string]*held{}
	}
	maps.Copy(over, changes)
	if len(over) <= max(leastOver, r.base.size()/8) {
		return records{r.base, over}
	}
	all := make(map[string]*held, r.base.size()+len(over))
	if r.base != nil {
		maps.Copy(all, r.base.by)
	}
	for id, h := range over {
		if h == nil {
			delete(all, id)
		} else {
			all[id] = h
		}
	}
	return records{base: &base{all}}
}

func (b *base) size() int {
	if b == nil {
		return 0
	}
	return len(b.by)
}

// put are the records with another one.
func (r records) put(rec Record) records {
	return r.with(map[string]*held{rec.ID: {Record: rec}})
}

// shard is one file of records, as it was read.
type shard struct {
	records
	size  int  // bytes that were read
	live  int  // of them in lines that count
	clean bool // every line could be read
}

// more is the shard after further lines, and the ids that they are of.
func (s shard) more(raw []byte) (shard, map[string]*held) {
	changed := map[string]*held{}
	now := func(id string) *held {
		if h, ok := changed[id]; ok {
			return h
		}
		return s.held(id)
	}
	for line := range land.WholeLines(raw) {
		var r recordLine
		if err := json.Unmarshal(line, &r); err != nil || r.ID == "" || r.Version > undoVersion {
			s.clean = false
			continue
		}
		old := now(r.ID)
		if r.Over != "" && (old == nil || sumOf(old.Record) != r.Over) {
			continue // it was written again since
		}
		if old != nil {
			s.live -= old.bytes
		}
		if r.Gone {
			changed[r.ID] = nil
			continue
		}
		r.Version = recordsVersion
		h := &held{r.Record, len(line) + 1}
		if r.Over != "" { // it says more than the record
			h.bytes = len(recordLine{Record: r.Record}.bytes())
		}
		changed[r.ID] = h
		s.live += h.bytes
	}
	s.records, s.size = s.with(changed), s.size+len(raw)
	return s, changed
}

// change makes the file of records hold these, too: by lines more, and anew when most
// of it no longer counts. read gives the file as it is.
func (s shard) change(path string, news map[string]Record, read func() []byte) (land.Change, bool) {
	var lines, back []byte
	live := s.live
	for _, id := range slices.Sorted(maps.Keys(news)) {
		line := recordLine{Record: news[id]}.bytes()
		old := s.held(id)
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
		if raw := read(); len(raw) == s.size {
			all := maps.Collect(s.all())
			maps.Copy(all, news)
			return land.Change{Path: path, Before: raw, After: encodeRecords(all)}, true
		}
	}
	return land.Change{Path: path, Append: lines, Back: back}, true
}

// recordsRead are the records of a store as they were read last. Their files grow by
// lines: only what is new is read.
type recordsRead struct {
	shards map[string]readingOf
	all    records // of all files that were read, memory.jsonl counting most
}

// readingOf is a file of records, and what the disk said of it.
type readingOf struct {
	shard
	info disk.Info
	tail []byte // its last bytes
}

// tailSize is how many bytes tell that a file begins as it did: lines hold times and
// hashes, so that no two ends are alike.
const tailSize = 512

// read brings files of records up to date, these and all that were read before, for
// what a store knows is the sum of them. What cannot be read is told by path.
func (r *recordsRead) read(files disk.FS, paths []string) map[string]error {
	failed := map[string]error{}
	if r.shards == nil {
		r.shards = map[string]readingOf{}
	}
	known := slices.Collect(maps.Keys(r.shards))
	for _, path := range slices.Compact(slices.Sorted(slices.Values(append(known, paths...)))) {
		info, err := files.Stat(path)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				failed[path] = err
			}
			info = disk.Info{}
		}
		was := r.shards[path]
		if was.info.Inode != 0 && was.info.Inode == info.Inode && was.info.Size == info.Size && was.info.ModTime.Equal(info.ModTime) || was.info.Inode == 0 && info.Inode == 0 && was.size == 0 && info.Size == 0 {
			continue
		}
		now, changed, err := was.next(files, path, info)
		if err != nil {
			failed[path] = err
		}
		r.shards[path] = now
		r.join(changed)
	}
	return failed
}

// of are some of the files, as far as they were read.
func (r *recordsRead) of(paths []string) map[string]shard {
	out := map[string]shard{}
	for _, path := range paths {
		if now, there := r.shards[path]; there {
			out[path] = now.shard
		}
	}
	return out
}

// next is a file as it is now, and the records that are others than before.
func (was readingOf) next(files disk.FS, path string, info disk.Info) (readingOf, map[string]*held, error) {
	if more := was.grown(files, path, info); len(more) > 0 {
		s, changed := was.shard.more(more)
		return readingOf{s, info, end(append(was.tail, more...))}, changed, nil
	}
	changed := map[string]*held{}
	for id := range was.all() {
		changed[id] = nil
	}
	if info.Size == 0 {
		return readingOf{shard: shard{clean: true}, info: info}, changed, nil
	}
	raw, err := disk.ReadFile(files, path)
	if err != nil {
		return readingOf{shard: shard{clean: true}}, changed, err
	}
	s, fresh := shard{clean: true}.more(raw)
	maps.Copy(changed, fresh)
	if info.Size != int64(len(raw)) {
		info = disk.Info{} // it grew meanwhile: it is read again
	}
	return readingOf{s, info, end(raw)}, changed, nil
}

func end(b []byte) []byte { return bytes.Clone(b[max(0, len(b)-tailSize):]) }

// grown is what was added to a file; nil where it is another one, or not whole yet.
func (was readingOf) grown(files disk.FS, path string, info disk.Info) []byte {
	if was.info.Inode == 0 || was.info.Inode != info.Inode || info.Size <= was.info.Size || len(was.tail) == 0 || was.tail[len(was.tail)-1] != '\n' {
		return nil
	}
	f, err := files.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	from := was.info.Size - int64(len(was.tail))
	b := make([]byte, info.Size-from)
	if n, _ := f.ReadAt(b, from); n < len(b) || !bytes.HasPrefix(b, was.tail) || b[len(b)-1] != '\n' {
		return nil
	}
	return b[len(was.tail):]
}

// join brings what changed in one file into what all of them say.
func (r *recordsRead) join(changed map[string]*held) {
	paths := slices.Sorted(maps.Keys(r.shards))
	joined := make(map[string]*held, len(changed))
	for id := range changed {
		joined[id] = nil
		for _, path := range paths {
			now := r.shards[path].held(id)
			if old := joined[id]; old != nil && now != nil {
				now = &held{Record: now.merge(old.Record)}
			}
			if now != nil {
				joined[id] = now
			}
		}
	}
	r.all = r.all.with(joined)
}
