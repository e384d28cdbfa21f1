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
	// What is reached today, less what one training moves.
	if a := askAll(t, books); a.asked < 350 || 100*a.right < 54*a.asked || 100*a.wrong > 18*a.asked || 100*a.silent < 52*a.nothing {
		t.Errorf("%+v", a)
	}
}

// TestQuestionsToTalks asks the same of talks, whose lines lean on each other.
func TestQuestionsToTalks(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	chats, err := corpus.Chats()
	if err != nil {
		t.Fatal(err)
	}
	// What is reached today, less what one training moves.
	if a := askAll(t, chats); a.asked < 200 || 100*a.right < 36*a.asked || 100*a.wrong > 31*a.asked || 100*a.silent < 60*a.nothing {
		t.Errorf("%+v", a)
	}
}

// TestQuestionsThatGoOn asks of talks what goes on with a question that the program has answered,
// right or wrong.
func TestQuestionsThatGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	chains, err := corpus.Chains()
	if err != nil {
		t.Fatal(err)
	}
	var n answered
	for _, c := range chains {
		if c.Talk.Writer != "z" {
			continue
		}
		texts := talkOf(c.Talk)
		var told []int
		for i, a := range c.Asked {
			var likely []float64
			if q := Of(a.Text, c.Talk.Lang, language.Recall); i == 0 {
				likely = q.By(texts)
			} else {
				var by []string
				places := make([]Place, len(texts))
				for k := range places {
					places[k] = Place{Answered: slices.Contains(told, k), Known: len(told) > 0}
					if places[k].Known {
						places[k].Behind = k - told[0]
					}
				}
				for _, k := range told {
					by = append(by, c.Talk.Notes[k])
				}
				chain := Then(a.Text, c.Asked[i-1].Text, by, c.Talk.Lang)
				likely = chain.By(texts, places)
				n.count(likely, a.By)
			}
			told = nil
			if best := slices.Index(likely, slices.Max(likely)); likely[best] >= from {
				told = append(told, best)
			}
		}
	}
	t.Logf("%+v", n)
	// What is reached today, less what one training moves.
	if n.asked < 250 || 100*n.right < 57*n.asked || 100*n.wrong > 23*n.asked || 100*n.silent < 48*n.nothing {
		t.Errorf("%+v", n)
	}
}

// talkOf reads the notes of a notebook, those of a talk each with what was told before it.
func talkOf(b *corpus.Notebook) (told []*Told) {
	for i, text := range b.Notes {
		var before []string
		for k := i - 1; b.Talk && k >= 0; k-- {
			before = append(before, b.Notes[k])
		}
		told = append(told, After(text, before...))
	}
	return told
}

// answered counts the questions that a note answers, with those that get it first and those that
// get another one, and the questions that none answers, with those that get none.
type answered struct{ asked, right, wrong, nothing, silent int }

// askAll asks the questions of the blind writer.
func askAll(t *testing.T, books []corpus.Notebook) (n answered) {
	t.Helper()
	for _, b := range books {
		if b.Writer != "z" {
			continue
		}
		told := talkOf(&b)
		for _, a := range b.Asked {
			l := b.Lang
			if guess, p := language.GuessSure(a.Text); p >= SureLanguage {
				l = guess
			}
			q := Of(a.Text, l, language.Recall)
			n.count(q.By(told), a.By)
		}
	}
	t.Logf("of %d questions %d get their note first, %d another; of %d that no note answers %d get none", n.asked, n.right, n.wrong, n.nothing, n.silent)
	return n
}

// count counts what a question gets that some texts answer, or none.
func (n *answered) count(likely []float64, by []int) {
	best := slices.Max(likely)
	switch {
	case len(by) == 0:
		if n.nothing++; best < from {
			n.silent++
		}
	case slices.Contains(by, slices.Index(likely, best)) && best >= from:
		n.asked, n.right = n.asked+1, n.right+1
	case best >= from:
		n.asked, n.wrong = n.asked+1, n.wrong+1
	default:
		n.asked++
	}
}
