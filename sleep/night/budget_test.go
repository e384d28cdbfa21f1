package night

import (
	"testing"

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
