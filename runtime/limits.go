package runtime

import (
	"context"
	"fmt"

	"dormouse/runtime/llm"
)

// narrowest is the least window, in tokens, that is believed of a server: in less
// there is no room for the instructions.
const narrowest = 512

// rightsize takes a window that the server itself named in place of what was
// assumed, and remembers it. A person's own smaller one stays.
func (c *Conversation) rightsize(window int) (changed bool) {
	before := c.prompt.Ledger.Window
	chosen := c.prompt.Ledger.WindowSource == llm.FromFlag || c.prompt.Ledger.WindowSource == llm.FromConfig
	switch {
	case window < narrowest || chosen && window > before:
		return false
	case window == before && chosen:
		return false
	case window == before:
		c.o.Brain.WindowSource, c.prompt.Ledger.WindowSource = llm.FromServer, llm.FromServer
		return false
	}
	b := c.o.Brain
	b.Window, b.WindowSource = window, llm.FromServer
	c.think(b)
	c.o.Emit(Noticed{fmt.Sprintf("the server takes %d tokens, not %d: that is the window from now on", window, before)})
	c.o.Emit(Metered{c.Meter()})
	if err := llm.Remember(c.o.Land.FS(), b.Where, llm.Limit{Window: window, Reply: b.Reply}); err != nil {
		c.o.Emit(Noticed{err.Error()})
	}
	return true
}

// askWindow asks the server for the window once more, where it was not known from
// it: a local server tells it only once the model is loaded.
func (c *Conversation) askWindow(ctx context.Context) (changed bool) {
	if c.o.Brain.Limits == nil || c.prompt.Ledger.WindowSource == llm.FromServer {
		return false
	}
	window, _ := c.o.Brain.Limits(ctx)
	if window == 0 { // it does not say: it is not asked with every reply
		c.o.Brain.Limits = nil
	}
	return c.rightsize(window)
}

// overflown takes in the refusal of a context that was too long.
func (c *Conversation) overflown(refused *llm.Error) {
	if refused.Window > 0 {
		c.rightsize(refused.Window)
	}
}
