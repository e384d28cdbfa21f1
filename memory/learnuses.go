package memory

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"dormouse/land/disk"
	"dormouse/land/transcript"
)

// use is what one night found of an entry's use.
type use struct {
	transcript.Traced
	night string
}

// told is what is learnt of an entry's uses.
type told struct {
	uses []use
	back bool // some were taken back
}

// uses makes the strengths of entries anew of which the sessions tell a use: from all
// uses that any session tells of, in the order of their times. So each machine comes to
// the same strength, whatever it heard first, and no use counts twice. What older
// versions counted is in no session: a record that knows of more uses stays as it is,
// unless some were taken back.
func (l *learning) uses(fsys disk.FS, heard []Session) error {
	entries := map[string]*told{}
	for _, from := range heard {
		standing := map[string]bool{}
		for _, w := range transcript.Writes(from.Records) {
			standing[w.ID] = true
		}
		for _, r := range from.Records {
			if r.Wrote == nil {
				continue
			}
			for _, t := range r.Wrote.Entries {
				if t.Uses == 0 {
					continue
				}
				if entries[t.ID] == nil {
					entries[t.ID] = &told{}
				}
				entries[t.ID].back = entries[t.ID].back || !standing[r.Wrote.ID]
			}
		}
	}
	if len(entries) == 0 {
		return nil
	}
	if err := gather(fsys, entries); err != nil {
		return err
	}
	for id, t := range entries {
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
