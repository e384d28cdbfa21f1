package ledgers

import (
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/sleep/night"
	"dormouse/tui/plot"
)

func TestSawtoothCountsBackFromANight(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 11, 21, 9, minute, 0, 0, time.UTC) }
	said := []transcript.Message{{Time: at(1), Tokens: 100}, {Time: at(2), Tokens: 200}, {Time: at(5), Tokens: 50}}
	nights := []night.Ledger{{Time: at(3), Window: 1000, TokensBefore: 800, TokensAfter: 300}}
	got := map[int]plot.Use{}
	for _, u := range sawtooth(nights, said) {
		got[u.Time.Minute()] = u
	}
	for minute, want := range map[int]float64{1: 60, 2: 80, 3: 30, 5: 35} {
		if got[minute].Share != want {
			t.Errorf("at minute %d %v%%, want %v%%", minute, got[minute].Share, want)
		}
	}
	if n := got[3]; !n.Night || n.Was != 80 || len(got) != 4 {
		t.Errorf("night: %+v of %d", n, len(got))
	}
}
