// Package merge brings changes of one text by two hands together, line by line. It
// takes bytes and gives bytes; it opens no file. What a person wrote stays: where
// both changed a line, the person's stands and the other is told as a Conflict.
package merge

import "slices"

// Conflict is a place where the program and a person changed the same lines.
// The person's stay in the file; the program's are only here.
type Conflict struct {
	Line   int    `json:"line"` // of the file as it is now, from 1; where the person's line is, or was
	Base   string `json:"base"` // without line ending
	Ours   string `json:"ours"` // "" when the program wanted the line gone
	Theirs string `json:"theirs"`
}

// Apply applies the changes base→ours to theirs, line by line. Every line that
// theirs added or changed stays; where ours changed the same line otherwise, it
// is left out and returned as a Conflict. What ours inserts goes to the same
// place between base's lines, after what theirs inserted there, and is left out
// when theirs has it there already, as is a beginning that both share: merging
// twice changes nothing. Line endings
// and a missing final newline are kept.
func Apply(base, ours, theirs []byte) ([]byte, []Conflict) {
	return merge(base, ours, theirs, false)
}

// Union is Apply for two texts that are both a person's: where they clash, both
// lines stay.
func Union(base, first, second []byte) []byte {
	text, _ := merge(base, first, second, true)
	return text
}

func merge(base, ours, theirs []byte, both bool) ([]byte, []Conflict) {
	b, o, t := Split(base), Split(ours), Split(theirs)
	m := merger{base: b, ours: Edits(b, o), theirs: Edits(b, t), both: both}
	for i := 0; i <= len(b); i++ {
		if i == 0 || m.theirs.Fates[i-1] == Kept {
			m.stretch(i)
		}
		m.insert(i)
		if i < len(b) {
			m.line(i)
		}
	}
	return join(m.out, ending(t, o, b)), m.conflicts
}

type merger struct {
	base         []Line
	ours, theirs Edit
	both         bool

	out       []Line
	conflicts []Conflict
	// fresh holds what theirs put in or rewrote between the last line that it
	// left alone and the next one: within such a stretch nobody can say between
	// which lines of the base a new line stands.
	fresh []Line
}

// stretch gathers fresh for the stretch that begins before base line i.
func (m *merger) stretch(i int) {
	m.fresh = m.fresh[:0]
	for ; ; i++ {
		m.fresh = append(m.fresh, m.theirs.ins[i]...)
		if i == len(m.base) || m.theirs.Fates[i] == Kept {
			return
		}
		if m.theirs.Fates[i] == Changed {
			m.fresh = append(m.fresh, m.theirs.Now[i])
		}
	}
}

// insert writes what both sides put before base line i.
func (m *merger) insert(i int) {
	ours, theirs := m.ours.ins[i], m.theirs.ins[i]
	switch {
	case len(theirs) > 0 && within(theirs, ours):
		m.out = append(m.out, ours...)
	case within(ours, m.fresh):
		m.out = append(m.out, theirs...)
	default:
		m.out = append(append(m.out, theirs...), beyond(theirs, ours)...)
	}
}

// beyond is what of ours is left to be written after theirs at the same place.
// Where both begin with the same lines, as two logs of one day begin with its
// title, these stand there already. A rest of several paragraphs is set apart by
// the blank lines that set it apart before; a rest of one goes on with the list.
// Blank lines alone are no common beginning.
func beyond(theirs, ours []Line) []Line {
	same := 0
	for same < min(len(theirs), len(ours)) && theirs[same].Text == ours[same].Text {
		same++
	}
	apart := same
	for apart > 0 && ours[apart-1].Text == "" {
		apart--
	}
	blank := func(l Line) bool { return l.Text == "" }
	switch {
	case apart == 0:
		return ours
	case slices.ContainsFunc(ours[same:], blank) && theirs[len(theirs)-1].Text != "":
		return ours[apart:]
	}
	return ours[same:]
}

// within tells whether all of part occurs in whole, in order.
func within(part, whole []Line) bool {
	k := 0
	for _, l := range whole {
		if k < len(part) && part[k].Text == l.Text {
			k++
		}
	}
	return k == len(part)
}

// line writes what becomes of base line i.
func (m *merger) line(i int) {
	of, tf := m.ours.Fates[i], m.theirs.Fates[i]
	ol, tl := m.ours.Now[i], m.theirs.Now[i]
	switch {
	case of == Gone && tf == Gone, of == Kept && tf == Gone, of == Gone && tf == Kept:
	case tf == Kept && of == Changed:
		m.keep(ol, i)
	case of == Kept, of == Changed && tf == Changed && ol.Text == tl.Text:
		m.keep(tl, i)
	case of == Changed && tf == Gone && within([]Line{ol}, m.fresh):
	default:
		m.clash(i, ol, tl, of, tf)
	}
}

// clash lets the person's line stand.
func (m *merger) clash(i int, ol, tl Line, of, tf Fate) {
	m.conflicts = append(m.conflicts, Conflict{
		Line:   len(m.out) + 1,
		Base:   m.base[i].Text,
		Ours:   ol.Text,
		Theirs: tl.Text,
	})
	if tf == Changed {
		m.keep(tl, i)
	}
	if m.both && of == Changed {
		m.keep(ol, i)
	}
}

// keep writes l in the place of base line i with the ending that one side gave
// it, where one did.
func (m *merger) keep(l Line, i int) {
	was := m.base[i].eol
	switch {
	case m.theirs.Fates[i] != Gone && m.theirs.Now[i].eol != was:
		l.eol = m.theirs.Now[i].eol
	case m.ours.Fates[i] != Gone && m.ours.Now[i].eol != was:
		l.eol = m.ours.Now[i].eol
	default:
		l.eol = was
	}
	m.out = append(m.out, l)
}
