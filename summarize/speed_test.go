package summarize

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
)

// talk makes a conversation of about n tokens, a quarter of its bytes, from a
// fixed little grammar: names, numbers and subjects change from line to line.
func talk(n int) Input {
	who := []string{"Ana", "Rui", "Ines", "Tomas", "Vera", "Milo"}
	did := []string{"bought a %s for %d euros", "planted %[2]d rows of %[1]s", "painted a %s with %d colours", "lost the %s and %d keys", "read about %s for %d hours"}
	what := []string{"bicycle", "tomatoes", "harbour", "clarinet", "oven", "tent", "lighthouse", "sourdough", "archive", "meadow", "compiler", "ferry"}
	in := Input{Count: quarter, Location: time.UTC}
	size := 0
	for i := 0; size < 4*n; i++ {
		noun := what[i%len(what)] + strings.Repeat("e", i/97%3) + string(rune('a'+i/7%26)) + string(rune('a'+i/181%26))
		text := fmt.Sprintf("My friend %s told me a story yesterday. I "+did[i%len(did)]+", and %s was happy about it. How was your week?", who[i%len(who)], noun, i%900, who[(i+2)%len(who)])
		role := transcript.User
		if i%2 == 1 {
			role = transcript.Assistant
		}
		in.New = append(in.New, transcript.Message{ID: fmt.Sprint("m", i), Role: role, Content: text, Time: time.Date(2024, 1, 1, 0, i, 0, 0, time.UTC)})
		size += len(text)
	}
	in.Old = in.New
	return in
}

func BenchmarkNight(b *testing.B) {
	for _, n := range []int{10_000, 50_000, 200_000, 1_000_000} {
		b.Run(fmt.Sprintf("%dk", n/1000), func(b *testing.B) {
			in, o := talk(n), NewOffline()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := hybrid(o).Summarize(context.Background(), in, Budget{Summary: 2000, Memory: n / 5}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "tokens/s")
		})
	}
}

// TestWorkGrowsWithTheText counts work, not time: how often text is measured
// for ten times the text.
func TestWorkGrowsWithTheText(t *testing.T) {
	work := func(n int) int {
		in, calls := talk(n), 0
		in.Count = func(s string) int { calls++; return quarter(s) }
		if _, err := hybrid(NewOffline()).Summarize(context.Background(), in, Budget{Summary: 2000, Memory: n / 5}); err != nil {
			t.Fatal(err)
		}
		return calls
	}
	small, big := work(4_000), work(40_000)
	if big > 14*small {
		t.Errorf("ten times the text took %d measurements instead of %d", big, small)
	}
}
