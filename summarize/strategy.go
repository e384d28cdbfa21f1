package summarize

import (
	"context"
	"errors"
	"fmt"

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
	switch name {
	case "sliding-window":
		return SlidingWindow{e}, nil
	case "progressive-summary":
		return ProgressiveSummary{e}, nil
	case "importance-based":
		return ImportanceBased{e}, nil
	case "semantic-chunks":
		return SemanticChunks{e}, nil
	case "hybrid", "":
		return Hybrid{e}, nil
	}
	return nil, fmt.Errorf("strategy %q: %w", name, ErrStrategy)
}

// SlidingWindow lets the oldest go first: what was said last counts most, for
// memory too, and the wake note tells only of the newest stretch.
type SlidingWindow struct{ Engine Engine }

// Summarize implements Strategy.
func (s SlidingWindow) Summarize(ctx context.Context, in Input, b Budget) (Digest, error) {
	return s.Engine.Digest(ctx, in, b, View{Name: "sliding-window", New: ramp(len(in.New), .2), Old: ramp(len(in.Old), .1), Fresh: true})
}

// ProgressiveSummary goes through the messages stretch by stretch: each ten
// messages have their own share of the budget, and the wake note grows from
// night to night.
type ProgressiveSummary struct{ Engine Engine }

// Summarize implements Strategy.
func (s ProgressiveSummary) Summarize(ctx context.Context, in Input, b Budget) (Digest, error) {
	var share []int
	for i := 0; i < len(in.New); i += 10 {
		share = append(share, i)
	}
	return s.Engine.Digest(ctx, in, b, View{Name: "progressive-summary", Share: share})
}

// ImportanceBased keeps the lines of the highest worth, wherever they stand and
// whatever they have in common.
type ImportanceBased struct{ Engine Engine }

// Summarize implements Strategy.
func (s ImportanceBased) Summarize(ctx context.Context, in Input, b Budget) (Digest, error) {
	return s.Engine.Digest(ctx, in, b, View{Name: "importance-based", Greedy: true})
}

// SemanticChunks cuts the messages where the subject changes, and gives each
// chunk a share of the budget by its length.
type SemanticChunks struct{ Engine Engine }

// Summarize implements Strategy.
func (s SemanticChunks) Summarize(ctx context.Context, in Input, b Budget) (Digest, error) {
	return s.Engine.Digest(ctx, in, b, View{Name: "semantic-chunks", Share: chunks(in.New)})
}

// Hybrid is the default: the most that can be known of all messages for the
// budget, the newest of the old ones first in the wake note, which is merged
// with the earlier one.
type Hybrid struct{ Engine Engine }

// Summarize implements Strategy.
func (s Hybrid) Summarize(ctx context.Context, in Input, b Budget) (Digest, error) {
	return s.Engine.Digest(ctx, in, b, View{Name: "hybrid", Old: ramp(len(in.Old), .5)})
}

// OrOffline falls back to the offline engine, in the same strategy where it is
// one of this package, and says so in Digest.Degraded. A cancelled context is
// no reason to fall back.
func OrOffline(primary Strategy) Strategy { return fallback{primary} }

type fallback struct{ primary Strategy }

// Summarize implements Strategy.
func (f fallback) Summarize(ctx context.Context, in Input, b Budget) (Digest, error) {
	d, err := f.primary.Summarize(ctx, in, b)
	if err == nil || errors.Is(err, context.Canceled) {
		return d, err
	}
	off, offErr := f.offline().Summarize(context.WithoutCancel(ctx), in, b)
	if offErr != nil {
		return off, errors.Join(err, offErr)
	}
	off.Degraded, off.Calls, off.Usage, off.Rejected = err.Error(), d.Calls, d.Usage, d.Rejected
	return off, nil
}

func (f fallback) offline() Strategy {
	e := NewOffline()
	switch f.primary.(type) {
	case SlidingWindow:
		return SlidingWindow{e}
	case ProgressiveSummary:
		return ProgressiveSummary{e}
	case ImportanceBased:
		return ImportanceBased{e}
	case SemanticChunks:
		return SemanticChunks{e}
	}
	return Hybrid{e}
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
