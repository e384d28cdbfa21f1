package document

import (
	"testing"
	"time"
)

func TestTheDayBehindATextIsNoPartOfIt(t *testing.T) {
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	for _, timed := range []bool{false, true} {
		const text = "I've a delivery (three sets) for the museum"
		dated := SaidOn(text, day, timed)
		if dated == text || Unsaid(dated) != text {
			t.Errorf("%q comes back as %q", dated, Unsaid(dated))
		}
	}
	for _, text := range []string{"", ")", "(2026-11-22)", "open (until 2026-11-22)", "opens on 2026-11-22", "it holds 40 (2026-13-45)"} {
		if got := Unsaid(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
