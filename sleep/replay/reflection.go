package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/summarize/asking"
)

const (
	// ReflectFrom is how much importance gathers before a reflection, in sums of
	// episodes' importance (Generative Agents use 150 on a scale of 1 to 10).
	ReflectFrom = 15.0
	// mostInsights bounds what one reflection may write.
	mostInsights = 3
	// overDays is from how many different days an insight must draw.
	overDays = 2
	// mostShown bounds the entries that a model reflects on.
	mostShown = 60
)

// Insight is what reflection found: a sentence and the entries it rests on.
type Insight struct {
	Text string   `json:"text"`
	From []string `json:"from"` // entry ids, at least two
}

// Reflector finds insights in entries; a model is one. It is asked at most once
// a night. summarize.ErrBudget when it asked nobody, for the night has spent what
// it may.
type Reflector interface {
	Reflect(ctx context.Context, entries []document.Entry) ([]Insight, transcript.Usage, error)
}

// Living are the entries that a reflection may rest on.
func Living(all []document.Entry) []document.Entry {
	return slices.DeleteFunc(slices.Clone(all), func(e document.Entry) bool { return e.ID == "" || e.Struck || e.Origin.Foreign() })
}

// Reflect asks for insights into the newest of some living entries, in one call.
func Reflect(ctx context.Context, r Reflector, living []document.Entry) Reflection {
	shown := slices.Clone(living)
	slices.SortStableFunc(shown, func(a, b document.Entry) int {
		return cmp.Or(b.Since.Compare(a.Since), cmp.Compare(b.Importance, a.Importance), cmp.Compare(a.ID, b.ID))
	})
	found, usage, err := r.Reflect(ctx, shown[:min(mostShown, len(shown))])
	answer := Reflection{Insights: found, Usage: usage, Unasked: errors.Is(err, asking.ErrBudget)}
	if err != nil {
		answer.Failed = err.Error()
	}
	return answer
}

// Reflection is what a Reflector answered, kept so that the night can be run
// again.
type Reflection struct {
	Insights []Insight        `json:"insights"`
	Usage    transcript.Usage `json:"usage"`
	Failed   string           `json:"failed,omitempty"` // why there was none
	Unasked  bool             `json:"unasked,omitempty"`
}

// Reflect gives the answer again.
func (r Reflection) Reflect(context.Context, []document.Entry) ([]Insight, transcript.Usage, error) {
	switch {
	case r.Unasked:
		return r.Insights, r.Usage, fmt.Errorf("%w%s", asking.ErrBudget, strings.TrimPrefix(r.Failed, asking.ErrBudget.Error()))
	case r.Failed != "":
		return r.Insights, r.Usage, errors.New(r.Failed)
	}
	return r.Insights, r.Usage, nil
}

// Entries are what of a reflection is written down, as learnings of a day, and what
// there is to say about it. An insight names the entries it rests on, of two days at
// least, for what one of them says alone is none.
func (r Reflection) Entries(night string, day time.Time, living []document.Entry, know *knowledge.Knowledge) (list []document.Entry, notes []string) {
	byID := map[string]document.Entry{}
	for _, e := range living {
		byID[e.ID] = e
	}
	for _, in := range r.Insights {
		if made := invented(in, byID); made != "" {
			notes = append(notes, fmt.Sprintf("left out, %q is in none of the entries: %s", made, document.Clip(in.Text)))
			continue
		}
		if e, ok := in.entry(night, day, byID, know); ok && len(list) < mostInsights {
			list, notes = append(list, e), append(notes, e.Text)
		}
	}
	return list, notes
}

// entry makes an entry, unless it cites what is not there, rests on a single
// entry or day, says what one of its entries says alone, or is known already.
func (in Insight) entry(night string, day time.Time, byID map[string]document.Entry, know *knowledge.Knowledge) (document.Entry, bool) {
	text := document.Flat(in.Text)
	var cited []string
	days, words := map[string]bool{}, content(text)
	sources := []string{}
	importance := 0.0
	for _, id := range in.From {
		id = strings.TrimPrefix(id, "^")
		e, ok := byID[id]
		if !ok {
			return document.Entry{}, false // a citation of nothing: invented
		}
		if covers(content(e.Text), words) {
			return document.Entry{}, false
		}
		days[e.Since.Format(time.DateOnly)] = true
		if !slices.Contains(cited, id) {
			cited = append(cited, id)
			sources = append(sources, e.Sources...)
			importance = max(importance, e.Importance)
		}
	}
	if text == "" || len(cited) < 2 || len(days) < overDays {
		return document.Entry{}, false
	}
	e := document.Entry{
		Type: document.Learning, Text: text + " (from [[^" + strings.Join(cited, "]], [[^") + "]])",
		Importance: min(importance, 0.7), Since: day, Sources: sources, Origin: transcript.Modelled,
	}
	e.ID = document.NewID(night+"\x00"+e.Text, know.Taken)
	return e, know.Judge(e).Kind == knowledge.New
}

// invented is the first number or name of an insight that stands in none of the
// entries it rests on, nor in their days; "" when there is none. A word that
// begins a sentence may be any.
func invented(in Insight, byID map[string]document.Entry) string {
	known := map[string]bool{}
	for _, id := range in.From {
		e := byID[strings.TrimPrefix(id, "^")]
		for _, w := range language.Words(e.Text + " " + e.Since.Format("2006-01-02 January")) {
			known[strings.TrimSuffix(w.Low, "'s")] = true
		}
	}
	first := true
	for _, w := range language.Words(in.Text) {
		claim := w.Digit() || language.IsName(w) && !first
		if first = language.EndsClause(in.Text, w); claim && !known[strings.TrimSuffix(w.Low, "'s")] {
			return w.Text
		}
	}
	return ""
}
