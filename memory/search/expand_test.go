package search

import (
	"context"
	"strings"
	"testing"

	"dormouse/memory/language"
	"dormouse/memory/search/index"
)

// texts are the matching lines of an answer.
func texts(a Answer) []string {
	out := make([]string, len(a.Results))
	for i := range a.Results {
		out[i] = a.Results[i].Matched()
	}
	return out
}

// Lines are found by words that are near those of the question in meaning, by the
// same words misspelt, written apart, or in another language; and the index on disk
// gives the same answer as a scan of the files.
func TestFoundInOtherWords(t *testing.T) {
	files := map[string]string{"memory/2024-02-03.md": "# 2024-02-03\n\n- Saw the doctor about the knee\n- The bicycle was stolen at the station\n- Kit has chickenpox, off school all week\n" +
		"- Ran the long VACUUM after the outage\n- The dog weighs 29 kilos\n- Paid the landlord for March\n- Wants a turtle for the pond\n"}
	for _, c := range []struct {
		ask, want string
		why       Why
	}{
		{"surgeon", "Saw the doctor", Meaning},
		{"physician", "Saw the doctor", Words},
		{"bike theft", "The bicycle was stolen", Meaning},
		{"chicken pox", "Kit has chickenpox", Words},
		{"vacume", "Ran the long VACUUM", Words},
		{"Wie schwer ist der Hund?", "The dog weighs", Meaning},
		{"Schildkröten", "Wants a turtle", Meaning},
		{"тортила или черепаха", "Wants a turtle", Meaning},
		{"犬", "The dog weighs", Meaning},
	} {
		t.Run(c.ask, func(t *testing.T) {
			s := newShelf(files)
			a := look(t, s, Query{Text: c.ask})
			if len(a.Results) == 0 || !strings.HasPrefix(a.Results[0].Matched(), c.want) || a.Results[0].Why != c.why && c.ask != "bike theft" {
				t.Fatalf("%s %+v, want %s by %s", a.Verdict, a.Results, c.want, c.why)
			}
			kept := openIndexed(s, shelfStore{s})
			for range 2 { // the second reads what the first wrote
				b, err := kept.Search(context.Background(), Query{Text: c.ask})
				if err != nil || strings.Join(texts(a), "|") != strings.Join(texts(b), "|") {
					t.Errorf("from disk %v (%v), from the files %v", texts(b), err, texts(a))
				}
				kept.Close()
			}
		})
	}
}

// Who is asked about by another word than the notes have is found, in the language of the
// notes and the question, and nobody else is.
func TestAnotherWordForTheSamePerson(t *testing.T) {
	notes := map[language.Lang]string{
		language.English: "# Memory\n\n- Grandad kept ferrets in Ripon\n- Auntie Jo moved to Leith\n- The bus to town takes an hour\n",
		language.Dutch:   "# Geheugen\n\n- Mijn opoe kweekt dahlia's in de tuin\n- Mijn zusje werkt bij de gemeente\n- De bus naar het werk is altijd te laat\n",
		language.French:  "# Mémoire\n\n- Mon tonton répare des horloges à Dinan\n- Ma frangine travaille de nuit\n- Le bus du matin est toujours en retard\n",
	}
	for _, c := range []struct {
		lang      language.Lang
		ask, want string
	}{
		{language.English, "what animals did my grandfather keep?", "Grandad"},
		{language.Dutch, "wat doet mijn grootmoeder?", "Mijn opoe"},
		{language.French, "que fait mon oncle ?", "Mon tonton"},
		{language.French, "que fait ma soeur ?", "Ma frangine"},
	} {
		a := look(t, newShelf(map[string]string{"MEMORY.md": notes[c.lang]}), Query{Text: c.ask})
		if a.Verdict != Hits || !strings.HasPrefix(a.Results[0].Matched(), c.want) {
			t.Errorf("%s: %s %v, want %s", c.ask, a.Verdict, texts(a), c.want)
		}
	}
}

// Where a name was found, what is only near in meaning is no answer.
func TestANameIsHeldByEveryHit(t *testing.T) {
	s := newShelf(map[string]string{"memory/2024-02-03.md": "- Cindy bakes bread\n- Nora sells tickets\n- Sandra plays the cello\n\n# Later\n\n- Dinner with Cindy on Friday\n- The ferry leaves at nine\n"})
	a := look(t, s, Query{Text: "Cindy"})
	if a.Verdict != Hits || len(a.Results) != 2 {
		t.Fatalf("%s %v", a.Verdict, texts(a))
	}
	for _, h := range a.Results {
		if !strings.Contains(h.Matched(), "Cindy") || h.Why != Words {
			t.Errorf("%+v", h)
		}
	}
}

