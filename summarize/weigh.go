package summarize

import (
	"slices"
	"strings"

	"dormouse/memory/language"
)

// support is how much of a clause a passage says.
type support struct {
	at       int
	total    float64
	direct   float64 // in the clause itself
	deed     float64 // and without names
	conflict string
	sure     bool   // it is one whatever else was said
	missing  string // what it lacks that must be there
	hard     int    // names and figures that it has
}

// rank is by how much a passage says, most of all in one clause.
func (s support) rank() float64 { return (2*s.total + s.direct + s.deed) / 4 }

// least is how much a passage must say of a clause: less where it has the names and
// figures that are in it, for other words may say the rest.
func (s support) least(of float64) float64 {
	if s.missing != "" {
		return of
	}
	return of - lessForHard*float64(min(s.hard, 2))
}

// better reports whether a passage carries more than another one: all that must be
// there first.
func (s support) better(o support) bool {
	if (s.missing == "") != (o.missing == "") && o.at >= 0 {
		return s.missing == ""
	}
	return s.rank() > o.rank()
}

// supports compares a clause with those of a passage, and returns what those say that
// say most of it.
func (k *checker) supports(c *claimed, p *part, i int) []support {
	parts := k.partsAt(i)
	wide := k.around(p, i)
	out := make([]support, len(parts))
	most, deepest, allowed := 0.0, 0.0, 0.0
	for e := range parts {
		s := k.weigh(c, p, i, e, wide)
		said := parts[e]
		if said.mode&language.Allows != 0 && !said.denied {
			allowed = max(allowed, s.direct)
		}
		most, deepest = max(most, s.direct), max(deepest, s.deed)
		said.denied = said.denied || k.rec.refuted(i)
		if s.conflict = k.opposite(p, &said, s); s.conflict != "" {
			s.sure = true
		} else if max(s.direct, s.deed) >= leastDirect {
			s.conflict = k.conflict(c, p, &said, i, s)
		}
		out[e] = s
	}
	for e := range out {
		if s := &out[e]; s.conflict != "" && p.mode&ruled != 0 && parts[e].mode&ruled != 0 && s.deed == deepest {
			s.sure = true // the clause that rules on it
		}
	}
	return slices.DeleteFunc(out, func(s support) bool {
		return s.direct < most && s.deed < deepest && (!s.sure || s.direct < allowed)
	})
}

// weigh adds up how much of a clause the part e of passage i says, with what stands
// around it.
func (k *checker) weigh(c *claimed, p *part, i, e int, wide widely) support {
	s := support{at: i}
	said, parts := k.rec.said[i], k.partsAt(i)
	sum, total, direct, deed, deeds, near := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	for ti, t := range p.terms {
		here, around := k.best(&t, parts[e].terms), wide.terms[ti]
		for o := range parts {
			if o != e {
				around = max(around, inSentence*k.best(&t, parts[o].terms))
			}
		}
		if around = max(around, here); said.lang != p.lang && around == 0 {
			t.weight /= 2 // no dictionary has all forms
		}
		total, direct, sum = total+t.weight, direct+t.weight*here, sum+t.weight*around
		if t.weight != nameWeight {
			deed, deeds, near = deed+t.weight*here, deeds+t.weight, near+t.weight*around
		}
	}
	for fi, f := range p.figures {
		got := k.borne(p, f, i, e, wide.figures[fi])
		if got == 1 {
			direct++
		} else if got == 0 {
			s.missing = "nobody said " + strings.TrimSpace(figureText(c, f))
		}
		total, sum = total+1, sum+got
	}
	if s.hard = len(p.figures); s.missing != "" {
		s.hard = 0
	}
	for _, n := range p.names {
		if s.hard++; s.missing == "" && !k.named(p, n, i) {
			s.missing = n + " was not said of it"
		}
	}
	total = max(total, .1)
	s.total, s.direct, s.deed = sum/total, direct/total, deed/max(deeds, 1)
	if deeds >= leastPart && said.lang == p.lang && near < leastDeed*deeds {
		s.total = 0 // nothing but its names
	}
	return s
}

// borne is how surely a figure of a clause is that of the part e of passage i.
func (k *checker) borne(p *part, f language.Figure, i, e int, wide float64) float64 {
	switch {
	case bears(k.partsAt(i)[e].figures, f):
		return 1
	case bears(k.rec.said[i].figures, f), wide == 0 && k.saidThen(p, f, i):
		return inSentence
	case wide == 0 && k.elsewhere(f, p):
		return inAnswer
	}
	return wide
}

func figureText(c *claimed, f language.Figure) string {
	text := strings.TrimPrefix(c.text, c.label)
	if f.To <= len(text) {
		return text[f.From:f.To]
	}
	return "that number"
}

