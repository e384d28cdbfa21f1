package runtime

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep/night"
)

// claim is what a model says of a message, and whether the message bears it out.
type claim struct {
	said, told string
	true       bool
}

// claims are told of what was said on Saturday 2026-11-21.
func claims() []claim {
	t := func(said string, told ...string) (list []claim) {
		for _, s := range told {
			list = append(list, claim{said, s, true})
		}
		return list
	}
	f := func(said string, told ...string) (list []claim) {
		for _, s := range told {
			list = append(list, claim{said, s, false})
		}
		return list
	}
	const (
		chairs = "We paid 1,250 euros for twelve chairs, and the carpenter wants half of it by December 4th."
		trip   = "Yesterday Ana drove me to São Paulo; next month we fly on to Zürich with Müller's company."
		flat   = "I moved to Gdańsk three years ago, to a flat of 64.5 m² on the second floor at Długa 17."
		server = "The backup of orion-7 failed at 03:40 with error 0x80070057, after 2.4 GB."
		team   = "My sister Katarzyna and O'Brien lead the Heron project; forty-two people work on it."
		doctor = "Dr. Nguyen moved my appointment from Tuesday to 14 January 2027."
		german = "Meine Nachbarin Frau Großmann hat am 3. Mai 200 Rosen gepflanzt."
		loan   = "The loan is 3.5 % over twenty-five years, 180k in all."
	)
	var all []claim
	add := func(list []claim) { all = append(all, list...) }
	add(t(chairs, "Paid 1250 euros for 12 chairs.", "Paid €1,250 for a dozen chairs.", "The carpenter wants half by 2026-12-04.", "The carpenter wants half by 4 December.", "Bought twelve chairs for 1.25k euros.", "The carpenter wants half by Dec 4."))
	add(f(chairs, "Paid 1,520 euros for twelve chairs.", "Paid 1,250 euros for 20 chairs.", "The carpenter wants half by December 14th.", "The carpenter wants half by 2026-11-04.", "The carpenter Tomasz wants half.", "Paid 12,500 euros for chairs."))
	add(t(trip, "Ana drove to São Paulo on 2026-11-20.", "Ana drove to Sao Paulo on 20 November 2026.", "Flies to Zürich in December 2026 with Müller's company.", "Flies to Zurich with the Müller company.", "Ana's drive to São Paulo was on Friday, 2026-11-20.", "ANA drove to SÃO PAULO."))
	add(f(trip, "Ana drove to São Paulo on 2026-11-19.", "Anna drove to São Paulo.", "Flies to Geneva with Müller's company.", "Flies to Zürich in January 2027.", "Ana drove to São Paulo in 2025.", "Möller's company flies to Zürich."))
	add(t(flat, "Moved to Gdańsk in 2023.", "Moved to Gdansk three years before 2026-11-21.", "The flat has 64.5 square metres on the 2nd floor.", "Lives at Długa 17 in Gdańsk.", "Has lived in Gdańsk for 3 years."))
	add(f(flat, "Moved to Gdańsk in 2022.", "The flat has 65.4 square metres.", "Lives at Długa 71.", "Moved to Gdynia three years ago.", "Lives on the third floor in Gdańsk."))
	add(t(server, "The backup of orion-7 failed at 03:40.", "orion-7's backup failed with error 0x80070057 after 2.4 GB.", "The backup on orion-7 failed at 3:40."))
	add(f(server, "The backup of orion-9 failed at 03:40.", "The backup failed with error 0x80070075.", "The backup of orion-7 failed at 04:30.", "The backup failed after 24 GB."))
	add(t(team, "Katarzyna and O'Brien lead the Heron project of 42 people.", "Sister Katarzyna leads Heron.", "O’Brien leads the Heron project.", "The Heron project has forty-two people."))
	add(f(team, "Katarina leads the Heron project.", "O'Neill leads the Heron project.", "The Heron project has 24 people.", "Katarzyna leads the Falcon project.", "The Heron project has fifty-two people."))
	add(t(doctor, "Appointment with Dr. Nguyen on 2027-01-14.", "The appointment with Nguyen is on January 14, 2027, no longer on Tuesday.", "Dr Nguyen's appointment: 14.01.2027."))
	add(f(doctor, "Appointment with Dr. Nguyen on 2027-01-15.", "Appointment with Dr. Ngo on 2027-01-14.", "Appointment with Dr. Nguyen on 14 January 2026."))
	add(t(german, "Frau Großmann planted 200 roses on 3 May.", "Frau Grossmann hat 200 Rosen gepflanzt.", "Großmann planted 200 roses on 2026-05-03."))
	add(f(german, "Frau Großmann planted 300 roses.", "Frau Hoffmann planted 200 roses.", "Frau Großmann planted roses on 5 March."))
	add(t(loan, "The loan is 3.5% over 25 years.", "A loan of 180,000 at 3.5 percent."))
	add(f(loan, "The loan is 5.3% over 25 years.", "A loan of 108,000 at 3.5 percent."))
	return all
}

// TestWhatAModelMakesUpIsNotRemembered lives a night for each claim: what is not
// in the message it cites gets into no file, what is there in other words does, as it
// was told or in the words it was said in.
func TestWhatAModelMakesUpIsNotRemembered(t *testing.T) {
	invented, honest, refused := 0, 0, []string{}
	for i, c := range claims() {
		l := newLand(t)
		m := llmtest.New(llmtest.Say("I see."), llmtest.Say("Good."))
		c1 := l.begin(m, 32000, "")
		c1.o.Engine = "auto"
		for _, s := range []string{c.said, "Thank you."} {
			if _, err := l.say(c1, s); err != nil {
				t.Fatal(err)
			}
		}
		m.Add(finding(entryOf(c.told, c.said, "")))
		m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("") }
		r, err := c1.Sleep(t.Context(), NightOptions{})
		if err != nil || r.Engine != "model" {
			t.Fatalf("%d: %v, %s %s", i, err, r.Engine, r.Degraded)
		}
		told := strings.TrimSuffix(c.told, ".")
		kept := slices.ContainsFunc(r.Entries, func(e night.Noted) bool { return strings.Contains(e.Text, told) })
		quoted := slices.ContainsFunc(r.Entries, func(e night.Noted) bool { return quotes(e.Text, c.said) })
		files := 0
		for name, text := range l.mem.Files() {
			if (name == "MEMORY.md" || strings.HasPrefix(name, "memory/")) && strings.Contains(text, told) {
				files++
			}
		}
		switch {
		case !c.true:
			invented++
			if kept || files > 0 || len(r.Dropped) == 0 && !quoted {
				t.Errorf("%q was remembered of %q (%v)", c.told, c.said, r.Dropped)
			}
		default:
			honest++
			if !kept && !quoted {
				refused = append(refused, fmt.Sprintf("%q of %q: %v", c.told, c.said, r.Dropped))
			}
		}
	}
	if invented < 30 || honest < 30 {
		t.Errorf("only %d invented and %d true ones", invented, honest)
	}
	t.Logf("%d invented, none kept; %d of %d true ones refused", invented, len(refused), honest)
	for _, s := range refused {
		t.Errorf("true, and refused: %s", s)
	}
}

// quotes reports whether a text has four words in a row of what was said: the rest may
// be dates in place of "yesterday".
func quotes(text, said string) bool {
	const run = 4
	words := strings.Fields(strings.TrimSuffix(said, "."))
	for i := 0; i+run <= len(words); i++ {
		if strings.Contains(text, strings.Join(words[i:i+run], " ")) {
			return true
		}
	}
	return false
}
