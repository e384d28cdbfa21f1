package summarize

import (
	"fmt"
	"slices"
	"strings"

	"dormouse/memory/language"
)

// ruled are the modes of what is allowed or not.
const ruled = language.Allows | language.Forbids

// conflict tells how a clause that was said contradicts one of an entry that says
// much the same; "" where it does not.
func (k *checker) conflict(c *claimed, p, e *part, at int, s support) string {
	if k.rec.said[at].asks && !k.rec.refuted(at) {
		return ""
	}
	open, turned := e.unreal(), opposed(p, e)
	switch {
	case (p.denied != e.denied) != turned && !p.aside && !e.aside && (turned || s.direct >= leastSame || p.mode&e.mode&ruled != 0) && sameDoer(p, e) && (!open || p.open || e.denied && e.mode&language.Doubts == 0):
		return "the opposite was said"
	case open && !p.unreal() && !p.denied:
		return "it was only considered, asked or wished"
	case p.mode&language.Doubts != 0 && !open && p.mode&language.Allows == 0 && e.mode&language.Decides != 0:
		return "it is settled"
	}
	if f, rival := k.rivalFigure(c, p, e, at); rival {
		return "it was not " + figureText(c, f)
	}
	if n, m := k.rivalName(c, p, e, at); n != "" {
		return fmt.Sprintf("it was %s, not %s", m, n)
	}
	return k.swapped(p, e, s.deed)
}

// unreal reports whether a clause tells of what is not sure, or only wanted.
func (p *part) unreal() bool { return p.open && p.mode&language.Decides == 0 }

// rivalFigure finds a figure of a clause where what was said has another one.
func (k *checker) rivalFigure(c *claimed, p, e *part, at int) (language.Figure, bool) {
	for _, f := range p.figures {
		if bears(e.figures, f) || bears(k.rec.said[at].figures, f) || k.saidThen(p, f, at) {
			continue
		}
		for _, g := range e.figures {
			if g.Rivals(f) && !slices.ContainsFunc(c.parts, func(q part) bool { return slices.ContainsFunc(q.figures, g.Bears) }) {
				return f, true
			}
		}
	}
	return language.Figure{}, false
}

// saidThen reports whether a date is the day on which a passage was said, from which
// the clause counts.
func (k *checker) saidThen(p *part, f language.Figure, at int) bool {
	day := k.rec.said[at].day
	if f.Kind != language.Date || !f.First.Equal(day) || !f.Last.Equal(day) {
		return false
	}
	counts := slices.ContainsFunc(p.figures, func(g language.Figure) bool { return g.Kind == language.Amount && g.Spans() })
	return counts || !slices.ContainsFunc(k.rec.said[at].figures, func(g language.Figure) bool { return g.Kind == language.Date })
}

// rivalName finds a name of a clause where what was said has another one.
func (k *checker) rivalName(c *claimed, p, e *part, at int) (name, rival string) {
	has := func(names []string, n string) bool {
		return slices.ContainsFunc(names, func(m string) bool { return language.Alias(n, m) })
	}
	heard := k.rec.said[at].text
	same, _, _ := k.rec.around(at)
	for _, i := range same {
		heard += " " + k.rec.said[i].text
	}
	for i, n := range p.names {
		if k.read.own(language.Fold(n)) || has(e.names, n) || strings.Contains(language.Fold(heard), language.Fold(n)) {
			continue
		}
		for j, m := range e.names {
			if p.behind[i] == e.behind[j] && !k.read.own(language.Fold(m)) && !has(c.names, m) {
				return n, m
			}
		}
	}
	return "", ""
}

// leastSame is what two clauses must share for one that somebody else does to
// contradict the other.
const leastSame = .4

// sameDoer reports whether nobody else is said to do it.
func sameDoer(p, e *part) bool {
	return p.mode&ruled != 0 || p.doer == e.doer || p.doer == "" || e.doer == "" || p.carried || e.carried
}

// swapped tells that somebody else did it, or did it to somebody else.
func (k *checker) swapped(p, e *part, deed float64) string {
	named := func(n string) bool { return strings.EqualFold(n, p.doer) }
	together := slices.Contains(e.with, p.doer) || slices.Contains(p.with, e.doer) || !e.carried && slices.ContainsFunc(e.names, named) && !slices.ContainsFunc(p.names, func(n string) bool { return strings.EqualFold(n, e.doer) })
	if p.doer == "" || e.doer == "" || p.doer == e.doer || together || !k.sameDeed(p, e) {
		return ""
	}
	to, from := slices.Contains(e.others, p.doer), slices.Contains(p.others, e.doer)
	switch {
	case to && from, (!e.carried || e.close) && (to || from):
		return "who did it is the other way round"
	case !p.carried && !e.carried && deed >= leastSame && p.denied == e.denied && !strings.HasPrefix(p.doer, "kin ") && !strings.HasPrefix(e.doer, "kin "):
		return "somebody else did it"
	}
	return ""
}

// sameDeed reports whether what is done in a clause of an entry is done in the one
// that was said.
func (k *checker) sameDeed(p, e *part) bool {
	return slices.ContainsFunc(p.does, func(stem string) bool {
		return slices.ContainsFunc(e.terms, func(t term) bool {
			return t.stem == stem || len(stem) >= 5 && (strings.HasSuffix(t.stem, stem) || strings.HasPrefix(t.stem, stem))
		})
	})
}

