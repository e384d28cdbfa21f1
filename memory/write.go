package memory

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language/temporal"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
)

// noteMax is how long a note may be, in bytes: it is one line among others.
const noteMax = 8000

// save saves changes as one transaction that can be undone.
func (s *Store) save(kind string, now time.Time, changes []land.Change, from plan.Source) (land.Saved, error) {
	if s.private {
		return land.Saved{}, ErrPrivate
	}
	if len(changes) == 0 {
		return land.Saved{}, nil
	}
	seed := kind + now.Format(time.RFC3339Nano)
	for _, c := range changes {
		seed += "\x00" + c.Path + "\x00" + document.HexHash(document.LineHash(string(c.Before))) + document.HexHash(document.LineHash(string(c.After)+string(c.Append)))
	}
	id := kind + "-" + now.Format("20060102-150405") + "-" + document.NewID(seed, nil)
	return s.land.Save(land.Tx{ID: id, Kind: kind, Time: now, Changes: changes, Undoable: true, Who: from.Who()})
}

// Waiting for another writer: at most half a minute, as one that has its turn may
// itself wait ten seconds for the land, and others may be before it.
const (
	waits = 6000
	wait  = 5 * time.Millisecond
)

// alone runs one write of memory, from reading to saving, while no other store
// does: two that make today's log at the same moment would both give it a title.
func (s *Store) alone(write func() error) error {
	for try := 0; ; try++ {
		lock, err := s.land.Lock("memory")
		if errors.Is(err, land.ErrBusy) && try < waits {
			disk.Pause(wait)
			continue
		}
		if err != nil {
			return err
		}
		return errors.Join(write(), lock.Close())
	}
}

// locked is alone for a write that gives something.
func locked[T any](s *Store, write func() (T, error)) (out T, err error) {
	err = s.alone(func() (err error) {
		out, err = write()
		return err
	})
	return out, err
}

// edit changes one file of memory by splices, for a person, as one transaction of
// this kind. A file that is not there is an empty document.
func (s *Store) edit(path, kind string, now time.Time, edit func(document.Document) (document.Document, error)) (land.Saved, error) {
	before, err := s.bytes(path)
	after := document.Document{}
	if err == nil {
		after, err = edit(document.Parse(before))
	}
	if err != nil {
		return land.Saved{}, fmt.Errorf("edit %s: %w", path, err)
	}
	if bytes.Equal(before, after.Bytes()) {
		return land.Saved{}, nil
	}
	return s.save(kind, now, []land.Change{{Path: path, Before: before, After: after.Bytes()}}, plan.Source{By: plan.ByPerson})
}

// SaveNote adds a bullet under "## Notes" of today's log; days it speaks of
// ("tomorrow") become dates. What memory already says is not said twice:
// Written.What is "there" then. A note about something that is known otherwise
// takes the older entry's place. The errors, as those of Update, say what went
// wrong with which file; that a note was to be saved is the caller's to say.
func (s *Store) SaveNote(text string, t document.Type, now time.Time, from plan.Source) (plan.Written, error) {
	now = now.In(s.loc)
	e, err := noteOf(text, t, now, from)
	if err != nil {
		return plan.Written{}, err
	}
	return locked(s, func() (plan.Written, error) { return s.note(e, now, from) })
}

// noteOf is the entry of a note. What no person typed says where it comes from,
// and is no wish and no decision of anybody.
func noteOf(text string, t document.Type, now time.Time, from plan.Source) (document.Entry, error) {
	text, err := fitted(text, now)
	e := document.Entry{Type: t, Text: text, Since: now, Importance: snapshot.HandImportance}
	if err != nil {
		return e, err
	}
	if from.Message != "" {
		e.Sources = []string{from.Message}
	}
	if p := from.Of(e.Text); p.Origin.Foreign() {
		e.Origin, e.Importance, e.Text = p.Origin, 0.5, p.Label()+": "+e.Text
		if t != document.Happening {
			e.Type = document.Fact
		}
	}
	return e, nil
}

// fitted is a text as an entry says it, with dates in the place of "tomorrow".
func fitted(text string, now time.Time) (string, error) {
	text = plan.Fit(temporal.Absolute(text, now))
	switch {
	case text == "":
		return "", ErrEmpty
	case len(text) > noteMax:
		return "", fmt.Errorf("%d bytes are more than the %d of an entry", len(text), noteMax)
	}
	return text, nil
}

