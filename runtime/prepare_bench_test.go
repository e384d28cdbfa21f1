package runtime

import (
	"fmt"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/memory"
	"dormouse/memory/search"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep"
)

// BenchmarkCrossing is what a person waits where the context is due for a night,
// on a real folder, with a model that answers at once: the night worked out then,
// or prepared before. Only the first grows with the talk and the model's time.
func BenchmarkCrossing(b *testing.B) {
	for _, window := range []int{16_000, 128_000} {
		for _, prepare := range []float64{0, .7} {
			b.Run(fmt.Sprintf("window=%d/prepare=%g", window, prepare), func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					c := fullTalk(b, window, prepare)
					b.StartTimer()
					if slept, err := c.SleepIfDue(b.Context()); err != nil || !slept {
						b.Fatal(err, c.Decide(0))
					}
					b.StopTimer()
					if len(c.Nights()) != 1 {
						b.Fatal("no night fell")
					}
					c.Close()
					b.StartTimer()
				}
			})
		}
	}
}

// fullTalk is a conversation that a night is due for, prepared or not.
func fullTalk(b *testing.B, window int, prepare float64) *Conversation {
	b.Helper()
	dir, err := disk.OpenDir(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { dir.Close() })
	l, _, err := land.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	ix := search.Open(memory.Files(l), search.Options{})
	m := llmtest.New()
	m.Otherwise = func(r llm.Request) llmtest.Reply {
		if r.Tail == "" {
			return llmtest.Say("I see.")
		}
		return finding(entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", r.Messages[0].ID, ""))
	}
	s := sleep.DefaultSettings()
	s.Prepare, s.Auto = prepare, false
	c, _, err := Begin(b.Context(), Options{
		Land: l, Store: memory.NewStore(l, memory.Options{Location: time.UTC, Searcher: ix}), Zone: time.UTC, Seed: 1, Settings: s, Engine: "auto",
		Brain: llm.Brain{Model: m, Window: window, WindowSource: llm.FromFlag, Reply: 500},
	})
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; c.prompt.Ledger.Used() < c.prompt.Ledger.Limit(); i++ {
		c.o.Settings.Auto = c.prompt.Ledger.Used() > int(.7*float64(window)) && c.ahead == nil
		if c.background = prepare > 0; c.o.Settings.Auto && c.background {
			if p := c.Prepare(); p != nil {
				p.run(b.Context())
			}
		}
		c.o.Settings.Auto = false // no night within a turn: it is what is measured
		if _, err := c.Say(b.Context(), story(i)); err != nil {
			b.Fatal(err)
		}
	}
	c.o.Settings.Auto = true
	return c
}
