package offline

import (
	"testing"
	"time"
)

// TestEnds: a newer line ends an older one that speaks of the same thing, and no other,
// however much its words speak of change.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		old, news string
		want      bool
	}{
		{"I live in Bergen", "we moved to Oslo", true},
		{"I take the bus to work", "I bike to work now", true},
		{"the meeting is at 4", "the meeting is at 5 now", true},
		{"my rent is 900", "they raised the rent to 950", true},
		{"I'm Marit, I run a small framing shop in Bergen", "I decided to close the shop on Mondays from now on", false},
		{"the printer at work is out of toner again", "Jonas switched to night shifts", false},
		{"the alarm code at the shop is 7719", "I decided to close the shop on Mondays from now on", false},
		{"Meine Frau Ines ist Hebamme und arbeitet nachts", "mein Chef heißt jetzt Herr Öztürk, Frau Lang ist in Rente", false},
		{"Ich heiße Bruno und wohne in Kassel", "mein Chef heißt jetzt Herr Öztürk", false},
		{"Le loyer passe à 840 euros en janvier", "Le plombier passe mardi à 9 h", false},
	} {
		day := time.Date(2026, 5, 2, 14, 0, 0, 0, time.UTC)
		old := []line{{text: c.old, day: day, message: "m0"}}
		if got := len(ends(old, nil, &line{text: c.news, day: day, message: "m1"})) > 0; got != c.want {
			t.Errorf("%q then %q: ends %v, want %v", c.old, c.news, got, c.want)
		}
	}
}
