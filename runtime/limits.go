package runtime

import (
	"context"
	"fmt"
	"slices"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
)

// narrowest is the least window, in tokens, that is believed of a server: in less
// there is no room for the instructions.
const narrowest = 512

// setWindow takes a window that the server itself named in place of what was
// assumed, and remembers it. A person's own smaller one stays.
func (a *answerer) setWindow(window int) (changed bool) {
	before := a.prompt.Ledger.Window
	chosen := a.prompt.Ledger.WindowSource == llm.FromFlag || a.prompt.Ledger.WindowSource == llm.FromConfig
	switch {
	case window < narrowest || chosen && window > before:
		return false
	case window == before && chosen:
		return false
	case window == before:
		a.o.Brain.WindowSource, a.prompt.Ledger.WindowSource = llm.FromServer, llm.FromServer
		return false
	}
	a.o.Emit(Noticed{fmt.Sprintf("the server takes %d tokens, not %d: that is the window from now on", window, before)})
	a.useWindow(window)
	return true
}

// useWindow makes a window the present one, and remembers it.
func (a *answerer) useWindow(window int) {
	b := a.o.Brain
	b.Window, b.WindowSource = window, llm.FromServer
	a.think(b)
	a.o.Emit(Metered{a.Meter()})
	if err := llm.Remember(a.o.Land.FS(), b.Where, llm.Limit{Window: window, Reply: b.Reply}); err != nil {
		a.o.Emit(Noticed{err.Error()})
	}
}

// askWindow asks the server for the window once more, where it was not known from
// it: a local server tells it only once the model is loaded.
func (a *answerer) askWindow(ctx context.Context) (changed bool) {
	if a.o.Brain.Limits == nil || a.prompt.Ledger.WindowSource == llm.FromServer {
		return false
	}
	window, _ := a.o.Brain.Limits(ctx)
	if window == 0 { // it does not say: it is not asked with every reply
		a.o.Brain.Limits = nil
	}
	return a.setWindow(window)
}

// takeLimit takes in the refusal of a context of that many tokens. Where it names no
// number, what was refused is the most that the window can be.
func (a *answerer) takeLimit(ctx context.Context, refused *llm.Error, size int) {
	switch {
	case refused.Window > 0:
		a.setWindow(refused.Window)
	case !a.askWindow(ctx) && a.canBeWindow(size):
		a.o.Emit(Noticed{fmt.Sprintf("the server refused about %d tokens as too long and does not say what it takes: that is the window from now on, not %d", size, a.prompt.Ledger.Window)})
		a.useWindow(size)
	}
}

// canBeWindow reports whether a window that no server named may take the place of the
// present one: it is smaller, and half of it is room for what is said. In less no night
// could help.
func (a *answerer) canBeWindow(size int) bool {
	m := a.prompt.Meter()
	fixed := m.Breakdown.System + m.Breakdown.Tools + m.Breakdown.Memory
	return size >= narrowest && size >= 2*fixed && size < a.prompt.Ledger.Window
}

// shown reports whether pictures or documents are in the context, which some servers do
// not count: a count below ours says nothing then.
func (a *answerer) shown() bool {
	return slices.ContainsFunc(a.prompt.Context.Messages, func(m transcript.Message) bool { return len(m.Media) > 0 })
}

// reported is the greatest count that a server gave of a growing context, and ours when
// it gave that, in tokens.
type reported struct {
	model          string
	input, counted int
}

// stalledFrom is by how many tokens our count has grown when one that has not is no
// longer believed.
const stalledFrom = 500

// stalls takes in a count, and reports whether it has stopped growing while ours did.
// A context that became smaller, and another model, begin anew.
func (r *reported) stalls(model string, input, counted int) bool {
	if model != r.model || counted < r.counted || input > r.input {
		*r = reported{model, input, counted}
		return false
	}
	return counted-r.counted >= stalledFrom && input < counted
}
