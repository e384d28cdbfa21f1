package claims

import (
	"cmp"
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

// aligned is how much of a clause a clause that was said carries, with what stands
// around it.
type aligned struct {
	passage, part int
	total         float64 // share of what must stand there
	direct        float64 // in the clause itself
	deed          float64 // and without names
	lacks         bool    // a name or figure
}

// rank is by how much a clause says.
func (a aligned) rank() float64 {
	rank := (2*a.total + a.direct + a.deed) / 4
	if a.lacks {
		rank -= lacking
	}
	return rank
}

// How much a word counts that stands elsewhere in the sentence, in the message, in
// what the message answers or is answered by, in what its author said before; and
// what a clause loses that lacks a name or figure.
const (
	inSentence = .9
	inMessage  = .7
	inAnswer   = .6
	inEarlier  = .5
	lacking    = .15
)

// alignments are the clauses that were said beside one of a claim, those first that
// say most of it.
func (t *Talk) alignments(p *part, near []int) []aligned {
	var out []aligned
	for _, i := range near {
		wide := t.widely(p, i)
		for e := range t.partsAt(i) {
			out = append(out, t.align(p, i, e, wide))
		}
	}
	slices.SortStableFunc(out, func(a, b aligned) int { return cmp.Compare(b.rank(), a.rank()) })
	return out
}

// align adds up how much of a clause the part e of passage i says, with what stands
// around it.
func (t *Talk) align(p *part, i, e int, wide wider) aligned {
	a := aligned{passage: i, part: e}
	said, parts := t.said[i], t.partsAt(i)
	sum, total, direct, deed, deeds, near := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	for ti, w := range p.terms {
		here, around := t.best(&w, parts[e].terms), wide.terms[ti]
		for o := range parts {
			if o != e {
				around = max(around, inSentence*t.best(&w, parts[o].terms))
			}
		}
		if around = max(around, here); said.Lang != p.lang && around == 0 {
			w.weight /= 2 // no dictionary has all forms
		}
		total, direct, sum = total+w.weight, direct+w.weight*here, sum+w.weight*around
		if w.weight != nameWeight {
			deed, deeds, near = deed+w.weight*here, deeds+w.weight, near+w.weight*around
		}
	}
	for fi, f := range p.figures {
		got := t.borne(p, f, i, e, wide.figures[fi])
		if got == 1 {
			direct++
		}
		a.lacks = a.lacks || got == 0
		total, sum = total+1, sum+got
	}
	a.lacks = a.lacks || slices.ContainsFunc(p.names, func(n string) bool { return !t.standsBy(n, i) })
	total = max(total, .1)
	a.total, a.direct, a.deed = sum/total, direct/total, deed/max(deeds, 1)
	if deeds >= leastPart && said.Lang == p.lang && near < leastDeed*deeds {
		a.total = 0 // nothing but its names
	}
	return a
}

// leastDeed is the share of a clause without its names that must be said at all.
const leastDeed = .2

// borne is how surely a figure of a clause is that of the part e of passage i.
func (t *Talk) borne(p *part, f quantity.Figure, i, e int, wide float64) float64 {
	switch {
	case bears(t.partsAt(i)[e].figures, f):
		return 1
	case bears(t.said[i].numbers(), f), wide == 0 && t.saidThen(p, f, i):
		return inSentence
	}
	return wide
}

func bears(said []quantity.Figure, claim quantity.Figure) bool {
	return slices.ContainsFunc(said, func(f quantity.Figure) bool { return f.Bears(claim) })
}

// saidThen reports whether a date is the day on which a passage was said, from which
// the clause counts.
func (t *Talk) saidThen(p *part, f quantity.Figure, at int) bool {
	day := t.said[at].Day
	if f.Kind != quantity.Date || !f.First.Equal(day) || !f.Last.Equal(day) {
		return false
	}
	counts := slices.ContainsFunc(p.figures, func(g quantity.Figure) bool { return g.Kind == quantity.Amount && g.Spans() })
	return counts || !slices.ContainsFunc(t.said[at].numbers(), func(g quantity.Figure) bool { return g.Kind == quantity.Date })
}

// standsBy reports whether a name stands in a passage or around it.
func (t *Talk) standsBy(name string, at int) bool {
	low := strings.TrimSuffix(language.Fold(name), "'s")
	if t.own[low] || t.compound(low) {
		return true
	}
	stands := func(i int) bool {
		text := t.said[i].Text
		return strings.Contains(language.Fold(text), low) || slices.ContainsFunc(language.Words(text), func(w language.Word) bool { return translate.Alias(w.Text, name) })
	}
	same, other, earlier := t.around(at)
	return stands(at) || slices.ContainsFunc(slices.Concat(same, other, earlier), stands)
}

// partsAt reads a passage.
func (t *Talk) partsAt(i int) []part {
	s := t.said[i]
	if s.parts == nil {
		var who cast
		if i > 0 && s.Message >= 0 && t.said[i-1].Message == s.Message {
			t.partsAt(i - 1)
			who = t.said[i-1].who
		}
		s.parts = t.parts(s.Text, s.Lang, s.Day, &who)
		s.who = who
	}
	return s.parts
}

// wider is how much of each word and figure of a clause stands around a passage.
type wider struct{ terms, figures []float64 }

func (t *Talk) widely(p *part, at int) wider {
	w := wider{make([]float64, len(p.terms)), make([]float64, len(p.figures))}
	look := func(list []int, share float64) {
		for _, i := range list {
			for _, q := range t.partsAt(i) {
				for ti := range p.terms {
					w.terms[ti] = max(w.terms[ti], share*t.best(&p.terms[ti], q.terms))
				}
				for fi, f := range p.figures {
					if bears(q.figures, f) {
						w.figures[fi] = max(w.figures[fi], share)
					}
				}
			}
		}
	}
	same, other, earlier := t.around(at)
	look(same, inMessage)
	look(other, inAnswer)
	look(earlier, inEarlier)
	return w
}

// best is how much the nearest of some words means what a word means.
func (t *Talk) best(a *term, of []term) (most float64) {
	for i := range of {
		most = max(most, t.sim(a, &of[i]))
	}
	return most
}

// nearLeast is the cosine of two words below which one says nothing of the other.
const nearLeast = .5

// sim is how much one word means what another does, 0 for little.
func (t *Talk) sim(a, b *term) float64 {
	if s := t.raw(a, b); s >= nearLeast {
		return s
	}
	return 0
}

// raw is how near two words are in meaning.
func (t *Talk) raw(a, b *term) float64 {
	if a.stem == b.stem || a.low == b.low {
		return 1
	}
	key := [2]string{a.low, b.low}
	if s, ok := t.sims[key]; ok {
		return s
	}
	s := a.near(b)
	t.sims[key] = s
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
	if len(short) >= 4 && translate.Alias(a.low, b.low) {
		return .9
	}
	most := 0.0
	for _, x := range a.means {
		for _, y := range b.means {
			c := 0.0
			if x.Word == y.Word {
				c = 1
			} else if v, ok := vectors.Of(x.Word); ok {
				if w, ok := vectors.Of(y.Word); ok {
					c = v.Cosine(w)
				}
			}
			if far := float64(c * min(1, x.Weight+.5)); c >= nearLeast {
				most = max(most, far*min(1, y.Weight+.5))
			} else {
				most = max(most, min(far, nearLeast-.01))
			}
		}
	}
	return min(most, .95)
}
