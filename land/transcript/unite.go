package transcript

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"
)

// Unite merges two versions of a session that went on apart from each other, on two
// machines; base is what both had last, nil for nothing. It is pure; every line of
// either side is in the result once, each side's lines in their order, and merging
// the result again with a side changes nothing. Turns stand in the order of their
// times.
//
// A line that one side has overwritten in part (land.Redaction) is as that side has
// it. Where both sides gave one id to two messages, as old versions did, the later
// one gets another id, in all lines of its side that name it.
func Unite(base, ours, theirs []byte) []byte {
	switch {
	case bytes.Equal(ours, theirs), base != nil && bytes.Equal(base, theirs):
		return ours
	case base != nil && bytes.Equal(base, ours):
		return theirs
	}
	b, o, t := pieces(base), pieces(ours), pieces(theirs)
	o, t = told(o), told(t)
	o, t = apart(b, o, t)
	agree(b, o, t)
	var out []byte
	for _, l := range interleave(o, t) {
		out = append(append(out, l.text...), '\n')
	}
	return out
}

// piece is one line of a session's file.
type piece struct {
	text string
	key  string // the same in both versions of one line
	id   string // of a message
	at   time.Time
	head bool // it begins a turn
}

// pieces takes a file apart. What stands twice is told apart by its number.
func pieces(text []byte) []piece {
	var out []piece
	seen := map[string]int{}
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\r\n")
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		p := pieceOf(line)
		seen[p.key]++
		for n := seen[p.key]; n > 1; n-- {
			p.key += "\x00"
		}
		out = append(out, p)
	}
	return out
}

func pieceOf(line []byte) piece {
	p := piece{text: string(line), key: string(line)}
	r, err := Read(line)
	if err != nil {
		return p
	}
	switch {
	case r.Message != nil:
		p.id, p.at, p.head = r.Message.ID, r.Message.Time, r.Message.Role == User
		p.key = "message " + p.id
	case r.Night != nil:
		p.key, p.at = "night "+r.Night.ID, r.Night.Time
	case r.Wrote != nil:
		p.at = r.Wrote.Time
	case r.Undo != nil:
		p.at = r.Undo.Time
	case r.Wake != nil: // it may be overwritten in part
		p.key, p.at = WakeID(*r.Wake), r.Wake.Time
	}
	return p
}

// told makes nights of older versions say which messages they saved: beside another
// machine's messages their cursor alone does not tell any more.
func told(list []piece) []piece {
	var ids []string
	saved := map[string]bool{}
	out := slices.Clone(list)
	for i, p := range out {
		if p.id != "" {
			ids = append(ids, p.id)
			continue
		}
		r, err := Read([]byte(p.text))
		if err != nil || r.Night == nil {
			continue
		}
		if r.Night.Saved == nil {
			r.Night.Saved = []string{}
			for _, id := range ids[:1+slices.Index(ids, r.Night.Cursor)] {
				if !saved[id] {
					r.Night.Saved = append(r.Night.Saved, id)
				}
			}
			out[i].text = string(bytes.TrimRight(Line(r), "\n"))
		}
		for _, id := range r.Night.Saved {
			saved[id] = true
		}
	}
	return out
}

// apart gives messages that only share their id another one.
func apart(base, ours, theirs []piece) ([]piece, []piece) {
	shared := map[string]bool{}
	for _, p := range base {
		shared[p.key] = true
	}
	mine := map[string]piece{}
	for _, p := range ours {
		if p.id != "" && !shared[p.key] {
			mine[p.key] = p
		}
	}
	here, there := map[string]string{}, map[string]string{}
	for _, p := range theirs {
		o, both := mine[p.key]
		if !both || o.text == p.text || p.id == "" {
			continue
		}
		late, names := p, there
		if cmp.Or(o.at.Compare(p.at), cmp.Compare(o.text, p.text)) > 0 {
			late, names = o, here
		}
		sum := sha256.Sum256([]byte(late.text))
		names[late.id] = late.id + "-" + hex.EncodeToString(sum[:3])
	}
	return renamed(ours, shared, here), renamed(theirs, shared, there)
}

