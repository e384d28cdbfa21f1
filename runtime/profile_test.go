package runtime

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/sleep"
)

// A light profile writes less and keeps less, an archivist more: on talks of some
// days, with all triggers on.
func TestProfilesAreMonotone(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	talks := readFixtures(t)[:2]
	var was ablated
	for i, profile := range []string{"light", "balanced", "archivist"} {
		var a ablated
		for _, f := range talks {
			a.own(t, f, mechanism{set: func(s *sleep.Settings) { s.Profile = profile }})
		}
		t.Logf("%s: %d facts, %d of %d tokens", profile, a.somewhere, a.written, a.said)
		if i > 0 && (a.written <= was.written || a.somewhere < was.somewhere) {
			t.Errorf("%s: %d facts in %d tokens, the profile before %d in %d", profile, a.somewhere, a.written, was.somewhere, was.written)
		}
		was = a
	}
}

// What matters for years, and what matters little.
var (
	weighty = []string{
		"I'm allergic to penicillin, it nearly killed me in 2019.", "My daughter Ilse was born with a hole in her heart.",
		"I signed the contract, from March I work as a pharmacist in Bremen.", "We decided to sell the house in Verden.",
		"My pacemaker has to be checked every six months.", "My brother Henk has power of attorney for our mother.",
	}
	trifles = []string{"bakery on the corner", "kiosk at the station", "florist by the church", "tailor in the passage", "bike shop near the bridge",
		"tea room at the park", "cobbler behind the bank", "ice cream parlour on the quay", "record shop in the yard", "fishmonger at the lock"}
)

// day is a day's talk: everything that matters, and so many little things between.
func day(little int) (list []transcript.Message) {
	at := time.Date(2026, 10, 5, 8, 0, 0, 0, time.UTC)
	say := func(text string) {
		for _, m := range []transcript.Message{{Role: transcript.User, Content: text}, {Role: transcript.Assistant, Content: "I see."}} {
			m.ID, m.Time = fmt.Sprint("d", len(list)), at
			list, at = append(list, m), at.Add(20*time.Second)
		}
	}
	for i := range little {
		if i%7 == 3 && i/7 < len(weighty) {
			say(weighty[i/7])
		}
		say(fmt.Sprintf("The %s had %d people waiting again, I went home without anything.", trifles[i%len(trifles)], 3+i))
	}
	return list
}

// A crowded day loses little things first: what matters is there, however much was
// said, and of the rest the less the more there was.
func TestACrowdedDayLosesLittleThingsFirst(t *testing.T) {
	kept := func(little int) float64 {
		l := newLand(t)
		talk := day(little)
		l.past.Set(talk[0].Time)
		c := l.with(func(*sleep.Settings) {})
		var a ablated
		a.relive(t, l, c, talk)
		l.past.Set(talk[len(talk)-1].Time.Add(time.Hour))
		if _, err := c.Sleep(t.Context(), NightOptions{}); err != nil {
			t.Fatal(err)
		}
		entries, err := l.store.Entries()
		if err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for _, e := range entries {
			all.WriteString(e.Text + "\n")
		}
		for _, word := range []string{"penicillin", "Ilse", "pharmacist", "Verden", "pacemaker", "power of attorney"}[:min(len(weighty), (little+3)/7)] {
			if !strings.Contains(all.String(), word) {
				t.Errorf("of %d little things %d are kept, and %q is lost:\n%s", little, strings.Count(all.String(), "people waiting"), word, all.String())
			}
		}
		share := float64(strings.Count(all.String(), "people waiting")) / float64(little)
		t.Logf("%.2f of %d little things", share, little)
		return share
	}
	if quiet, crowded := kept(8), kept(80); crowded >= quiet || quiet == 0 {
		t.Errorf("of the little things of a quiet day %.2f are kept, of a crowded one %.2f", quiet, crowded)
	}
}
