package statement_test

import (
	"testing"

	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// TestAmended: a figure or a name that is given anew stands in the older statement's
// words; where it is not clear which one is meant, nothing is written.
func TestAmended(t *testing.T) {
	for _, c := range []struct {
		lang            language.Lang
		old, news, want string
		whole           bool
	}{
		{language.English, "We buy the blue boat for 42,000 crowns; the yellow one leaks", "Actually it was 45,000 crowns", "We buy the blue boat for 45,000 crowns; the yellow one leaks", true},
		{language.English, "the hazer is 120", "no sorry, 160", "the hazer is 160", true},
		{language.English, "the boiler man comes at 7:15", "sorry, four", "the boiler man comes at four", true},
		{language.English, "The blue boat has 2 cabins and 6 berths", "Actually the blue boat has 4 cabins", "The blue boat has 4 cabins and 6 berths", true},
		{language.English, "The mooring licence has number 48812 and costs 1340", "Hm no, 1430", "The mooring licence has number 48812 and costs 1430", true},
		{language.English, "The target is 40 ms and right now we are at 85 ms", "Correction: the target is 50 ms, not 40", "The target is 50 ms and right now we are at 85 ms", true},
		{language.English, "The inspection is on 4 December at 10", "Wrong, it's the 11th", "The inspection is on 11 December at 10", true},
		{language.English, "The inspection is on Friday 4 December", "Wrong, it's the 11th", "The inspection is on Friday 11 December", true},
		{language.English, "The inspection is on 2026-12-04", "Wrong, it's the 9th", "The inspection is on 2026-12-09", true},
		{language.English, "The deposit is 20%, due in May", "Sorry, 25%", "The deposit is 25%, due in May", true},
		{language.English, "Let's release v2.8.0 on Thursday, 12 March", "no, Monday, 16 March", "Let's release v2.8.0 on Monday, 16 March", true},
		{language.English, "Between 7 and 8 people come", "no, 9", "", false},
		{language.English, "Our accountant is called Wendeline", "Hm no, Wendelmoet it is", "Our accountant is called Wendelmoet", true},
		{language.English, "The engineer is Jana Wiesner from Halle", "it is Wiesener", "The engineer is Jana Wiesener from Halle", true},
		{language.English, "my vet is Dr Hartley on Elm Road", "hm no, Hartman", "my vet is Dr Hartman on Elm Road", true},
		{language.English, "My brother Tom works at Siemens", "no, Bosch", "My brother Tom works at Bosch", true},
		{language.English, "Aunt Bea lives in Kendal", "no wait, Keswick", "Aunt Bea lives in Keswick", true},
		{language.English, "I met Tom in Paris", "no, Tim", "", false},
		{language.English, "the dentist is at 3", "4 sorry", "the dentist is at 4", true},
		{language.English, "The flag is slot_gaurd_2", "typo: slot_guard_2", "The flag is slot_guard_2", true},
		{language.English, "The hall holds 250 people", "Actually 180, the balcony is closed", "The hall holds 180 people", false},
		{language.English, "the rent is 900", "no, 950 from june on", "the rent is 950 from june on", true},
		{language.English, "the oven service is on the 19th at 8", "sorry, at 9 not 8", "the oven service is on the 19th at 9", true},
		{language.English, "the flour is from Gilchrist, they come mondays", "no, wednesdays since march", "the flour is from Gilchrist, they come wednesdays since march", true},
		{language.English, "The dentist is on 4 May at 9:00", "it has moved to 7 June", "The dentist is on 7 June at 9:00", false},
		{language.German, "Der Dachdecker Hoppe fängt am 4. Mai an", "Nein, am 11. Mai", "Der Dachdecker Hoppe fängt am 11. Mai an", true},
		{language.German, "das Treffen ist am Montag um halb drei", "nein, am Mittwoch", "das Treffen ist am Mittwoch um halb drei", true},
		{language.French, "la réunion est à 9h", "pardon, 11h", "la réunion est à 11h", true},
		{language.Spanish, "el billete cuesta 38 euros", "perdón, 83", "el billete cuesta 83 euros", true},
	} {
		got, whole := statement.Amended(statement.ReadIn(c.old, c.lang), statement.ReadIn(c.news, c.lang))
		if got != c.want || whole != c.whole {
			t.Errorf("%q and %q: %q, %v", c.old, c.news, got, whole)
		}
	}
}

// TestSettled: what a sentence takes back itself is not told; what it denies stays.
func TestSettled(t *testing.T) {
	for _, c := range []struct {
		lang       language.Lang
		text, want string
	}{
		{language.English, "my locker is 114, sorry, i meant 141", "my locker is 141"},
		{language.English, "the parents evening is tuesday, no wait, wednesday at 6", "the parents evening is wednesday at 6"},
		{language.English, "the pickup is at 7:15 from Halden, wrong, 7:45", "the pickup is at 7:45 from Halden"},
		{language.English, "we use 40 ms, not 50", "we use 40 ms, not 50"},
		{language.English, "the train goes at 6:12, arrives at 8:30", "the train goes at 6:12, arrives at 8:30"},
		{language.English, "sorry I'm late, the bus came at 9", "sorry I'm late, the bus came at 9"},
		{language.Spanish, "la reserva es a nombre de Ruiz, perdón, de Rius", "la reserva es a nombre de Rius"},
		{language.French, "le code du portail est 4471, pardon 4417", "le code du portail est 4417"},
		{language.German, "die Werkstatt nimmt 380, Quatsch, 830 Euro", "die Werkstatt nimmt 830 Euro"},
	} {
		if got := statement.Settled(c.text, c.lang); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestWithoutWords: marks, emoji and scripts without spaces are compared, too.
func TestWithoutWords(t *testing.T) {
	texts := []string{"", "*", "…", "🙂", "*🙂", "9", "面试是两点", "不对，三点", "すみません", "no", "no,"}
	for _, old := range texts {
		for _, news := range texts {
			for _, l := range []language.Lang{language.English, language.Japanese, language.Chinese} {
				a, b := statement.ReadIn(old, l), statement.ReadIn(news, l)
				statement.Amended(a, b)
				statement.Revalues(a, b)
				statement.Corrects(a, b, false)
				statement.Settled(old+", "+news, l)
			}
		}
	}
}

// TestAYearIsNoDay: what happened on a day does not put it in the place of a year.
func TestAYearIsNoDay(t *testing.T) {
	for _, c := range [][2]string{{"I drive a 2012 Berlingo", "sold the Berlingo on Saturday"}, {"we have a 1998 Yamaha outboard", "sold the Yamaha outboard yesterday"}} {
		old, now := statement.Read(c[0]), statement.Read(c[1])
		if text, _ := statement.Amended(old, now); text != "" {
			t.Errorf("%q after %q: %q", c[1], c[0], text)
		}
		if text := statement.Updated(old, now); text != "" {
			t.Errorf("%q after %q: %q", c[1], c[0], text)
		}
	}
}

// TestABareNumberStandsInOnePlace: where it may be a day, an hour or a number of people,
// nothing is written.
func TestABareNumberStandsInOnePlace(t *testing.T) {
	for _, c := range [][3]string{
		{"The inspection is on 4 December at 10", "sorry, 9", ""},
		{"Dinner on 4 December with 6 people", "sorry, 9", ""},
		{"The inspection is on 4 December at 10", "sorry, at 9", "The inspection is on 4 December at 9"},
		{"The train leaves at 6:12 from platform 4", "sorry, platform 9", "The train leaves at 6:12 from platform 9"},
	} {
		if got, _ := statement.Amended(statement.Read(c[0]), statement.Read(c[1])); got != c[2] {
			t.Errorf("%q and %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