// renamed gives messages new ids, in all lines of a side that name them.
func renamed(list []piece, shared map[string]bool, names map[string]string) []piece {
	if len(names) == 0 {
		return list
	}
	name := func(id *string) {
		if to := names[*id]; to != "" {
			*id = to
		}
	}
	out := slices.Clone(list)
	for i, p := range out {
		r, err := Read([]byte(p.text))
		if err != nil || shared[p.key] {
			continue
		}
		eachID(r, name)
		if text := string(bytes.TrimRight(Line(r), "\n")); text != p.text {
			out[i] = pieceOf([]byte(text))
		}
	}
	return out
}

// eachID passes every id of a message that a record names.
func eachID(r Record, name func(*string)) {
	list := func(ids []string) {
		for i := range ids {
			name(&ids[i])
		}
	}
	switch {
	case r.Message != nil:
		name(&r.Message.ID)
	case r.Night != nil:
		n := r.Night
		name(&n.From)
		name(&n.To)
		name(&n.Cursor)
		list(n.Kept)
		list(n.Pruned)
		list(n.Saved)
		list(n.Took)
	case r.Pin != nil:
		name(&r.Pin.Message)
	case r.Forget != nil:
		for i := range r.Forget.Parts {
			name(&r.Forget.Parts[i].Of)
		}
	case r.Wrote != nil:
		for _, t := range r.Wrote.Entries {
			if t.Session == "" {
				list(t.From)
			}
		}
	}
}

// agree makes the two versions of a line the same.
func agree(base, ours, theirs []piece) {
	was, at := map[string]string{}, map[string]int{}
	for _, p := range base {
		was[p.key] = p.text
	}
	for i, p := range ours {
		at[p.key] = i
	}
	for j, p := range theirs {
		i, both := at[p.key]
		if !both || ours[i].text == p.text {
			continue
		}
		text := agreed(was[p.key], ours[i].text, p.text)
		ours[i].text, theirs[j].text = text, text
	}
}

// agreed is a line of which two versions differ: what each side has overwritten
// counts.
func agreed(base, ours, theirs string) string {
	switch {
	case base == ours:
		return theirs
	case base == theirs:
		return ours
	case len(ours) != len(theirs):
		if len(ours) > len(theirs) || len(ours) == len(theirs) && ours > theirs {
			return ours
		}
		return theirs
	case len(base) != len(ours):
		return max(ours, theirs)
	}
	b := []byte(ours)
	for i := range b {
		if b[i] == base[i] {
			b[i] = theirs[i]
		}
	}
	return string(b)
}

// interleave puts two versions together. What both have stands once; between two
// such lines turns stand by time, each side's in their order.
func interleave(ours, theirs []piece) []piece {
	at := map[string]int{}
	for i, p := range ours {
		at[p.key] = i
	}
	var out []piece
	done, rest := 0, []piece(nil)
	for _, p := range theirs {
		i, both := at[p.key]
		switch {
		case both && i >= done:
			out = append(out, byTime(ours[done:i], rest)...)
			out = append(out, ours[i])
			done, rest = i+1, nil
		case !both:
			rest = append(rest, p)
		}
	}
	return append(out, byTime(ours[done:], rest)...)
}

// byTime merges two runs of lines turn by turn.
func byTime(a, b []piece) []piece {
	x, y := turnsOf(a), turnsOf(b)
	var out []piece
	for len(x) > 0 && len(y) > 0 {
		first := &x
		if c := startOfTurn(x[0]).Compare(startOfTurn(y[0])); c > 0 || c == 0 && y[0][0].text < x[0][0].text {
			first = &y
		}
		out = append(out, (*first)[0]...)
		*first = (*first)[1:]
	}
	return append(out, slices.Concat(append(x, y...)...)...)
}

func turnsOf(list []piece) [][]piece {
	var out [][]piece
	for _, p := range list {
		if p.head || len(out) == 0 {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], p)
	}
	return out
}

// startOfTurn is the first time that a turn tells.
func startOfTurn(turn []piece) time.Time {
	for _, p := range turn {
		if !p.at.IsZero() {
			return p.at
		}
	}
	return time.Time{}
}
