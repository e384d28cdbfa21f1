package claims

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
)

// How many sentences stand in for a claim, and which share of it each must add: of
// the first what any does, of the others more, and of long ones most.
const (
	mostOwn   = 3
	firstAdds = .04
	nextAdds  = .14
	mostAdds  = .33
	wholeAdds = 300. // bytes of a sentence that would have to add all
)

// cited is how much more a sentence counts of a message that the claim says it is
// taken from, beside sentences of others.
const citedMore = 1.6

// need is a word or figure of a claim, and how much of it the sentences taken so
// far tell.
type need struct {
	term   *term
	figure *quantity.Figure
	part   *part
	weight float64
	told   float64
}

// Told is the share of a text that at most three sentences tell together, of those that
// may. A question tells half of what it asks.
func (t *Talk) Told(text string, may func(Passage) bool, cited ...string) float64 {
	c, _ := t.claim(text, cited)
	if c == nil {
		return 0
	}
	seen, among := map[int]bool{}, []int(nil)
	for i := range c.parts {
		for _, at := range t.near(&c.parts[i], c.cited) {
			if p := t.said[at]; !seen[at] && p.Message >= 0 && may(p.Passage) {
				seen[at], among = true, append(among, at)
			}
		}
	}
	slices.Sort(among)
	needs := c.needs()
	asked := slices.Clone(needs)
	asks := func(i int) bool { return t.said[i].asks }
	gather(needs, slices.DeleteFunc(slices.Clone(among), asks), t, c.cited, false)
	gather(asked, slices.DeleteFunc(among, func(i int) bool { return !asks(i) }), t, c.cited, false)
	told, total := 0.0, 0.0
	for i, n := range needs {
		told, total = told+float64(n.weight*max(n.told, asked[i].told/2)), total+n.weight
	}
	return told / max(total, .1)
}

// mostElsewhere is how many sentences are shown beside those that a text is taken from.
const mostElsewhere = 3

// Elsewhere are sentences that tell a name, a figure or a rare word of a text which none of
// those does that are here: what the person said, or memory holds of them.
func (t *Talk) Elsewhere(text string, here func(Passage) bool, cited ...string) (out []Passage) {
	c, _ := t.claim(text, cited)
	if c == nil {
		return nil
	}
	var facts, words []need
	for _, n := range c.needs() {
		switch {
		case n.weight < nameWeight:
		case n.isFact():
			facts = append(facts, n)
		default:
			words = append(words, n)
		}
	}
	var taken []int
	for _, n := range append(facts, words...) {
		inHere := func(p *passage) bool { return here(p.Passage) }
		may := func(p *passage) bool { return !here(p.Passage) && !p.asks && !p.Origin.Foreign() }
		if len(taken) == mostElsewhere || t.lastTelling(&n, inHere) >= 0 {
			continue
		}
		if at := t.lastTelling(&n, may); at >= 0 && !slices.Contains(taken, at) {
			taken = append(taken, at)
		}
	}
	slices.Sort(taken)
	for _, i := range taken {
		out = append(out, t.said[i].Passage)
	}
	return out
}

// lastTelling is the last of the passages that may which tells what is needed; -1 for none.
func (t *Talk) lastTelling(n *need, may func(*passage) bool) int {
	for i, p := range slices.Backward(t.said) {
		if !may(p) {
			continue
		}
		if much, _ := t.tells(i, n); much >= verbatim {
			return i
		}
	}
	return -1
}

// sways are the modes of a clause that tells no plain fact.
const sways = language.Negates | language.Refuses | language.Forbids | language.Excepts | language.Doubts | language.Wants | language.Allows | language.Obliges

