// Package snapshot is all of memory at one moment: the files, the entries in them
// joined by id, and the records of what the program wrote. It does not change.
//
// It says whether a line is the program's or a person's (ByHand), what it is worth to a
// prompt (Worth) and what is known already (Knowledge). A Cache reads the next one
// cheaply.
//
// # On disk
//
//	.dormouse/entries/YYYY-MM.jsonl  records of the entries of that month's logs
//	.dormouse/entries/memory.jsonl   and of those that stand, or stood, in MEMORY.md
//
// A record holds provenance and hashes, never text: deleting it loses no more than
// where an entry comes from. Of the lines of one id the last counts.
//
// The package writes nothing; RecordChanges says what is to be written.
package snapshot

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
)

// Folder is what a snapshot reads; *land.Land is one.
type Folder interface {
	Read(name string) ([]byte, error)
	Logs() ([]string, error)
}

// Snapshot is all of memory at one moment: MEMORY.md, the notes in memory/ and
// the records. It does not change.
type Snapshot struct {
	files   map[string]file
	paths   []string // logs by day, other notes, MEMORY.md last
	records records
	shards  map[string]shard // files of records, as read
	reread  func(path string) ([]byte, error)
	entries []*document.Entry          // resolved, see Entries; not to be changed
	byID    map[string]int             // index in entries
	twins   map[string]*document.Entry // what a log says of the entries in MEMORY.md
	gone    map[string]bool            // forgotten ids
	ids     map[string]bool            // ids of lines that are no entries
	lore    func() *knowledge.Lore     // made once, for every Knowledge
	unread  int                        // notes that were left out on purpose
	// Notices are files that could not be read, one clause each.
	Notices []string
}

// file is one file of memory. Most are only read: the document is made when
// somebody edits it.
type file struct {
	text    string
	entries []document.Entry // as Document.Entries gives them; shared, not to be changed
	doc     func() document.Document
	gone    map[string]bool          // hashes of what its own lines say is forgotten of it
	prints  func() []knowledge.Print // of its entries
	joined  *atomic.Pointer[joined]  // with the records of some moment, the last that asked
}

func newFile(path, text string) file {
	entries := document.Scan(path, text)
	prints := func() []knowledge.Print {
		list := make([]knowledge.Print, len(entries))
		for i, e := range entries {
			list[i] = knowledge.PrintOf(e.Text)
		}
		return list
	}
	doc := func() document.Document { return document.Parse([]byte(text)) }
	return file{text, entries, sync.OnceValue(doc), document.PartsGone(text), sync.OnceValue(prints), &atomic.Pointer[joined]{}}
}

// Read reads all of memory. A file that cannot be read is a notice; only
// a folder that cannot be listed is an error.
func Read(f Folder) (Snapshot, error) {
	logs, err := f.Logs()
	if err != nil {
		return Snapshot{}, fmt.Errorf("read memory: %w", err)
	}
	var notes []noteFile
	for _, path := range append(logs, land.MemoryFile) {
		notes = append(notes, noteFile{path: path})
	}
	recorded := func(paths []string) (recordsRead, map[string]error) {
		return recordsRead{}.again(paths, func(string) disk.Info { return disk.Info{} }, f.Read)
	}
	return read(f, notes, func(n noteFile) (file, error) { return readFile(f, n.path) }, recorded, nil), nil
}

// noteFile is a file of memory and what the disk says of it, as far as it was asked.
type noteFile struct {
	path string
	info disk.Info
	log  bool // it is a day's
}

// recordsOf gives what files of records say; what could not be read is told by path.
type recordsOf func(paths []string) (recordsRead, map[string]error)

func readFile(f Folder, path string) (file, error) {
	raw, err := f.Read(path)
	if err != nil {
		return file{}, err
	}
	return newFile(path, string(raw)), nil
}

