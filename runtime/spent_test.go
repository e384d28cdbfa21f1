package runtime

import (
	"testing"

	"dormouse/land/transcript"
	"dormouse/runtime/llm/llmtest"
)

// TestSpentIsTheSumOfWhatProvidersCounted, with the price of those that are priced.
func TestSpentIsTheSumOfWhatProvidersCounted(t *testing.T) {
	l := newLand(t)
	use := transcript.Usage{Input: 1000, Output: 10}
	m := llmtest.New(llmtest.Say("one").Usage(use), llmtest.Say("two").Usage(use), llmtest.Say("three"))
	c := l.begin(m, 8000, "")
	for _, text := range []string{"a", "b", "c"} {
		if _, err := c.Say(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	s := c.Spent()
	if s.Replies != 2 || s.Unknown != 2 || s.Usage.Input != 2000 || s.Usage.Output != 20 {
		t.Errorf("without a price: %+v", s)
	}
	c.o.Brain.Cost = func(u transcript.Usage) (float64, bool) { return float64(u.Input) / 1000, true }
	if s := c.Spent(); s.USD != 2 || s.Unknown != 0 {
		t.Errorf("with a price: %+v", s)
	}
}
