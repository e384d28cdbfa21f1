package offline

import (
	"testing"
	"time"

	"dormouse/memory/language"
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

// A question is answered by a line that has what it asks for, though none of its words,
// and not by one of somebody else.
func TestWhatAQuestionAsksFor(t *testing.T) {
	for _, x := range []struct {
		question, line string
		answers        bool
	}{
		{"How old is Runa?", "My niece Runa is 7 and plays chess", true},
		{"How old is Runa?", "Son: Runa, 9, allergic to nuts", true},
		{"How old is Runa?", "My niece Runa plays chess on 9 May", false},
		{"How old is Runa?", "My niece Thea is 7", false},
		{"What illness does my mother have?", "My mum has epilepsy", true},
		{"What illness does my mother have?", "My mum has a boat", false},
		{"What's the name of Petra's baby?", "My cousin Petra had her baby yesterday, a girl, Odile", true},
		{"Wie heißt Janniks Tochter?", "Jannik hat gestern ein Baby bekommen, Smilla", true},
		{"Welchen Stoff vertrage ich nicht?", "Ich vertrage kein Formaldehyd", true},
		{"Каким редактором я пользуюсь?", "Пользуюсь helix", true},
	} {
		l := language.Guess(x.question)
		if p := queryOf(x.question, l, language.Recall).covers(x.line); p >= answersFrom != x.answers {
			t.Errorf("%q by %q: %.2f", x.question, x.line, p)
		}
	}
}
