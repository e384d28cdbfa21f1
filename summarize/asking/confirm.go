package asking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language/claims"
	"dormouse/summarize/extract"
)

// confirmation is what a model says of the lines that it was shown once more.
type confirmation struct {
	Lines []confirmed `json:"lines"`
}

// confirmed is one of these, by its number from 1.
type confirmed struct {
	Line  int    `json:"line"`
	Words string `json:"words"` // of the messages, that say it
	Said  bool   `json:"said"`  // all of it was
}

func confirmationSchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","additionalProperties":false,"required":["lines"],"properties":{"lines":{"type":"array","items":` +
		`{"type":"object","additionalProperties":false,"required":["line","words","said"],"properties":{` +
		`"line":{"type":"integer"},"words":{"type":"string"},"said":{"type":"boolean"}}}}}}`)
}

const (
	// fewestWords are those that a model must point to: fewer stand anywhere.
	fewestWords = 3
	// hopeless is the doubt from which the model is not asked: of the true lines nine in
	// ten are doubted less, and of the false ones half, should it say yes to all.
	hopeless = .75
	// confirmTokens are those of an answer for one line.
	confirmTokens = 48
)

// mayConfirm reports whether an entry is one that the model may be right about: no name
// and no figure of it was unsaid, it is not too far from what was said, and people or the
// model said what it is taken from.
func (r *refused) mayConfirm() bool {
	return r.claim && r.doubted && r.doubt < hopeless && !slices.ContainsFunc(r.from, func(m transcript.Message) bool {
		return m.Role != transcript.User && m.Role != transcript.Assistant
	})
}

// worthConfirming reports whether enough is doubted to ask the model, and more than was
// plainly false.
func (n *night) worthConfirming(list []refused) bool {
	may, lost := 0.0, 0.0
	for _, r := range list {
		switch {
		case r.mayConfirm():
			may += r.entry.Importance
		case r.claim && !r.doubted:
			lost += r.entry.Importance
		}
	}
	return may >= repairFrom && may > lost && !n.repaired && n.d.Calls < n.lim.Calls
}

// confirm shows the model the lines that are doubted once more, each beside the messages
// it is taken from and nothing else, and marks those of which it says that all of them
// was said and points to words that were. It judges better than what doubts here, and
// not by what it remembers having meant. An answer in another form confirms nothing.
func (n *night) confirm(ctx context.Context, list []refused) error {
	shown, at := n.besideSources(list)
	var b strings.Builder
	b.WriteString("Lines for long-term memory were made of the messages above. Hold each against them as a stranger would. words: the five to twelve exact words of a message that say it. " +
		"said: true where the messages say everything in the line, in whatever words; false where anything of it is not said so: who did it to whom, whether it was denied, wished, considered, allowed or settled, for which reason, which one, how many, when. " +
		"What stands below a line was said or remembered before, and counts as the messages do.\n")
	for k, i := range at {
		m := list[i].from[0]
		fmt.Fprintf(&b, "%d. %s (%s, of %s)\n", k+1, document.OneLine(list[i].entry.Text), n.labels[n.place(m.ID)], extract.DayOf(m.Time, n.in.Location).Format(time.DateOnly))
		for _, line := range n.before(list[i]) {
			b.WriteString("   " + line + "\n")
		}
	}
	b.WriteString("Answer with the JSON object only.")
	n.repaired = true
	a, err := n.call(ctx, Question{Tail: b.String(), Schema: confirmationSchema(), MaxTokens: 100 + confirmTokens*len(at), Messages: shown})
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return err
		}
		return nil // the person's own words stand in
	}
	for _, c := range readConfirmation(a.Text, n.lim.Bytes) {
		k := c.Line - 1
		if k < 0 || k >= len(at) {
			continue
		}
		r := &list[at[k]]
		switch from := n.sources(*r); {
		case r.stands:
			r.denied = !c.Said
		case c.Said && pointsTo(c.Words, from) && n.check.Bears(c.Words, r.entry.Text, ids(r.from)...):
			r.confirmed, r.theirs = true, pointsTo(c.Words, typed(from))
		}
	}
	return nil
}

// before are what a line may rest on beside the messages that are shown: older words of
// the person, and lines of memory.
func (n *night) before(r refused) (lines []string) {
	here := map[string]bool{}
	for _, m := range n.sources(r) {
		here[m.ID] = true
	}
	for _, p := range n.check.Elsewhere(r.entry.Text, func(p claims.Passage) bool { return here[p.ID] && p.Message >= 0 }, ids(r.from)...) {
		if p.Message < 0 {
			lines = append(lines, "remembered: "+document.OneLine(p.Text))
		} else {
			lines = append(lines, "said on "+p.Day.Format(time.DateOnly)+": "+document.OneLine(p.Text))
		}
	}
	return lines
}

// besideSources are the messages that the doubted lines are taken from, each with the
// one before it, called by their labels; and which lines those are, as far as a chunk
// takes their messages.
func (n *night) besideSources(list []refused) (shown []transcript.Message, at []int) {
	take, size := map[int]bool{}, 0
	for i, r := range list {
		if !r.mayConfirm() {
			continue
		}
		for _, i := range n.sourcesAt(r) {
			if !take[i] {
				take[i], size = true, size+n.tokens(n.in.New[i])
			}
		}
		if size > n.lim.Chunk && len(at) > 0 {
			break
		}
		at = append(at, i)
	}
	for i, m := range n.in.New {
		if take[i] {
			m.ID = n.labels[i]
			shown = append(shown, m)
		}
	}
	return shown, at
}

// sourcesAt are the places of the messages that a line is taken from, each behind the one
// before it.
func (n *night) sourcesAt(r refused) (at []int) {
	for _, m := range r.from {
		k := n.place(m.ID)
		for _, o := range []int{k - 1, k} {
			if o >= 0 && n.in.New[o].Role != transcript.Tool {
				at = append(at, o)
			}
		}
	}
	return at
}

// sources are these messages: words of others prove nothing of the line.
func (n *night) sources(r refused) (out []transcript.Message) {
	for _, i := range n.sourcesAt(r) {
		out = append(out, n.in.New[i])
	}
	return out
}

// place is where a message stands among the new ones; -1 where it is none of them.
func (n *night) place(id string) int {
	return slices.IndexFunc(n.in.New, func(m transcript.Message) bool { return m.ID == id })
}

func readConfirmation(text string, limit int) []confirmed {
	var c confirmation
	if len(text) > limit {
		return nil
	}
	object, err := objectIn(text, "lines")
	if err != nil || json.Unmarshal(object, &c) != nil {
		return nil
	}
	return c.Lines
}

// pointsTo reports whether words stand in one of some messages, as they are.
func pointsTo(words string, messages []transcript.Message) bool {
	low := strings.ToLower(strings.Trim(document.OneLine(words), "\"“”'.… "))
	if len(strings.Fields(low)) < fewestWords && len([]rune(low)) < 4*fewestWords {
		return false
	}
	return slices.ContainsFunc(messages, func(m transcript.Message) bool {
		return strings.Contains(strings.ToLower(document.OneLine(m.Content)), low)
	})
}
