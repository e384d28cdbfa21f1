// Package nightmodel puts the questions of a night to a language model: the night's one
// call, which continues the conversation's own request, and the one in which a deep
// night reflects. It keeps to what a night may spend, and says before anything is sent
// when a question does not fit.
//
// What it works with are values of one moment, so that a night may be prepared beside
// the talk. It knows no session and writes nothing.
package nightmodel

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/prompt"
	"dormouse/runtime/tokens"
	"dormouse/sleep/night"
	"dormouse/summarize"
	"dormouse/summarize/asking"
)

// Budget bounds what one night may ask of a model; 0 is no bound.
type Budget struct {
	Calls, Tokens int
	Cost          float64 // US dollars
	Limit         time.Duration
}

// Talk is what the conversation would send now.
type Talk struct {
	Request llm.Request
	Used    int    // its tokens
	Model   string // that answers, as "provider/name"
}

// Strategy lets b do a night's work, with the offline engine behind it. The question
// continues the conversation's own request, byte for byte, so that the provider's
// cache serves all but its tail.
func Strategy(b llm.Brain, talk Talk, budget Budget, offline summarize.Strategy, recording *night.Recording) summarize.Strategy {
	recording.Limits = &asking.Limits{Calls: budget.Calls, Tokens: budget.Tokens, Chunk: b.Window / 3}
	return Asking(asker{budget, talk, b, recording, new(float64)}, recording, offline)
}

// Asking is the strategy that a night heard of, over a model.
func Asking(m asking.Model, recording *night.Recording, offline summarize.Strategy) summarize.Strategy {
	s, err := summarize.ByName(recording.Strategy, summarize.OrOffline(asking.New(m, *recording.Limits)))
	if err != nil {
		return offline
	}
	return s
}

// leastAnswer is the room below which an answer could say nothing of use, in
// tokens. The reply reserve is larger in every window of 4k and more.
const leastAnswer = 500

// countedOff is the part of what we count that we may be off by: a limit that fills
// the window to our last token is refused by a server that counts one more.
const countedOff = 20

// nightEffort is how much a model shall think over a night: it sorts and shortens
// what was said.
const nightEffort = "low"

// asker puts the questions of a night to a model, and writes the answers down. It
// holds values alone, so that a night may ask beside the talk.
type asker struct {
	budget    Budget
	talk      Talk
	brain     llm.Brain
	recording *night.Recording
	spent     *float64 // US dollars, so far
}

// Ask sends one question. ErrTooLong when it does not fit, before anything is
// sent.
func (a asker) Ask(ctx context.Context, q asking.Question) (asking.Answer, error) {
	return a.recording.Note(a.ask(ctx, q))
}

func (a asker) ask(ctx context.Context, q asking.Question) (asking.Answer, error) {
	r, size := a.request(q)
	if window := a.brain.Window; window > 0 {
		room := window - size - size/countedOff
		if room < leastAnswer {
			return asking.Answer{}, fmt.Errorf("%w: %d tokens and %d for the answer, of %d", asking.ErrTooLong, size, leastAnswer, window)
		}
		r.MaxTokens = min(r.MaxTokens, room)
	}
	if err := a.affordable(size, r.MaxTokens); err != nil {
		return asking.Answer{}, err
	}
	out, err := a.send(ctx, r)
	if usd, known := a.brain.Price(out.Usage); known {
		*a.spent += usd
	}
	return out, err
}

// affordable refuses a question that may cost more than the night may still
// spend, if nothing of it came from a cache.
func (a asker) affordable(size, answer int) error {
	limit := a.budget.Cost
	if limit == 0 {
		return nil
	}
	usd, known := a.brain.Price(transcript.Usage{Input: size, Output: answer})
	switch {
	case !known:
		return fmt.Errorf("%w: what %s costs is not known, and sleep.budget_cost is $%g", asking.ErrBudget, a.brain.Model.Ref(), limit)
	case *a.spent+usd > limit:
		return fmt.Errorf("%w: $%.4f of $%g, and up to $%.4f for this", asking.ErrBudget, *a.spent, limit, usd)
	}
	return nil
}

// send puts a request to the model and waits for the whole answer.
func (a asker) send(ctx context.Context, r llm.Request) (asking.Answer, error) {
	if limit := a.budget.Limit; limit > 0 {
		timed, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		ctx = timed
	}
	var out asking.Answer
	var text strings.Builder
	for chunk, err := range a.brain.Model.Stream(ctx, r) {
		if err != nil {
			err = tooLong(err)
			out.Cut = errors.Is(err, asking.ErrTooLong)
			return out, err
		}
		text.WriteString(chunk.Text)
		if chunk.Usage != nil {
			out.Usage = *chunk.Usage
		}
		out.Cut = out.Cut || chunk.Stop == llm.Length
		if chunk.Stop == llm.Refused {
			return out, errors.New("the model declined")
		}
	}
	out.Text = text.String()
	return out, nil
}

func tooLong(err error) error {
	var refused *llm.Error
	if errors.As(err, &refused) && refused.Kind == llm.TooLong {
		return fmt.Errorf("%w: %w", asking.ErrTooLong, err)
	}
	return err
}

// request is the conversation with the question as its tail, or a chunk of the
// transcript alone. size is in tokens, as far as we can tell.
func (a asker) request(q asking.Question) (r llm.Request, size int) {
	encoding := tokens.For(a.brain.Model.Ref())
	if q.Messages == nil {
		r, size = a.talk.Request, a.talk.Used
	} else {
		text := shown(q.Messages)
		r = llm.Request{System: []llm.Block{{Text: prompt.Instructions}}, Messages: []transcript.Message{{ID: "chunk", Role: transcript.User, Content: text}}}
		size = encoding.Count(text) + encoding.Count(prompt.Instructions)
	}
	r.Tail, r.MaxTokens = q.Tail, a.brain.Room(q.MaxTokens)
	r.Effort = nightEffort
	if q.Messages == nil && a.keepsPrefixes() {
		r.Effort = "" // the conversation's: another one would cost the provider's cache
		r.Tail += "\nIts form: " + shape(q.Schema)
	} else {
		r.Schema = &llm.Schema{Name: "night", JSON: q.Schema}
	}
	return r, size + encoding.Count(r.Tail)
}

// keepsPrefixes says whether the night asks the model that the conversation
// asked, at a provider who serves what both requests begin with from its cache.
// There a schema is put before all else, so that a request which has one shares
// nothing with those that have none: the form is told at the end, in words, and
// the answer is checked as any other. A model on this machine gets the schema: it
// bounds what can be said and leaves the prompt as it is.
func (a asker) keepsPrefixes() bool {
	ref := a.brain.Model.Ref()
	vendor, _, _ := llm.Split(ref)
	known, _ := llm.VendorOf(vendor)
	return ref == a.talk.Model && known.Caches
}

// shown is a part of a transcript as a model reads it, with ids to cite.
func shown(messages []transcript.Message) string {
	var b strings.Builder
	b.WriteString("<transcript>\n")
	for _, m := range messages {
		who := string(m.Role)
		if m.Name != "" {
			who += " " + m.Name
		}
		fmt.Fprintf(&b, "[%s] %s: %s\n", m.ID, who, strings.ReplaceAll(m.Marked(), "</transcript", "‹/transcript"))
	}
	b.WriteString("</transcript>")
	return b.String()
}
