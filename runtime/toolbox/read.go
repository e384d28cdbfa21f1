package toolbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/language"
	"dormouse/memory/search"
)

// reminded is how many entries that are associated with the first hits come with
// an answer.
const reminded = 2

func (r *Runner) search(ctx context.Context, a arguments, at Moment) (Outcome, error) {
	q := search.Query{Text: a.Query, Limit: a.Limit, Now: at.Now, Associated: reminded, Before: max(1, a.Context)}
	if a.AsOf != "" {
		day, err := time.ParseInLocation(time.DateOnly, a.AsOf, at.Now.Location())
		if err != nil {
			return Outcome{}, fmt.Errorf("as_of %q is no day, such as 2026-11-21", a.AsOf)
		}
		q.AsOf = day
	}
	if q.Limit < 1 || q.Limit > 50 {
		q.Limit = 8
	}
	answer, err := r.store.Search(ctx, q)
	if err != nil {
		return Outcome{}, err
	}
	answer = public(unseen(answer, at), at)
	if a.Context < 1 {
		understood(answer.Results)
	}
	return Outcome{Text: FormatAnswer(answer), Answer: &answer}, nil
}

// leansFrom is the probability from which a line is not understood without the one before.
const leansFrom = .6

// understood leaves what was told before a hit only where the hit leans on it.
func understood(hits []search.Hit) {
	for i := range hits {
		h := &hits[i]
		if text := h.Matched(); len(h.Before) > 0 && language.Leans(h.Before[0].Text, text, language.Guess(text)) < leansFrom {
			h.Before = nil
		}
	}
}

// Sessions finds what was said, in the transcripts alone: at most limit lines.
func (r *Runner) Sessions(ctx context.Context, query string, limit int, at Moment) Outcome {
	if limit < 1 || limit > 50 {
		limit = 8
	}
	answer, err := r.store.Search(ctx, search.Query{Text: query, Limit: 50, Transcripts: true, Now: at.Now})
	if err != nil {
		return Outcome{Text: Error(err.Error())}
	}
	answer = public(without(answer, func(h search.Hit) bool { return !strings.HasPrefix(h.Path, land.SessionsDir+"/") }), at)
	answer.Results = answer.Results[:min(limit, len(answer.Results))]
	out := Outcome{Text: FormatAnswer(answer), Answer: &answer}
	if at.guest() {
		out.Text = shown(out.Text)
	}
	return out
}

// Note is the whole of a file of memory, as whoever asks is shown it.
func (r *Runner) Note(name string, at Moment) (string, error) {
	var b strings.Builder
	for from := 1; ; {
		x, err := r.store.Get(name, from, 0)
		if err != nil && !errors.Is(err, memory.ErrNoLine) {
			return "", err
		}
		b.WriteString(x.Text)
		if !x.More || x.To < from {
			break
		}
		if !strings.HasSuffix(x.Text, "\n") {
			b.WriteByte('\n')
		}
		from = x.To + 1
	}
	if at.guest() {
		return shown(b.String()), nil
	}
	return b.String(), nil
}

// unseen leaves out hits of the running session that are in sight.
func unseen(a search.Answer, at Moment) search.Answer {
	if at.InSight == nil || at.Session == "" {
		return a
	}
	own := transcript.File(at.Session)
	return without(a, func(h search.Hit) bool { return h.Path == own && at.InSight(h.Matched()) })
}

// public leaves out what a guest is not shown: not even that there is something.
func public(a search.Answer, at Moment) search.Answer {
	if !at.guest() {
		return a
	}
	a = without(a, func(h search.Hit) bool { return secret.Private(h.Text) || secret.Private(h.Heading) })
	for i := range a.Results {
		h := &a.Results[i]
		h.Before = slices.DeleteFunc(h.Before, func(t search.Told) bool { return secret.Private(t.Text) })
	}
	if secret.Private(a.Query) || len(a.Results) == 0 {
		a.Query = "…" // what was asked for may be a code: it is not said again
	}
	return a
}

// without is an answer without some of its hits.
func without(a search.Answer, some func(search.Hit) bool) search.Answer {
	kept := a.Results[:0:0]
	for _, h := range a.Results {
		if !some(h) {
			kept = append(kept, h)
		}
	}
	a.Results = kept
	if len(kept) == 0 && a.Verdict == search.Hits {
		a.Verdict = search.NoMatch
	}
	return a
}
