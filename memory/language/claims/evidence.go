package claims

import (
	"math"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

// seeEvidence adds what is seen of the sentences that together tell most of a clause,
// beside the one that tells most alone.
func (t *Talk) seeEvidence(s classify.Sight, c *claimed, p *part, best aligned, field []int) {
	needs := p.needs()
	taken := gather(needs, field, t, c.cited, false)
	total, told := 0.0, 0.0
	for _, n := range needs {
		total, told = total+n.weight, told+float64(n.weight*n.told)
		gap := 1 - n.told
		switch {
		case n.figure != nil:
			s.Much("untold figure", gap)
		case n.isFact():
			s.Much("untold name", gap)
		default:
			if slices.Contains(p.does, n.term.stem) {
				s.Much("untold deed", gap)
			}
			s.Much("untold, rarest", float64(gap*rarity(n.term))/10)
		}
	}
	total = max(total, .1)
	s.Much("told together", told/total)
	s.Much("told alone", alone(needs, taken, t)/total)
	s.Much("sentences", float64(len(taken))/4)
	for i := 1; i < len(taken); i++ {
		a, b := t.said[taken[i-1]], t.said[taken[i]]
		s.Is("of two messages", a.Message != b.Message)
		s.Much("apart", math.Abs(float64(a.Message-b.Message))/10)
	}
	for _, i := range taken {
		s.Is("told by the assistant", t.said[i].Role == transcript.Assistant)
		s.Is("told uncited", !c.cited[t.said[i].ID])
		s.Is("told by a question", t.said[i].asks)
	}
	where := append([]int{best.passage}, taken...)
	t.seeRun(s, p, where)
	t.seeRest(s, p, best)
	t.seeMeaning(s, p, best, taken)
	t.seeOrder(s, p, where)
	for k := range p.terms {
		if w := &p.terms[k]; slices.Contains(p.does, w.stem) {
			t.seeDeed(s, p, w, where)
		}
	}
}

// alone is how much of some needs the best of some sentences tells alone.
func alone(needs []need, taken []int, t *Talk) (most float64) {
	for _, i := range taken {
		sum := 0.0
		for k := range needs {
			much, _ := t.tells(i, &needs[k])
			sum += float64(needs[k].weight * much)
		}
		most = max(most, sum)
	}
	return most
}

// seeRun adds which share of a clause's words, small ones too, some sentence has one
// after the other.
func (t *Talk) seeRun(s classify.Sight, p *part, where []int) {
	own := language.Words(p.text)
	longest := 0
	for _, i := range where {
		said := language.Words(t.said[i].Text)
		before := make([]int, len(said)+1) // words in common that end at the word before, by place in said
		for _, w := range own {
			row := make([]int, len(said)+1)
			for k, o := range said {
				if w.Low == o.Low {
					row[k+1] = before[k] + 1
					longest = max(longest, row[k+1])
				}
			}
			before = row
		}
	}
	s.Much("in one run", float64(longest)/max(1, float64(len(own))))
	s.Much("run", float64(longest)/20)
}

// seeRest adds what the best sentence says that the clause does not.
func (t *Talk) seeRest(s classify.Sight, p *part, best aligned) {
	parts := t.partsAt(best.passage)
	for name, of := range map[string][]part{"clause": {parts[best.part]}, "sentence": parts} {
		rest, total, names, figures := 0.0, 0.0, 0, 0
		for _, q := range of {
			for j := range q.terms {
				w := &q.terms[j]
				rest, total = rest+float64(w.weight*(1-t.best(w, p.terms))), total+w.weight
			}
			for _, n := range q.names {
				if !slices.ContainsFunc(p.names, func(o string) bool { return language.Fold(o) == language.Fold(n) || translate.Alias(o, n) }) {
					names++
				}
			}
			for _, f := range q.figures {
				if !slices.ContainsFunc(p.figures, func(g quantity.Figure) bool { return f.Bears(g) }) {
					figures++
				}
			}
		}
		s.Much("rest of the "+name, rest/max(total, .1))
		s.Much("names beside it in the "+name, float64(names)/4)
		s.Is("another name in the "+name, names > 0 && slices.ContainsFunc(p.terms, func(w term) bool {
			return (w.weight == nameWeight || w.name) && !slices.ContainsFunc(of, func(q part) bool { return t.best(&w, q.terms) >= verbatim })
		}))
		s.Much("figures beside it in the "+name, float64(figures)/4)
	}
}

// seeOrder adds whether those who are spoken of stand in the order of a sentence that
// tells of them, the first of which says most of the clause, or turned round.
func (t *Talk) seeOrder(s classify.Sight, p *part, where []int) {
	for _, i := range where {
		var said []string
		agent := false
		for _, q := range t.partsAt(i) {
			said, agent = append(said, q.present...), agent || q.agent
		}
		same, turned := orders(p.present, said)
		if agent != p.agent {
			same, turned = turned, same
		}
		s.Is("in order", same)
		s.Is("turned round", turned && !same)
		s.Is("turned round, sure", turned && !same && i == where[0] && len(t.partsAt(i)) == 1)
	}
	s.Much("people", float64(len(p.present))/5)
}

// seeDeed adds who does, in the clause where it stands, what a clause says is done.
func (t *Talk) seeDeed(s classify.Sight, p *part, w *term, where []int) {
	var at *part
	near := 0.0
	for _, i := range where {
		for e := range t.partsAt(i) {
			q := &t.partsAt(i)[e]
			for j := range q.terms {
				if v := t.raw(w, &q.terms[j]); v > near {
					near, at = v, q
				}
			}
		}
	}
	s.Much("deed near", near)
	if at == nil || near < nearLeast {
		s.Is("deed nowhere", true)
		return
	}
	known := p.doer != "" && at.doer != ""
	s.Is("deed by the same", known && p.doer == at.doer)
	s.Is("deed by another", known && p.doer != at.doer)
	s.Is("deed by another, in that word", known && p.doer != at.doer && near >= verbatim)
	told := known && p.told && at.told && !(isKin(p.doer) && isKin(at.doer)) // a mum is a mother
	s.Is("deed by the same, told", told && p.doer == at.doer)
	s.Is("deed by another, told", told && p.doer != at.doer)
	s.Is("deed by another, told in that word", told && p.doer != at.doer && near >= verbatim)
	s.Is("deed to the doer", slices.Contains(at.others, p.doer) && p.doer != "")
	s.Is("deed denied there", at.denied && !p.denied)
	s.Is("deed denied here", !at.denied && p.denied)
	s.Is("deed unsure there", at.unreal() && !p.unreal())
	s.Is("deed unsure here", !at.unreal() && p.unreal())
}

func isKin(who string) bool { return strings.HasPrefix(who, "kin ") }

// orders reports whether two of those in one list stand in a second in the same order,
// or in the other one.
func orders(a, b []string) (same, turned bool) {
	for i := range a {
		for _, second := range a[i+1:] {
			x, y := slices.Index(b, a[i]), slices.Index(b, second)
			if a[i] == second || x < 0 || y < 0 {
				continue
			}
			same, turned = same || x < y, turned || x > y
		}
	}
	return same, turned
}

// anchor is a name or a figure of a clause, and where it begins.
type anchor struct {
	name   string
	figure *quantity.Figure
	at     int
}

// companions is how many words beside an anchor are looked for beside it where it was
// said, and within how many there.
const (
	companions = 2
	company    = 4
)

// seeAnchors adds whether names and figures stand where they were said beside the words
// that stand beside them in a clause.
func (t *Talk) seeAnchors(s classify.Sight, p *part, field []int) {
	for k := range p.figures {
		t.seeAnchor(s, "figure", p, anchor{figure: &p.figures[k], at: p.figures[k].From}, field)
	}
	for k := range p.terms {
		if w := &p.terms[k]; w.weight == nameWeight || w.name {
			t.seeAnchor(s, "name", p, anchor{name: w.low, at: w.at}, field)
		}
	}
}

func (t *Talk) seeAnchor(s classify.Sight, kind string, p *part, a anchor, field []int) {
	beside := closest(p.terms, a.at, companions)
	clause, sentence, near, found := 0.0, 0.0, 0.0, false
	for _, i := range field {
		stands, all := false, []term(nil)
		for _, q := range t.partsAt(i) {
			all = append(all, q.terms...)
			for _, at := range t.stands(&q, a) {
				stands = true
				clause = max(clause, t.covered(p, a, q.terms))
				sum := 0.0
				there := closest(q.terms, at, company)
				for k := range beside {
					sum += t.best(&beside[k], there)
				}
				near = max(near, sum/max(1, float64(len(beside))))
			}
		}
		if stands {
			sentence, found = max(sentence, t.covered(p, a, all)), true
		}
	}
	// A clause is as sure as its least sure anchor.
	s.Much(kind+" not with its clause", 1-clause)
	s.Much(kind+" not with its sentence", 1-sentence)
	s.Much(kind+" not with its neighbours", 1-near)
	s.Is(kind+" not found", !found)
}

// stands are the places of an anchor in a clause that was said.
func (t *Talk) stands(q *part, a anchor) (at []int) {
	if a.figure != nil {
		for _, f := range q.figures {
			if f.Bears(*a.figure) {
				at = append(at, f.From)
			}
		}
		return at
	}
	for _, w := range q.terms {
		if w.low == a.name || strings.TrimSuffix(w.low, "s") == strings.TrimSuffix(a.name, "s") || translate.Alias(w.low, a.name) {
			at = append(at, w.at)
		}
	}
	return at
}

// covered is the share of a clause's words, but for an anchor, that some words tell.
func (t *Talk) covered(p *part, a anchor, by []term) float64 {
	sum, total := 0.0, 0.0
	for k := range p.terms {
		w := &p.terms[k]
		if w.low == a.name && a.figure == nil || w.weight == 0 {
			continue
		}
		sum, total = sum+float64(w.weight*t.best(w, by)), total+w.weight
	}
	if total == 0 {
		return 1
	}
	return sum / total
}

// closest are the words that stand next to a place, and say something.
func closest(terms []term, at, most int) []term {
	out := slices.DeleteFunc(slices.Clone(terms), func(w term) bool { return w.at == at || w.weight <= 0 })
	slices.SortStableFunc(out, func(a, b term) int { return distance(a.at, at) - distance(b.at, at) })
	return out[:min(most, len(out))]
}

func distance(a, b int) int { return max(a-b, b-a) }

// seeReason adds where the reason that a clause gives was said, beside what it is a
// reason of.
func (t *Talk) seeReason(s classify.Sight, c *claimed, p *part, best aligned) {
	i := slices.IndexFunc(c.parts, func(q part) bool { return q.text == p.text })
	s.Much("clause", float64(i)/4)
	s.Much("clauses", float64(len(c.parts))/4)
	if i < 1 {
		return
	}
	of := c.best[i-1]
	s.Is("beside the clause before", of.passage == best.passage)
	near := distance(of.passage, best.passage) <= 1
	if !p.reason {
		return
	}
	gives := func(i int) bool {
		return slices.ContainsFunc(t.partsAt(i), func(q part) bool { return q.mode&language.Reasons != 0 })
	}
	s.Is("reason in the sentence", of.passage == best.passage)
	s.Is("reason beside", near && of.passage != best.passage)
	s.Is("reason elsewhere", !near)
	s.Is("reason said as one", gives(best.passage))
	s.Is("another reason said", gives(of.passage) && of.passage != best.passage)
}

// seeMeaning adds how near a clause is in meaning to the one that tells most of it, to
// its sentence, and to all that tells of it.
func (t *Talk) seeMeaning(s classify.Sight, p *part, best aligned, taken []int) {
	own, parts := gistOf([]part{*p}), t.partsAt(best.passage)
	all := slices.Clone(parts)
	for _, i := range taken {
		all = append(all, t.partsAt(i)...)
	}
	s.Much("like the clause", alike(own, gistOf(parts[best.part:best.part+1])))
	s.Much("like the sentence", alike(own, gistOf(parts)))
	s.Much("like all", alike(own, gistOf(all)))
}

// gistOf is what the words of some clauses mean together.
func gistOf(parts []part) (g vectors.Gist) {
	for i := range parts {
		for k := range parts[i].terms {
			for _, m := range parts[i].terms[k].means {
				if row, ok := vectors.Row(m.Word); ok {
					g.Add(row)
					break
				}
			}
		}
	}
	return g
}

// alike is how near two gists are, in [0, 1]; a little more than half where one is empty.
func alike(a, b vectors.Gist) float64 {
	if a.Empty() || b.Empty() {
		return .55
	}
	x, y := a.Direction(), b.Direction()
	return max(0, x.Like(&y))
}
