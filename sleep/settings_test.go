package sleep

import (
	"testing"

	"dormouse/land"
)

// The config's defaults and the package's are the same numbers.
func TestSettingsOfTheDefaultConfig(t *testing.T) {
	if got, want := SettingsOf(land.DefaultConfig()), DefaultSettings(); got != want {
		t.Errorf("config gives\n%+v\nwant\n%+v", got, want)
	}
}

func TestOffset(t *testing.T) {
	a, b := Offset("land a"), Offset("land b")
	if a == b || a != Offset("land a") || a < 0 || a.Hours() >= 24 {
		t.Errorf("offsets %v, %v", a, b)
	}
}
