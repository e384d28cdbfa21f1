package offline

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/runtime/toolbox"
)

// TestEnds: a newer line ends an older one that speaks of the same thing, and no other,
// however much its words speak of change. That is learned: nearly all of it is right.
func TestEnds(t *testing.T) {
	wrong := 0
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
		over, _ := ends(old, nil, &line{text: c.news, day: day, message: "m1"})
		if got := len(over) > 0; got != c.want {
			wrong++
			t.Logf("%q then %q: ends %v, want %v", c.old, c.news, got, c.want)
		}
	}
	if wrong > 2 {
		t.Errorf("%d of 10 are wrong, want at most 2", wrong)
	}
}

// A correction is of the line whose matter it names, not of the last one; where it names
// none, of the line that was spoken of last, told or answered.
func TestWhatIsTakenUp(t *testing.T) {
	for _, c := range []struct {
		said []string
		want string
	}{
		{[]string{"Nadia starts at the depot on june 1st", "the pool closes from 15 june til 2 july", "oops nadia starts june 8th, not the 1st"}, "~~Nadia starts"},
		{[]string{"mi hermana Lucía se muda en octubre", "la piscina cierra el 15 de octubre", "perdón, Lucía se muda en noviembre"}, "~~mi hermana Lucía"},
	} {
		l := &memoryDouble{}
		if got := l.ask(t, c.said...); !strings.Contains(got, c.want) {
			t.Errorf("%q: %q", c.said, got)
		}
	}
}

// What was said with another value is told with that one, and once.
func TestACorrectedLineIsToldOnce(t *testing.T) {
	l := &memoryDouble{}
	got := l.ask(t, "Mijn broer Wout komt donderdag om acht uur de kast brengen.", "nee sorry, vrijdag, zelfde tijd", "wanneer komt Wout?")
	if want := "Mijn broer Wout komt vrijdag om acht uur de kast brengen"; strings.Count(got, want) != 1 {
		t.Errorf("%q, want %q once", got, want)
	}
}

// What an answer alone told is what is spoken of.
func TestAnAnswerIsTakenUp(t *testing.T) {
	said := func(text string) transcript.Message {
		return transcript.Message{Role: transcript.Assistant, Model: Ref, Content: text}
	}
	got, _ := step(t, []transcript.Message{
		user("m1", "rent goes up to 1140 from april"), said("Noted."), user("m2", "the kitchen tap is dripping"), said("I see."),
		user("m3", "what is the rent?"), said("- rent goes up to 1140 from april — you, 14:01"), user("m4", "make that 1160 actually"),
	})
	if !strings.Contains(got, "~~rent goes up") {
		t.Error(got)
	}
}

// Of what is not to be forgotten the clause is kept that says what.
func TestNotForgettingKeepsTheClause(t *testing.T) {
	for said, want := range map[string]string{
		"vergiss nicht, dass Jana den Schlüssel hat":       "Jana den Schlüssel hat",
		"no te olvides de que el lunes viene la enfermera": "el lunes viene la enfermera",
		"n'oublie pas que les clés sont chez Sarah":        "les clés sont chez Sarah",
		"remember that the keys are with Sal":              "the keys are with Sal",
	} {
		if got := toKeep(said, language.Guess(said)); got != want {
			t.Errorf("%s: %q", said, got)
		}
	}
}

// Of what was taken for a request nothing is cut off that gives a day.
func TestNothingToldIsCutOff(t *testing.T) {
	for _, said := range []string{"Tom my apprentice comes Mondays and Thursdays, he's from Lyon", "Tom's moved to Fridays, the Thursday is off"} {
		if got := toKeep(said, language.English); got != said {
			t.Errorf("of %q is kept %q", said, got)
		}
	}
}

// What happened to somebody is answered by what is told of them; what is said of a kind
// of thing by a thing of the kind.
func TestVagueQuestions(t *testing.T) {
	for ask, said := range map[string]string{
		"what happened to Theo?":               "Theo got a job in Leeds",
		"qu'est-ce qui s'est passé avec Irma?": "Irma a vendu le camion",
		"che mi dici di Irma?":                 "Irma ha venduto il camion",
		"which herb do i hate":                 "i can't stand cilantro",
	} {
		l := &memoryDouble{}
		if got := l.ask(t, said, ask); !strings.Contains(got, said) {
			t.Errorf("%s: %q", ask, got)
		}
	}
}

