package sleep

import (
	"strings"
	"testing"
	"time"

	"dormouse/land/disk"
)

// What a night writes is what a search reads afterwards, without opening
// anything anew.
func TestNetworkFollowsTheLand(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	net := NewNetwork(d.land)
	if got := net.Now().Neighbours("nobody"); got != nil {
		t.Errorf("a new land knows %v", got)
	}
	for _, s := range []string{"[fact 0.5] Anna plays the cello.", "[fact 0.5] The blue key opens the shed."} {
		d.turn(s, 5)
	}
	r := d.sleep(1000).Report
	a, b := r.Entries[0].ID, r.Entries[1].ID
	got := net.Now().Neighbours(a)
	if len(got) != 1 || got[0].ID != b || got[0].Weight != 0.15 {
		t.Fatalf("after a night: %+v", got)
	}
	if again := net.Now(); again != net.Now() {
		t.Error("it was read again although nothing changed")
	}
	d.setSelf(func(s *Self) {
		s.Beliefs = []Belief{{Entity: Entity{Place, "Bergen"}, Turned: d.now}}
		for i := range s.Traces {
			s.Traces[i].Stale = s.Traces[i].ID == a
			s.Traces[i].Entities = []string{"Bergen", "Oslo"}
			s.Traces[i].Encoded = d.now.Add(-time.Hour)
		}
	})
	if got := net.Now().Doubt(a); !strings.HasSuffix(got, "turned since: Bergen on 2026-11-20") {
		t.Errorf("doubt: %q", got)
	}
	if got := net.Now().Doubt(b); got != "" {
		t.Errorf("doubt of another: %q", got)
	}
}
