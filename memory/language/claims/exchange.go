package claims

import (
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
)

// held is somebody, a word or a figure that stands in a piece of a text.
type held struct {
	who    string // a person, as clauses know them
	term   *term
	figure *quantity.Figure
	not    bool          // a figure that is denied: "175, not 180"
	mode   language.Mode // of its clause
}

// piece is what stands together between two marks or joints of a text.
type piece []held

// mostHeld is how much of a text is compared: longer ones tell too much to be turned.
const mostHeld = 24

// pieces reads what stands together in a text. A piece that names nobody goes on with who
// was named before it.
func (t *Talk) pieces(text string, l language.Lang, day time.Time) (out []piece) {
	ws := language.Words(text)
	figures := quantity.Figures(text, l, day)
	var who cast
	last, mode := "", language.Mode(0)
	for _, span := range l.Parts(text, ws) {
		clause := ws[span[0]:span[1]]
		p := t.read(text, ws, span, figures, l)
		before := who
		t.who(&p, clause, l, &who)
		const permits = language.Allows | language.Forbids
		if p.carried && p.mode&permits == 0 && l.Joins(clause[0].Low) {
			p.mode |= mode & (permits | language.Negates) // "forbids running and swimming"
		}
		mode = p.mode
		var now piece
		flush := func() {
			if len(now) > 0 && !slices.ContainsFunc(now, func(h held) bool { return h.who != "" }) && last != "" {
				now = append(now, held{who: last, mode: p.mode})
			}
			if len(now) > 0 {
				out = append(out, now)
			}
			now = nil
		}
		for i, w := range clause {
			if i > 0 {
				behind := clause[i-1].Start + len(clause[i-1].Text)
				inside := slices.ContainsFunc(figures, func(f quantity.Figure) bool { return f.From < w.Start && w.Start < f.To })
				if !inside && (strings.ContainsAny(text[behind:w.Start], ",;:()–—") || l.Joins(w.Low)) {
					flush()
				}
			}
			h := held{mode: p.mode}
			if k := slices.IndexFunc(p.figures, func(f quantity.Figure) bool { return f.From <= w.Start && w.Start < f.To }); k >= 0 {
				if w.Start <= p.figures[k].From || i == 0 {
					h.figure, h.not = &p.figures[k], deniedBefore(clause[:i], l)
					now = append(now, h)
				}
				continue
			}
			if !strings.HasSuffix(w.Low, "'s") {
				if h.who = t.person(w, i == 0, l, &before); h.who != "" {
					last = h.who
					now = append(now, h)
					continue
				}
			}
			if k := slices.IndexFunc(p.terms, func(x term) bool { return x.at == w.Start && x.weight > .25 }); k >= 0 {
				h.term = &p.terms[k]
				now = append(now, h)
			}
		}
		flush()
	}
	return out
}

// deniedBefore reports whether what follows some words is denied by the last that says
// anything: "not", "instead of the".
func deniedBefore(ws []language.Word, l language.Lang) bool {
	for i := len(ws) - 1; i >= 0; i-- {
		switch low := ws[i].Low; {
		case l.Is(language.Negators, low), l.ModeOf(low)&(language.Negates|language.Refuses) != 0:
			return true
		case !l.Determines(low) && l.ModeOf(low)&language.Toward == 0:
			return false
		}
	}
	return false
}

// isSame reports whether two stand for the same.
func (t *Talk) isSame(a, b *held) bool {
	switch {
	case a.who != "" || b.who != "":
		return a.who == b.who
	case a.figure != nil && b.figure != nil:
		return b.figure.Bears(*a.figure) || a.figure.Bears(*b.figure)
	case a.term != nil && b.term != nil:
		return t.sim(a.term, b.term) >= verbatim
	}
	return false
}

// spot is what stands both in a claim and in the messages it cites, and in which pieces.
type spot struct {
	*held
	here, there []int
}

// spots are those, each once.
func (t *Talk) spots(here, there []piece) (list []spot) {
	for i := range here {
		for k := range here[i] {
			h := &here[i][k]
			if slices.ContainsFunc(list, func(s spot) bool { return t.isSame(s.held, h) }) {
				continue
			}
			if at := t.together(there, h); len(at) > 0 {
				list = append(list, spot{h, t.together(here, h), at})
			}
		}
	}
	return list
}

