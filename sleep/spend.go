package sleep

import (
	"cmp"
	"context"
	"fmt"
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

// digest asks the strategy. It keeps room for ids and headings; here the words
// alone are counted. An offline strategy, which costs nothing to ask, is asked
// again to use what it left over; what then is too much is the least important.
func (d Deps) digest(ctx context.Context, n *Night, in summarize.Input) (summarize.Digest, error) {
	b := summarize.Budget{Summary: n.before.note, Memory: n.before.budget}
	first, err := d.Strategy.Summarize(ctx, in, b)
	if err != nil {
		return first, err
	}
	p := pricing{d}
	spent := p.of(first)
	if spent > n.before.budget {
		return p.fit(first, n.before.budget, true), nil
	}
	free := first.Calls == 0 && first.Engine != "model" && n.before.fresh <= againMost
	if !free || len(first.Candidates) == 0 || float64(spent) >= unspent*float64(n.before.budget) {
		return first, nil
	}
	b.Memory = b.Memory*n.before.budget/max(1, spent) + b.Memory/4
	more, err := d.Strategy.Summarize(ctx, in, b)
	if err != nil {
		return first, nil // the first answer stands
	}
	if more = p.fit(more, n.before.budget, false); p.of(more) <= spent {
		return first, nil
	}
	return more, nil
}

// pricing tells what candidates cost, in tokens.
type pricing struct{ Deps }

// of is the price of a digest's candidates and paragraphs: their words. Markers,
// ids and headings are the form of the files and cost nothing, so that keep is
// the share of the text that a person would count.
func (p pricing) of(g summarize.Digest) int {
	sum := 0
	for _, c := range g.Candidates {
		sum += p.entry(c)
	}
	for _, text := range g.Days {
		sum += p.Count(text)
	}
	return sum
}

// entry is the price of one candidate, with the line's end.
func (p pricing) entry(c summarize.Candidate) int { return p.Count(c.Text) + 1 }

// fit drops the least important candidates until the rest is within budget, and
// takes back of those what still fits, the most important first. say notes what
// is left out.
func (p pricing) fit(g summarize.Digest, budget int, say bool) summarize.Digest {
	order := make([]int, len(g.Candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(g.Candidates[b].Importance, g.Candidates[a].Importance)
	})
	left, in := budget-p.of(g), make([]bool, len(order))
	for i := range in {
		in[i] = true
	}
	for k := len(order) - 1; k >= 0 && left < 0; k-- {
		in[order[k]] = false
		left += p.entry(g.Candidates[order[k]])
	}
	for _, i := range order {
		if cost := p.entry(g.Candidates[i]); !in[i] && cost <= left {
			in[i], left = true, left-cost
		}
	}
	kept := make([]summarize.Candidate, 0, len(order))
	for i, c := range g.Candidates {
		if in[i] {
			kept = append(kept, c)
		} else if say {
			g.Rejected = append(g.Rejected, fmt.Sprintf("over the budget: %q", clip(c.Text)))
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