// opposite tells that a clause says of something what was only said not to be so: that
// it is, or that it is allowed.
func (k *checker) opposite(p, e *part, s support) string {
	if p.mode&language.Decides != 0 && !p.denied && e.unreal() && s.deed >= leastDirect && s.total >= leastCarried {
		return "it was only considered, asked or wished"
	}
	if p.denied || !e.denied || !sameDoer(p, e) {
		return ""
	}
	if p.mode&language.Allows != 0 && e.mode&ruled != 0 && s.total >= leastCarried {
		return "the opposite was said"
	}
	for _, t := range e.terms {
		if t.weight < 1 || !slices.ContainsFunc(p.terms, func(q term) bool { return q.stem == t.stem && q.weight >= 1 }) {
			continue
		}
		if p.mode&language.Allows != 0 && slices.Contains(p.does, t.stem) {
			return "the opposite was said"
		}
	}
	return ""
}

// opposed reports whether a word of one clause means the opposite of one of the
// other, which the first does not have.
func opposed(p, e *part) bool {
	for _, a := range p.terms {
		for _, b := range e.terms {
			if p.lang.Opposed(a.stem, b.stem) && !slices.ContainsFunc(e.terms, func(t term) bool { return t.stem == a.stem }) {
				return true
			}
		}
	}
	return false
}

// onlyDenied reports whether a word of a clause was said, and where something else of
// the clause was said, too, only of what is not so.
func (k *checker) onlyDenied(c *claimed, p *part, t term) bool {
	denied := false
	for _, i := range k.rec.by[t.stem] {
		if k.rec.refuted(int(i)) {
			denied = true
			continue
		}
		here := c.cited[k.rec.said[i].id]
		for _, q := range k.partsAt(int(i)) {
			here = here || slices.ContainsFunc(q.terms, func(o term) bool {
				return o.stem != t.stem && o.weight >= 1 && slices.ContainsFunc(p.terms, func(x term) bool { return x.stem == o.stem })
			})
		}
		for _, q := range k.partsAt(int(i)) {
			if !slices.ContainsFunc(q.terms, func(o term) bool { return o.stem == t.stem }) {
				continue
			}
			if !q.denied || q.aside || !sameDoer(p, &q) {
				return false
			}
			denied = denied || here
		}
	}
	return denied
}

// clearly is by how much more of a clause must be said with another figure than with
// its own for that to be of something else.
const clearly = .1

// ofOther reports whether a figure of a clause was said of something else: where it
// was said another one stands with more of the clause.
func (k *checker) ofOther(c *claimed, p *part, f language.Figure) bool {
	own, other := -1.0, 0.0
	for _, i := range p.field {
		parts := k.partsAt(i)
		if !bears(k.rec.said[i].figures, f) {
			continue
		}
		for e := range parts {
			if bears(parts[e].figures, f) {
				own = max(own, share(p, parts[e].terms), share(p, k.asked(i)))
			}
		}
		same, _, _ := k.rec.around(i)
		for _, o := range append(same, i) {
			for e, q := range k.partsAt(o) {
				rivals := slices.ContainsFunc(q.figures, func(g language.Figure) bool {
					return measured(f, g) && !slices.ContainsFunc(c.parts, func(x part) bool { return slices.ContainsFunc(x.figures, g.Bears) })
				})
				if rivals && !bears(q.figures, f) {
					other = max(other, share(p, k.partsAt(o)[e].terms))
				}
			}
		}
	}
	return own >= 0 && other > own+clearly
}

// measured reports whether two amounts are of one measure.
func measured(f, g language.Figure) bool {
	return f.Kind == language.Amount && g.Kind == f.Kind && f.Unit != "" && !g.Counts && (g.Unit == "" || f.Rivals(g))
}

// share is how much of the words of a clause others say, in the same words.
func share(p *part, of []term) float64 {
	sum, total := 0.0, 0.0
	for _, t := range p.terms {
		if total += t.weight; slices.ContainsFunc(of, func(o term) bool { return o.stem == t.stem }) {
			sum += t.weight
		}
	}
	return sum / max(total, 1)
}

// asked are the words of the question that the message of a passage answers.
func (k *checker) asked(i int) (out []term) {
	_, other, _ := k.rec.around(i)
	for _, o := range other {
		if k.rec.said[o].asks && k.rec.said[o].message < k.rec.said[i].message {
			for _, q := range k.partsAt(o) {
				out = append(out, q.terms...)
			}
		}
	}
	return out
}

// tied finds a name of a clause with a word behind it that was only said behind other
// names: "Ann from sales".
func (k *checker) tied(p *part) (name, other string) {
	for _, t := range p.ties {
		heard := ""
		for _, i := range k.rec.by[t.stem] {
			for _, q := range k.partsAt(int(i)) {
				if !slices.ContainsFunc(q.terms, func(o term) bool { return o.stem == t.stem }) {
					continue
				}
				at := slices.IndexFunc(q.ties, func(o tie) bool { return o.stem == t.stem })
				if at < 0 || language.Alias(q.ties[at].name, t.name) {
					heard = ""
					break
				}
				heard = q.ties[at].name
			}
			if heard == "" {
				break
			}
		}
		if heard != "" {
			return t.name, heard
		}
	}
	return "", ""
}
