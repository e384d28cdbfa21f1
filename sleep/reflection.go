package sleep

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/summarize"
)

const (
	// reflectFrom is how much importance gathers before a reflection, in sums of
	// episodes' importance (Generative Agents use 150 on a scale of 1 to 10).
	reflectFrom = 15.0
	// mostInsights bounds what one reflection may write.
	mostInsights = 3
	// overDays is from how many different days an insight must draw.
	overDays = 2
	// mostShown bounds the entries that a model reflects on.
	mostShown = 60
)

// reflect asks a model for insights into what people said, in one call, when enough
// importance has gathered since the last time. An insight names the entries it rests
// on, of two days at least, for what one of them says alone is none; it goes to the
// log as a learning. Without a model there is nothing to say that search would not
// find, and nothing is said.
func (x *dream) reflect(ctx context.Context) error {
	if x.self.Gathered < reflectFrom || x.Reflector == nil || x.n.Plan.Empty() {
		return nil // a call needs a night that is written down: its ledger line
	}
	living := slices.DeleteFunc(x.snap.Entries(), func(e document.Entry) bool { return e.ID == "" || e.Struck || e.Origin.Foreign() })
	insights, err := x.insights(ctx, living)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		x.done.Notes = append(x.done.Notes, "not reflected: "+err.Error())
	}
	byID := map[string]document.Entry{}
	for _, e := range living {
		byID[e.ID] = e
	}
	for _, in := range insights {
		if made := invented(in, byID); made != "" {
			x.done.Notes = append(x.done.Notes, fmt.Sprintf("left out, %q is in none of the entries: %s", made, clip(in.Text)))
			continue
		}
		if e, ok := x.insight(in, byID); ok && x.done.Count < mostInsights {
			block := x.tonight()
			block.Entries = append(block.Entries, e)
			x.done.Count++
			x.done.Notes = append(x.done.Notes, e.Text)
		}
	}
	x.self.Gathered, x.dirt = 0, true
	return nil
}

// insights asks the Reflector.
func (x *dream) insights(ctx context.Context, living []document.Entry) ([]Insight, error) {
	shown := slices.Clone(living)
	slices.SortStableFunc(shown, func(a, b document.Entry) int {
		return cmp.Or(b.Since.Compare(a.Since), cmp.Compare(b.Importance, a.Importance), cmp.Compare(a.ID, b.ID))
	})
	found, usage, err := x.Reflector.Reflect(ctx, shown[:min(mostShown, len(shown))])
	if ctx.Err() != nil {
		return nil, ctx.Err() // woken: nothing of it is kept, and it stays due
	}
	if keepErr := x.keep(Reflection{found, usage, textOf(err), errors.Is(err, summarize.ErrBudget)}); keepErr != nil {
		return nil, keepErr
	}
	return found, err
}

// Reflection is what a Reflector answered, kept so that the night can be run
// again.
type Reflection struct {
	Insights []Insight        `json:"insights"`
	Usage    transcript.Usage `json:"usage"`
	Failed   string           `json:"failed,omitempty"` // why there was none
	Unasked  bool             `json:"unasked,omitempty"`
}

// reflectionPath is where it is kept.
func reflectionPath(night string) string { return DreamsDir + "/" + night + ".reflection.json" }

// keep adds a reflection to the report, the ledger and the dream's files.
func (x *dream) keep(r Reflection) error {
	kept, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("keep the reflection: %w", err)
	}
	x.more = append(x.more, land.Change{Path: reflectionPath(x.n.ID), After: append(kept, '\n'), Force: true})
	if r.Unasked {
		return nil
	}
	report := &x.n.Report
	report.Calls++
	report.Usage = report.Usage.Plus(r.Usage)
	line, err := json.Marshal(spent{Dream: DreamReflect, Of: x.n.ID, Calls: 1, Usage: r.Usage})
	if err != nil {
		return fmt.Errorf("keep the reflection: %w", err)
	}
	x.more = append(x.more, land.Change{Path: NightsPath, Append: append(line, '\n')})
	return nil
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Reflect gives the answer again.
func (r Reflection) Reflect(context.Context, []document.Entry) ([]Insight, transcript.Usage, error) {
	switch {
	case r.Unasked:
		return r.Insights, r.Usage, fmt.Errorf("%w%s", summarize.ErrBudget, strings.TrimPrefix(r.Failed, summarize.ErrBudget.Error()))
	case r.Failed != "":
		return r.Insights, r.Usage, errors.New(r.Failed)
	}
	return r.Insights, r.Usage, nil
}

// insight makes an entry, unless it cites what is not there, rests on a single
// entry or day, says what one of its entries says alone, or is known already.
func (x *dream) insight(in Insight, byID map[string]document.Entry) (document.Entry, bool) {
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
	refs := make([]string, len(cited))
	for i, id := range cited {
		refs[i] = "[[^" + id + "]]"
	}
	e := document.Entry{
		Type: document.Learning, Text: text + " (from " + strings.Join(refs, ", ") + ")",
		Importance: min(importance, 0.7), Since: localDay(x.n.Now, x.n.Now.Location()), Sources: sources, Origin: transcript.Modelled,
	}
	e.ID = document.NewID(x.n.ID+"\x00"+e.Text, func(id string) bool { _, ok := x.snap.Entry(id); return ok })
	if j := x.snap.Judge(e); j.Kind != knowledge.New {
		return e, false
	}
	return e, true
}

// invented is the first number or name of an insight that stands in none of the
// entries it rests on, nor in their days; "" when there is none. A word that
// begins a sentence may be any.
func invented(in Insight, byID map[string]document.Entry) string {
	var said strings.Builder
	for _, id := range in.From {
		e := byID[strings.TrimPrefix(id, "^")]
		said.WriteString(strings.ToLower(e.Text) + " " + e.Since.Format("2006-01-02 January") + "\n")
	}
	known := map[string]bool{}
	for _, w := range fold(said.String()) {
		known[strings.TrimSuffix(w, "'s")] = true
	}
	start, l := true, language.Guess(in.Text)
	for raw := range strings.FieldsSeq(in.Text) {
		first := start
		start = strings.ContainsAny(raw[len(raw)-1:], ".!?:")
		for _, part := range strings.FieldsFunc(raw, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' }) {
			claim := strings.ContainsFunc(part, unicode.IsDigit) || capitalised(part, l) && !first
			for _, w := range fold(part) {
				if claim && !known[strings.TrimSuffix(w, "'s")] {
					return part
				}
			}
		}
	}
	return ""
}
