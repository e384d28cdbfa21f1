// Package evidence finds the messages that an entry of memory rests on, as they stand
// now.
package evidence

import (
	"slices"

	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory"
)

// Cited is a message that an entry rests on, as it stands now.
type Cited struct {
	transcript.Message
	Session string // where it is found, when that is not the entry's own
	Changed bool   // its text is not the one that was remembered
}

// Said are the messages that an entry rests on: by their ids, and where an id names
// another text now, by what they said, in whatever session.
func Said(dir disk.FS, o memory.Origin) []Cited {
	if o.Session == "" {
		return nil
	}
	by := map[string]transcript.Message{}
	for _, m := range messages(dir, o.Session) {
		by[m.ID] = m
	}
	var out []Cited
	for i, id := range o.Entry.Sources {
		m, there := by[id]
		proof := ""
		if i < len(o.Entry.Proofs) {
			proof = o.Entry.Proofs[i]
		}
		if proof == "" || there && transcript.Proof(m) == proof {
			if there {
				out = append(out, Cited{Message: m})
			}
			continue
		}
		if moved, found := proven(dir, proof, o.Session); found {
			out = append(out, moved)
		} else if there {
			out = append(out, Cited{Message: m, Changed: true})
		}
	}
	return out
}

// messages are those of a session; none where it was deleted.
func messages(dir disk.FS, session string) []transcript.Message {
	log, _, err := transcript.Open(dir, session)
	if err != nil {
		return nil
	}
	return log.Messages()
}

// proven looks for the message that said what was remembered, in its own session
// first.
func proven(dir disk.FS, proof, first string) (Cited, bool) {
	heads, _ := transcript.List(dir) // what cannot be read does not prove anything
	slices.SortStableFunc(heads, func(a, b transcript.Head) int {
		switch {
		case a.ID == first:
			return -1
		case b.ID == first:
			return 1
		}
		return 0
	})
	for _, h := range heads {
		for _, m := range messages(dir, h.ID) {
			if transcript.Proof(m) != proof {
				continue
			}
			c := Cited{Message: m}
			if h.ID != first {
				c.Session = h.ID
			}
			return c, true
		}
	}
	return Cited{}, false
}
