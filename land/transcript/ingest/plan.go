package ingest

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign"
)

// planning is one talk while it is compared with what is there.
type planning struct {
	im      *Importer
	talk    foreign.Talk
	source  string
	base    string
	shown   string              // the session of the branch that is shown
	held    map[string][]string // the messages of sessions, by id
	claimed map[string]bool     // sessions that a branch goes on in
}

// talkOf is a key without its branch.
func talkOf(key string) string {
	base, _, _ := strings.Cut(key, "#")
	return base
}

// step finds the session that a branch is in, goes on in, or begins.
func (p *planning) step(i int) (Step, error) {
	b := p.talk.Branches[i]
	ids := make([]string, len(b.Messages))
	for j, m := range b.Messages {
		ids[j] = m.ID
	}
	keyed := p.im.byKey[p.base]
	best, common, parent := "", 0, ""
	for _, id := range slices.Concat(keyed, p.im.byFirst[ids[0]]) {
		there, err := p.messages(id)
		if err != nil {
			return Step{}, err
		}
		n := shared(ids, there)
		switch {
		case within(ids[len(ids)-b.Own:], there):
			return p.found(i, Step{Session: transcript.Session{ID: id}, There: len(ids)}), nil
		case p.claimed[id]:
		case n == len(there) && n > 0 && (best == "" || n > common):
			best, common = id, n
		case best == "" && slices.Contains(keyed, id) && (parent == "" || n > common):
			parent, common = id, n
		}
	}
	if best != "" {
		return p.found(i, Step{Session: transcript.Session{ID: best}, There: common, Rest: b.Messages[common:]}), nil
	}
	return p.found(i, p.begin(i, parent, common, ids)), nil
}

// found notes which session a branch has.
func (p *planning) found(i int, s Step) Step {
	s.Fork = i > 0
	if p.claimed[s.Session.ID] = true; i == 0 {
		p.shown = s.Session.ID
	}
	return s
}

// begin is a new session: the talk's own; what it became after it went apart from
// one that is there; or a branch, which no night reads.
func (p *planning) begin(i int, parent string, common int, ids []string) Step {
	b := p.talk.Branches[i]
	s := transcript.Session{
		Time: b.Messages[0].Time, Version: transcript.Version, Title: p.talk.Title, Source: p.source, Key: p.base,
	}
	switch {
	case i > 0:
		s.Parent, s.Read = p.shown, ids[len(ids)-1]
		s.Key += "#" + ids[len(ids)-b.Own]
	case parent != "":
		s.Parent = parent
		s.Key += "#" + ids[common]
		if common > 0 {
			s.Read = ids[common-1]
		}
	}
	for _, m := range b.Messages {
		if m.Role == transcript.Assistant && m.Model != "" {
			s.Model = m.Model
		}
	}
	s.ID = p.im.newID(s.Time.In(p.im.o.Zone), s.Key)
	return Step{Session: s, New: true, Rest: b.Messages}
}

// messages are the ids of a session's messages, also of those that are forgotten.
func (p *planning) messages(id string) ([]string, error) {
	if ids, known := p.held[id]; known {
		return ids, nil
	}
	ids, there := p.im.dry[id], []string(nil)
	log, _, err := transcript.Open(p.im.o.FS, id)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err == nil {
		for _, r := range log.Whole() {
			if r.Message != nil {
				there = append(there, r.Message.ID)
			}
		}
	}
	p.held[id] = append(there, ids...)
	return p.held[id], nil
}

// shared is how many ids both begin with.
func shared(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// within says whether all ids are there.
func within(ids, there []string) bool {
	set := make(map[string]bool, len(there))
	for _, id := range there {
		set[id] = true
	}
	for _, id := range ids {
		if !set[id] {
			return false
		}
	}
	return true
}

// idLetters are those of transcript.NewID.
const idLetters = "bcdfghjkmnpqrstvwxz23456789"

// newID is a session's id, the same whenever the same talk is imported: when it
// began, and letters made of its key.
func (im *Importer) newID(began time.Time, key string) string {
	sum := sha256.Sum256([]byte(key))
	id := began.Format("20060102-150405-")
	for i, b := range sum {
		id += string(idLetters[int(b)%len(idLetters)])
		if i >= 3 && !im.taken[id] {
			break
		}
	}
	return id
}
