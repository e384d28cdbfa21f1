package night

import (
	"fmt"
	"strings"
	"testing"

	"dormouse/land/disk/memdisk"
	"dormouse/sleep/replay"
)

// What a night writes is what a search reads afterwards, without opening
// anything anew.
func TestNetworkFollowsTheLand(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	net := replay.NewNetwork(d.land)
	if got := net.Now().Neighbours("nobody"); got != nil {
		t.Errorf("a new land knows %v", got)
	}
	for i := range 6 {
		d.turn(fmt.Sprintf("[fact 0.5] Shelf s%d holds jar j%d and pot p%d.", i, i, i), 5)
	}
	d.sleep(1000)
	for _, s := range []string{"[fact 0.5] Anna plays cello in the Waterford orchestra.", "[fact 0.5] The Waterford orchestra tours Japan with Anna."} {
		d.turn(s, 5)
	}
	r := d.sleep(1000).Report
	a, b := r.Entries[0].ID, r.Entries[1].ID
	got := net.Now().Neighbours(a)
	if len(got) != 1 || got[0].ID != b || got[0].Weight < 0.15 {
		t.Fatalf("after a night: %+v", got)
	}
	if again := net.Now(); again != net.Now() {
		t.Error("it was read again although nothing changed")
	}
	d.setSelf(func(s *replay.Self) { s.Doubts = []replay.Doubt{{ID: a, By: b, Since: d.now, Sure: 0.9}} })
	if got := net.Now().Doubt(a); !strings.HasPrefix(got, "^"+b+" of 2026-11-20") {
		t.Errorf("doubt: %q", got)
	}
	if got := net.Now().Doubt(b); got != "" {
		t.Errorf("doubt of another: %q", got)
	}
}