// The answer to a question stands in the hit of the question, and no line twice.
func TestNeighboursStandInsideAHit(t *testing.T) {
	s := newShelf(map[string]string{"memory/2024-02-03.md": "- Anna: Where did you get the kettle?\n- Ben: Flea market, twenty euros.\n- Anna: Nice.\n"})
	a := look(t, s, Query{Text: "kettle"})
	if len(a.Results) != 1 {
		t.Fatalf("%+v", a.Results)
	}
	h := a.Results[0]
	if h.Line != 1 || h.Start != 1 || h.End < 2 || !strings.Contains(h.Text, "Flea market") || strings.Contains(h.Matched(), "Flea") {
		t.Errorf("%+v", h)
	}
	seen := map[int]bool{}
	for _, h := range look(t, s, Query{Text: "where did Ben get it, which market sells a kettle"}).Results {
		for n := h.Start; n <= h.End; n++ {
			if seen[n] {
				t.Errorf("line %d comes twice", n)
			}
			seen[n] = true
		}
	}
}

// What took the place of a line that is found comes first, whatever its words, and
// a superseded or forgotten line is never shown as a neighbour.
func TestSuccessorComesFirst(t *testing.T) {
	s := newShelf(map[string]string{"MEMORY.md": "# Memory\n\n## Facts\n\n- ~~Lives in Berlin, Torstrasse~~ (until 2024-03-10 → ^k02) ^k01\n- Anna's old flat on the harbour ^k02\n- Lives with two cats ^k03\n"})
	a := look(t, s, Query{Text: "who lives in Berlin"})
	if len(a.Results) == 0 || a.Results[0].ID != "k02" || a.Verdict != Hits {
		t.Fatalf("%s %+v", a.Verdict, a.Results)
	}
	for _, h := range a.Results {
		if strings.Contains(h.Text, "Berlin") {
			t.Errorf("the old line is shown: %+v", h)
		}
	}
}

// Nothing of the question is matched: no hits, whatever is near.
func TestNearIsNoHit(t *testing.T) {
	s := newShelf(map[string]string{"memory/2024-02-03.md": "- Ben plays chess with Anna\n- The stove is from Turin\n"})
	for _, ask := range []string{"zeppelin", "when is the quarterly dentist appointment in Lisbon", "xqzt"} {
		a := look(t, s, Query{Text: ask})
		if a.Verdict == Hits {
			t.Errorf("%s: %+v", ask, a.Results)
		}
		for _, h := range a.Results {
			if h.Why != Meaning {
				t.Errorf("%s: %+v is said to hold its words", ask, h)
			}
		}
	}
}

// Words of a language lead to others of it, compounds to their parts, and what a
// person said comes before what an assistant did.
func TestFoundInItsOwnLanguage(t *testing.T) {
	s := newShelf(map[string]string{"memory/2024-02-03.md": "# 2024-02-03\n\n" +
		"- Im Frühling streichen wir den Zaun und dann ist es gut\n- Der Ersatzschlüssel hängt bei der Nachbarin und nicht bei uns\n" +
		"- Die Abschlussprüfung ist am zwölften und ich bin nervös\n- Assistant: Das Auto sollte man jedes Jahr waschen und das ist leicht\n- Das Auto wird von Ruben gewaschen und nicht von mir\n",
		"memory/2024-02-04.md": "# 2024-02-04\n\n- El alquiler es de novecientos y no sube este año\n- La boda de Nuria es en la playa con todos\n"})
	for _, c := range []struct{ ask, want string }{
		{"Was machen wir im Frühjahr mit dem Haus?", "Im Frühling"},
		{"Wo ist der Schlüssel?", "Der Ersatzschlüssel"},
		{"Wann ist die Klausur?", "Die Abschlussprüfung"},
		{"Wie ist das mit dem Auto?", "Das Auto wird"},
		{"¿Cuánto pagamos de renta?", "El alquiler"},
		{"¿Dónde se casa Nuria?", "La boda"},
	} {
		a := look(t, s, Query{Text: c.ask})
		if len(a.Results) == 0 || !strings.HasPrefix(a.Results[0].Matched(), c.want) {
			t.Errorf("%q: %s %v, want %s first", c.ask, a.Verdict, texts(a), c.want)
		}
	}
}