func bears(said []language.Figure, claim language.Figure) bool {
	return slices.ContainsFunc(said, func(f language.Figure) bool { return f.Bears(claim) })
}

// named reports whether a name stands around a passage, or elsewhere with some of the
// rest of a clause.
func (k *checker) named(p *part, name string, at int) bool {
	low := strings.TrimSuffix(language.Fold(name), "'s")
	if k.read.own(low) || k.rec.compound(low) {
		return true
	}
	stands := func(i int) bool {
		text := k.rec.said[i].text
		return strings.Contains(language.Fold(text), low) || slices.ContainsFunc(language.Words(text), func(w language.Word) bool { return language.Alias(w.Text, name) })
	}
	same, other, earlier := k.rec.around(at)
	if stands(at) || slices.ContainsFunc(slices.Concat(same, other, earlier), stands) {
		return true
	}
	rest := part{terms: slices.DeleteFunc(slices.Clone(p.terms), func(t term) bool { return t.low == low })}
	for _, i := range p.field {
		if !stands(i) {
			continue
		}
		for _, q := range k.partsAt(i) {
			alone := len(q.terms) <= 2 && len(q.names) > 0 && k.rec.opens(i) // "Hi, Ada again"
			if alone && slices.ContainsFunc(q.terms, func(t term) bool { return t.low == low }) || share(&rest, q.terms) >= leastShared {
				return true
			}
		}
	}
	return false
}

// elsewhere reports whether a figure stands in a passage that says some of the rest.
func (k *checker) elsewhere(f language.Figure, p *part) bool {
	for _, i := range p.field {
		parts := k.partsAt(i)
		if !bears(k.rec.said[i].figures, f) {
			continue
		}
		wide := k.around(p, i)
		sum, total := 0.0, 0.0
		for ti, t := range p.terms {
			b := wide.terms[ti]
			for e := range parts {
				b = max(b, k.best(&t, parts[e].terms))
			}
			sum, total = sum+b*t.weight, total+t.weight
		}
		if sum >= leastShared*total {
			return true
		}
	}
	return false
}

// partsAt reads a passage.
func (k *checker) partsAt(i int) []part {
	s := k.rec.said[i]
	if s.parts == nil {
		var who cast
		if i > 0 && s.message >= 0 && k.rec.said[i-1].message == s.message {
			k.partsAt(i - 1)
			who = k.rec.said[i-1].who
		}
		s.parts = k.read.parts(s.text, s.lang, s.day, &who)
		s.who = who
		if s.parts == nil {
			s.parts = []part{}
		}
		for _, p := range s.parts {
			s.figures = append(s.figures, p.figures...)
		}
	}
	return s.parts
}

// widely is how much of each word and figure stands around a passage.
type widely struct{ terms, figures []float64 }

func (k *checker) around(p *part, at int) widely {
	w := widely{make([]float64, len(p.terms)), make([]float64, len(p.figures))}
	look := func(list []int, share float64) {
		for _, i := range list {
			for _, q := range k.partsAt(i) {
				for ti := range p.terms {
					w.terms[ti] = max(w.terms[ti], share*k.best(&p.terms[ti], q.terms))
				}
				for fi, f := range p.figures {
					if bears(q.figures, f) {
						w.figures[fi] = max(w.figures[fi], share)
					}
				}
			}
		}
	}
	same, other, earlier := k.rec.around(at)
	look(same, inMessage)
	look(other, inAnswer)
	look(earlier, inEarlier)
	return w
}

// best is how much the nearest of some words means what a word means.
func (k *checker) best(t *term, of []term) (most float64) {
	for i := range of {
		if s := k.sim(t, &of[i]); s > most {
			most = s
		}
	}
	return most
}

// Nearness of meaning, by the cosine of word vectors: below nearLeast it is none.
const nearLeast = .5

func (k *checker) sim(a, b *term) float64 {
	if a.stem == b.stem || a.low == b.low {
		return 1
	}
	key := [2]string{a.low, b.low}
	if s, ok := k.sims[key]; ok {
		return s
	}
	s := a.near(b)
	k.sims[key] = s
	return s
}

func (a *term) near(b *term) float64 {
	short, long := a.stem, b.stem
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) >= 5 && (strings.HasPrefix(long, short) || strings.HasSuffix(long, short)) {
		return .9
	}
	if len(short) >= 4 && language.Alias(a.low, b.low) {
		return .9
	}
	most := 0.0
	for _, x := range a.means {
		for _, y := range b.means {
			c := 0.0
			if x.Word == y.Word {
				c = 1
			} else if v, ok := language.VectorOf(x.Word); ok {
				if w, ok := language.VectorOf(y.Word); ok {
					c = v.Cosine(w)
				}
			}
			if c >= nearLeast {
				most = max(most, c*min(1, x.Weight+.5)*min(1, y.Weight+.5))
			}
		}
	}
	return min(most, .95)
}
