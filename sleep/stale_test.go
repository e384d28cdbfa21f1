package sleep

import (
	"fmt"
	"strings"
	"testing"

	"dormouse/land"
	"dormouse/land/disk"
)

// What a person loved and then had enough of: the belief turns, and what was
// remembered of it before is marked, found with the mark, and not promoted.
func TestATurnedBeliefMakesOlderEntriesDoubtful(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	d.turn("[fact 0.5] I love the choir in Utrecht, wonderful and great evenings!", 5)
	d.turn("[fact 0.5] My sister Vera keeps happy bees.", 5)
	r := d.sleep(1000).Report
	choir, bees := r.Entries[0].ID, r.Entries[1].ID
	for i := range 3 {
		d.turn(fmt.Sprintf("[fact 0.5] Rehearsal %d in Utrecht was lovely, wonderful, perfect and fun!", i), 5)
	}
	d.sleep(1000)
	if doubt := NewNetwork(d.land).Now().Doubt(choir); doubt != "" {
		t.Fatalf("in doubt already: %s", doubt)
	}
	var after string
	for i := range 4 {
		d.turn(fmt.Sprintf("[fact 0.5] I hate the choir in Utrecht now, call %d: awful, terrible, sad and wrong!", i), 5)
		r := d.sleep(1000).Report
		if len(r.Entries) > 0 {
			after = r.Entries[len(r.Entries)-1].ID
		}
	}
	b, ok := d.self().Belief("Utrecht")
	if !ok || b.Kind != Place || b.Side != -1 || b.Turned.IsZero() {
		t.Fatalf("belief %+v", b)
	}
	net := NewNetwork(d.land).Now()
	if got := net.Doubt(choir); !strings.Contains(got, "Utrecht on 2026-11-20") {
		t.Errorf("an entry from before it turned: %q", got)
	}
	if got := net.Doubt(bees) + net.Doubt(after); got != "" {
		t.Errorf("others in doubt: %q", got)
	}
	if got := net.Doubtful("utrecht"); len(got) == 0 || got[0] != choir && len(got) == 1 {
		t.Errorf("doubtful: %v, want %s", got, choir)
	}
	d.setSelf(func(s *Self) {
		for i := range s.Traces {
			s.Traces[i].Strength = 0.9
		}
	})
	d.turn("Good night.", 5)
	d.sleep(1000)
	if text := d.file(land.MemoryFile); strings.Contains(text, choir) || !strings.Contains(text, bees) {
		t.Errorf("promoted:\n%s", text)
	}
}
