package prompt

import (
	"fmt"
	"time"

	"dormouse/runtime/tokens"
)

// MemoryBudget is how many tokens of memory the prompt may hold, as we count them:
// fewer where the model counts more.
func (p *Prompt) MemoryBudget() int {
	budget := p.o.Settings.MemoryBudget(p.Ledger.Window)
	if dearer := p.Estimate(budget); dearer > budget {
		budget = budget * budget / dearer
	}
	return budget
}

// MemoryCost tells what the memory part of the next prompt takes, in tokens, when
// these files hold these bytes. It holds values of this moment.
func (p *Prompt) MemoryCost(today time.Time) func(after map[string][]byte) int {
	store, budget, encoding, scale := p.o.Store, p.MemoryBudget(), p.encoding, *p.calibrations.Of(p.model)
	return func(after map[string][]byte) int {
		in := store.PromptAfter(after, today, budget, encoding.Count)
		p := Prefix{Memory: in.Text, WakeAt: today}
		return scale.Apply(tokens.CountSystem(encoding, p.remembered()))
	}
}

// LeftOut names what memory the prompt has no room for, by heading with counts.
func (p *Prompt) LeftOut() []string {
	in, err := p.o.Store.Prompt(p.Prefix.WakeAt, p.MemoryBudget(), p.encoding.Count)
	if err != nil {
		return []string{err.Error()}
	}
	out := []string{}
	for _, o := range in.Left {
		line := fmt.Sprintf("%s %s: %d entries", o.Path, o.Heading, o.Entries)
		if o.Why != "" {
			line += " (" + o.Why + ")"
		}
		out = append(out, line)
	}
	return out
}