// note writes a note that is fit for disk.
func (s *Store) note(e document.Entry, now time.Time, from plan.Source) (plan.Written, error) {
	snap, err := s.Snapshot()
	if err != nil {
		return plan.Written{}, err
	}
	know := snap.Knowledge()
	op := plan.Op{Kind: plan.Add, Path: document.LogPath(now), Entry: e}
	if err := plan.MayRevive(know, from.By, e); err != nil {
		return plan.Written{}, err
	}
	switch j := know.Judge(e); {
	case j.Kind == knowledge.Same && (e.Origin.Foreign() || !j.Entry.Origin.Foreign()):
		return plan.Written{Path: j.Entry.Path, Line: j.Entry.Line, Text: j.Entry.Text, ID: j.ID, What: "there"}, nil
	case j.Kind == knowledge.Newer && j.ID != "" && !e.Origin.Foreign():
		op.Kind, op.Target = plan.Supersede, j.ID
	}
	op.Entry.ID = know.NewID(e)
	written, err := s.apply(transcript.MemorySave, snap, plan.Plan{By: from.By, Session: from.Session, Now: now, MaxLoss: 1, Ops: []plan.Op{op}}, from)
	if err != nil {
		return plan.Written{}, err
	}
	for _, w := range written {
		if w.ID == op.Entry.ID && w.Path == op.Path {
			return w, nil
		}
	}
	return plan.Written{}, fmt.Errorf("it is not in %s after writing", op.Path)
}

// apply carries out a plan and reads back where its lines stand.
func (s *Store) apply(kind string, snap snapshot.Snapshot, p plan.Plan, from plan.Source) ([]plan.Written, error) {
	r, err := plan.Apply(snap, p)
	if err != nil {
		return nil, err
	}
	saved, err := s.save(kind, p.Now, r.Changes, from)
	if err != nil {
		return nil, err
	}
	return s.located(r.Written, saved.ID)
}

// located reads back the lines that this transaction wrote: what a person did
// meanwhile may have moved them, and only what is in the file was saved.
func (s *Store) located(written []plan.Written, tx string) ([]plan.Written, error) {
	docs := map[string]document.Document{}
	for i := range written {
		w := &written[i]
		if w.What == "there" || w.Tx != "" {
			continue
		}
		w.Tx = tx
		d, ok := docs[w.Path]
		if !ok {
			b, err := s.bytes(w.Path)
			if err != nil {
				return written, err
			}
			d = document.Parse(b)
			docs[w.Path] = d
		}
		w.Line = 0
		if e, ok := d.Find(w.ID); ok && w.What != "removed" {
			w.Line = e.Line
		} else if w.ID != "" && w.What == "added" {
			return written, fmt.Errorf("^%s is not in %s after writing", w.ID, w.Path)
		}
	}
	return written, nil
}

// Undo takes a transaction back (Written.Tx): each file is as it was, but for
// what a person changed since. A line of theirs that was crossed out for an entry which
// is gone now holds again. more is saved with it.
func (s *Store) Undo(tx string, now time.Time, more ...land.Change) (land.Saved, error) {
	if s.private {
		return land.Saved{}, ErrPrivate
	}
	now = now.In(s.loc)
	saved, err := s.land.Undo(tx, now, more...)
	if err != nil {
		return saved, err
	}
	return saved, s.alone(func() error { return s.loosen(saved, now) })
}

// loosen takes the marks off lines in conflict that lead to no entry.
func (s *Store) loosen(saved land.Saved, now time.Time) error {
	snap, err := s.Snapshot()
	if err != nil {
		return err
	}
	var changes []land.Change
	for _, f := range saved.Files {
		d, ok := snap.Document(f.Path)
		if len(f.Conflicts) == 0 || !ok {
			continue
		}
		for _, e := range d.Entries(f.Path) {
			if !e.Struck || e.SupersededBy == "" || snap.Taken(e.SupersededBy) {
				continue
			}
			if d, err = d.Unstrike(e.Line); err != nil {
				return err
			}
		}
		if before := snap.Before(f.Path); !bytes.Equal(before, d.Bytes()) {
			changes = append(changes, land.Change{Path: f.Path, Before: before, After: d.Bytes()})
		}
	}
	_, err = s.save("undo", now, changes, plan.Source{})
	return err
}

// bytes reads a file; nil where there is none.
func (s *Store) bytes(path string) ([]byte, error) {
	b, err := s.land.Read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err == nil && b == nil:
		return []byte{}, nil
	}
	return b, err
}

// bulletLines splits a text into its bullets; a text that does not begin with
// one is a single entry.
func bulletLines(text string) []string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	bullet := func(l string) bool {
		return strings.HasPrefix(l, "- ") || strings.HasPrefix(l, "* ") || strings.HasPrefix(l, "+ ")
	}
	if !bullet(lines[0]) {
		return []string{text}
	}
	var out []string
	for _, l := range lines {
		if bullet(l) || len(out) == 0 {
			out = append(out, l)
		} else {
			out[len(out)-1] += "\n" + l
		}
	}
	return slices.DeleteFunc(out, func(s string) bool { return document.Flat(s) == "" })
}
