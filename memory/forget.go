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
	f, err := s.forgettable(snap, e)
	for _, old := range versions(snap, e) {
		if err != nil {
			break
		}
		var g Forgetting
		g, err = s.forgettable(snap, old)
		f = f.and(g)
	}
	return f, err
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
	var all Forgetting
	list := document.Sentences(text)
	for _, at := range list {
		if said := text[at[0]:at[1]]; len(list) == 1 || knowledge.NewTelling(said).Tells() {
			f, err := s.forgettable(snap, document.Entry{Text: document.Flat(said)})
			if err != nil {
				return f, err
			}
			all = all.and(f)
		}
	}
	if all.Empty() {
		return all, document.ErrNoEntry
	}
	return all, nil
}

// and is both forgettings as one.
func (f Forgetting) and(g Forgetting) Forgetting {
	if f.parts == nil {
		return g
	}
	f.Text += " " + g.Text
	f.tellings = append(f.tellings, g.tellings...)
	maps.Copy(f.exactly, g.exactly)
	for _, e := range g.Entries {
		if !slices.ContainsFunc(f.Entries, func(x document.Entry) bool { return x.Path == e.Path && x.Line == e.Line }) {
			f.Entries = append(f.Entries, e)
		}
	}
	for _, said := range g.Said {
		if !slices.Contains(f.Said, said) {
			f.Said = append(f.Said, said)
		}
	}
	for _, n := range g.Noted {
		if !slices.Contains(f.Noted, n) {
			f.Noted = append(f.Noted, n)
		}
	}
	for id, parts := range g.parts {
		for _, p := range parts {
			if !slices.Contains(f.parts[id], p) {
				f.parts[id] = append(f.parts[id], p)
			}
		}
	}
	for path, texts := range g.noted {
		f.noted[path] = append(f.noted[path], texts...)
	}
	return f
}

func (s *Store) forgettable(snap snapshot.Snapshot, e document.Entry) (Forgetting, error) {
	f := Forgetting{Text: e.Text, tellings: []knowledge.Telling{knowledge.NewTelling(e.Text)}, exactly: map[string]bool{}, parts: map[string][]transcript.Piece{}, noted: map[string][]string{}}
	if e.Path != "" {
		f.Entries = append(f.Entries, e)
	}
	for _, x := range snap.Entries() {
		if (x.Path != e.Path || x.Line != e.Line) && f.tellings[0].Told(x.Text, false) {
			f.Entries = append(f.Entries, x)
		}
	}
	f.findNoted(snap)
	sources := map[string][]string{}
	for _, x := range f.Entries {
		if r, ok := snap.Record(x.ID); ok && r.Session != "" {
			sources[r.Session] = append(sources[r.Session], r.Sources...)
		}
	}
	return f, s.findSaid(&f, sources)
}

// findNoted looks through the logs, also their paragraphs and what a person wrote.
func (f *Forgetting) findNoted(snap snapshot.Snapshot) {
	for _, path := range snap.Paths() {
		text := string(snap.Before(path))
		if path == memoryFile || !f.tellings[0].MayTell(strings.ToLower(text)) {
			continue
		}
		gone := document.PartsGone(text)
		for n, line := range slices.Collect(strings.Lines(text)) {
			for _, at := range f.tellings[0].In(line, false) {
				said := line[at[0]:at[1]]
				if gone[transcript.PieceHash(said)] || strings.HasPrefix(said, "Forgotten: ") {
					continue
				}
				f.noted[path] = append(f.noted[path], said)
				if !slices.ContainsFunc(f.Entries, func(e document.Entry) bool {
					return e.Path == path && e.Line == n+1 || e.ID != "" && strings.Contains(line, "^"+e.ID)
				}) {
					f.Noted = append(f.Noted, plan.Written{Path: path, Line: n + 1, Text: said, What: "hidden"})
				}
			}
		}
	}
}

// findSaid looks through all transcripts.
func (s *Store) findSaid(f *Forgetting, sources map[string][]string) error {
	files, err := transcript.Files(s.land.FS())
	if err != nil {
		return err
	}
	for _, file := range files {
		id := file.Name
		raw, err := s.land.Read(transcript.File(id))
		if err != nil {
			return err
		}
		if len(sources[id]) == 0 && !f.tellings[0].MayTell(strings.ToLower(string(raw))) {
			continue
		}
		log, _, err := transcript.Open(s.land.FS(), id)
		if err != nil {
			return err
		}
		f.inSession(id, log.Whole(), sources[id])
	}
	return nil
}

func (f *Forgetting) inSession(id string, records []transcript.Record, sources []string) {
	roles := map[string]transcript.Role{}
	for _, r := range records {
		if r.Message != nil {
			roles[r.Message.ID] = r.Message.Role
		}
	}
	seen := map[Said]bool{}
	f.parts[id] = transcript.Hiding(records, func(t transcript.Text) [][2]int {
		at := f.inText(t, slices.Contains(sources, t.Of) && roles[t.Of] == transcript.User)
		for _, p := range at {
			f.exactly[t.Text[p[0]:p[1]]] = true
			said := Said{id, t.Of, roles[t.Of], document.Flat(t.Text[p[0]:p[1]])}
			if (t.In == transcript.InContent || t.In == transcript.InSummary) && !seen[said] {
				seen[said] = true
				f.Said = append(f.Said, said)
			}
		}
		return at
	})
	if len(f.parts[id]) == 0 {
		delete(f.parts, id)
	}
}

// inText are the places of a record's text that tell it; the arguments of a tool
// are hidden as a whole. One entry may sum up several sentences of the message that
// it rests on, of which none tells it all: there a sentence goes whose words are
// mostly the entry's.
func (f *Forgetting) inText(x transcript.Text, source bool) [][2]int {
	t := f.tellings[0]
	if x.In != transcript.InCall {
		at := t.In(x.Text, source)
		if !source || len(t.In(x.Text, false)) > 0 {
			return at
		}
		for _, p := range document.Sentences(x.Text) {
			part := knowledge.NewTelling(x.Text[p[0]:p[1]])
			if !slices.Contains(at, p) && part.Tells() && part.Told(f.Text, true) {
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
		if s, ok := v.(string); ok && len(t.In(s, false)) > 0 {
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
