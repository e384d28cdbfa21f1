package night

import (
	"context"
	"fmt"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/summarize"
)

// fitContext finds the context that the night leaves: smaller than before and under
// the target. Where the first division does not give that, it presses harder,
// with a note made offline; where nothing does, the context stays as it was, the
// memories are saved all the same, and the report says which part cannot shrink.
func (w *work) fitContext(ctx context.Context, after map[string][]byte) (transcript.Night, transcript.Context, error) {
	n := w.n
	mem := w.promptTokens(after)
	n.before.memory = mem
	line, next := n.line()
	cost := n.cost(w.Deps, next, mem)
	for !n.Stay && !n.fits(w.Deps, cost) && n.Report.Stuck == "" {
		if n.under(w.Deps, cost) && n.before.level+1 >= hardest {
			// Memory joins the prompt, and only without the newest message would it be
			// smaller than before: it stays.
			n.stay(w.Deps, hardest)
			n.Report.Stuck, n.Digest.Summary = "", n.Context.Summary
			line, next = n.line()
			break
		}
		if !n.press(w.Deps, n.before.level+1) {
			n.stay(w.Deps, hardest)
			n.Digest.Summary = n.Context.Summary
		} else if err := w.renote(ctx); err != nil {
			return line, next, err
		}
		line, next = n.line()
		cost = n.cost(w.Deps, next, mem)
	}
	if len(n.Old) == 0 && len(n.Pruned) == 0 {
		cost = n.Before.Total() // nothing leaves: the prompt stays as it is
	}
	line.TokensAfter, n.Report.TokensAfter = cost, cost
	if n.Report.Stuck != "" {
		n.Report.Notices = appendNew(n.Report.Notices, fmt.Sprintf("the context cannot be brought under %d tokens: %s cannot shrink", n.target(w.Deps), n.Report.Stuck))
	}
	if n.before.goal > 0 && n.Report.Stuck == "" {
		n.Report.Notices = appendNew(n.Report.Notices, fmt.Sprintf("the context stays above %d tokens: %s cannot shrink", int(float64(n.Window)*w.Settings.Target), n.largest(w.Deps)))
	}
	return line, next, nil
}

// fits tells whether a context of so many tokens is accepted. Where nothing has
// to leave, being under the target is enough.
func (n *Night) fits(d Deps, cost int) bool {
	return n.Window <= 0 || n.under(d, cost) && (len(n.Old) == 0 || cost < n.Before.Total())
}

// under reports whether a context of so many tokens is under the target.
func (n *Night) under(d Deps, cost int) bool { return cost < n.target(d)-n.margin()/2 }

// renote makes the wake note again for a harder division, offline: the model
// was asked once and its memories stay.
func (w *work) renote(ctx context.Context) error {
	n := w.n
	if len(n.Old) == 0 {
		n.Digest.Summary = n.Context.Summary
		return nil
	}
	in := n.input(w.Deps, nil)
	in.Old = readable(n.Old)
	d, err := w.offline().Summarize(ctx, in, summarize.Budget{Summary: n.before.note})
	if err != nil {
		return err
	}
	n.Digest.Summary = d.Summary
	if n.Report.Engine == "model" && n.Report.Degraded == "" {
		n.Report.Degraded = "the context had to be pressed harder; its note was made offline"
	}
	return nil
}

// promptTokens is what memory will cost in the next prompt.
func (w *work) promptTokens(after map[string][]byte) int {
	if w.Prompt != nil {
		cost := w.Prompt(after)
		if w.Recording != nil {
			w.Recording.Prompt = append(w.Recording.Prompt, cost)
		}
		return cost
	}
	today := localDay(w.n.Now, w.n.Now.Location())
	sum := 0
	for _, path := range []string{land.MemoryFile, document.LogPath(today), document.LogPath(today.AddDate(0, 0, -1))} {
		if b := after[path]; len(b) > 0 {
			sum += w.Count(string(b))
		}
	}
	return min(sum, w.Settings.MemoryBudget(w.n.Window))
}
