package memory

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
)

// Forgetting is what is forgotten together: the entries, and every piece of the
// logs and transcripts that tells the same. Nothing of it is gone from the disk
// (see ForgetForGood); nothing of it is shown, found, sent or dreamt of again, and
// Undo brings it back.
type Forgetting struct {
	Text    string           // what is to be forgotten
	Entries []document.Entry // of MEMORY.md and the logs
	Said    []Said           // pieces of transcripts
	Noted   []plan.Written   // pieces of logs that are no entries

	tellings []knowledge.Telling
	exactly  map[string]bool               // hidden pieces, word for word
	parts    map[string][]transcript.Piece // by session
	noted    map[string][]string           // texts, by log
}

// Said is a piece of a transcript.
type Said struct {
	Session string          `json:"session"`
	Message string          `json:"message"` // or night
	Role    transcript.Role `json:"role,omitempty"`
	Text    string          `json:"text"`
}

// Empty tells that there is nothing of it anywhere.
func (f Forgetting) Empty() bool { return len(f.Entries)+len(f.Said)+len(f.Noted) == 0 }

// Forget forgets an entry ("^id" or "path:line") and all that tells the same. It
// is taken out of MEMORY.md; logs and transcripts are not rewritten, but no view
// of them shows it again. Forgetting twice writes nothing. ErrNoEntry.
func (s *Store) Forget(ref string, now time.Time, from plan.Source) ([]plan.Written, error) {
	return s.forgetting(ref, now, from, func() (Forgetting, error) { return s.Forgettable(ref) })
}

// ForgetText is Forget of what a text tells, wherever it stands. ErrNoEntry when
// it stands nowhere.
func (s *Store) ForgetText(text string, now time.Time, from plan.Source) ([]plan.Written, error) {
	return s.forgetting("that", now, from, func() (Forgetting, error) { return s.ForgettableText(text) })
}

// ForgetThis forgets what was previewed.
func (s *Store) ForgetThis(f Forgetting, now time.Time, from plan.Source) ([]plan.Written, error) {
	return s.forgetting("that", now, from, func() (Forgetting, error) { return f, nil })
}

func (s *Store) forgetting(what string, now time.Time, from plan.Source, find func() (Forgetting, error)) ([]plan.Written, error) {
	written, err := locked(s, func() ([]plan.Written, error) {
		f, err := find()
		if err != nil {
			return nil, err
		}
		return s.forget(f, now.In(s.loc), from)
	})
	if err != nil {
		return nil, fmt.Errorf("forget %s: %w", what, err)
	}
	return written, nil
}

// Forgettable is what Forget of an entry would hide. It writes nothing.
func (s *Store) Forgettable(ref string) (Forgetting, error) {
	snap, err := s.Snapshot()
	if err != nil {
		return Forgetting{}, err
	}
	e, ok := snap.Entry(ref)
	if !ok {
		return Forgetting{}, document.ErrNoEntry
	}
	return s.forgettable(snap, append([]document.Entry{e}, versions(snap, e)...))
}

// versions are the lines whose place an entry took, one after another, and that told
// the same otherwise: who forgets it does not want to read what stood there before. A
// line about something else is none.
func versions(snap snapshot.Snapshot, e document.Entry) (old []document.Entry) {
	seen := map[string]bool{"": true}
	for list := []document.Entry{e}; len(list) > 0; list = list[1:] {
		by := list[0]
		if seen[by.ID] {
			continue
		}
		seen[by.ID] = true
		for _, x := range snap.Entries() {
			if x.SupersededBy == by.ID && knowledge.NewTelling(x.Text).Told(by.Text, true) {
				old, list = append(old, x), append(list, x)
			}
		}
	}
	return old
}

// ForgettableText is what ForgetText would hide.
func (s *Store) ForgettableText(text string) (Forgetting, error) {
	snap, err := s.Snapshot()
	if err != nil {
		return Forgetting{}, err
	}
	var list []document.Entry
	sentences := document.Sentences(text)
	for _, at := range sentences {
		if said := text[at[0]:at[1]]; len(sentences) == 1 || knowledge.NewTelling(said).Tells() {
			list = append(list, document.Entry{Text: document.Flat(said)})
		}
	}
	f, err := s.forgettable(snap, list)
	if err == nil && f.Empty() {
		err = document.ErrNoEntry
	}
	return f, err
}

// forgettable is what forgetting all of these would hide.
func (s *Store) forgettable(snap snapshot.Snapshot, list []document.Entry) (Forgetting, error) {
	f := Forgetting{exactly: map[string]bool{}, parts: map[string][]transcript.Piece{}, noted: map[string][]string{}}
	seen := map[any]bool{}
	for _, e := range list {
		l := lookout{Forgetting: &f, text: e.Text, Telling: knowledge.NewTelling(e.Text), sources: map[string][]string{}, seen: seen}
		f.Text = strings.TrimSpace(f.Text + " " + e.Text)
		f.tellings = append(f.tellings, l.Telling)
		if e.Path != "" {
			l.entry(snap, e)
		}
		for _, x := range snap.Entries() {
			if (x.Path != e.Path || x.Line != e.Line) && l.Told(x.Text, false) {
				l.entry(snap, x)
			}
		}
		l.notes(snap)
		if err := l.transcripts(s.land); err != nil {
			return f, err
		}
	}
	return f, nil
}