// read reads the notes that wanted names, and MEMORY.md, which is the last of them; nil
// means all.
func read(f Folder, notes []noteFile, open func(noteFile) (file, error), recorded recordsOf, wanted func(path string) bool) Snapshot {
	s := Snapshot{files: make(map[string]file, len(notes)), paths: make([]string, 0, len(notes))}
	s.reread = f.Read
	shards := []string{MemoryRecords}
	for _, n := range logsFirst(notes) {
		if wanted != nil && n.path != land.MemoryFile && !wanted(n.path) {
			s.unread++
			continue
		}
		opened, err := open(n)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				s.Notices = append(s.Notices, fmt.Sprintf("%s: %v", n.path, err))
			}
			continue
		}
		s.paths = append(s.paths, n.path)
		s.files[n.path] = opened
		if n.log && logShard(n.path) != shards[len(shards)-1] {
			shards = append(shards, logShard(n.path))
		}
	}
	slices.Sort(shards)
	shards = slices.Compact(shards)
	read, failed := recorded(shards)
	s.shards, s.records = read.shards, read.all
	for _, path := range shards {
		if err := failed[path]; err != nil {
			s.Notices = append(s.Notices, fmt.Sprintf("%s: %v", path, err))
		} else if shard, there := s.shards[path]; there && !shard.clean {
			s.Notices = append(s.Notices, path+": damaged or of a newer version; what can be read of it is used")
		}
	}
	s.resolve()
	s.lore = sync.OnceValue(s.gather)
	return s
}

// logsFirst are the logs, then the other notes, each in their order.
func logsFirst(notes []noteFile) []noteFile {
	logs, others := make([]noteFile, 0, len(notes)), []noteFile(nil)
	for _, n := range notes {
		if n.log = document.IsLog(n.path); n.log {
			logs = append(logs, n)
		} else {
			others = append(others, n)
		}
	}
	return append(logs, others...)
}

// resolve joins the bullets of all files into entries.
func (s *Snapshot) resolve() {
	total := 0
	for _, f := range s.files {
		total += len(f.entries)
	}
	s.entries, s.byID = make([]*document.Entry, 0, total), make(map[string]int, total)
	s.gone, s.ids, s.twins = map[string]bool{}, map[string]bool{}, map[string]*document.Entry{}
	var replacing []*document.Entry
	for _, path := range s.paths {
		f := s.files[path]
		now := f.recorded(s.records)
		for _, id := range now.gone {
			s.gone[id] = true
		}
		for _, id := range now.ids {
			s.ids[id] = true
		}
		for _, l := range now.lines {
			if l.entry.Replaces != "" {
				replacing = append(replacing, l.bullet)
			}
			s.join(l.entry)
		}
	}
	for id, r := range s.records {
		if r.Forgotten != "" {
			s.gone[id] = true
		}
	}
	for _, by := range replacing {
		s.replace(by)
	}
}

// replace marks what an entry in a log says that it takes the place of.
func (s *Snapshot) replace(by *document.Entry) {
	i, ok := s.byID[by.Replaces]
	if !ok || by.ID == by.Replaces || s.entries[i].Struck {
		return
	}
	e := *s.entries[i]
	if r, known := s.records.get(e.ID); known && r.Lines[e.Path] != document.HexHash(e.Hash) {
		return // a person has written it anew since
	}
	e.Struck, e.SupersededBy, e.Until = true, by.ID, by.Since
	s.entries[i] = &e
}

// join adds a bullet, or completes the entry that has its id already: the line
// in MEMORY.md is where an entry stands, the log tells its day.
func (s *Snapshot) join(e *document.Entry) {
	i, there := s.byID[e.ID]
	if !there {
		if e.ID != "" {
			s.byID[e.ID] = len(s.entries)
		}
		s.entries = append(s.entries, typed(e))
		return
	}
	both, old := *e, s.entries[i]
	s.twins[e.ID] = old
	if !old.Since.IsZero() && (e.Since.IsZero() || old.Since.Before(e.Since)) {
		both.Since = old.Since
	}
	both.Type = cmp.Or(e.Type, old.Type)
	both.Replaces = cmp.Or(e.Replaces, old.Replaces)
	if old.Struck && !e.Struck {
		both.Struck, both.SupersededBy, both.Until = true, old.SupersededBy, old.Until
	}
	s.entries[i] = typed(&both)
}

