package document

import (
	"fmt"
	"testing"
)

func TestNewID(t *testing.T) {
	taken := map[string]bool{}
	for i := range 20000 {
		id := NewID(fmt.Sprint(i), func(id string) bool { return taken[id] })
		if !OurID(id) || taken[id] {
			t.Fatalf("seed %d: %q (taken: %v)", i, id, taken[id])
		}
		taken[id] = true
	}
	if first, again := NewID("x", nil), NewID("x", nil); first != again {
		t.Error("the same seed gave two ids")
	}
}