// lookout looks for all that tells one text, and adds it to what is forgotten.
type lookout struct {
	*Forgetting
	text string
	knowledge.Telling
	sources map[string][]string // messages that the entries rest on, by session
	seen    map[any]bool        // what is in the lists of Forgetting
}

// fresh reports whether a list of Forgetting does not have x yet, which it gets now.
func (l lookout) fresh(x any) bool {
	old := l.seen[x]
	l.seen[x] = true
	return !old
}

// entry takes in an entry that tells it.
func (l lookout) entry(snap snapshot.Snapshot, e document.Entry) {
	if l.fresh(document.Entry{Path: e.Path, Line: e.Line}.Ref()) {
		l.Entries = append(l.Entries, e)
	}
	if r, ok := snap.Record(e.ID); ok && r.Session != "" {
		l.sources[r.Session] = append(l.sources[r.Session], r.Sources...)
	}
}

// notes looks through the logs, also their paragraphs and what a person wrote.
func (l lookout) notes(snap snapshot.Snapshot) {
	for _, path := range snap.Paths() {
		text := string(snap.Before(path))
		if path == memoryFile || !l.MayTell(strings.ToLower(text)) {
			continue
		}
		gone := document.PartsGone(text)
		for n, line := range slices.Collect(strings.Lines(text)) {
			for _, at := range l.In(line, false) {
				said := line[at[0]:at[1]]
				if gone[transcript.PieceHash(said)] || strings.HasPrefix(said, "Forgotten: ") {
					continue
				}
				l.noted[path] = append(l.noted[path], said)
				w := plan.Written{Path: path, Line: n + 1, Text: said, What: "hidden"}
				if !slices.ContainsFunc(l.Entries, func(e document.Entry) bool {
					return e.Path == path && e.Line == n+1 || e.ID != "" && strings.Contains(line, "^"+e.ID)
				}) && l.fresh(w) {
					l.Noted = append(l.Noted, w)
				}
			}
		}
	}
}

// transcripts looks through all sessions.
func (l lookout) transcripts(land *land.Land) error {
	files, err := transcript.Files(land.FS())
	if err != nil {
		return err
	}
	for _, file := range files {
		raw, err := land.Read(transcript.File(file.Name))
		if err != nil {
			return err
		}
		if len(l.sources[file.Name]) == 0 && !l.MayTell(strings.ToLower(string(raw))) {
			continue
		}
		log, _, err := transcript.Open(land.FS(), file.Name)
		if err != nil {
			return err
		}
		l.session(file.Name, log.Whole())
	}
	return nil
}

func (l lookout) session(id string, records []transcript.Record) {
	roles := map[string]transcript.Role{}
	for _, r := range records {
		if r.Message != nil {
			roles[r.Message.ID] = r.Message.Role
		}
	}
	before := l.parts[id]
	parts := transcript.Hiding(records, func(t transcript.Text) [][2]int {
		at := l.places(t, slices.Contains(l.sources[id], t.Of) && roles[t.Of] == transcript.User)
		for _, p := range at {
			l.exactly[t.Text[p[0]:p[1]]] = true
			said := Said{id, t.Of, roles[t.Of], document.Flat(t.Text[p[0]:p[1]])}
			if (t.In == transcript.InContent || t.In == transcript.InSummary) && l.fresh(said) {
				l.Said = append(l.Said, said)
			}
		}
		return at
	})
	parts = slices.DeleteFunc(parts, func(p transcript.Piece) bool { return slices.Contains(before, p) })
	if len(parts) > 0 {
		l.parts[id] = append(before, parts...)
	}
}

// places are the places of a record's text that tell it; the arguments of a tool
// are hidden as a whole. One entry may sum up several sentences of the message that
// it rests on, of which none tells it all: there a sentence goes whose words are
// mostly the entry's.
func (l lookout) places(x transcript.Text, source bool) [][2]int {
	if x.In != transcript.InCall {
		at := l.In(x.Text, source)
		if !source || len(l.In(x.Text, false)) > 0 {
			return at
		}
		for _, p := range document.Sentences(x.Text) {
			part := knowledge.NewTelling(x.Text[p[0]:p[1]])
			if !slices.Contains(at, p) && part.Tells() && part.Told(l.text, true) {
				at = append(at, p)
			}
		}
		return at
	}
	var args map[string]any
	if json.Unmarshal([]byte(x.Text), &args) != nil {
		args = map[string]any{"": x.Text}
	}
	for _, v := range args {
		if s, ok := v.(string); ok && len(l.In(s, false)) > 0 {
			return [][2]int{{0, len(x.Text)}}
		}
	}
	return nil
}

