package llm

import "testing"

// A night's limit holds what may be thought beside the answer, and is never more
// than the model gives.
func TestANightAsksForWhatItNeedsAndTheModelGives(t *testing.T) {
	for _, c := range []struct {
		need, reply int
		effort      string
		want        int
	}{
		{211_404, 128_000, "", mostAnswer + 16<<10}, // a window of a million
		{1_642, 128_000, "", 1_642 + 16<<10},        // a small talk
		{1_642, 128_000, "low", 1_642 + 4<<10},
		{1_642, 4_096, "", 4_096},
		{60_000, 64_000, "max", 64_000},
		{1_642, 0, "", 1_642 + 16<<10}, // nobody knows what it gives
		{60_000, 0, "low", unknownReply + 4<<10},
	} {
		if got := (Brain{Reply: c.reply, Effort: c.effort}).Room(c.need); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
