package sleep

import (
	"cmp"
	"context"
	"slices"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/summarize"
)

// Where a strategy leaves more than a twentieth of the memory budget unspent, an
// offline one is asked once more, for more, but not over very much text.
const (
	unspent   = 0.95
	againMost = 60_000 // tokens of New
)

// digest asks the strategy. It guesses what ids and headings cost; here they are
// counted. An offline strategy, which costs nothing to ask, is asked again to
// use what it left over; what then is too much is the least important.
func (d Deps) digest(ctx context.Context, n *Night, in summarize.Input) (summarize.Digest, error) {
	b := summarize.Budget{Summary: n.before.note, Memory: n.before.budget}
	first, err := d.Strategy.Summarize(ctx, in, b)
	if err != nil || first.Calls > 0 || first.Engine == "model" || n.before.fresh > againMost || len(first.Candidates) == 0 {
		return first, err
	}
	p := newPricing(d, n)
	spent := p.of(first)
	if float64(spent) >= unspent*float64(n.before.budget) {
		return first, nil
	}
	b.Memory = b.Memory*n.before.budget/max(1, spent) + b.Memory/4
	more, err := d.Strategy.Summarize(ctx, in, b)
	if err != nil {
		return first, nil // the first answer stands
	}
	if more = p.fit(more, n.before.budget); p.of(more) <= spent {
		return first, nil
	}
	return more, nil
}

// pricing tells what candidates cost on disk, in tokens.
type pricing struct {
	Deps
	n    *Night
	days map[string]string // message id → local day
}

func newPricing(d Deps, n *Night) pricing {
	p := pricing{d, n, map[string]string{}}
	for _, m := range n.New {
		p.days[m.ID] = n.day(m)
	}
	return p
}

// of is the price of a digest's candidates and paragraphs, with ids, markers and
// the headings of the days' blocks.
func (p pricing) of(g summarize.Digest) int {
	sum := 0
	headings := map[string]bool{}
	heading := func(day, text string) {
		if !headings[day+text] {
			headings[day+text] = true
			sum += p.Count(text)
		}
	}
	for _, c := range g.Candidates {
		sum += p.Count("- " + c.Text + " ^k7f3a2\n")
		if len(c.From) == 0 || c.Importance > p.Settings.LastingFrom && lastingType(c.Type) {
			continue
		}
		day := p.days[c.From[len(c.From)-1]]
		heading(day, "\n## 14:05 · night 12 · context 80%\n")
		heading(day, "\n### "+c.Type.Heading()+"\n\n")
	}
	for _, text := range g.Days {
		sum += p.Count(text)
	}
	return sum
}

// fit drops the least important candidates until the rest is within budget.
func (p pricing) fit(g summarize.Digest, budget int) summarize.Digest {
	order := make([]int, len(g.Candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(g.Candidates[a].Importance, g.Candidates[b].Importance)
	})
	gone := map[int]bool{}
	over := p.of(g) - budget
	for _, i := range order {
		if over <= 0 {
			break
		}
		gone[i] = true
		over -= p.Count("- " + g.Candidates[i].Text + " ^k7f3a2\n")
	}
	kept := make([]summarize.Candidate, 0, len(order)-len(gone))
	for i, c := range g.Candidates {
		if !gone[i] {
			kept = append(kept, c)
		}
	}
	g.Candidates = kept
	return g
}

// line is the price of an entry's bullet.
func (d Deps) line(e memory.Entry) int { return d.Count("- " + memory.Line(e) + "\n") }

// tokensOf is the price of messages' text as it is read, not as it is sent.
func (d Deps) tokensOf(list []transcript.Message) int {
	sum := 0
	for _, m := range list {
		t := d.Count(m.Content)
		if m.Role == transcript.Tool {
			t = min(t, max(d.Settings.PruneResult, pointerTokens))
		}
		sum += t
	}
	return sum
}