// forget saves a forgetting as one transaction.
func (s *Store) forget(f Forgetting, now time.Time, from plan.Source) ([]plan.Written, error) {
	snap, err := s.Snapshot()
	if err != nil {
		return nil, err
	}
	if err := plan.MayForget(snap, from.By, f.Entries); err != nil {
		return nil, err
	}
	w := forgetWriter{snap: snap, now: now, docs: map[string]document.Document{}, records: map[string]snapshot.Record{}}
	if err := w.entries(f.Entries); err != nil {
		return nil, err
	}
	if err := w.notes(f.noted); err != nil {
		return nil, err
	}
	changes := w.changes()
	changes = append(changes, hideChanges(f, now)...)
	if len(changes) == 0 {
		out := []plan.Written{}
		for _, e := range f.Entries {
			out = append(out, plan.Written{Path: e.Path, Line: e.Line, Text: e.Text, ID: e.ID, What: "there"})
		}
		return out, nil
	}
	saved, err := s.save(transcript.MemoryForget, now, changes, from)
	if err != nil {
		return nil, err
	}
	written, err := s.located(w.written, saved.ID)
	for _, n := range f.Noted {
		n.Tx = saved.ID
		written = append(written, n)
	}
	for _, said := range f.Said {
		written = append(written, plan.Written{Tx: saved.ID, Path: transcript.File(said.Session), Text: said.Text, ID: said.Message, What: "hidden"})
	}
	return written, err
}

// hideChanges are the lines that hide parts of sessions.
func hideChanges(f Forgetting, now time.Time) []land.Change {
	var out []land.Change
	for _, id := range slices.Sorted(maps.Keys(f.parts)) {
		act := document.NewID("forget\x00"+id+"\x00"+f.Text+now.Format(time.RFC3339Nano), nil)
		line, back := transcript.Hide(act, f.parts[id], now)
		out = append(out, land.Change{Path: transcript.File(id), Append: line, Back: back})
	}
	return out
}

// forgetWriter makes the new contents of the memory files.
type forgetWriter struct {
	snap    snapshot.Snapshot
	now     time.Time
	docs    map[string]document.Document
	records map[string]snapshot.Record
	written []plan.Written
}

func (w *forgetWriter) doc(path string) document.Document {
	if d, ok := w.docs[path]; ok {
		return d
	}
	d, there := w.snap.Document(path)
	if !there && path != memoryFile {
		return plan.NewLog(w.now)
	}
	return d
}

// entries takes entries out of MEMORY.md, the last first so that lines hold, and
// names those that stand in logs as forgotten.
func (w *forgetWriter) entries(list []document.Entry) error {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b document.Entry) int { return b.Line - a.Line })
	for _, e := range list {
		if e.Path == memoryFile {
			d, err := w.doc(memoryFile).RemoveEntry(e.Line)
			if err != nil {
				return err
			}
			w.docs[memoryFile] = d
			w.written = append(w.written, plan.Written{Path: memoryFile, Text: e.Text, ID: e.ID, What: "removed"})
		}
		if e.ID == "" || w.snap.Forgotten(e.ID) {
			continue
		}
		if err := w.name(e.ID); err != nil {
			return err
		}
		if r, ok := w.snap.Record(e.ID); ok {
			r.Forgotten = document.DayName(w.now)
			w.records[e.ID] = r
		}
	}
	return nil
}

// name says in today's log that an entry of a log is forgotten.
func (w *forgetWriter) name(id string) error {
	in := slices.DeleteFunc(w.snap.Paths(), func(path string) bool {
		return path == memoryFile || !slices.ContainsFunc(w.snap.In(path), func(e document.Entry) bool { return e.ID == id })
	})
	if len(in) == 0 {
		return nil
	}
	path, line := document.LogPath(w.now), fmt.Sprintf("Forgotten: ^%s (from %s)", id, strings.Join(in, ", "))
	d, err := w.doc(path).AppendNote(line)
	if err != nil {
		return err
	}
	w.docs[path] = d
	w.written = append(w.written, plan.Written{Path: path, Text: line, What: "noted"})
	return nil
}

// notes names hidden pieces in their own logs.
func (w *forgetWriter) notes(noted map[string][]string) error {
	for _, path := range slices.Sorted(maps.Keys(noted)) {
		texts := slices.Compact(slices.Sorted(slices.Values(noted[path])))
		d, err := w.doc(path).AppendNote(document.PartLine(texts))
		if err != nil {
			return err
		}
		w.docs[path] = d
	}
	return nil
}

func (w *forgetWriter) changes() []land.Change {
	var out []land.Change
	for _, path := range slices.Sorted(maps.Keys(w.docs)) {
		out = append(out, land.Change{Path: path, Before: w.snap.Before(path), After: w.docs[path].Bytes()})
	}
	return append(out, w.snap.RecordChanges(w.records)...)
}