// typed is an entry whose type is known: a fact where nothing says otherwise.
func typed(e *document.Entry) *document.Entry {
	if e.Type == "" {
		own := *e
		own.Type = document.Fact
		e = &own
	}
	return e
}

// Entries returns what is known, one entry for each id: living ones and those
// that are Struck, in the order of files, MEMORY.md last. What was forgotten is
// not among them. Type, Importance, Since and Sources come from the records
// where the files do not say.
func (s Snapshot) Entries() []document.Entry {
	known := s.Known()
	out := make([]document.Entry, len(known))
	for i, e := range known {
		out[i] = *e
	}
	return out
}

// Known is Entries without a copy of any: they are shared, and not to be changed.
func (s Snapshot) Known() []*document.Entry {
	if len(s.gone) == 0 {
		return slices.Clip(s.entries)
	}
	out := make([]*document.Entry, 0, len(s.entries))
	for _, e := range s.entries {
		if e.ID == "" || !s.gone[e.ID] {
			out = append(out, e)
		}
	}
	return out
}

// Entry returns the entry that a reference names, forgotten or not: an id, with
// or without "^", or "path:line".
func (s Snapshot) Entry(ref string) (document.Entry, bool) {
	if i, ok := s.byID[strings.TrimPrefix(ref, "^")]; ok {
		return *s.entries[i], true
	}
	path, number, _ := strings.Cut(ref, ":")
	line, _ := strconv.Atoi(number) // no entry stands on line 0
	for _, e := range s.files[path].entries {
		if e.Line != line {
			continue
		}
		if at, known := s.byID[e.ID]; known && s.entries[at].Path == path {
			return *s.entries[at], true
		}
		return *typed(&e), true
	}
	return document.Entry{}, false
}

// Forgotten tells whether somebody asked to forget this entry.
func (s Snapshot) Forgotten(id string) bool { return s.gone[id] }

// Paths lists the files: logs by day, other notes, MEMORY.md last.
func (s Snapshot) Paths() []string { return slices.Clone(s.paths) }

// Document returns a file of the snapshot; an empty one where there is none.
func (s Snapshot) Document(path string) (d document.Document, exists bool) {
	f, ok := s.files[path]
	if !ok {
		return document.Parse(nil), false
	}
	return f.doc(), true
}

// Before returns the bytes that a file had; nil where there is none.
func (s Snapshot) Before(path string) []byte {
	if f, ok := s.files[path]; ok {
		return []byte(f.text)
	}
	return nil
}

// Record returns what the program knows about an entry. Where the record is lost
// it holds what the files tell.
func (s Snapshot) Record(id string) (Record, bool) {
	if r, ok := s.records.get(id); ok {
		return r, true
	}
	all := s.stands(id)
	if len(all) == 0 {
		return Record{}, false
	}
	e := all[0]
	r := Record{ID: id, Type: e.Type, Since: document.DayName(e.Since), Words: knowledge.PrintOf(e.Text).String(), Lines: map[string]string{}}
	for _, at := range all {
		if !s.ByHand(*at) {
			r.Lines[at.Path] = document.HexHash(at.Hash)
		}
	}
	return r, len(r.Lines) > 0
}

// stands is an entry, and what a log says of it, too.
func (s Snapshot) stands(id string) []*document.Entry {
	var all []*document.Entry
	if i, ok := s.byID[id]; ok {
		all = append(all, s.entries[i])
	}
	if twin := s.twins[id]; twin != nil {
		all = append(all, twin)
	}
	return all
}
