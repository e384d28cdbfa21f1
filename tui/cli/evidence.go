package cli

import (
	"slices"

	"dormouse/land/transcript"
	"dormouse/memory"
)

// cited is a message that an entry rests on, as it stands now.
type cited struct {
	transcript.Message
	Session string // where it is found, when that is not the entry's own
	Changed bool   // its text is not the one that was remembered
}

// said are the messages that an entry rests on: by their ids, and where an id names
// another text now, by what they said, in whatever session.
func (p *place) said(o memory.Origin) []cited {
	if o.Session == "" {
		return nil
	}
	by := map[string]transcript.Message{}
	for _, m := range p.messages(o.Session) {
		by[m.ID] = m
	}
	var out []cited
	for i, id := range o.Entry.Sources {
		m, there := by[id]
		proof := ""
		if i < len(o.Entry.Proofs) {
			proof = o.Entry.Proofs[i]
		}
		if proof == "" || there && transcript.Proof(m) == proof {
			if there {
				out = append(out, cited{Message: m})
			}
			continue
		}
		if moved, found := p.proven(proof, o.Session); found {
			out = append(out, moved)
		} else if there {
			out = append(out, cited{Message: m, Changed: true})
		}
	}
	return out
}

// messages are those of a session; none where it was deleted.
func (p *place) messages(session string) []transcript.Message {
	log, _, err := transcript.Open(p.dir, session)
	if err != nil {
		return nil
	}
	return log.Messages()
}

// proven looks for the message that said what was remembered, in its own session
// first.
func (p *place) proven(proof, first string) (cited, bool) {
	heads, _ := transcript.List(p.dir) // what cannot be read does not prove anything
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
		for _, m := range p.messages(h.ID) {
			if transcript.Proof(m) != proof {
				continue
			}
			c := cited{Message: m}
			if h.ID != first {
				c.Session = h.ID
			}
			return c, true
		}
	}
	return cited{}, false
}
