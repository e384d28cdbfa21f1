package summarize

import (
	"context"
	"fmt"
)

// Engine does the language work of a night. A View tells it how.
type Engine interface {
	Digest(ctx context.Context, in Input, b Budget, v View) (Digest, error)
}

// View is how a strategy looks at the messages: what gives way first, and how
// the wake note is made.
type View struct {
	// Name of the strategy, for instructions and reports.
	Name string
	// New scales the worth of each of Input.New, Old of each of Input.Old; nil
	// means that all count the same.
	New, Old []float64
	// Share spreads the memory budget evenly over stretches of the new messages:
	// the index where each stretch begins. Empty: one budget for all.
	Share []int
	// Greedy ignores what was chosen already: the best lines, even if alike.
	Greedy bool
	// Fresh makes the wake note from the old messages alone: Input.Earlier is
	// not merged into it.
	Fresh bool
	// Kept are ids of messages that stay word for word.
	Kept []string
}

// Offline is the built-in engine. It asks no one, and the same input always
// gives the same digest. It may be used from several goroutines.
type Offline struct {
	all []*lexicon
	w   weights
}

// NewOffline returns the built-in engine.
func NewOffline() *Offline { return &Offline{all: lexicons(), w: defaults()} }

// Digest implements Engine.
func (o *Offline) Digest(ctx context.Context, in Input, b Budget, v View) (Digest, error) {
	if in.Count == nil {
		in.Count = func(s string) int { return (len(s) + 3) / 4 }
	}
	d := Digest{Engine: "offline", Kept: v.Kept, Days: map[string]string{}}
	if err := ctx.Err(); err != nil {
		return d, fmt.Errorf("digest: %w", err)
	}
	if b.Memory > 0 && len(in.New) > 0 {
		d.Candidates = o.candidates(in, b.Memory, v)
	}
	if err := ctx.Err(); err != nil {
		return d, fmt.Errorf("digest: %w", err)
	}
	d.Summary = o.note(in, b.Summary, v)
	return d, nil
}

func (o *Offline) candidates(in Input, budget int, v View) []Candidate {
	r := read(in, in.New, o.all)
	r.weigh(o.w)
	scale := func(line int) float64 {
		if v.New == nil {
			return 1
		}
		return v.New[r.said[r.lines[line].said].msg]
	}
	w := o.w
	if v.Greedy {
		w.again = 1
	}
	c := newChoice(r, w, budget, scale, newKnown(r))
	c.fill()
	return c.compose()
}
