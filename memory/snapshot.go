package memory

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"dormouse/land"
)

const memoryFile = land.MemoryFile

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
	records map[string]Record
	shards  map[string]file   // files of records, as read
	entries []Entry           // resolved, see Entries
	byID    map[string]int    // index in entries
	gone    map[string]bool   // forgotten ids
	ids     map[string]bool   // every id in any file
	home    map[string]string // the file that a record was read from
	know    func() *Knowledge // made once, for Judge
	// Notices are files that could not be read, one clause each.
	Notices []string
}

// file is a document and the bytes it was parsed from; raw is nil where there is
// no file.
type file struct {
	raw []byte
	doc Document
}

// ReadSnapshot reads all of memory. A file that cannot be read is a notice; only
// a folder that cannot be listed is an error.
func ReadSnapshot(f Folder) (Snapshot, error) {
	return readSnapshot(f, func(_ string, b []byte) Document { return Parse(b) })
}

func readSnapshot(f Folder, parse func(path string, b []byte) Document) (Snapshot, error) {
	s := Snapshot{files: map[string]file{}, shards: map[string]file{}, records: map[string]Record{}, home: map[string]string{}}
	logs, err := f.Logs()
	if err != nil {
		return s, fmt.Errorf("read memory: %w", err)
	}
	sort.SliceStable(logs, func(i, j int) bool { return isLog(logs[i]) && !isLog(logs[j]) })
	months := map[string]bool{memoryRecords: true}
	for _, path := range append(logs, memoryFile) {
		raw, err := f.Read(path)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				s.Notices = append(s.Notices, fmt.Sprintf("%s: %v", path, err))
			}
			continue
		}
		if raw == nil {
			raw = []byte{}
		}
		s.paths = append(s.paths, path)
		s.files[path] = file{raw, parse(path, raw)}
		if day, ok := LogDay(path, time.UTC); ok {
			months[RecordsDir+"/"+day.Format("2006-01")+".json"] = true
		}
	}
	for _, path := range slices.Sorted(maps.Keys(months)) {
		s.readRecords(f, path)
	}
	s.resolve()
	s.know = sync.OnceValue(s.Knowledge)
	return s, nil
}

func isLog(path string) bool {
	_, ok := LogDay(path, time.UTC)
	return ok
}

// readRecords adds one file of records. memory.json sorts last and wins.
func (s *Snapshot) readRecords(f Folder, path string) {
	raw, err := f.Read(path)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			s.Notices = append(s.Notices, fmt.Sprintf("%s: %v", path, err))
		}
		return
	}
	s.shards[path] = file{raw: raw}
	records, ok := decodeRecords(raw)
	if !ok {
		s.Notices = append(s.Notices, path+": damaged or of a newer version; what can be read of it is used")
	}
	for id, r := range records {
		if old, ok := s.records[id]; ok {
			r = r.merge(old)
		}
		s.records[id], s.home[id] = r, path
	}
}

// resolve joins the bullets of all files into entries.
func (s *Snapshot) resolve() {
	s.byID, s.gone, s.ids = map[string]int{}, map[string]bool{}, map[string]bool{}
	replaced := map[string]Entry{}
	for _, path := range s.paths {
		for _, e := range s.files[path].doc.Entries(path) {
			s.ids[e.ID] = true
			if m := forgotForm.FindStringSubmatch(e.Text); m != nil {
				s.gone[m[1]] = true
				continue
			}
			if e.Text == "" || isOpen(e) {
				continue
			}
			if e.Replaces != "" {
				replaced[e.Replaces] = e
			}
			s.derive(e)
			s.join(e)
		}
	}
	for id, r := range s.records {
		if r.Forgotten != "" {
			s.gone[id] = true
		}
	}
	for id, by := range replaced {
		i, ok := s.byID[id]
		if !ok || by.ID == id {
			continue
		}
		e := &s.entries[i]
		r, known := s.records[id]
		if e.Struck || known && r.Lines[e.Path] != e.hash { // a person has written it anew since
			continue
		}
		e.Struck, e.SupersededBy, e.Until = true, by.ID, by.Since
	}
}

// derive makes up a record that is lost: a line in a log with an id of our making
// is the program's, since it alone makes those; a line in MEMORY.md is, when it
// is word for word what the log says.
func (s *Snapshot) derive(e Entry) {
	if !ourID(e.ID) || s.home[e.ID] != "" {
		return
	}
	_, log := LogDay(e.Path, time.UTC)
	r, ok := s.records[e.ID]
	switch {
	case !ok && log:
		r = Record{ID: e.ID, Type: e.Type, Since: dayName(e.Since), Words: printOf(e.Text).String(), Lines: map[string]string{e.Path: e.hash}}
	case ok && e.Path == memoryFile && lineHash(Line(Entry{ID: e.ID, Text: s.entries[s.byID[e.ID]].Text})) == e.hash:
		r.Lines[memoryFile] = e.hash
	default:
		return
	}
	s.records[e.ID] = r
}

