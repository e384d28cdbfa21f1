package offline

import (
	"testing"

	"dormouse/memory/language"
)

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
		{"where does aunt bea live?", "Aunt Bea lives in Keswick", true},
		{"wie alt ist meine Frau?", "Frau Lang ist 61", false},
		{"¿en qué ciudad vive mi hermano?", "Meu irmão mora em Curitiba", true},
		{"¿en qué ciudad vive mi hermano?", "Minha irmã mora em Curitiba", false},
		{"where does my mother-in-law live?", "Meine Schwiegermutter wohnt in Detmold", true},
		{"Каким редактором я пользуюсь?", "Пользуюсь helix", true},
	} {
		l := language.Guess(x.question)
		if p := queryOf(x.question, l, language.Recall).covers(x.line); p >= answersFrom != x.answers {
			t.Errorf("%q by %q: %.2f", x.question, x.line, p)
		}
	}
}
