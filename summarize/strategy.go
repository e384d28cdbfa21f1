package summarize

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/summarize/extract"
)

// ErrStrategy is returned when no strategy has the given name; the caller
// should show Names.
var ErrStrategy = errors.New("unknown strategy")

// Names lists the strategies, the default last.
func Names() []string {
	return []string{"sliding-window", "progressive-summary", "importance-based", "semantic-chunks", "hybrid"}
}

// ByName returns a strategy over an engine; "" is hybrid.
func ByName(name string, e Engine) (Strategy, error) {
	if name == "" {
		name = "hybrid"
	}
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("strategy %q: %w", name, ErrStrategy)
	}
	return strategy{name, e}, nil
}

// strategy is one of Names over an engine.
type strategy struct {
	name   string
	engine Engine
}

// Summarize implements Strategy.
func (s strategy) Summarize(ctx context.Context, in Input, b Budget) (Digest, error) {
	return s.engine.Digest(ctx, in, b, s.view(in))
}

// view is how the strategy looks at some messages.
func (s strategy) view(in Input) View {
	v := View{Name: s.name}
	switch s.name {
	case "sliding-window": // the oldest go first, for memory too, and the wake note tells only of the newest stretch
		v.New, v.Old, v.Fresh = ramp(len(in.New), .2), ramp(len(in.Old), .1), true
	case "progressive-summary": // each ten messages have their own share of the budget
		for i := 0; i < len(in.New); i += 10 {
			v.Share = append(v.Share, i)
		}
	case "importance-based": // the lines of the highest worth, wherever they stand and whatever they have in common
		v.Greedy = true
	case "semantic-chunks": // each subject has a share by its length
		v.Share = chunks(in.New)
	default: // the most that can be known of all messages; in the wake note the newest first
		v.Old = ramp(len(in.Old), .5)
	}
	return v
}

// OrOffline lets the offline engine finish what another one fails at, and says so in
// Digest.Degraded. A cancelled context is no reason to.
func OrOffline(primary Engine) Engine { return fallback{primary} }

type fallback struct{ primary Engine }

// Digest implements Engine.
func (f fallback) Digest(ctx context.Context, in Input, b Budget, v View) (Digest, error) {
	d, err := f.primary.Digest(ctx, in, b, v)
	if err == nil || errors.Is(err, context.Canceled) {
		return d, err
	}
	off, offErr := NewOffline().Digest(context.WithoutCancel(ctx), in, b, v)
	if offErr != nil {
		return off, errors.Join(err, offErr)
	}
	off.Degraded, off.Calls, off.Usage, off.Rejected = err.Error(), d.Calls, d.Usage, d.Rejected
	return off, nil
}

// ramp rises evenly from low to 1.
func ramp(n int, low float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = low + (1-low)*float64(i+1)/float64(n)
	}
	return out
}

// chunks are the indexes where a new subject begins: a new day, a pause of an
// hour, or few words in common with what came just before.
func chunks(ms []transcript.Message) []int {
	var out []int
	var before map[string]bool
	since := 0
	for i, m := range ms {
		words := map[string]bool{}
		for _, w := range language.Pieces(m.Content, language.Guess(m.Content)) {
			if len(w) > 4 {
				words[extract.Stem(w)] = true
			}
		}
		same := 0
		for w := range words {
			if before[w] {
				same++
			}
		}
		pause := i > 0 && m.Time.Sub(ms[i-1].Time).Hours() > 1
		if i == 0 || pause || since >= 8 && same == 0 && len(words) > 3 {
			out, since, before = append(out, i), 0, map[string]bool{}
		}
		for w := range words {
			before[w] = true
		}
		since++
	}
	return out
}