// isOpen tells a line of "### Open": an end left loose, no knowledge.
func isOpen(e Entry) bool {
	return len(e.Heading) > 1 && e.Heading[len(e.Heading)-1] == openHeading
}

// join adds a bullet, or completes the entry that has its id already: the line
// in MEMORY.md is where an entry stands, the log tells its day.
func (s *Snapshot) join(e Entry) {
	if r, ok := s.records[e.ID]; ok && e.ID != "" {
		e.Type = cmp.Or(e.Type, r.Type)
		e.Importance, e.Sources = r.Importance, r.Sources
		if e.Since.IsZero() {
			e.Since = parseDay(r.Since)
		}
	}
	e.Type = cmp.Or(e.Type, Fact)
	i, ok := s.byID[e.ID]
	if !ok || e.ID == "" {
		if e.ID != "" {
			s.byID[e.ID] = len(s.entries)
		}
		s.entries = append(s.entries, e)
		return
	}
	old := s.entries[i]
	if !old.Since.IsZero() && (e.Since.IsZero() || old.Since.Before(e.Since)) {
		e.Since = old.Since
	}
	e.Replaces = cmp.Or(e.Replaces, old.Replaces)
	if old.Struck && !e.Struck {
		e.Struck, e.SupersededBy, e.Until = true, old.SupersededBy, old.Until
	}
	s.entries[i] = e
}

// Entries returns what is known, one entry for each id: living ones and those
// that are Struck, in the order of files, MEMORY.md last. What was forgotten is
// not among them. Type, Importance, Since and Sources come from the records
// where the files do not say.
func (s Snapshot) Entries() []Entry {
	out := make([]Entry, 0, len(s.entries))
	for _, e := range s.entries {
		if e.ID == "" || !s.gone[e.ID] {
			out = append(out, e)
		}
	}
	return out
}

// Entry returns the entry that a reference names, forgotten or not: an id, with
// or without "^", or "path:line".
func (s Snapshot) Entry(ref string) (Entry, bool) {
	if i, ok := s.byID[strings.TrimPrefix(ref, "^")]; ok {
		return s.entries[i], true
	}
	path, number, ok := strings.Cut(ref, ":")
	line, err := strconv.Atoi(number)
	if !ok || err != nil {
		return Entry{}, false
	}
	f := s.files[path]
	i := f.doc.itemAt(line)
	if i < 0 {
		return Entry{}, false
	}
	e := f.doc.Entries(path)[i]
	if at, known := s.byID[e.ID]; known && e.ID != "" && s.entries[at].Path == path {
		return s.entries[at], true
	}
	e.Type = cmp.Or(e.Type, Fact)
	return e, true
}

// Forgotten tells whether somebody asked to forget this entry.
func (s Snapshot) Forgotten(id string) bool { return s.gone[id] }

// Paths lists the files: logs by day, other notes, MEMORY.md last.
func (s Snapshot) Paths() []string { return slices.Clone(s.paths) }

// Document returns a file of the snapshot; an empty one where there is none.
func (s Snapshot) Document(path string) (d Document, exists bool) {
	f, ok := s.files[path]
	if !ok {
		return Parse(nil), false
	}
	return f.doc, true
}

// Before returns the bytes that a file had; nil where there is none.
func (s Snapshot) Before(path string) []byte {
	if f, ok := s.files[path]; ok {
		return f.raw
	}
	return s.shards[path].raw
}

// Record returns what the program knows about an entry.
func (s Snapshot) Record(id string) (Record, bool) {
	r, ok := s.records[id]
	return r, ok
}

// Hand reports whether the entry, where it stands, was written or changed by a
// person: its line is not the one that the program wrote there. Such a line is
// never rewritten or retired.
func (s Snapshot) Hand(e Entry) bool {
	r, ok := s.records[e.ID]
	return e.ID == "" || !ok || e.hash == "" || r.Lines[e.Path] != e.hash
}

// Hands says what people did to memory, file by file.
func (s Snapshot) Hands() []Hand {
	known := make([]Record, 0, len(s.records))
	for _, id := range slices.Sorted(maps.Keys(s.records)) {
		known = append(known, s.records[id])
	}
	var out []Hand
	for _, path := range s.paths {
		out = append(out, Reconcile(known, path, s.files[path].doc)...)
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
		return !s.unread(path)
	}
	_, there := f.doc.Find(r.ID)
	return !there
}

// unread reports whether a file is there but could not be read: what it holds is
// unknown then, not deleted.
func (s Snapshot) unread(path string) bool {
	return slices.ContainsFunc(s.Notices, func(n string) bool { return strings.HasPrefix(n, path+": ") })
}
