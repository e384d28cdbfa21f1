package memory

import "fmt"

// Why tells where an entry ("^id" or "path:line") comes from. ErrNoEntry when
// there is none. An entry whose line is not what the program wrote is ByHand; its
// night is still told when the program wrote an earlier wording of it.
func (s *Store) Why(ref string) (Origin, error) {
	snap, err := s.around(ref)
	if err != nil {
		return Origin{}, fmt.Errorf("why %s: %w", ref, err)
	}
	e, ok := snap.Entry(ref)
	if !ok {
		return Origin{}, fmt.Errorf("why %s: %w", ref, ErrNoEntry)
	}
	o := snap.origin(e)
	s.minded(&o)
	return o, nil
}

func (s Snapshot) origin(e Entry) Origin {
	o := Origin{Entry: e, ByHand: s.Hand(e)}
	if r, ok := s.records[e.ID]; ok && e.ID != "" {
		o.Night, o.Session, o.Written = r.Night, r.Session, r.Written
		o.Strength, o.Uses, o.Used, o.Pinned = r.Strength, r.Uses, r.Used, r.Pinned
		o.Entry.Sources = r.Sources
	}
	before := map[string]*Entry{} // by what took their place
	for _, old := range s.entries {
		if old.SupersededBy != "" {
			before[old.SupersededBy] = old
		}
	}
	for id := e.ID; id != ""; {
		old, ok := before[id]
		if !ok || len(o.History) > len(s.entries) {
			break
		}
		delete(before, id)
		o.History = append(o.History, *old)
		id = old.ID
	}
	return o
}
