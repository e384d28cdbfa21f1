package memory

import (
	"fmt"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
)

// Pin makes an entry ("^id" or "path:line") always part of the prompt, or, with
// on false, lets it take its chance again. A bullet of a person's in MEMORY.md
// gets an id for it and stays theirs; one without an id in a log is
// ErrHandWritten, because logs are only appended to. ErrNoEntry.
func (s *Store) Pin(ref string, on bool, now time.Time) (document.Entry, error) {
	pinned, err := locked(s, func() (document.Entry, error) { return s.pin(ref, on, now.In(s.loc)) })
	if err != nil {
		return document.Entry{}, fmt.Errorf("pin %s: %w", ref, err)
	}
	return pinned, nil
}

func (s *Store) pin(ref string, on bool, now time.Time) (document.Entry, error) {
	snap, err := s.Snapshot()
	if err != nil {
		return document.Entry{}, err
	}
	e, ok := snap.Entry(ref)
	if !ok {
		return document.Entry{}, document.ErrNoEntry
	}
	if e.ID == "" {
		id, err := s.adopt(e, snap, now)
		if err != nil {
			return e, err
		}
		return s.pin("^"+id, on, now)
	}
	kind := plan.Pin
	if !on {
		kind = plan.Unpin
	}
	r, err := plan.Apply(snap, plan.Plan{By: plan.ByPerson, Now: now, MaxLoss: 1, Ops: []plan.Op{{Kind: kind, Target: e.ID, Entry: e}}})
	if err != nil {
		return e, err
	}
	r.Changes = append(r.Changes, s.pinLine(snap, r.Traced, e.ID, now)...)
	_, err = s.save("memory_pin", now, r.Changes, plan.Source{By: plan.ByPerson})
	return e, err
}

// pinLine says in a session that an entry was pinned, or let go, so that other
// machines and a land that lost its records hear of it: in the one that the entry
// comes from, else in the newest. Where there is none it is said nowhere.
func (s *Store) pinLine(snap snapshot.Snapshot, traced []transcript.Traced, id string, now time.Time) []land.Change {
	if len(traced) != 1 || traced[0].Pinned == nil {
		return nil // it was so already
	}
	r, _ := snap.Recorded(id)
	session, ok := s.sessionFor(r.Session)
	if !ok {
		return nil
	}
	line := func(on bool, at time.Time) []byte {
		return transcript.Line(transcript.Record{Wrote: &transcript.Wrote{
			ID: "pin-" + id, Time: at, Entries: []transcript.Traced{{ID: id, Kept: true, Pinned: &on}},
		}})
	}
	on := *traced[0].Pinned
	return []land.Change{{Path: transcript.File(session), Append: line(on, now), Back: line(!on, now.Add(time.Second))}}
}

// sessionFor is a session if it is there, else the newest one.
func (s *Store) sessionFor(wanted string) (id string, ok bool) {
	files, err := transcript.Files(s.land.FS())
	if err != nil {
		return "", false
	}
	for _, f := range files {
		if f.Name == wanted {
			return wanted, true
		}
		id = max(id, f.Name)
	}
	return id, id != ""
}

// adopt gives a bullet of MEMORY.md an id.
func (s *Store) adopt(e document.Entry, snap snapshot.Snapshot, now time.Time) (id string, err error) {
	if e.Path != memoryFile {
		return "", document.ErrHandWritten
	}
	id = document.NewID(strings.Join([]string{"pin", e.Path, e.Text}, "\n"), snap.Taken)
	_, err = s.edit(e.Path, "memory_pin", now, func(d document.Document) (document.Document, error) { return d.SetID(e.Line, id) })
	return id, err
}
