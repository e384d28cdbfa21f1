package nightmodel

import (
	"errors"
	"testing"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/summarize/asking"
)

// A question that the server refused as too long was sent, one that we refuse was not.
func TestARefusalOfTheServerWasSent(t *testing.T) {
	m := llmtest.New(llmtest.Fail(llm.TooLong, "Input is too long"))
	for name, c := range map[string]struct {
		window int
		sent   bool
	}{"by us": {100, false}, "by the server": {8000, true}} {
		a := asker{brain: llm.Brain{Model: m, Window: c.window}, talk: Talk{Used: 200}, spent: new(float64)}
		got, err := a.ask(t.Context(), asking.Question{Tail: "what lasts?", Schema: []byte(`{}`), MaxTokens: 100})
		if !errors.Is(err, asking.ErrTooLong) || got.Cut != c.sent {
			t.Errorf("%s: %v, sent %t", name, err, got.Cut)
		}
	}
}
