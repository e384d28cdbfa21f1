package ingest

import (
	"errors"
	"hash/fnv"
	"io"
	"io/fs"
	"slices"
	"strconv"
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
	shown   string          // the session of the branch that is shown
	held    map[string]held // of sessions, by id
	claimed map[string]bool // sessions that a branch goes on in
}

// talkOf is a key without its branch.
func talkOf(key string) string {
	base, _, _ := strings.Cut(key, "#")
	return base
}

// mark stands for a message: a hash of what it is known by.
type mark uint64

func markOf(m transcript.Message) mark {
	h := fnv.New64a()
	_, _ = io.WriteString(h, m.Foreign()) // a hash takes everything
	return mark(h.Sum64())
}

// held is what a session or a branch holds.
type held struct {
	said []mark        // its messages, without tools' results
	all  map[mark]bool // with them
	read string        // what Read has to be if this is the branch that is shown; "" as it is
}

// holds tells what messages come to. Results are left out of what is compared in
// order: a talk that is lived again drops those whose call is missing, and adds
// such as were never recorded.
func holds(messages []transcript.Message) held {
	h := held{all: make(map[mark]bool, len(messages))}
	for _, m := range messages {
		h.add(markOf(m), m.Role != transcript.Tool)
	}
	return h
}

func (h *held) add(m mark, said bool) {
	if h.all[m] = true; said {
		h.said = append(h.said, m)
	}
}

// step finds the session that a branch is in, goes on in, or begins.
func (p *planning) step(i int) (Step, error) {
	b := p.talk.Branches[i]
	branch, own := holds(b.Messages), holds(b.Messages[len(b.Messages)-b.Own:])
	keyed := p.im.byKey[p.base]
	best, common, parent := "", 0, ""
	for _, id := range slices.Concat(keyed, p.im.byFirst[b.Messages[0].Foreign()]) {
		there, err := p.messages(id)
		if err != nil {
			return Step{}, err
		}
		n := shared(branch.said, there.said)
		switch {
		case within(own.said, there.all):
			return p.found(i, Step{Session: transcript.Session{ID: id}, There: len(b.Messages), Read: there.read}), nil
		case p.claimed[id]:
		case n == len(there.said) && (n > 0 || slices.Contains(keyed, id)) && (best == "" || n > common):
			best, common = id, n
		case best == "" && slices.Contains(keyed, id) && (parent == "" || n > common):
			parent, common = id, n
		}
	}
	if best == "" {
		return p.found(i, p.begin(i, parent, common)), nil
	}
	rest := after(b.Messages, common, p.held[best].all)
	return p.found(i, Step{Session: transcript.Session{ID: best}, There: len(b.Messages) - len(rest), Rest: rest, Read: p.held[best].read}), nil
}

// after are the messages behind the first n that are no results, and results that
// are not there.
func after(messages []transcript.Message, n int, there map[mark]bool) []transcript.Message {
	for i, m := range messages {
		if m.Role == transcript.Tool {
			continue
		}
		if n--; n < 0 {
			return messages[i:]
		}
		for n == 0 && i+1 < len(messages) && messages[i+1].Role == transcript.Tool && there[markOf(messages[i+1])] {
			i++
		}
		if n == 0 {
			return messages[i+1:]
		}
	}
	return nil
}

// found notes which session a branch has.
func (p *planning) found(i int, s Step) Step {
	if s.Fork = i > 0; s.Fork {
		s.Read = ""
	}
	if p.claimed[s.Session.ID] = true; i == 0 {
		p.shown = s.Session.ID
	}
	return s
}

// begin is a new session: the talk's own; what it became after it went apart from
// one that is there; or a branch, which no night reads.
func (p *planning) begin(i int, parent string, common int) Step {
	b := p.talk.Branches[i]
	s := transcript.Session{
		Time: b.Messages[0].Time, Version: transcript.Version, Title: p.talk.Title, Source: p.source, Key: p.base,
	}
	switch {
	case i > 0:
		s.Parent, s.Read = p.shown, b.Messages[len(b.Messages)-1].ID
		s.Key += "#" + b.Messages[len(b.Messages)-b.Own].Foreign()
	case parent != "":
		s.Parent = parent
		for _, m := range b.Messages {
			if common -= spoken(m); common < 0 {
				s.Key += "#" + m.Foreign()
				break
			}
			s.Read = m.ID
		}
	}
	for _, m := range b.Messages {
		if m.Role == transcript.Assistant && m.Model != "" {
			s.Model = m.Model
		}
	}
	s.ID = p.im.newID(s.Time, s.Key)
	return Step{Session: s, New: true, Rest: b.Messages}
}

// spoken counts a message that is no result of a tool.
func spoken(m transcript.Message) int {
	if m.Role != transcript.Tool {
		return 1
	}
	return 0
}

// messages are what a session holds, also what is forgotten of it.
func (p *planning) messages(id string) (held, error) {
	if h, known := p.held[id]; known {
		return h, nil
	}
	var there []transcript.Message
	log, _, err := transcript.Open(p.im.o.FS, id)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return held{}, err
	}
	if err == nil {
		for _, r := range log.Whole() {
			if r.Message != nil {
				there = append(there, *r.Message)
			}
		}
	}
	h := holds(there)
	if log != nil {
		h.read = unread(log.Session(), there)
	}
	for _, m := range p.im.dry[id] {
		h.add(m, true)
	}
	p.held[id] = h
	return h, nil
}

// unread is up to where a branch's past reaches, when nights have been told to leave
// its own messages alone, too.
func unread(s transcript.Session, messages []transcript.Message) string {
	_, own, branch := strings.Cut(s.Key, "#")
	if !branch || s.Read == "" {
		return ""
	}
	before := transcript.NothingRead
	for _, m := range messages {
		switch {
		case m.Foreign() == own:
			return before
		case m.ID == s.Read:
			return ""
		}
		before = m.ID
	}
	return ""
}

// shared is how many messages both begin with.
func shared(a, b []mark) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// within says whether all are there.
func within(said []mark, there map[mark]bool) bool {
	for _, m := range said {
		if !there[m] {
			return false
		}
	}
	return true
}

// newID is a session's id, the same whenever and wherever the same talk is
// imported: when it began, and its key.
func (im *Importer) newID(began time.Time, key string) string {
	id := transcript.NamedID(began, key)
	for n := 2; im.taken[id]; n++ {
		id = transcript.NamedID(began, key, strconv.Itoa(n))
	}
	return id
}
