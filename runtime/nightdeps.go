package runtime

import (
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/runtime/tokens"
	"dormouse/sleep"
	"dormouse/summarize"
)

// deps are what the night n works with: values of this moment, so that it may
// work beside the talk.
func (c *Conversation) deps(n *sleep.Night) sleep.Deps {
	offline, _ := summarize.ByName(c.o.Strategy, summarize.NewOffline())
	heard := &sleep.Heard{Strategy: c.o.Strategy, Counted: c.o.Brain.Model.Ref()}
	encoding := c.encoding
	return sleep.Deps{
		Land: c.o.Land, Strategy: c.strategy(offline, heard), Offline: offline, Settings: c.o.Settings, Heard: heard,
		Count:   encoding.Count,
		Measure: func(m transcript.Message) int { return tokens.CountMessage(encoding, m) },
		Prompt:  c.memoryCost(), Reflector: c.reflector(n), Sleepers: sleepers{c},
	}
}

// memoryCost tells what the memory part of the next prompt takes, in tokens, when
// these files hold these bytes.
func (c *Conversation) memoryCost() func(after map[string][]byte) int {
	l, today, budget, encoding, scale := c.o.Land, c.now(), c.memoryBudget(), c.encoding, *c.gauges.Of(c.Model())
	return func(after map[string][]byte) int {
		snap, err := memory.ReadSnapshot(ahead{l, after, today})
		if err != nil {
			return budget
		}
		p := prefix{memory: snap.Prompt(today, budget, encoding.Count).Text, wakeAt: today}
		return scale.Apply(tokens.CountSystem(encoding, p.remembered()))
	}
}

// ahead is the land as it will be, as far as a prompt looks at it.
type ahead struct {
	land  *land.Land
	after map[string][]byte
	today time.Time
}

// Read gives a file as it will be.
func (a ahead) Read(name string) ([]byte, error) {
	if b, planned := a.after[name]; planned && b != nil {
		return b, nil
	}
	return a.land.Read(name)
}

// Logs are yesterday's and today's.
func (a ahead) Logs() ([]string, error) {
	return []string{memory.LogPath(a.today.AddDate(0, 0, -1)), memory.LogPath(a.today)}, nil
}