// together are the pieces in which something stands.
func (t *Talk) together(of []piece, h *held) (at []int) {
	for i, p := range of {
		if slices.ContainsFunc(p, func(o held) bool { return t.isSame(h, &o) }) {
			at = append(at, i)
		}
	}
	return at
}

// turning is how far a claim turns round what was said.
type turning int

const (
	straight  turning = iota
	half              // what stands with one was said of another
	exchanged         // and the other way round
)

// turned lays a claim beside the messages that it cites: what is said there of one may
// stand with another here, and what is said of the other with the first; "175, not 180" may
// be "180, not 175"; and what is forbidden here may be allowed there. It goes by people and
// figures in pieces between two marks or joints, so that much escapes it.
func (t *Talk) turned(c *claimed) (much turning) {
	here := t.pieces(c.body, t.languageOf(c.body), c.day)
	var there []piece
	for _, p := range t.said {
		if c.cited[p.ID] && p.Role == transcript.User && !p.asks {
			there = append(there, t.pieces(p.Text, p.Lang, p.Day)...)
		}
	}
	list := t.spots(here, there)
	if len(list) > mostHeld {
		return straight
	}
	for i, a := range list {
		if a.term != nil && t.permission(here, a.held)*t.permission(there, a.held) < 0 {
			return exchanged
		}
		for _, b := range list[i+1:] {
			if (a.who == "") != (b.who == "") || a.who == "" && (a.figure == nil || b.figure == nil) {
				continue
			}
			if a.figure != nil && t.contrast(here, a, b)*t.contrast(there, a, b) < 0 {
				return exchanged
			}
			much = max(much, swaps(a, b, list))
		}
	}
	return much
}

// swaps reports how many of two have in a claim what was said of the other one.
func swaps(a, b spot, list []spot) (n turning) {
	toA, toB := false, false
	for _, y := range list {
		if y.held == a.held || y.held == b.held || y.who != "" {
			continue
		}
		withA, withB, wasA, wasB := meet(y.here, a.here), meet(y.here, b.here), meet(y.there, a.there), meet(y.there, b.there)
		toA = toA || withA && !withB && wasB && !wasA
		toB = toB || withB && !withA && wasA && !wasB
	}
	switch {
	case toA && toB:
		return exchanged
	case (toA || toB) && !meet(a.here, b.here):
		return half
	}
	return straight
}

func meet(a, b []int) bool {
	return slices.ContainsFunc(a, func(i int) bool { return slices.Contains(b, i) })
}

// contrast is 1 where of two figures the first holds and the second is denied, -1 the other
// way round.
func (t *Talk) contrast(of []piece, a, b spot) int {
	x, y := t.sign(of, a.held), t.sign(of, b.held)
	if x*y < 0 {
		return x
	}
	return 0
}

// sign is 1 for a figure that holds wherever it stands, -1 for one that is denied there.
func (t *Talk) sign(of []piece, h *held) int {
	return t.all(of, h, func(o held) int {
		if o.not {
			return -1
		}
		return 1
	})
}

// permission is 1 for what is allowed wherever it stands, -1 for what is forbidden there.
func (t *Talk) permission(of []piece, h *held) int {
	return t.all(of, h, func(o held) int {
		switch {
		case o.mode&language.Forbids != 0 && o.mode&(language.Allows|language.Negates) == 0, o.mode&language.Allows != 0 && o.mode&(language.Forbids|language.Negates) == language.Negates:
			return -1
		case o.mode&language.Allows != 0 && o.mode&(language.Forbids|language.Negates|language.Refuses|language.Doubts) == 0:
			return 1
		}
		return 0
	})
}

// all is what is said of something wherever it stands; 0 where that differs.
func (t *Talk) all(of []piece, h *held, is func(held) int) (v int) {
	first := true
	for _, p := range of {
		for k := range p {
			if !t.isSame(h, &p[k]) {
				continue
			}
			if x := is(p[k]); first || x == v {
				v, first = x, false
			} else {
				return 0
			}
		}
	}
	return v
}
