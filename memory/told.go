package memory

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"dormouse/memory/document"
	"dormouse/memory/search"
	"dormouse/memory/snapshot"
)

// told adds to each hit what was told before it in its conversation, at most q.Before
// entries, the last first: a line may not be understood without these.
func (s *Store) told(q search.Query, a *search.Answer) error {
	if q.Before < 1 || len(a.Results) == 0 {
		return nil
	}
	wanted := map[string]bool{}
	for _, h := range a.Results {
		wanted[h.Path] = true
	}
	snap, err := s.files.Read(func(path string) bool { return wanted[path] })
	if err != nil {
		return fmt.Errorf("read what was told before: %w", err)
	}
	sessions := map[string]bool{}
	for _, h := range a.Results {
		r, _ := snap.Recorded(h.ID)
		sessions[r.Session] = r.Session != ""
		if day, err := time.Parse(time.DateOnly, r.Since); err == nil { // the rest of its day may stand in the log
			wanted[document.LogPath(day)] = true
		}
	}
	if snap, err = s.files.Read(func(path string) bool { return wanted[path] }); err != nil {
		return fmt.Errorf("read what was told before: %w", err)
	}
	in := tellings(snap, sessions)
	for i := range a.Results {
		h := &a.Results[i]
		at := slices.IndexFunc(in, func(t telling) bool { return t.entry.ID == h.ID })
		for k := at - 1; k >= 0 && len(h.Before) < q.Before && in[k].session == in[at].session; k-- {
			e := in[k].entry
			h.Before = append(h.Before, search.Told{ID: e.ID, Text: e.Text, Over: in[k].over})
		}
	}
	return nil
}

// telling is an entry as it was told in a conversation.
type telling struct {
	entry            *document.Entry
	session, message string
	over             bool
}

// tellings are the entries of some conversations in the order in which they were told: by the
// first message that each rests on, those of one message as they stand in their files.
func tellings(snap snapshot.Snapshot, sessions map[string]bool) (out []telling) {
	for _, e := range snap.Known() {
		if r, ok := snap.Recorded(e.ID); ok && sessions[r.Session] && len(r.Sources) > 0 {
			out = append(out, telling{e, r.Session, r.Sources[0], e.Struck || r.By != ""})
		}
	}
	slices.SortStableFunc(out, func(a, b telling) int {
		return cmp.Or(cmp.Compare(a.session, b.session), cmp.Compare(a.message, b.message), cmp.Compare(a.entry.Path, b.entry.Path), cmp.Compare(a.entry.Line, b.entry.Line))
	})
	return out
}
