package statement_test

import (
	"testing"

	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// TestWhatIsSaidNextCorrectsOrGoesOn: none of these pairs is in the corpus.
func TestWhatIsSaidNextCorrectsOrGoesOn(t *testing.T) {
	wrong := 0
	for _, c := range []struct {
		lang     language.Lang
		old, new string
		corrects bool
	}{
		{language.English, "the caterer wants 640", "ah no, 460", true},
		{language.English, "Mira wants the blue bike", "sorry, I meant the green one", true},
		{language.English, "the viewing is on Tuesday", "hm, it is on Wednesday", true},
		{language.English, "the caterer wants 640", "the band wants 460", false},
		{language.English, "the viewing is on Tuesday", "sorry, I have to run", false},
		{language.English, "Mira wants the blue bike", "actually she starts school in May", false},
		{language.English, "the vault is at Rue Dorée", "remember that the vault is at Rue Dorée", false},
		{language.English, "door d3t2 is locked", "door d3t3 is locked", false},
		{language.English, "gate 4b is locked", "shed 5c is locked", false},
		{language.English, "the tiler can start on the monday", "the wednesday", true},
		{language.English, "my cousin lives in Whitstable", "phew, time to knock off", false},
		{language.English, "my cousin lives in Whitstable", "oh, drat", false},
		{language.English, "we bank with Nordea", "ugh, monday again", false},
		{language.German, "tante Gerda wohnt in Husum", "puh, endlich wochenende", false},
		{language.German, "die Besichtigung ist um zwei", "ach nein, um drei", true},
		{language.German, "die Besichtigung ist um zwei", "danach gehen wir essen", false},
		{language.French, "le rendez-vous est à Lyon", "pardon, à Dijon", true},
		{language.French, "le rendez-vous est à Lyon", "ma sœur vient aussi", false},
		{language.Spanish, "la cita es el martes", "perdona, el miércoles", true},
		{language.Spanish, "la cita es el martes", "perdona, ahora vuelvo", false},
		{language.Italian, "la visita è alle due", "scusa, alle tre", true},
		{language.Portuguese, "a consulta é às duas", "aliás, às três", true},
		{language.Dutch, "de bezichtiging is om twee uur", "oeps, om drie uur", true},
		{language.Russian, "осмотр в два", "ой, в три", true},
		{language.Japanese, "面接は2時です", "すみません、3時です", true},
		{language.Chinese, "面试是两点", "不对，三点", true},
	} {
		got := statement.Revalues(statement.ReadIn(c.old, c.lang), statement.ReadIn(c.new, c.lang))
		if got != c.corrects {
			t.Logf("%q after %q: corrects %v", c.new, c.old, got)
			wrong++
		}
	}
	if wrong > 1 {
		t.Errorf("%d pairs are read wrong", wrong)
	}
}

// TestAWordOfCorrectionAndAValue: a word of correction with nothing but another value is
// one, whatever the model says.
func TestAWordOfCorrectionAndAValue(t *testing.T) {
	for _, c := range []struct {
		old, new string
		corrects bool
	}{
		{"the flour is from Gilchrist, they come mondays", "no, wednesdays since march", true},
		{"the oven service is on the 19th at 8", "sorry, 9", true},
		{"our cat is 9", "*11", true},
		{"i owe Pete thirty quid for the gig tickets", "actually it was forty", true},
		{"the shop opens at 9", "until 5", false},
		{"my train is at 6:12", "gets in at 8", false},
		{"our terrier is called Bramble", "we have a cat, Pip", false},
		{"mum arrives saturday at 4", "no, we pay 1200", false},
		{"my aunt Gwen is 77 and lives in room 12", "gwen's on 5mg of it a day", false},
		{"the dose is 20 mg", "25 mg, just looked", true},
		{"mum arrives saturday at 4", "we pay 1200, not 1100", false},
	} {
		if got := statement.Revalues(statement.ReadIn(c.old, language.English), statement.ReadIn(c.new, language.English)); got != c.corrects {
			t.Errorf("%q after %q: corrects %v", c.new, c.old, got)
		}
	}
}

// The days of every week are values as one day is.
func TestTheDaysOfEveryWeekAreCorrected(t *testing.T) {
	for _, c := range []struct {
		old, new string
		l        language.Lang
	}{
		{"the clinic is shut on thursdays", "no wait, fridays", language.English},
		{"die Praxis ist mittwochs zu", "ach nee, donnerstags", language.German},
		{"el taller cierra los sábados", "perdón, los domingos", language.Spanish},
		{"het magazijn is maandags dicht", "nee sorry, dinsdags", language.Dutch},
		{"кружок по понедельникам", "ой нет, по средам", language.Russian},
	} {
		if !statement.Revalues(statement.ReadIn(c.old, c.l), statement.ReadIn(c.new, c.l)) {
			t.Errorf("%q after %q corrects nothing", c.new, c.old)
		}
	}
}
