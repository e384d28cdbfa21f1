package night

import (
	"testing"

	"dormouse/land/transcript"
	"dormouse/summarize/asking"

	"dormouse/sleep"
)

// The share of the window has a floor and a ceiling, and a small window is never
// filled with memory.
func TestMemoryBudget(t *testing.T) {
	s := sleep.DefaultSettings()
	for window, want := range map[int]int{2000: 320, 4000: 640, 8000: 1200, 32_000: 4800, 200_000: 6000, 1_000_000: 6000, 0: 0} {
		if got := s.MemoryBudget(window); got != want {
			t.Errorf("a window of %d: %d tokens of memory, want %d", window, got, want)
		}
	}
	s.PromptMost = 0
	if got := s.MemoryBudget(1_000_000); got != 150_000 {
		t.Errorf("without a ceiling: %d", got)
	}
}

// A model may write half of a short talk, up to a bound, and never less than the offline
// engine; who takes a share exactly gets that.
func TestWhatAModelMayWrite(t *testing.T) {
	s := sleep.DefaultSettings()
	exact, light := s, s
	exact.Least, light.Profile = 0, "light"
	for _, c := range []struct {
		of   sleep.Settings
		said int
		want int
	}{
		{s, 100, 224}, {s, 1290, 645}, {s, 1900, 950}, {s, 4000, 1000}, {s, 8000, 1600},
		{exact, 1290, 258}, {exact, 8000, 1600}, {light, 1290, 500}, {light, 8000, 800},
	} {
		if got := asked(c.of, c.said); got != c.want {
			t.Errorf("of %d tokens (%s, least %d): %d, want %d", c.said, c.of.Profile, c.of.Least, got, c.want)
		}
		n := &Night{Records: nil}
		d := Deps{Settings: c.of, Count: words, Measure: func(transcript.Message) int { return 0 }, Recording: &Recording{}}
		without := newFitting(n, reading{}, d)
		d.Recording = &Recording{Limits: &asking.Limits{}}
		if with := newFitting(n, reading{}, d); without.asked != 0 || with.budget != without.budget {
			t.Errorf("without a model %d, with one the offline engine has %d instead of %d", without.asked, with.budget, without.budget)
		}
	}
}
