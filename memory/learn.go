package memory

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
)

// Session is what a transcript says of the writes that rest on it.
type Session struct {
	ID      string
	Records []transcript.Record
}

// Learn takes over into the records what sessions say of where entries come from:
// of sessions that another machine went on with, or of all where the records are
// lost. dropped are entries that a merge left out because another says the same. It
// changes no file that people read, and doing it twice changes nothing.
func (s *Store) Learn(sessions []Session, dropped []string, now time.Time) error {
	return s.alone(func() error {
		snap, err := s.Snapshot()
		if err != nil {
			return err
		}
		l := newLearning(snap)
		for _, from := range sessions {
			l.session(from)
		}
		for _, id := range dropped {
			if _, there := snap.Entry(id); !there {
				l.forgetLines(id)
			}
		}
		if err := l.uses(s.land.FS()); err != nil {
			return err
		}
		l.compare(now)
		changes := snap.RecordChanges(l.records)
		if len(changes) == 0 || s.private {
			return nil
		}
		_, err = s.land.Save(land.Tx{ID: "records-" + now.Format("20060102-150405") + "-" + document.NewID(now.Format(time.RFC3339Nano), nil), Kind: "records", Time: now, Changes: changes})
		return err
	})
}

// learning is one Learn at work.
type learning struct {
	snap    snapshot.Snapshot
	records map[string]snapshot.Record
	hashes  map[string]map[string][]string // of lines that the program wrote, by id and file
	used    map[string]*told               // entries of which the sessions tell a use
}

func newLearning(snap snapshot.Snapshot) *learning {
	return &learning{snap, map[string]snapshot.Record{}, map[string]map[string][]string{}, map[string]*told{}}
}

// told is what is learnt of an entry's uses.
type told struct {
	uses []use
	back bool // some were taken back
}

// use is what one night found of an entry's use.
type use struct {
	transcript.Traced
	night string
}

// session takes over what one transcript says.
func (l *learning) session(from Session) {
	live, standing := map[string]bool{}, map[string]bool{}
	for _, w := range transcript.Writes(from.Records) {
		standing[w.ID] = true
		for _, t := range w.Entries {
			live[t.ID] = true
			l.entry(from.ID, w, t)
		}
	}
	for _, r := range from.Records {
		if r.Wrote == nil {
			continue
		}
		for _, t := range r.Wrote.Entries {
			if _, there := l.snap.Entry(t.ID); !there && !live[t.ID] {
				l.forgetLines(t.ID) // its night was taken back: nobody deleted it
			}
			if t.Uses == 0 {
				continue
			}
			if l.used[t.ID] == nil {
				l.used[t.ID] = &told{}
			}
			l.used[t.ID].back = l.used[t.ID].back || !standing[r.Wrote.ID]
		}
	}
}

func (l *learning) record(id string) (snapshot.Record, bool) {
	if r, ok := l.records[id]; ok {
		return r, true
	}
	r, ok := l.snap.Recorded(id)
	r.ID, r.Lines = id, maps.Collect(maps.All(r.Lines))
	return r, ok
}

// entry takes over what one line says of one entry.
func (l *learning) entry(session string, w transcript.Wrote, t transcript.Traced) {
	r, known := l.record(t.ID)
	if !t.Kept && r.Night == "" && r.Session == "" {
		r.Type, r.Importance, r.Origin, r.Written = document.Type(t.Type), t.Importance, t.Origin, w.Time
		r.Night, r.Session = cmp.Or(t.Night, w.Night), cmp.Or(t.Session, session)
	}
	if t.Pinned != nil && !w.Time.Before(r.PinnedAt) {
		r.Pinned, r.PinnedAt = *t.Pinned, w.Time
	}
	if r.Session == cmp.Or(t.Session, session) {
		for i, m := range t.From {
			r.RestOn(m, plan.ProofAt(t.Proofs, i))
		}
	}
	if l.hashes[t.ID] == nil {
		l.hashes[t.ID] = map[string][]string{}
	}
	for path, hash := range t.Lines {
		l.hashes[t.ID][path] = append(l.hashes[t.ID][path], hash)
		if !known || r.Lines[path] == "" {
			r.Lines[path] = hash
		}
	}
	l.records[t.ID] = r
}

// forgetLines lets a record say nothing of lines any more: what is not there was
// not deleted by a person.
func (l *learning) forgetLines(id string) {
	if r, ok := l.record(id); ok && len(r.Lines) > 0 {
		r.Lines = map[string]string{}
		l.records[id] = r
	}
}