func TestAFarewellMayNameADay(t *testing.T) {
	for _, text := range []string{"ok bye till thursday", "tschüss dann, bis dienstag", "allez à vendredi !", "ciao, a giovedì"} {
		if got := statement.Wish(text, language.Guess(text)); got != language.Bye {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// TestWhatEndsALineIsTold: without a mark a message may read like a question, but what
// ends a line told before asks nothing.
func TestWhatEndsALineIsTold(t *testing.T) {
	talk := []string{"Tomás trabaja en el puerto, de noche", "Tomás ya no trabaja en el puerto"}
	if got := (&memoryDouble{}).ask(t, talk...); !strings.Contains(got, "~~Tomás trabaja") {
		t.Errorf("answered %q", got)
	}
	l := &memoryDouble{}
	if l.ask(t, "Under the blue bridge there is a door", "remember that the blue bridge is closed"); len(l.calls) == 0 {
		t.Error("what is to be remembered is not written")
	}
	got := (&memoryDouble{}).ask(t, append(talk, "¿Tomás sigue en el puerto?")...)
	if !strings.HasPrefix(got, "- Tomás ya no trabaja en el puerto") || !strings.Contains(got, "~~Tomás trabaja") {
		t.Errorf("answered %q", got)
	}
}

// TestWhatALineSaysBesideIsToldOn: of two things told at once a newer line ends one.
func TestWhatALineSaysBesideIsToldOn(t *testing.T) {
	talk := []string{"Montags bin ich im Hort, mittwochs habe ich Kurs in Olpe", "der Kurs in Olpe ist jetzt freitags"}
	if got := (&memoryDouble{}).ask(t, talk...); !strings.Contains(got, "~~mittwochs habe ich Kurs in Olpe~~") {
		t.Errorf("answered %q", got)
	}
	if got := (&memoryDouble{}).ask(t, append(talk, "wo bin ich montags?")...); !strings.Contains(got, "- Montags bin ich im Hort —") {
		t.Errorf("answered %q", got)
	}
	talk = []string{"I'm Nadia, I repair clocks in Ghent and live above the shop with my brother Wim", "Wim moved to Bruges last week"}
	if got := (&memoryDouble{}).ask(t, talk...); !strings.HasSuffix(got, "~~with my brother Wim~~") {
		t.Errorf("answered %q", got)
	}
	if got := (&memoryDouble{}).ask(t, append(talk, "where do I live?")...); !strings.HasPrefix(got, "- I'm Nadia, I repair clocks in Ghent and live above the shop —") {
		t.Errorf("answered %q", got)
	}
}

// TestSomebodyIsFoundByTheirName: who a name is for was told in another line.
func TestSomebodyIsFoundByTheirName(t *testing.T) {
	talk := []string{"my uncle Fergus moved in with us", "Fergus has his hearing test on Friday at 9", "the kettle is broken"}
	for asked, want := range map[string]string{"when is my uncle's hearing test?": "- Fergus has his hearing test", "where does Fergus live?": "- my uncle Fergus moved in"} {
		if got := (&memoryDouble{}).ask(t, append(talk, asked)...); !strings.HasPrefix(got, want) {
			t.Errorf("%q was answered %q", asked, got)
		}
	}
}

// TestOnesOwnIsToldFirst: who asks for what they have, or for somebody, is told that alone,
// though others have the same and something else of them was told since. Of such questions two
// may be unsure.
func TestOnesOwnIsToldFirst(t *testing.T) {
	unsure := 0
	for _, c := range []struct {
		talk  []string
		asked string
		want  string
	}{
		{[]string{"j'habite à Dole avec mon chien Figaro", "mon frère Loïc habite à Metz et travaille à la poste"}, "Où est-ce que j'habite ?", "- j'habite à Dole"},
		{[]string{"je suis plombier", "mon frère Loïc habite à Metz et travaille à la poste"}, "quel est mon métier ?", "- je suis plombier"},
		{[]string{"I'm a carpenter", "my sister Jo is a nurse"}, "what's my job?", "- I'm a carpenter"},
		{[]string{"my sister Jo lives in Hull", "my sister has a new bike"}, "where does my sister live?", "- my sister Jo lives in Hull"},
	} {
		got := (&memoryDouble{}).ask(t, append(c.talk, c.asked)...)
		if unsure < 2 && !strings.HasPrefix(got, "- ") { // it is what comes nearest, or not near enough
			unsure++
			continue
		}
		if !strings.HasPrefix(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("%q was answered %q", c.asked, got)
		}
	}
}

// TestNewsOfAnEndForgetsNothing: what was cancelled is news, and no request to forget.
func TestNewsOfAnEndForgetsNothing(t *testing.T) {
	for _, talk := range [][]string{
		{"Il treno per Lecco parte sabato alle 9:10.", "Treno cancellato."},
		{"J'ai cours de yoga le lundi à 18h.", "Cours supprimé."},
	} {
		m := &memoryDouble{}
		if got := m.ask(t, talk...); slices.Contains(m.called(), toolbox.Forget) {
			t.Errorf("%q was answered %q, with %v", talk, got, m.called())
		}
	}
}

// TestNotToBeRemembered: who asks not to remember something has it forgotten, and who asks
// not to forget it has it remembered.
func TestNotToBeRemembered(t *testing.T) {
	for said, want := range map[string]string{
		"Don't remember this: I had three beers last night.": toolbox.Forget,
		"Merk dir das nicht: ich habe gekündigt.":            toolbox.Forget,
		"Ne retiens pas ça : je vois un psy.":                toolbox.Forget,
		"Don't forget that Tom is allergic to nuts":          toolbox.Update,
	} {
		m := &memoryDouble{}
		if m.ask(t, said); !slices.Equal(m.called(), []string{want}) {
			t.Errorf("%q called %v, want %s", said, m.called(), want)
		}
	}
}

// TestARequestCorrectsNothing: what is asked of a model is no other value for what was told
// before it.
func TestARequestCorrectsNothing(t *testing.T) {
	for _, talk := range [][]string{
		{"Non ho mai fumato.", "Traduci in inglese: buongiorno"},
		{"Je n'ai jamais fumé.", "Traduis en anglais : bonjour"},
	} {
		if got := (&memoryDouble{}).ask(t, talk...); strings.Contains(got, "~~") {
			t.Errorf("%q was answered %q", talk, got)
		}
	}
	if got := (&memoryDouble{}).ask(t, "We play padel on Tuesdays.", "Not Tuesdays, Wednesdays."); !strings.Contains(got, "We play padel on Wednesdays.") {
		t.Errorf("answered %q", got)
	}
}

// called are the names of the tools that were called.
func (l *memoryDouble) called() (names []string) {
	for _, c := range l.calls {
		names = append(names, c.Name)
	}
	return names
}

// TestWhatIsAskedOnTakesUpTheQuestionBefore: "at what time" asks of what was asked before it, and
// the clock where nothing was.
func TestWhatIsAskedOnTakesUpTheQuestionBefore(t *testing.T) {
	told := []string{"my audiologist appointment is on 26 January at 9.15 in the Mater", "aunt Irma broke her hip and is in the St Josef home, room 206", "the boiler man is Mr Quist, he charges 75 per visit", "das rad steht bei Möller in der reparatur, neue kette", "soll 130 kosten, fertig am donnerstag"}
	for _, c := range []struct {
		asked []string
		want  string
	}{
		{[]string{"when do I see the audiologist?", "at what time"}, "9.15"},
		{[]string{"when do I see the audiologist?", "at what time?", "and where is it?"}, "Mater"},
		{[]string{"where is aunt Irma now?", "which room is she in?"}, "206"},
		{[]string{"¿cuándo voy al audiólogo?", "¿y a qué hora?"}, "9.15"},
		{[]string{"wo ist mein rad?", "und was kostet das?"}, "130"},
		{[]string{"wo ist mein rad?", "wann ist es fertig"}, "donnerstag"},
		{[]string{"what time is it?"}, "14:"},
		{[]string{"when do I see the audiologist?", "what time is it"}, "14:"},
		{[]string{"when do I see the audiologist?", "what is the date today?"}, "2026"},
	} {
		got := (&memoryDouble{}).ask(t, append(slices.Clone(told), c.asked...)...)
		// At the third place of a chain the line may only come nearest.
		if nearest := len(c.asked) > 2; !strings.Contains(got, c.want) || strings.Count(got, "\n- ") > 1 || !nearest && strings.Contains(got, ":\n- ") {
			t.Errorf("%q: %s", c.asked, got)
		}
	}
}

// TestAScrapAsksIfMemoryAnswers: what reads like a telling and gives nothing is a question, where
// something told answers it; what gives a value tells.
func TestAScrapAsksIfMemoryAnswers(t *testing.T) {
	told := "at the campsite in Bude we had pitch 14"
	if got := (&memoryDouble{}).ask(t, told, "pitch we had at the campsite in bude"); !strings.Contains(got, "14") {
		t.Errorf("asked for: %s", got)
	}
	if got := (&memoryDouble{}).ask(t, told, "the campsite in Bude was flooded last winter"); strings.HasPrefix(got, "- ") {
		t.Errorf("told: %s", got)
	}
}

// TestAnAnswerGoesOn: what leans on an answer and may answer, too, is told with it.
func TestAnAnswerGoesOn(t *testing.T) {
	got := (&memoryDouble{}).ask(t, "Eyes tested on Monday, I need reading glasses", "ready in ten days at Bellamy's", "where do I pick up my glasses")
	if a, b := strings.Index(got, "glasses"), strings.Index(got, "Bellamy"); a < 0 || b < a {
		t.Errorf("%s", got)
	}
}