// A word that two English words make is found by the last of them, in any language.
func TestACompoundIsFoundByWhatItIs(t *testing.T) {
	s := newShelf(map[string]string{"MEMORY.md": "# Memory\n\n## Facts\n\n- The narrowboat lies at Devizes until spring\n- My stepdaughter plays the oboe\n- The rent is due on the first\n"})
	for ask, want := range map[string]string{
		"where is the boat?":       "The narrowboat",
		"wo liegt das Boot?":       "The narrowboat",
		"what does my daughter do": "My stepdaughter",
	} {
		if a := look(t, s, Query{Text: ask}); len(a.Results) == 0 || !strings.HasPrefix(a.Results[0].Matched(), want) {
			t.Errorf("%q: %s %v, want %s first", ask, a.Verdict, texts(a), want)
		}
	}
}

// A birthday is the day on which somebody was born.
func TestABirthdayIsWhenSomebodyWasBorn(t *testing.T) {
	s := newShelf(map[string]string{"MEMORY.md": "# Memory\n\n## Facts\n\n- Tom was born on 3 May 1990\n- Tom likes the birthday cards that Ada paints\n- Tom moved to Leeds in 2019\n- We have a party on Saturday\n- Ada is on holiday in May\n"})
	a := look(t, s, Query{Text: "when is Tom's birthday?"})
	if len(a.Results) == 0 || !strings.HasPrefix(a.Results[0].Matched(), "Tom was born") {
		t.Errorf("%s %v", a.Verdict, texts(a))
	}
}

// A question in one language finds what was said in another one that a good part of
// the lines is written in.
func TestFoundInAnotherLanguage(t *testing.T) {
	s := newShelf(map[string]string{"memory/2024-02-03.md": "# 2024-02-03\n\n" +
		"- Mein Chef heißt jetzt Holger und kommt aus Kiel\n- Der Hund ist bei der Nachbarin und nicht bei uns\n- The ferry leaves at nine and is never late\n"})
	for _, c := range []struct{ ask, want string }{
		{"who is my boss?", "Mein Chef"},
		{"where is the dog?", "Der Hund"},
	} {
		a := look(t, s, Query{Text: c.ask})
		if len(a.Results) == 0 || !strings.HasPrefix(a.Results[0].Matched(), c.want) {
			t.Errorf("%q: %s %v, want %s first", c.ask, a.Verdict, texts(a), c.want)
		}
	}
}

// The line that is about the same thing as a whole comes before one that shares one
// word with the question.
func TestTheWholeLineCounts(t *testing.T) {
	s := newShelf(map[string]string{"memory/2024-02-03.md": "# 2024-02-03\n\n- The big meeting took all afternoon\n\n# Later\n\n- The cardiologist wants a blood test of the heart patient\n"})
	a := look(t, s, Query{Text: "big medical exam at the hospital"})
	if len(a.Results) < 2 || !strings.HasPrefix(a.Results[0].Matched(), "The cardiologist") {
		t.Errorf("%s %v", a.Verdict, texts(a))
	}
}

func TestSpeaker(t *testing.T) {
	for _, c := range []struct{ text, name, rest string }{
		{"Anna: yes", "Anna", " yes"},
		{"Anna Maria (new kitchen): oak", "Anna Maria", "(new kitchen): oak"},
		{"README.md (tool): usage", index.ToolVoice, " usage"},
		{"see: there", "", "see: there"},
		{"(x): y", "", "(x): y"},
		{"the plan (b): y", "", "the plan (b): y"},
	} {
		if name, rest := index.Speaker(c.text); name != c.name || rest != c.rest {
			t.Errorf("%q: %q %q", c.text, name, rest)
		}
	}
}

// A line with no word of a question is an answer where some of its words are near and it
// is like the question as a whole; one that is neither is none.
func TestAlikeAsAWhole(t *testing.T) {
	for _, c := range []struct {
		ask, line string
		want      Verdict
	}{
		{"Who repairs our car?", "Our garage is Lenz Brothers, they fix the van every spring", Hits},
		{"What does my daughter study?", "My girl is at university in Leeds reading chemistry", Hits},
		{"Which pets do we own?", "Our cat and the two rabbits sleep in the shed", Hits},
		{"Who repairs our car?", "I am allergic to walnuts", NoMatch},
		{"What does my daughter study?", "The boiler is serviced in May", NoMatch},
		{"Which instrument do I practise?", "My brother drives a tractor", NoMatch},
	} {
		s := newShelf(map[string]string{"MEMORY.md": "# Memory\n\n## Facts\n\n- " + c.line + "\n"})
		ix := Open(s, Options{})
		a, err := ix.Search(t.Context(), Query{Text: c.ask})
		if err != nil || a.Verdict != c.want {
			t.Errorf("%q of %q: %s %v, want %s", c.ask, c.line, a.Verdict, err, c.want)
		}
	}
}