// compare compares the records with the lines that stand in the files: one that the
// program wrote, on whatever machine, is the program's. One that has left MEMORY.md
// was not deleted by hand where a session says so.
func (l *learning) compare(now time.Time) {
	for id, r := range l.records {
		at := l.snap.Lines(id)
		for path, hashes := range l.hashes[id] {
			e, there := at[path]
			switch {
			case there && slices.Contains(hashes, document.HexHash(e.Hash)):
				r.Lines[path] = document.HexHash(e.Hash)
			case !there && slices.Contains(hashes, ""):
				delete(r.Lines, path)
				if path == memoryFile {
					r.Retired = cmp.Or(r.Retired, document.DayName(now))
				}
			}
			if r.Lines[path] == "" {
				delete(r.Lines, path)
			}
		}
		for _, e := range at {
			r.Words = cmp.Or(r.Words, knowledge.PrintOf(e.Text).String())
			r.Since = cmp.Or(r.Since, document.DayName(e.Since))
			if e.Struck && r.By == "" {
				r.By, r.Until = e.SupersededBy, document.DayName(e.Until)
			}
		}
		if was, known := l.snap.Recorded(id); known && sameRecord(was, r) {
			delete(l.records, id)
			continue
		}
		l.records[id] = r
	}
}

func sameRecord(a, b snapshot.Record) bool {
	return a.Pinned == b.Pinned && a.Night == b.Night && a.Session == b.Session && a.By == b.By && a.Retired == b.Retired && a.Words == b.Words &&
		a.Since == b.Since && a.Uses == b.Uses && a.Strength == b.Strength && a.Used.Equal(b.Used) && maps.Equal(a.Lines, b.Lines) && slices.Equal(a.Sources, b.Sources)
}

// uses makes the strengths of entries anew of which the sessions tell a use: from all
// uses that any session tells of, in the order of their times. So each machine comes to
// the same strength, whatever it heard first, and no use counts twice. What older
// versions counted is in no session: a record that knows of more uses stays as it is,
// unless some were taken back.
func (l *learning) uses(fsys disk.FS) error {
	if len(l.used) == 0 {
		return nil
	}
	if err := gather(fsys, l.used); err != nil {
		return err
	}
	for id, t := range l.used {
		r, known := l.record(id)
		if !known {
			continue // nobody has written it, or it was forgotten
		}
		strength, uses, used := r.Strength, r.Uses, r.Used
		r.Strength, r.Uses, r.Used = 0, 0, time.Time{}
		for _, u := range t.uses {
			r.Use(u.Uses, u.Used, u.Gain)
		}
		if uses > r.Uses && !t.back {
			r.Strength, r.Uses, r.Used = strength, uses, used
		}
		l.records[id] = r
	}
	return nil
}

// gather reads what all sessions tell of the uses of some entries.
func gather(fsys disk.FS, entries map[string]*told) error {
	files, err := transcript.Files(fsys)
	if err != nil {
		return err
	}
	for _, f := range files {
		text, err := disk.ReadFile(fsys, transcript.File(f.Name))
		if errors.Is(err, fs.ErrNotExist) || err == nil && !bytes.Contains(text, []byte(`"uses":`)) {
			continue
		}
		var log *transcript.Log
		if err == nil {
			log, _, err = transcript.Open(fsys, f.Name)
		}
		if err != nil {
			return fmt.Errorf("read what was used in session %s: %w", f.Name, err)
		}
		for _, w := range transcript.Writes(log.Records()) {
			for _, t := range w.Entries {
				e := entries[t.ID]
				again := func(u use) bool { return u.night == w.ID } // its plan was applied again
				if e != nil && t.Uses > 0 && !slices.ContainsFunc(e.uses, again) {
					e.uses = append(e.uses, use{t, w.ID})
				}
			}
		}
	}
	for _, e := range entries {
		slices.SortFunc(e.uses, func(a, b use) int { return cmp.Or(a.Used.Compare(b.Used), cmp.Compare(a.night, b.night)) })
	}
	return nil
}

// Trace is what a session keeps of a write that a tool made in it: the entries that
// were written, and those that they took the place of. It is nil where nothing can
// be told.
func (s *Store) Trace(written []plan.Written, now time.Time, from plan.Source) *transcript.Wrote {
	ids := map[string]bool{}
	w := transcript.Wrote{Time: now}
	for _, x := range written {
		if x.ID != "" {
			ids[x.ID], w.ID = true, x.Tx
		}
	}
	snap, err := s.Snapshot()
	if err != nil || w.ID == "" {
		return nil
	}
	fresh, kept := map[string]snapshot.Record{}, map[string]snapshot.Record{}
	for id, r := range snap.Records() {
		switch {
		case ids[id]:
			fresh[id] = r
		case ids[r.By]:
			kept[id] = r
		}
	}
	nothing := snapshot.Snapshot{}.Recorded
	w.Entries = plan.Traced(nothing, fresh, "", from.Session)
	for _, t := range plan.Traced(nothing, kept, "", from.Session) {
		t.Kept, t.From, t.Proofs, t.Session, t.Night, t.Pinned = true, nil, nil, "", "", nil
		w.Entries = append(w.Entries, t)
	}
	if len(w.Entries) == 0 {
		return nil
	}
	return &w
}
