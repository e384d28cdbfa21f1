package asking

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language/claims"
	"dormouse/summarize"
)

// refused is an entry that was not taken as the model wrote it, and why.
type refused struct {
	entry     foundEntry
	why       string
	claim     bool // for what it says, not for its form
	cut       bool // the rest of it was taken
	from      []transcript.Message
	own       []claims.Passage // the person's words that tell what it is about
	at        int              // the candidate before which it would stand
	doubted   bool             // it may hold all the same: no name and no figure of it was unsaid
	doubt     float64
	stands    bool // it was taken, and is asked about all the same
	denied    bool // and the model says that it was not said so
	confirmed bool // and the model has shown where it was said
	theirs    bool // by the person
}

// repairFrom is the importance, added up, of refused claims from which the model is
// asked again: a call reads the whole talk. What weighs less is found offline.
const repairFrom = 1.5

func (n *night) worthAsking(list []refused) bool {
	lost := 0.0
	for _, r := range list {
		if r.claim && !r.doubted {
			lost += r.entry.Importance
		}
	}
	return lost >= repairFrom && !n.repaired && n.d.Calls < n.lim.Calls
}

// repair asks the model once to write again what was refused.
func (n *night) repair(ctx context.Context, list []refused) ([]foundEntry, error) {
	var b strings.Builder
	b.WriteString(n.tail("", true))
	b.WriteString("\n\nOf your entries these, or a clause of them, are not borne out by what was said. Write each again so that it says only that, or leave it out. entries: these alone; note and days: empty.\n")
	for _, r := range list {
		if r.claim && !r.doubted {
			fmt.Fprintf(&b, "- %s (%s)\n", document.OneLine(r.entry.Text), r.why)
		}
	}
	a, err := n.call(ctx, Question{Tail: b.String(), Schema: schema(), MaxTokens: n.b.Memory + 400})
	if err != nil {
		return nil, err
	}
	f, err := parseFinding(a.Text, n.lim.Bytes)
	if err != nil {
		f = salvage(a.Text, n.lim.Bytes)
	}
	if f == nil {
		return nil, nil
	}
	return f.Entries[:min(len(f.Entries), 2*len(list))], nil
}

// stillRefused are those refused entries that no new one stands for, by the messages
// they cite.
func stillRefused(list []refused, again []foundEntry) []refused {
	cited := map[string]bool{}
	for _, e := range again {
		for _, id := range e.From {
			cited[id] = true
		}
	}
	return slices.DeleteFunc(list, func(r refused) bool {
		return r.claim && !r.doubted && slices.ContainsFunc(r.entry.From, func(id string) bool { return cited[id] })
	})
}

// fill takes from the offline engine what it finds in messages of which all that the
// model wrote was refused.
func (n *night) fill(ctx context.Context, list []refused, left *int) error {
	told := map[string]bool{}
	known := slices.Clone(n.in.Known)
	for _, c := range n.d.Candidates {
		for _, id := range c.From {
			told[id] = true
		}
		known = append(known, &document.Entry{Type: c.Type, Text: c.Text, Origin: c.Origin})
	}
	gaps := map[string]bool{}
	for _, r := range list {
		for _, m := range r.from {
			gaps[m.ID] = gaps[m.ID] || r.claim && !r.cut && !told[m.ID]
		}
	}
	var ms []transcript.Message
	for _, m := range n.in.New {
		if gaps[m.ID] {
			ms = append(ms, m)
		}
	}
	if len(ms) == 0 || *left <= summarize.LineCost {
		return nil
	}
	in := n.in
	in.New, in.Old, in.Known, in.Earlier = ms, nil, known, ""
	off, err := summarize.NewOffline().Digest(ctx, in, summarize.Budget{Memory: *left}, summarize.View{Name: n.v.Name})
	if err != nil {
		return fmt.Errorf("fill what was refused: %w", err)
	}
	for _, c := range off.Candidates {
		if cost := n.in.Count(c.Text) + summarize.LineCost; cost <= *left {
			*left -= cost
			n.d.Candidates = append(n.d.Candidates, c)
		}
	}
	return nil
}
