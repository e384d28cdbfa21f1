package night

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/sleep"
	"dormouse/summarize"
	"dormouse/summarize/extract"
)

// Where an offline strategy spends more than the memory budget, or leaves more
// than a thirtieth of it, it is asked again for as much less or more, but not over
// very much text.
const (
	unspent   = 0.97
	askings   = 4
	againMost = 60_000 // tokens of New
)

// digest asks the strategy. What it wrote is priced here, the words alone, and a
// strategy cannot know that price to the token before it has written; an offline
// one costs nothing to ask, and is asked until its price fits. To leave entries
// out afterwards is the last resort: the strategy chose them together, and what
// one does not say another does not say either.
func (f *fitting) digest(ctx context.Context, in summarize.Input) (summarize.Digest, error) {
	budget := f.budget
	b := summarize.Budget{Summary: f.note, Memory: budget, Asked: f.asked}
	first, err := f.Strategy.Summarize(ctx, in, b)
	if err != nil {
		return first, err
	}
	if first.Engine == "model" {
		budget = max(budget, f.asked)
	}
	best, most, last := first, -1, -1
	free := first.Calls == 0 && first.Engine != "model" && f.fresh <= againMost
	for g, k := first, 1; ; k++ {
		spent := f.price(g)
		if spent <= budget && spent > most {
			best, most = g, spent
		}
		done := spent == last || len(g.Candidates) == 0 || most >= 0 && float64(most) >= unspent*float64(budget)
		if !free || k == askings || done {
			break
		}
		last = spent
		b.Memory = b.Memory * budget / max(1, spent)
		if g, err = f.Strategy.Summarize(ctx, in, b); err != nil {
			break // what there is stands
		}
	}
	if most < 0 {
		return f.within(first, budget), nil
	}
	return best, nil
}

// Words that are no text: the mark and the id of a line, the heading of a day's block,
// that of a type in it.
const (
	lineWords  = 2
	blockWords = 10
	typeWords  = 2
)

// price is what a digest costs, in tokens: its lines as they will stand in the files,
// and the headings that they need there. A line costs its own; marks, ids and headings
// are the form of the files. But it has more tokens a word than a talk of short
// messages, for it is names and dates. Where a reader who counts words, of the form
// too, finds less written than that, this count holds, at the talk's own tokens a word.
func (f *fitting) price(g summarize.Digest) int {
	words, tokens := 0, 0
	type section struct {
		day  string
		kind document.Type
	}
	days, sections := map[string]bool{}, map[section]bool{}
	for _, c := range g.Candidates {
		words += candidateWords(c)
		tokens += f.candidateTokens(c)
		if day := c.Day.Format(time.DateOnly); !f.stays(c) {
			days[day], sections[section{day, c.Type}] = true, true
		}
	}
	for day, text := range g.Days {
		words += extract.CountWords(text)
		tokens += f.Count(text)
		days[day] = true
	}
	return min(tokens, f.priceOf(words+blockWords*len(days)+typeWords*len(sections)))
}

func (f *fitting) entryPrice(c summarize.Candidate) int {
	return min(f.candidateTokens(c), f.priceOf(candidateWords(c)))
}

// candidateTokens are those of a candidate's text, and its line's end.
func (f *fitting) candidateTokens(c summarize.Candidate) int { return f.Count(c.Text) + 1 }

func candidateWords(c summarize.Candidate) int { return extract.CountWords(c.Text) + lineWords }

// priceOf is what so many words cost in the talk.
func (f *fitting) priceOf(words int) int { return int(math.Ceil(float64(words) * f.word)) }

// within drops the least important candidates, the last of them first, until the rest is
// within budget. What is left out is noted as rejected.
func (f *fitting) within(g summarize.Digest, budget int) summarize.Digest {
	out, over := map[int]bool{}, f.price(g)-budget
	for _, i := range slices.Backward(byImportance(g.Candidates)) {
		if over <= 0 {
			break
		}
		out[i] = true
		over -= f.entryPrice(g.Candidates[i])
	}
	kept := make([]summarize.Candidate, 0, len(g.Candidates))
	for i, c := range g.Candidates {
		if out[i] {
			if g.Engine == "model" {
				g.Crowded++
			}
			g.Rejected = append(g.Rejected, fmt.Sprintf("over the budget: %q", document.Clip(c.Text)))
		} else {
			kept = append(kept, c)
		}
	}
	g.Candidates = kept
	return g
}

// line is the price of an entry's bullet.
func (d Deps) line(e document.Entry) int { return d.Count("- " + document.Line(e) + "\n") }

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

// budget is what nights may write of so much text, in tokens: its share, and a little
// of a short one.
func budget(s sleep.Settings, text int) int {
	return max(shareOf(s, text), min(2*text+frameTokens, s.ShortNight()))
}

// asked is what a model may write of so much text, in tokens: what any night may, or where
// that is more, half of a short text.
func asked(s sleep.Settings, text int) int { return max(budget(s, text), min(text/2, s.AskedNight())) }

// shareOf is the share of so much text that memory may grow by, in tokens.
func shareOf(s sleep.Settings, text int) int { return int(s.Share() * float64(text)) }

// oneLine is what a line of memory costs at most, in tokens, as a rule: so much any night
// may write, however many there were that day. A note of one sentence is not lost.
const oneLine = 40

// fewLines are as many as a night may write of what those before it left: one with more
// to say has a share of its own that is as large.
const fewLines = 3

// shareDay leaves a night what earlier nights of the same days have not written: many
// short ones share what one would have, and each has its share of its own text, or a
// line. What they left of their share, because it was too little for a line or nothing
// was worth one, is there for the rest of the day.
func (f *fitting) shareDay(known []*document.Entry) {
	days, fresh := map[string]bool{}, map[string]bool{}
	for _, m := range f.read.New {
		days[f.n.day(m)], fresh[m.ID] = true, true
	}
	var before []transcript.Message
	slept := map[string]bool{}
	for _, m := range messages(f.n.Records) {
		if days[f.n.day(m)] && !fresh[m.ID] {
			before, slept[m.ID] = append(before, m), true
		}
	}
	written, seen := 0, map[string]bool{}
	for _, e := range known {
		if !seen[e.ID] && slices.ContainsFunc(e.Sources, func(id string) bool { return slept[id] }) {
			seen[e.ID] = true
			written += f.entryPrice(summarize.Candidate{Text: e.Text})
		}
	}
	said := f.tokensOf(readable(before)) + f.fresh
	left, unspent := budget(f.Settings, said)-written, shareOf(f.Settings, said)-written
	own := min(f.budget, max(left, shareOf(f.Settings, f.fresh), oneLine))
	f.budget = max(own, min(unspent, fewLines*oneLine))
	if f.asks() {
		f.asked = max(f.budget, min(f.asked, asked(f.Settings, said)-written))
	}
}
