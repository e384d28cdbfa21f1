package model

import (
	"cmp"
	"context"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/provider"
)

// SmallWindow is taken for a model of which nothing is known, in tokens.
const SmallWindow = 8192

// limit says how many tokens fit, how long a reply may be, and who says so: a
// person, else the server when it is asked, else what it said before, else the
// catalogue, else a small window.
func (o Opener) limit(ctx context.Context, b *llm.Brain) {
	c := o.Config
	told := llm.Remembered(o.Dir, b.Where)
	if own := c.Models[b.Model.Ref()]; own.Reply == 0 && told.Reply > 0 {
		b.Reply = told.Reply
	}
	if c.Reply > 0 {
		b.Reply = c.Reply
	}
	b.Window, b.WindowSource = b.Model.Window(), llm.FromCatalogue
	switch {
	case o.WindowSaid:
		b.Window, b.WindowSource = c.Window, llm.FromFlag
	case c.Window > 0 || c.Models[b.Model.Ref()].Window > 0:
		b.Window, b.WindowSource = max(c.Window, 0), llm.FromConfig
		if c.Window == 0 {
			b.Window = c.Models[b.Model.Ref()].Window
		}
	default:
		o.askLimit(ctx, b, told)
	}
	if b.Window == 0 {
		b.Window, b.WindowSource = SmallWindow, llm.FromDefault
	}
}

// askLimit asks a server of this machine or network, which gives a model what it
// wants to, and any other of which nothing is known.
func (o Opener) askLimit(ctx context.Context, b *llm.Brain, told llm.Limit) {
	near := false
	if m, ok := b.Model.(*provider.Model); ok {
		near = m.Near()
	}
	if b.Limits != nil && (near || told.Window == 0 && b.Window == 0) {
		if window, reply := b.Limits(ctx); window > 0 {
			told = llm.Limit{Window: window, Reply: cmp.Or(reply, told.Reply)}
			if err := llm.Remember(o.Dir, b.Where, told); err != nil {
				o.Logf("%v", err) // it is asked again
			}
		}
	}
	if told.Window > 0 {
		b.Window, b.WindowSource = told.Window, llm.FromServer
	}
}
