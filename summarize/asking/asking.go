// Package asking is the engine of summarize that asks a language model: one question a
// night, and at most one more, whose answer is checked, clause by clause, against what was
// said and is known. What does not hold is refused, put once again, or written in the
// person's own words; an answer that was cut is read as far as it is whole. Its calls and
// tokens are bounded.
//
// It sends nothing itself: Model is whoever asks.
package asking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/language/claims"
	"dormouse/summarize"
	"dormouse/summarize/note"
	"dormouse/summarize/voices"
)

// Errors of the model engine. Each ends in an offline night with OrOffline,
// which says the error's text in Digest.Degraded.
var (
	// ErrTooLong is returned by a Model when the conversation and the question
	// do not fit its window; the engine then asks in chunks.
	ErrTooLong = errors.New("question does not fit the model's window")
	// ErrBudget is returned when a night's calls or tokens are spent; the caller
	// should go on offline.
	ErrBudget = errors.New("budget of the night is spent")
	// ErrAnswer is returned when the model's answer cannot be used, even after
	// one repair; the caller should go on offline.
	ErrAnswer = errors.New("model's answer cannot be used")
)

// Model answers one question about the conversation. The caller makes it a
// continuation of the conversation's own request, so that the provider's cache
// serves all but the tail; where Messages are given, they stand in place of the
// conversation.
type Model interface {
	Ask(ctx context.Context, q Question) (Answer, error)
}

// Question is what a model is asked.
type Question struct {
	Tail      string               // the instruction, after the conversation
	Schema    json.RawMessage      // JSON schema of the answer
	MaxTokens int                  // bound of the answer
	Messages  []transcript.Message // a chunk, to be shown with its ids; nil: the conversation itself
}

// Answer is what a model said, and what it cost.
type Answer struct {
	Text  string
	Usage transcript.Usage
	// Cut says that it ends at its limit, and not where the model wanted to; beside
	// ErrTooLong that the question was sent, and cut short by the server's refusal.
	Cut bool
}

// Limits bound what a night may cost. Zero means the default.
type Limits struct {
	Calls  int // model calls, 4
	Tokens int // input and output tokens of all calls; no bound
	Chunk  int // tokens of one chunk when the conversation does not fit, 6000
	Bytes  int // of one answer, 256 KiB
}

// Engine is the one that asks a language model: one call a night, its answer
// checked against the cited messages. Where it fails it returns an error with
// what was spent so far; see OrOffline.
type Engine struct {
	model Model
	lim   Limits
}

// New returns an engine over a model.
func New(m Model, lim Limits) *Engine {
	if lim.Calls == 0 {
		lim.Calls = 4
	}
	if lim.Chunk == 0 {
		lim.Chunk = 6000
	}
	if lim.Bytes == 0 {
		lim.Bytes = 256 << 10
	}
	return &Engine{model: m, lim: lim}
}

// Digest implements summarize.Engine.
func (a *Engine) Digest(ctx context.Context, in summarize.Input, b summarize.Budget, v summarize.View) (summarize.Digest, error) {
	b.Memory = max(b.Memory, b.Asked)
	d := summarize.Digest{Engine: "model", Days: map[string]string{}}
	n := night{Engine: a, in: in, b: b, v: v, d: &d, heard: voices.Listen(slices.Concat(in.New, in.Old)), labels: labelsOf(in.New, in.Places)}
	for _, e := range in.Known {
		n.heard.Remember(e.Text)
	}
	n.heard.Remember(in.Earlier)
	found, err := n.ask(ctx, nil, "")
	if errors.Is(err, ErrTooLong) && !n.refused { // in a small window: without what the question adds
		n.brief = true
		found, err = n.ask(ctx, nil, "")
	}
	if errors.Is(err, ErrTooLong) {
		found, err = n.chunks(ctx)
	}
	if err != nil {
		return d, fmt.Errorf("ask the model: %w", err)
	}
	if err := n.take(ctx, found); err != nil {
		return d, fmt.Errorf("ask the model again: %w", err)
	}
	if found.noteless {
		off, err := summarize.NewOffline().Digest(ctx, in, summarize.Budget{Summary: b.Summary}, v)
		if err != nil {
			return d, err
		}
		d.Summary = off.Summary
		n.degrade("the model's answer was cut before its note, which was made offline")
	}
	return d, nil
}

// night is one use of the engine.
type night struct {
	*Engine
	in summarize.Input
	b  summarize.Budget
	v  summarize.View
	d  *summarize.Digest

	heard    *voices.Voices
	labels   []string     // what in.New are called in chunks; none where the conversation is asked about
	brief    bool         // the question lists neither messages nor lines of memory
	repaired bool         // a question was put a second time
	refused  bool         // the server found a question too long
	chunked  bool         // the conversation was asked about in chunks: it does not fit
	check    *claims.Talk // nil until there is something to check
}

