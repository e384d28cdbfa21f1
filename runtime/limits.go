package runtime

import (
	"context"
	"encoding/json"
	"fmt"

	"dormouse/land/disk"
	"dormouse/runtime/llm"
)

// limitsFile keeps what servers themselves said of their models' limits, by the
// model's ref and host: asked, or in a refusal. It is derived: without it a server
// says it again.
const limitsFile = ".dormouse/limits.json"

// Limit is what a model takes, in tokens; 0 where nobody said.
type Limit struct {
	Window int `json:"window,omitempty"`
	Reply  int `json:"reply,omitempty"`
}

// Remembered is what was said of a model before; where is as in Brain.
func Remembered(folder disk.FS, where string) Limit { return limitsIn(folder)[where] }

// limitsIn is all of it; what cannot be read counts as nothing.
func limitsIn(folder disk.FS) map[string]Limit {
	all := map[string]Limit{}
	b, err := disk.ReadFile(folder, limitsFile)
	if err != nil || json.Unmarshal(b, &all) != nil || all == nil {
		return map[string]Limit{}
	}
	return all
}

// Remember keeps what was said of a model.
func Remember(folder disk.FS, where string, l Limit) error {
	all := limitsIn(folder)
	if where == "" || l == (Limit{}) || all[where] == l {
		return nil
	}
	all[where] = l
	b, err := json.MarshalIndent(all, "", " ")
	if err == nil {
		err = disk.WriteFile(folder, limitsFile, append(b, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep the limits of %s: %w", where, err)
	}
	return nil
}

// narrowest is the least window, in tokens, that is believed of a server: in less
// there is no room for the instructions.
const narrowest = 512

// rightsize takes a window that the server itself named in place of what was
// assumed, and remembers it. A person's own smaller one stays.
func (c *Conversation) rightsize(window int) (changed bool) {
	before := c.ledger.window
	chosen := c.ledger.windowSource == FromFlag || c.ledger.windowSource == FromConfig
	switch {
	case window < narrowest || chosen && window > before:
		return false
	case window == before && chosen:
		return false
	case window == before:
		c.o.Brain.WindowSource, c.ledger.windowSource = FromServer, FromServer
		return false
	}
	b := c.o.Brain
	b.Window, b.WindowSource = window, FromServer
	c.think(b)
	c.o.Emit(Noticed{fmt.Sprintf("the server takes %d tokens, not %d: that is the window from now on", window, before)})
	c.o.Emit(Metered{c.Meter()})
	if err := Remember(c.o.Land.FS(), b.Where, Limit{Window: window, Reply: b.Reply}); err != nil {
		c.o.Emit(Noticed{err.Error()})
	}
	return true
}

// askWindow asks the server for the window once more, where it was not known from
// it: a local server tells it only once the model is loaded.
func (c *Conversation) askWindow(ctx context.Context) (changed bool) {
	if c.o.Brain.Limits == nil || c.ledger.windowSource == FromServer {
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
