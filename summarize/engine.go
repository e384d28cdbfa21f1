package summarize

import (
	"context"
	"fmt"
	"sort"
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
	// Greedy takes lines by importance alone: the best, even if long or alike.
	Greedy bool
	// Fresh makes the wake note from the old messages alone: Input.Earlier is
	// not merged into it.
	Fresh bool
}

// LineCost is what a line costs beyond its words, in tokens: "- ", the line break and
// the block id, counted as the one word it is to a reader.
const LineCost = 4

// Offline is the built-in engine. It asks no one, and the same input always
// gives the same digest. It may be used from several goroutines.
type Offline struct {
	w weights
}

// NewOffline returns the built-in engine.
func NewOffline() *Offline { return &Offline{w: defaults()} }

// Digest implements Engine.
func (o *Offline) Digest(ctx context.Context, in Input, b Budget, v View) (Digest, error) {
	if in.Count == nil {
		in.Count = quarter
	}
	d := Digest{Engine: "offline", Days: map[string]string{}}
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

// quarter counts four bytes of a text as a token.
func quarter(text string) int { return (len(text) + 3) / 4 }

func (o *Offline) candidates(in Input, budget int, v View) []Candidate {
	r := read(in, in.New)
	r.weigh(o.w)
	scale := func(line int) float64 {
		if v.New == nil {
			return 1
		}
		return v.New[r.said[r.lines[line].said].msg]
	}
	c := newChoice(r, o.w, r.unit.budget(budget, in.New, in.Count), scale, newKnown(r))
	c.greedy = v.Greedy
	if len(v.Share) == 0 {
		v.Share = []int{0}
	}
	c.fill(v.Share, c.left)
	return c.compose()
}

// fill takes pieces until the budget is spent. Every stretch of messages has its part of
// that, by the length of its text; what one leaves goes to the next.
func (c *choice) fill(starts []int, budget int) {
	from := make([]int, 0, len(starts)+1) // first line of each stretch
	for _, msg := range starts {
		i := sort.Search(len(c.r.lines), func(i int) bool { return c.r.said[c.r.lines[i].said].msg >= msg })
		from = append(from, i)
	}
	from = append(from, len(c.r.lines))
	size := func(a, b int) (n int) {
		for i := a; i < b; i++ {
			for _, p := range c.r.lines[i].pieces {
				n += p.cost
			}
		}
		return n
	}
	total := max(1, size(from[0], len(c.r.lines)))
	c.left = 0
	for k := 0; k+1 < len(from); k++ {
		c.left += budget * size(from[k], from[k+1]) / total
		c.fillLines(from[k], from[k+1])
	}
}
