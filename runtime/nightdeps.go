package runtime

import (
	"dormouse/land/transcript"
	"dormouse/runtime/tokens"
	"dormouse/sleep/night"
	"dormouse/summarize"
)

// deps are what the night n works with: values of this moment, so that it may
// work beside the talk.
func (c *Conversation) deps(n *night.Night) night.Deps {
	offline, _ := summarize.ByName(c.o.Strategy, summarize.NewOffline())
	heard := &night.Recording{Strategy: c.o.Strategy, Counted: c.o.Brain.Model.Ref()}
	encoding := c.prompt.Encoding()
	return night.Deps{
		Land: c.o.Land, Memory: c.o.Store, Strategy: c.strategy(offline, heard), Offline: offline, Settings: c.o.Settings, Recording: heard,
		Count:   encoding.Count,
		Measure: func(m transcript.Message) int { return tokens.CountMessage(encoding, m) },
		Prompt:  c.prompt.MemoryCost(c.now()), Reflector: c.reflector(n), Sleepers: sleepers{c},
	}
}
