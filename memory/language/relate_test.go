package language

import (
	"testing"
	"time"
)

// Two statements do not meet in a word that says nothing of what they are about.
func TestMeetNeedsMatter(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"morgen um halb neun kommt der Schornsteinfeger", "die Physio ist ab jetzt donnerstags um fünf", false},
		{"die Physio ist dienstags", "die Physio ist ab jetzt donnerstags um fünf", true},
	} {
		if got := Meet(Read(c.older), Read(c.newer)); got != c.want {
			t.Errorf("%q and %q: %v", c.older, c.newer, got)
		}
	}
}

// A day that a clause of the past names without a year is not one of a year ago.
func TestADayThatWasMovedAheadIsAhead(t *testing.T) {
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"the recital got shifted to the 14th of December": "2026-12-14",
		"we had the recital on the 14th of November":      "2026-11-14",
		"he was here on 3 May":                            "2026-05-03",
		"das Fest wurde auf den 10. Januar verlegt":       "2027-01-10",
	} {
		got := Times(text, day)
		if len(got) != 1 || got[0].First.Format(time.DateOnly) != want {
			t.Errorf("%q: %+v, want %s", text, got, want)
		}
	}
}
