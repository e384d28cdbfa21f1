package runtime

import (
	"context"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep/night"
)

// TestCapsOfANightAreHard: a cap is never passed, and a night that meets one is
// finished offline, says why, and loses nothing.
func TestCapsOfANightAreHard(t *testing.T) {
	good := finding(entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", "Ruth moved to Lisbon in 1980", ""))
	half := llmtest.Say(`{"note":{"request":["The`)
	price := func(u transcript.Usage) (float64, bool) { return float64(u.Input)*1e-6 + float64(u.Output)*5e-6, true }
	for name, c := range map[string]struct {
		change  func(*Options)
		answers []llmtest.Reply
		calls   int
		says    string // of why; "" for a night by the model
	}{
		"the tokens are enough":        {func(o *Options) { o.BudgetTokens = 100_000 }, []llmtest.Reply{good}, 1, ""},
		"no token to spend":            {func(o *Options) { o.BudgetTokens = 10 }, nil, 0, "budget of the night is spent"},
		"not enough for its answer":    {func(o *Options) { o.BudgetTokens = 1500 }, nil, 0, "1500 tokens"},
		"one call and no repair":       {func(o *Options) { o.BudgetCalls = 1 }, []llmtest.Reply{half}, 1, "1 calls"},
		"a repair that is no better":   {func(o *Options) { o.BudgetCalls = 4 }, []llmtest.Reply{half, half}, 2, "cannot be used"},
		"a repair that is":             {func(o *Options) { o.BudgetCalls = 2 }, []llmtest.Reply{half, good}, 2, ""},
		"the money is enough":          {func(o *Options) { o.BudgetCost, o.Brain.Cost = 1, price }, []llmtest.Reply{good}, 1, ""},
		"no money":                     {func(o *Options) { o.BudgetCost, o.Brain.Cost = 0.001, price }, nil, 0, "$0.001"},
		"money for one call, not two":  {func(o *Options) { o.BudgetCost, o.Brain.Cost = 0.02, price }, []llmtest.Reply{half.Usage(transcript.Usage{Input: 5000, Output: 2500})}, 1, "$0.0175 of $0.02"},
		"a price that nobody knows":    {func(o *Options) { o.BudgetCost = 5 }, nil, 0, "not known"},
		"a model that never answers":   {func(o *Options) { o.Settings.TimeLimit = time.Millisecond }, []llmtest.Reply{llmtest.Do(func(ctx context.Context) { <-ctx.Done() })}, 1, "deadline"},
		"a model that stalls half way": {func(o *Options) { o.Settings.TimeLimit = time.Millisecond }, []llmtest.Reply{llmtest.Say(`{"note":`).Do(func(ctx context.Context) { <-ctx.Done() })}, 1, "deadline"},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLand(t)
			m := llmtest.New()
			conv := l.chatty(m, 10)
			c.change(conv.o)
			m.Add(c.answers...)
			m.Otherwise = func(llm.Request) llmtest.Reply { return good }
			before, said := len(m.Requests()), len(conv.Messages())
			r, err := conv.Sleep(t.Context(), NightOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(m.Requests()) - before; got != c.calls || r.Calls != c.calls {
				t.Errorf("%d calls, the report says %d, want %d (%s)", got, r.Calls, c.calls, r.Degraded)
			}
			if c.says == "" && r.Engine != "model" || c.says != "" && (r.Engine != "offline" || !strings.Contains(r.Degraded, c.says)) {
				t.Errorf("by %s: %q, want %q", r.Engine, r.Degraded, c.says)
			}
			if len(r.Entries) == 0 || len(conv.Messages()) != said {
				t.Errorf("%d entries, %d of %d messages", len(r.Entries), len(conv.Messages()), said)
			}
			if list, err := night.Ledgers(l.land); err != nil || len(list) != 1 || list[0].Calls != c.calls || list[0].Degraded != r.Degraded {
				t.Errorf("the ledger says %+v, %v", list, err)
			}
			k := &kindLand{testLand: l, c: conv, m: m}
			if a, err := k.again(r.Night); err != nil || !a.Identical {
				t.Errorf("again: %v, %+v", err, a)
			}
			if _, err := l.say(conv, "And now?"); err != nil {
				t.Errorf("the next turn: %v", err)
			}
		})
	}
}