// Bears reports whether words that are said to bear out a text may: where all clauses of
// theirs that share a word with it are denied or unsure, a text that is neither says more.
func (t *Talk) Bears(words, text string, cited ...string) bool {
	c, _ := t.claim(text, cited)
	if c == nil || slices.ContainsFunc(c.parts, func(p part) bool { return p.mode&sways != 0 }) {
		return c != nil
	}
	low, quoted := strings.Join(strings.Fields(language.Fold(words)), " "), map[string]bool{}
	for _, w := range language.Words(words) {
		quoted[w.Low] = true
	}
	plain, swayed := false, false
	for i, p := range t.said {
		if !c.cited[p.ID] || !strings.Contains(strings.Join(strings.Fields(language.Fold(p.Text)), " "), low) {
			continue
		}
		for _, q := range t.partsAt(i) {
			if slices.ContainsFunc(q.terms, func(w term) bool { return quoted[w.low] && t.shares(c, &w) }) {
				sure := !q.denied && !q.unreal()
				plain, swayed = plain || sure, swayed || !sure
			}
		}
	}
	return plain || !swayed
}

// shares reports whether a word that was said stands in a text.
func (t *Talk) shares(c *claimed, w *term) bool {
	return slices.ContainsFunc(c.parts, func(p part) bool { return t.best(w, p.terms) >= verbatim })
}

// passages are the sentences at some places, with where they tell what a claim says.
func (t *Talk) passages(c *claimed, at []int) (out []Passage) {
	for _, i := range at {
		out = append(out, t.said[i].Passage)
		for _, q := range t.partsAt(i) {
			if n := len(out) - 1; (q.open || q.denied) && q.weight() < leastPart && len(q.terms) > 0 {
				out[n].Tells = append(out[n].Tells, q.terms[0].at) // "not sure yet"
			}
		}
	}
	untold, total := false, 0.0
	for _, n := range c.needs() {
		k, most, where := 0, 0.0, 0
		for j, i := range at {
			if much, place := t.tells(i, &n); much > most {
				k, most, where = j, much, place
			}
		}
		if total += n.weight; most > 0 {
			out[k].Adds += n.weight * most
		}
		switch {
		case n.figure != nil && most == 0:
			untold = true
		case most > 0 && where >= 0:
			out[k].Tells = append(out[k].Tells, where)
		}
	}
	for i := range out {
		out[i].Adds /= max(total, .1)
		if untold { // it may stand anywhere, in words that are not read as one
			out[i].Tells = nil
		}
	}
	return out
}

// needs are what all clauses of a claim say.
func (c *claimed) needs() (out []need) {
	for i := range c.parts {
		out = append(out, c.parts[i].needs()...)
	}
	return out
}

// insteadOf are the places of the sentences of the person that tell what a claim is
// about, in the order they were said.
func (t *Talk) insteadOf(c *claimed) []int {
	taken := gather(c.needs(), t.among(c), t, c.cited, true)
	for _, i := range slices.Clone(taken) {
		if k := t.leansOn(i); k >= 0 && !slices.Contains(taken, k) {
			taken = append(taken, k)
		}
	}
	slices.Sort(taken)
	return taken
}

// restTold is the share of what is left of a claim from which sentences that stand in for
// all of it tell that, too: it would stand there twice.
const restTold = .75

// tellRest reports whether some sentences tell what is left of a claim.
func (t *Talk) tellRest(c *claimed, keep []bool, taken []int) bool {
	told, total := 0.0, 0.0
	for i := range c.parts {
		if !keep[i] {
			continue
		}
		for _, n := range c.parts[i].needs() {
			most := 0.0
			for _, at := range taken {
				much, _ := t.tells(at, &n)
				most = max(most, much)
			}
			told, total = told+float64(n.weight*most), total+n.weight
		}
	}
	return told >= float64(restTold*total)
}

