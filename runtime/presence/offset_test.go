package presence

import (
	"testing"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
)

// A land keeps its own hours wherever it is moved to, and a file that says nonsense
// does no harm.
func TestALandKeepsItsOwnHours(t *testing.T) {
	folder := memdisk.New()
	if err := folder.Mkdir(land.StateDir); err != nil {
		t.Fatal(err)
	}
	first := Offset(folder, 0, true)
	if err := disk.WriteFile(folder, offsetFile, []byte("4242\n")); err != nil {
		t.Fatal(err)
	}
	if got := Offset(folder, 0, true).Seconds(); got != 4242 {
		t.Errorf("a land that was moved sleeps at %v", got)
	}
	if err := disk.WriteFile(folder, offsetFile, []byte("99999999\n")); err != nil {
		t.Fatal(err)
	}
	if got := Offset(folder, 0, true); got != first {
		t.Errorf("nonsense: %v, was %v", got, first)
	}
}
