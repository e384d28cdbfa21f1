package nightmodel

import (
	"testing"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

func TestAReflectionIsAskedForWithinTheBudget(t *testing.T) {
	m := llmtest.New()
	for name, tt := range map[string]struct {
		calls, tokens, window int
		want                  bool
		usd                   float64
	}{
		"no bounds":             {0, 0, 0, true, 0},
		"a call left":           {2, 0, 0, true, 0},
		"no call left":          {1, 0, 0, false, 0},
		"tokens left":           {0, 5000, 0, true, 0},
		"too few tokens left":   {0, 900, 0, false, 0},
		"a window it fits":      {0, 0, 2000, true, 0},
		"a window it fits not":  {0, 0, 700, false, 0},
		"money left":            {0, 0, 0, true, 0.02},
		"too little money left": {0, 0, 0, false, 0.001},
		"bounds that all allow": {2, 5000, 2000, true, 0},
	} {
		budget := Budget{Calls: tt.calls, Tokens: tt.tokens, Cost: tt.usd}
		n := &night.Night{Depth: sleep.Deep, Report: night.Report{Calls: 1, Usage: transcript.Usage{Input: 300}}}
		ask := &reflector{asker{budget: budget, brain: llm.Brain{Model: m, Window: tt.window, Cost: func(u transcript.Usage) (float64, bool) { return float64(u.Input+u.Output) * 1e-6, true }}}, n}
		if err := ask.affordable(ask.question(nil)); (err == nil) != tt.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
