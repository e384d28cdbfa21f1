package memory

import (
	"bytes"
	"fmt"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/snapshot"
)

// Why tells where an entry ("^id" or "path:line") comes from. ErrNoEntry when
// there is none. An entry whose line is not what the program wrote is ByHand; its
// night is still told when the program wrote an earlier wording of it.
func (s *Store) Why(ref string) (Origin, error) {
	snap, err := s.Snapshot()
	if err != nil {
		return Origin{}, fmt.Errorf("why %s: %w", ref, err)
	}
	e, ok := snap.Entry(ref)
	if !ok {
		return Origin{}, fmt.Errorf("why %s: %w", ref, document.ErrNoEntry)
	}
	if _, known := snap.Recorded(e.ID); !known && document.OurID(e.ID) {
		if r, found := s.retold(snap, e.ID); found {
			snap = snap.With(r)
			e.Importance, e.Sources, e.Proofs, e.Origin = r.Importance, r.Sources, r.Proofs, r.Origin
		}
	}
	o := origin(snap, e)
	s.minded(&o)
	return o, nil
}

// retold is the record of an entry as the sessions tell it, where the land's own is
// lost.
func (s *Store) retold(snap snapshot.Snapshot, id string) (snapshot.Record, bool) {
	files, err := transcript.Files(s.land.FS())
	if err != nil {
		return snapshot.Record{}, false
	}
	l := newLearning(snap)
	for _, f := range files {
		text, err := s.land.Read(transcript.File(f.Name))
		if err != nil || !bytes.Contains(text, []byte(`{"id":"`+id+`"`)) {
			continue
		}
		if log, _, err := transcript.Open(s.land.FS(), f.Name); err == nil {
			l.session(Session{f.Name, log.Records()})
		}
	}
	l.compare(time.Time{})
	r, found := l.records[id]
	return r, found && r.Session != ""
}

func origin(s snapshot.Snapshot, e document.Entry) Origin {
	o := Origin{Entry: e, ByHand: s.ByHand(e)}
	if r, ok := s.Recorded(e.ID); ok && e.ID != "" {
		o.Night, o.Session, o.Written = r.Night, r.Session, r.Written
		o.Strength, o.Uses, o.Used, o.Pinned = r.Strength, r.Uses, r.Used, r.Pinned
		o.Entry.Sources, o.Entry.Proofs = r.Sources, r.Proofs
	}
	before := map[string]*document.Entry{} // by what took their place
	for _, old := range s.All() {
		if old.SupersededBy != "" {
			before[old.SupersededBy] = old
		}
	}
	for id := e.ID; id != ""; {
		old, ok := before[id]
		if !ok || len(o.History) > len(s.All()) {
			break
		}
		delete(before, id)
		o.History = append(o.History, *old)
		id = old.ID
	}
	return o
}
