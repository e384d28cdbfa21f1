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
	claim     bool // for what it says
	form      bool // for its form: it cites no message, or has no importance
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
	lost, unplaced := 0.0, 0.0
	for _, r := range list {
		switch {
		case r.claim && !r.doubted:
			lost += r.entry.Importance
		case r.unplaced():
			unplaced += inTenths(r.entry.Importance)
		}
	}
	return max(lost, unplaced) >= repairFrom && n.mayAsk()
}

// mayAsk reports whether a question about the whole conversation may be put a second time.
func (n *night) mayAsk() bool { return !n.repaired && !n.chunked && n.d.Calls < n.lim.Calls }

// unplaced reports whether an entry cites no message that there is.
func (r *refused) unplaced() bool { return r.form && len(r.from) == 0 }

// goesBack reports whether an entry is one that the model is asked to write again.
func (r *refused) goesBack() bool { return r.form || r.claim && !r.doubted }

// missed are lines of the person that the offline engine judges to last, where nothing
// that the model wrote was taken: none where the talk holds nothing that does.
func (n *night) missed(ctx context.Context) (lines []string, err error) {
	if len(n.d.Candidates) > 0 {
		return nil, nil
	}
	found, err := n.offline(ctx, n.in.New, n.b.Memory, n.in.Known)
	for _, c := range found {
		if c.Lasts && !c.Origin.Foreign() && slices.ContainsFunc(c.From, n.byPerson) {
			lines = append(lines, document.OneLine(c.Text))
		}
	}
	return lines, err
}

// byPerson reports whether the person wrote a message.
func (n *night) byPerson(id string) bool {
	i := n.place(id)
	return i >= 0 && n.in.New[i].Role == transcript.User
}

// mostMissed is how many lines the model is shown of what it left out.
const mostMissed = 5

// repair asks the model once to write again what was refused, and what it left out.
func (n *night) repair(ctx context.Context, list []refused, missed []string) ([]foundEntry, error) {
	var b strings.Builder
	b.WriteString(n.tail("", true))
	if slices.ContainsFunc(list, func(r refused) bool { return r.goesBack() }) {
		b.WriteString("\n\nOf your entries these, or a clause of them, are not borne out by what was said or have not the right form. Write each again so that it says only that, or leave it out. entries: these alone; note and days: empty.\n")
	} else {
		b.WriteString("\n\nYour last answer remembered nothing of what was told. Write the entries for it, or none where none of it lasts; note and days: empty.\n")
		for _, line := range missed[:min(len(missed), mostMissed)] {
			fmt.Fprintf(&b, "- %s\n", line)
		}
	}
	for _, r := range list {
		if r.goesBack() {
			fmt.Fprintf(&b, "- %s (%s)\n", document.OneLine(r.entry.Text), r.why)
		}
	}
	n.repaired = true
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
	return f.Entries[:min(len(f.Entries), 2*max(len(list), len(missed)))], nil
}

// stillRefused are those refused entries that no new one stands for, by the messages
// they cite, or by their words where they cite none.
func stillRefused(list []refused, again []foundEntry) []refused {
	cited := map[string]bool{}
	for _, e := range again {
		for _, id := range e.From {
			cited[id] = true
		}
	}
	return slices.DeleteFunc(list, func(r refused) bool {
		return r.goesBack() && (slices.ContainsFunc(r.entry.From, func(id string) bool { return cited[id] }) ||
			slices.ContainsFunc(again, func(e foundEntry) bool { return r.form && e.saysAgain(r.entry) }))
	})
}

// saysAgain reports whether an entry has nearly all words of another one.
func (e *foundEntry) saysAgain(old foundEntry) bool {
	has, words, shared := map[string]bool{}, 0, 0
	eachStem(e.Text, func(stem string) { has[stem] = true })
	eachStem(old.Text, func(stem string) {
		if words++; has[stem] {
			shared++
		}
	})
	return words > 0 && float64(shared) >= toldFrom*float64(words)
}

// gaps are the messages of which all that the model wrote was refused: where it cited
// none, or all is to be looked through, those of people and the model that no entry cites.
func (n *night) gaps(list []refused, all bool) (ms []transcript.Message) {
	unplaced := 0.0
	gaps := map[string]bool{}
	for _, r := range list {
		if r.unplaced() {
			unplaced += inTenths(r.entry.Importance)
		}
		for _, m := range r.from {
			gaps[m.ID] = gaps[m.ID] || (r.claim || r.form) && !r.cut
		}
	}
	told := n.cited()
	for _, m := range n.in.New {
		if !told[m.ID] && (gaps[m.ID] || m.Role != transcript.Tool && (all || unplaced >= repairFrom)) {
			ms = append(ms, m)
		}
	}
	return ms
}

// cited are the messages on which what was kept rests.
func (n *night) cited() map[string]bool {
	told := map[string]bool{}
	for _, c := range n.d.Candidates {
		for _, id := range c.From {
			told[id] = true
		}
	}
	return told
}

// fill takes from the offline engine what it finds in messages, beside what was kept.
func (n *night) fill(ctx context.Context, ms []transcript.Message, left *int) error {
	if len(ms) == 0 || *left <= summarize.LineCost {
		return nil
	}
	known := slices.Clone(n.in.Known)
	for _, c := range n.d.Candidates {
		known = append(known, &document.Entry{Type: c.Type, Text: c.Text, Origin: c.Origin})
	}
	found, err := n.offline(ctx, ms, *left, known)
	for _, c := range found {
		if cost := n.in.Count(c.Text) + summarize.LineCost; cost <= *left {
			*left -= cost
			n.d.Candidates = append(n.d.Candidates, c)
		}
	}
	return err
}

// offline is what the offline engine would remember of some messages.
func (n *night) offline(ctx context.Context, ms []transcript.Message, room int, known []*document.Entry) ([]summarize.Candidate, error) {
	in := n.in
	in.New, in.Old, in.Known, in.Earlier = ms, nil, known, ""
	off, err := summarize.NewOffline().Digest(ctx, in, summarize.Budget{Memory: room}, summarize.View{Name: n.v.Name})
	if err != nil {
		return nil, fmt.Errorf("fill what was refused: %w", err)
	}
	return off.Candidates, nil
}

// withoutUse says why nothing of a model's answer was taken.
func withoutUse(list []refused) string {
	switch len(list) {
	case 0:
		return "the model's answer remembered nothing of what was told"
	case 1:
		return "the model's one line was refused: " + list[0].why
	}
	return fmt.Sprintf("all %d lines of the model were refused, the first because: %s", len(list), list[0].why)
}

// degrade adds a reason for which the offline engine did a part of the work.
func (n *night) degrade(why string) {
	if n.d.Degraded != "" {
		why = n.d.Degraded + "; " + why
	}
	n.d.Degraded = why
}
