package runtime

import (
	"context"
	"fmt"

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
	b := a.o.Brain
	b.Window, b.WindowSource = window, llm.FromServer
	a.think(b)
	a.o.Emit(Noticed{fmt.Sprintf("the server takes %d tokens, not %d: that is the window from now on", window, before)})
	a.o.Emit(Metered{a.Meter()})
	if err := llm.Remember(a.o.Land.FS(), b.Where, llm.Limit{Window: window, Reply: b.Reply}); err != nil {
		a.o.Emit(Noticed{err.Error()})
	}
	return true
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

// takeLimit takes in the refusal of a context that was too long.
func (a *answerer) takeLimit(refused *llm.Error) {
	if refused.Window > 0 {
		a.setWindow(refused.Window)
	}
}
