package claims

import (
	"slices"

	"dormouse/land/transcript"
	"dormouse/memory/language"
)

// How many sentences stand in for a claim, and which share of it each must add: of
// the first what any does, of the others more.
const (
	mostOwn   = 3
	firstAdds = .12
	nextAdds  = .14
)

// cited is how much more a sentence counts of a message that the claim says it is
// taken from, beside sentences of others.
const citedMore = 1.6

// need is a word or figure of a claim, and how much of it the sentences taken so
// far tell.
type need struct {
	term   *term
	figure *language.Figure
	part   *part
	weight float64
	told   float64
}

// instead are the sentences of the person that tell what a claim is about, in the order
// they were said: each adds most of what the others lack of its words and figures.
func (t *Talk) instead(c *claimed) []Passage {
	needs, among, total := c.needs(), t.among(c), 0.0
	for _, n := range needs {
		total += n.weight
	}
	var taken []int
	for len(taken) < mostOwn {
		at, most, least := -1, 0.0, nextAdds
		if len(taken) == 0 {
			least = firstAdds
		}
		for _, i := range among {
			sum := 0.0
			for k := range needs {
				n := &needs[k]
				sum += n.weight * max(0, t.tells(i, n)-n.told)
			}
			if c.cited[t.said[i].ID] {
				sum *= citedMore
			}
			if sum > most {
				at, most = i, sum
			}
		}
		if at < 0 || most < least*total {
			break
		}
		taken = append(taken, at)
		for k := range needs {
			needs[k].told = max(needs[k].told, t.tells(at, &needs[k]))
		}
	}
	for _, i := range slices.Clone(taken) {
		if k := t.leansOn(i); k >= 0 && !slices.Contains(taken, k) {
			taken = append(taken, k)
		}
	}
	slices.Sort(taken)
	var out []Passage
	for _, i := range taken {
		out = append(out, t.said[i].Passage)
	}
	return out
}

// needs are what a claim says.
func (c *claimed) needs() (out []need) {
	for i := range c.parts {
		p := &c.parts[i]
		for k := range p.terms {
			if p.terms[k].weight > 0 {
				out = append(out, need{term: &p.terms[k], part: p, weight: p.terms[k].weight})
			}
		}
		for k := range p.figures {
			out = append(out, need{figure: &p.figures[k], part: p, weight: 1})
		}
	}
	return out
}

// among are the sentences that may stand in for a claim: what the person said, and
// did not ask, in the messages it cites and where its words are.
func (t *Talk) among(c *claimed) (out []int) {
	seen := map[int]bool{}
	add := func(i int) {
		if p := t.said[i]; !seen[i] && p.Role == transcript.User && p.Message >= 0 && !p.asks {
			seen[i] = true
			out = append(out, i)
		}
	}
	for i, p := range t.said {
		if c.cited[p.ID] {
			add(i)
		}
	}
	for i := range c.parts {
		for _, at := range t.near(&c.parts[i], c.cited) {
			add(at)
		}
	}
	slices.Sort(out)
	return out
}

// tells is how much of a word or figure passage i tells.
func (t *Talk) tells(i int, n *need) (most float64) {
	if n.figure != nil {
		if bears(t.said[i].numbers(), *n.figure) || t.saidThen(n.part, *n.figure, i) {
			return 1
		}
		return 0
	}
	for _, q := range t.partsAt(i) {
		most = max(most, t.best(n.term, q.terms))
	}
	return most
}

// opening is how many words of a sentence are looked at for one that stands for
// somebody who was named before.
const opening = 3

// leansOn is the passage before i where that tells who i begins with: "She …"; -1 for
// none.
func (t *Talk) leansOn(i int) int {
	p := t.said[i]
	if i == 0 || t.said[i-1].Message != p.Message || t.said[i-1].asks {
		return -1
	}
	for k, w := range language.Words(p.Text) {
		switch {
		case k == opening, k > 0 && w.Upper() && language.IsName(w):
			return -1
		case p.Lang.ModeOf(w.Low)&language.ByThem != 0:
			return i - 1
		}
	}
	return -1
}