// ask puts one question, and once more when the answer has not the right form: one
// that was cut with twice the room. What a cut answer holds whole counts where the
// second is no better.
func (n *night) ask(ctx context.Context, chunk []transcript.Message, carried string) (*finding, error) {
	tail := n.tail(carried, chunk == nil)
	q := Question{Tail: tail, Schema: schema(), MaxTokens: n.b.Summary + n.b.Memory*2 + 400, Messages: chunk}
	var half *finding
	for try := 0; ; try++ {
		a, err := n.call(ctx, q)
		if err != nil && half != nil && !errors.Is(err, context.Canceled) {
			return half, nil
		}
		if err != nil {
			return nil, err
		}
		f, err := parseFinding(a.Text, n.lim.Bytes)
		if err == nil {
			return f, nil
		}
		if a.Cut {
			if f := salvage(a.Text, n.lim.Bytes); half == nil || f != nil && len(f.Entries) >= len(half.Entries) {
				half = f
			}
		}
		n.repaired = true
		blank := strings.TrimSpace(a.Text) == ""
		switch {
		case try == 0 && a.Cut:
			q.MaxTokens *= 2
			q.Tail = tail + "\n\nYour last answer was cut at its limit. Say less, the entries of most weight first. Answer with the JSON object only."
		case try == 0 && !blank && len(a.Text) <= n.lim.Bytes:
			q.Tail = tail + "\n\nYour last answer could not be read (" + err.Error() + "). Answer with the JSON object only."
		case half != nil:
			return half, nil
		default:
			return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
		}
	}
}

// call asks within the budget.
func (n *night) call(ctx context.Context, q Question) (Answer, error) {
	if n.d.Calls >= n.lim.Calls {
		return Answer{}, fmt.Errorf("%w: %d calls", ErrBudget, n.d.Calls)
	}
	if n.lim.Tokens > 0 && n.spent()+n.estimate(q) > n.lim.Tokens {
		return Answer{}, fmt.Errorf("%w: %d of %d tokens, the next call needs about %d", ErrBudget, n.spent(), n.lim.Tokens, n.estimate(q))
	}
	ans, err := n.model.Ask(ctx, q)
	n.d.Usage = n.d.Usage.Plus(ans.Usage)
	if errors.Is(err, ErrBudget) || errors.Is(err, ErrTooLong) && !ans.Cut {
		return Answer{}, err // refused before it was sent: no call
	}
	n.d.Calls++
	n.refused = n.refused || errors.Is(err, ErrTooLong)
	return ans, err
}

func (n *night) spent() int { return n.d.Usage.Input + n.d.Usage.Output }

// estimate is what a call will cost at most, in tokens.
func (n *night) estimate(q Question) int {
	ms := q.Messages
	if ms == nil {
		ms = n.asked()
	}
	sum := q.MaxTokens + n.in.Count(q.Tail)
	for _, m := range ms {
		sum += n.tokens(m)
	}
	return sum
}

// asked are the messages of the conversation that is asked about.
func (n *night) asked() []transcript.Message {
	if len(n.in.New) > len(n.in.Old) {
		return n.in.New
	}
	return n.in.Old
}

func (n *night) tokens(m transcript.Message) int {
	if m.Tokens > 0 {
		return m.Tokens
	}
	return n.in.Count(m.Content)
}

// chunks asks stretch by stretch; the wake note found so far is carried on.
func (n *night) chunks(ctx context.Context) (*finding, error) {
	n.chunked = true
	all := &finding{}
	for _, ms := range n.split() {
		f, err := n.ask(ctx, ms, note.Write(noteItems(all.Note), nil))
		if err != nil {
			return nil, err
		}
		all.Note = f.Note
		all.Entries = append(all.Entries, f.Entries...)
		all.Days = append(all.Days, f.Days...)
		all.cut = all.cut || f.cut
	}
	return all, nil
}

// split cuts the messages into chunks, each called by its label; a tool's results stay with their calls.
func (n *night) split() [][]transcript.Message {
	ms := n.in.New
	if len(n.in.Old) > 0 && len(ms) == 0 {
		ms = n.in.Old
	}
	var out [][]transcript.Message
	size, labels := 0, labelsOf(ms, n.in.Places)
	for i, m := range ms {
		t := n.tokens(m)
		m.ID = labels[i]
		if i == 0 || size+t > n.lim.Chunk && m.Role != transcript.Tool {
			out, size = append(out, nil), 0
		}
		out[len(out)-1] = append(out[len(out)-1], m)
		size += t
	}
	return out
}
