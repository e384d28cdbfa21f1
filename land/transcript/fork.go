package transcript

import (
	"fmt"

	"dormouse/land/disk"
)

// Fork begins session s with a copy of what came before: all records of from up
// to and including message upTo, or all of them when upTo is "". Nights and
// undos among them come along, so that the fork's context is what the
// conversation had at that point. Parent is set; title, model and window are
// taken over where s leaves them empty. ErrNoMessage when upTo is not there.
func Fork(fsys disk.FS, from *Log, upTo string, s Session) (*Log, error) {
	records, err := before(from.Records(), upTo) // without what was forgotten
	if err != nil {
		return nil, fmt.Errorf("fork session %s: %w", from.Session().ID, err)
	}
	parent := sessionOf(records)
	s.Parent = parent.ID
	s = parent.with(s).as(s)
	return create(fsys, s, records)
}

// Keep begins session s with what was said in from, and with its pins, failures and
// what is forgotten of it. Nights and wakings are left out: what they wrote into memory
// is in another land, so nothing of s has been slept over.
func Keep(fsys disk.FS, from *Log, s Session) (*Log, error) {
	var said []Record
	for _, r := range from.Records() {
		if r.Message != nil || r.Pin != nil || r.Forget != nil || r.Failure != nil {
			said = append(said, r)
		}
	}
	return create(fsys, s, said)
}

// as keeps what makes a session its own.
func (s Session) as(own Session) Session {
	s.ID, s.Time, s.Version, s.Parent, s.Source, s.Key = own.ID, own.Time, own.Version, own.Parent, own.Source, own.Key
	return s
}

// before are the records to copy. Session lines are not: a fork has its own.
func before(records []Record, upTo string) ([]Record, error) {
	for i, r := range records {
		if upTo != "" && r.Message != nil && r.Message.ID == upTo {
			return records[:i+1], nil
		}
	}
	if upTo != "" {
		return nil, fmt.Errorf("%w: %q", ErrNoMessage, upTo)
	}
	return records, nil
}

// Delete removes a session's file for good. The memories that nights made of it
// stay; they name messages that can no longer be shown.
func Delete(fsys disk.FS, id string) error {
	if !SafeID(id) {
		return fmt.Errorf("delete session %q: %w", id, ErrID)
	}
	if err := fsys.Remove(File(id)); err != nil {
		return fmt.Errorf("delete session %s: %w", id, err)
	}
	if err := fsys.SyncDir(Folder); err != nil {
		return fmt.Errorf("delete session %s: %w", id, err)
	}
	return nil
}