// gather takes the sentences that tell most of what is needed, and are nearest to it in
// meaning: each adds most of what those before lack. What they tell is noted with the
// needs. See mustAdd for brief.
func gather(needs []need, among []int, t *Talk, cited map[string]bool, brief bool) (taken []int) {
	total := 0.0
	for _, n := range needs {
		total += n.weight
	}
	whole, like := gistOf(partsOf(needs)), make([]float64, len(among))
	tells := make([][]float64, len(among))
	for k, i := range among {
		like[k] = alike(whole, gistOf(t.partsAt(i)))
		for n := range needs {
			much, _ := t.tells(i, &needs[n])
			tells[k] = append(tells[k], much)
		}
	}
	for len(taken) < mostOwn {
		at, most := -1, 0.0
		for k, i := range among {
			sum := 0.0
			for n := range needs {
				sum += float64(needs[n].weight * max(0, tells[k][n]-needs[n].told))
			}
			if cited[t.said[i].ID] {
				sum = float64(sum * citedMore)
			}
			sum = float64(sum * (1 + like[k]))
			if sum > most && sum >= float64(t.mustAdd(i, tells[k], needs, taken, brief)*total) {
				at, most = k, sum
			}
		}
		if at < 0 {
			break
		}
		taken = append(taken, among[at])
		for n := range needs {
			needs[n].told = max(needs[n].told, tells[at][n])
		}
	}
	return taken
}

// partsOf are the clauses that need something.
func partsOf(needs []need) (out []part) {
	for i := range needs {
		if i == 0 || needs[i].part != needs[i-1].part {
			out = append(out, *needs[i].part)
		}
	}
	return out
}

// mustAdd is which share of a claim sentence i must add at least, that tells so much of
// what is needed, behind those that were taken. brief asks more of a long one, but for one
// that tells a name or figure.
func (t *Talk) mustAdd(i int, tells []float64, needs []need, taken []int, brief bool) float64 {
	switch {
	case len(taken) == 0:
		return firstAdds
	case !brief:
		return nextAdds
	}
	for n := range needs {
		if needs[n].isFact() && needs[n].told == 0 && tells[n] > 0 {
			return nextAdds
		}
	}
	return min(mostAdds, max(nextAdds, float64(len(t.said[i].Text))/wholeAdds))
}

// isFact reports whether a name or a figure is needed.
func (n *need) isFact() bool {
	return n.figure != nil || n.term.weight == nameWeight || n.term.name
}

// needs are what a clause says.
func (p *part) needs() (out []need) {
	for k := range p.terms {
		if p.terms[k].weight > 0 {
			out = append(out, need{term: &p.terms[k], part: p, weight: p.terms[k].weight})
		}
	}
	for k := range p.figures {
		out = append(out, need{figure: &p.figures[k], part: p, weight: 1})
	}
	return out
}

// among are the sentences that may stand in for a claim: what the person said, and did
// not ask, in the messages it cites and where its words are. A claim that cites nothing
// of theirs has what it cites.
func (t *Talk) among(c *claimed) (out []int) {
	theirs := slices.ContainsFunc(t.said, func(p *passage) bool { return p.Role == transcript.User && c.cited[p.ID] })
	seen := map[int]bool{}
	add := func(i int) {
		p := t.said[i]
		if may := p.Role == transcript.User || !theirs && c.cited[p.ID]; may && !seen[i] && p.Message >= 0 && !p.asks {
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

// tells is how much of a word or figure passage i tells, and where; -1 where that is
// when it was said.
func (t *Talk) tells(i int, n *need) (most float64, at int) {
	for _, q := range t.partsAt(i) {
		if n.figure != nil {
			for _, f := range q.figures {
				if f.Bears(*n.figure) {
					return 1, f.From
				}
			}
			continue
		}
		for j := range q.terms {
			if s := t.sim(n.term, &q.terms[j]); s > most {
				most, at = s, q.terms[j].at
			}
		}
	}
	if n.figure != nil && t.saidThen(n.part, *n.figure, i) {
		return 1, -1
	}
	return most, at
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
	ws := language.Words(p.Text)
	for k, w := range ws {
		article := p.Lang.NounsHaveCapitals() && p.Lang.Determines(w.Low) && k+1 < len(ws) && ws[k+1].Upper() // "die Schichten"
		switch {
		case article:
		case k == opening, k > 0 && w.Upper() && language.IsName(w):
			return -1
		case p.Lang.ModeOf(w.Low)&language.ByThem != 0:
			return i - 1
		}
	}
	return -1
}
