package runtime

import (
	"testing"

	"dormouse/land/disk"
)

// A land keeps its own hours wherever it is moved to, and a file that says nonsense
// does no harm.
func TestALandKeepsItsOwnHours(t *testing.T) {
	l := newLand(t)
	first := offsetOf(Options{Land: l.land})
	if err := disk.WriteFile(l.land.FS(), offsetFile, []byte("4242\n")); err != nil {
		t.Fatal(err)
	}
	if got := offsetOf(Options{Land: l.land}).Seconds(); got != 4242 {
		t.Errorf("a land that was moved sleeps at %v", got)
	}
	if err := disk.WriteFile(l.land.FS(), offsetFile, []byte("99999999\n")); err != nil {
		t.Fatal(err)
	}
	if got := offsetOf(Options{Land: l.land}); got != first {
		t.Errorf("nonsense: %v, was %v", got, first)
	}
}
