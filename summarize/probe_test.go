package summarize

import (
	"testing"

	"dormouse/land/transcript"
)

// A question is asked once, however few messages there are.
func TestProbesAreAskedOnce(t *testing.T) {
	messages := []transcript.Message{
		{ID: "m1", Role: transcript.User, Content: "We decided to lease the warehouse behind the Gdansk shipyard for 48 months. The invoice from Ostermann came to 1730 euros after the discount."},
		{ID: "m2", Role: transcript.Assistant, Content: "Noted."},
		{ID: "m3", Role: transcript.User, Content: "My daughter Wilhelmina plays the cello in the youth orchestra of Lund."},
	}
	probes := Probes(messages, 24)
	seen := map[Probe]bool{}
	for _, p := range probes {
		if seen[p] {
			t.Errorf("%+v is asked twice", p)
		}
		seen[p] = true
	}
	if len(probes) != 3 {
		t.Errorf("%d probes, want one for each telling sentence: %+v", len(probes), probes)
	}
}
