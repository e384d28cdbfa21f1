package memo

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// TestMemo asks many times for more texts than there are slots, from two sides at
// once: the answer is always that of the text that was asked about.
func TestMemo(t *testing.T) {
	m := New[string](4096)
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			for i := range 20000 {
				text := strings.Repeat("x", i%700) + string(rune('a'+i%26))
				how := uint32(i % 3)
				if got := m.Of(text, how, func() string { return text + fmt.Sprint(how) }); got != text+fmt.Sprint(how) {
					t.Errorf("of %d bytes, read as %d: %d bytes", len(text), how, len(got))
				}
			}
		})
	}
	all.Wait()
	made := 0
	for range 2 {
		m.Of("short", 0, func() string { made++; return "" })
		m.Of(strings.Repeat("long", longest), 0, func() string { made++; return "" })
	}
	if made != 3 {
		t.Errorf("made %d times, want the short one once and the long one twice", made)
	}
}
