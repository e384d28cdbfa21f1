package answers

import (
	"slices"
	"testing"

	"dormouse/memory/language"
	"dormouse/memory/language/corpus"
)

// from is how likely a text must answer here.
const from = .27

// A question is answered by a line that has what it asks for, though none of its words,
// and not by one of somebody else: of three such pairs two are judged right.
func TestWhatAQuestionAsksFor(t *testing.T) {
	asked, wrong := 0, 0
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
		asked++
		q := Of(x.question, language.Guess(x.question), language.Recall)
		if p := q.By([]*Told{Tell(x.line)})[0]; p >= from != x.answers {
			wrong++
			t.Logf("%q by %q: %.2f", x.question, x.line, p)
		}
	}
	if 3*wrong > asked {
		t.Errorf("%d of %d are judged wrong", wrong, asked)
	}
}

// TestQuestionsToNotebooks asks what a writer asked who saw nothing of what the judge is trained
// on, each of the notes of their notebook: those that a note answers, and as many near misses.
func TestQuestionsToNotebooks(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	books, err := corpus.Notebooks()
	if err != nil {
		t.Fatal(err)
	}
	asked, right, wrong, nothing, silent := 0, 0, 0, 0, 0
	for _, b := range books {
		if b.Writer != "z" {
			continue
		}
		var told []*Told
		for _, n := range b.Notes {
			told = append(told, Tell(n))
		}
		for _, a := range b.Asked {
			l := b.Lang
			if guess, p := language.GuessSure(a.Text); p >= SureLanguage {
				l = guess
			}
			q := Of(a.Text, l, language.Recall)
			likely := q.By(told)
			best := slices.Max(likely)
			switch {
			case len(a.By) == 0:
				if nothing++; best < from {
					silent++
				}
			case slices.Contains(a.By, slices.Index(likely, best)) && best >= from:
				asked, right = asked+1, right+1
			case best >= from:
				asked, wrong = asked+1, wrong+1
			default:
				asked++
			}
		}
	}
	t.Logf("of %d questions %d get their note first, %d another; of %d that no note answers %d get none", asked, right, wrong, nothing, silent)
	// What is reached today, less what one training moves.
	if asked < 350 || 100*right < 54*asked || 100*wrong > 18*asked || 100*silent < 52*nothing {
		t.Errorf("of %d questions %d get their note first, %d another; of %d that no note answers %d get none", asked, right, wrong, nothing, silent)
	}
}
