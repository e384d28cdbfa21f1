package offline

import (
	"strings"
	"testing"

	"dormouse/land/transcript"
)

// TestWhatIsOnlyNamedIsAsked: who names what stands in memory, and tells no more, asks for it.
func TestWhatIsOnlyNamedIsAsked(t *testing.T) {
	for _, c := range []struct {
		said []string
		want string
	}{
		{[]string{"the cellar door code is 7715", "cellar door code"}, "- the cellar door code is 7715"},
		{[]string{"la clave del almacén es 3308", "clave almacén"}, "- la clave del almacén es 3308"},
		{[]string{"у дачи замок 45к12", "замок дачи"}, "- у дачи замок 45к12"},
		{[]string{"der Schlüssel von Frau Ott hängt im Büro", "schlüssel frau ott"}, "- der Schlüssel von Frau Ott hängt im Büro"},
		{[]string{"Ida's recital is on 3 May", "Otto's recital is on 9 June", "when is Ida's recital", "and Otto?"}, "- Otto's recital is on 9 June"},
		{[]string{"moro em Aveiro", "o meu filho chama-se Duarte", "onde eu moro?"}, "- moro em Aveiro"},
		{[]string{"il saggio di Ida è il 3 maggio", "il saggio di Otto è il 9 giugno", "quando è il saggio di Ida", "e otto?"}, "- il saggio di Otto è il 9 giugno"},
	} {
		if got := (&memoryDouble{}).ask(t, c.said...); !strings.HasPrefix(got, c.want) || strings.Contains(got, "\n- ") {
			t.Errorf("%q: %q, want %q", c.said, got, c.want)
		}
	}
	for _, said := range [][]string{
		{"need to order feed and straw", "ordered the feed"}, // what was to be done is done
		{"the cellar door code is 7715", "cellar door code 7716"},
		{"we keep ducks", "no ducks"},
	} {
		if got := (&memoryDouble{}).ask(t, said...); strings.HasPrefix(got, "- ") {
			t.Errorf("%q: %q is no answer", said, got)
		}
	}
}

// TestAThingIsFoundByItsKind: what names are known for answers for them.
func TestAThingIsFoundByItsKind(t *testing.T) {
	for _, c := range [][3]string{
		{"we got a Berlingo off my uncle", "what van do we have?", "Berlingo"},
		{"meine Mutter nimmt Bisoprolol", "welches Medikament nimmt meine Mutter?", "Bisoprolol"},
		{"j'ai pris un Kangoo", "quelle voiture j'ai ?", "Kangoo"},
	} {
		if got := (&memoryDouble{}).ask(t, "the hall is booked", c[0], c[1]); !strings.HasPrefix(got, "- "+c[0]) {
			t.Errorf("%s, %s: %q", c[0], c[1], got)
		}
	}
}

// TestAYesBesideAnotherMatterAnswersNothing: a yes counts only where what stands beside it is
// about the line of which was asked.
func TestAYesBesideAnotherMatterAnswersNothing(t *testing.T) {
	talk := []transcript.Message{
		user("m0", "my dentist is Dr Lee"), {Role: transcript.Assistant, Model: Ref, Content: "Noted."},
		user("m1", "Dr Shah seems nice"), {Role: transcript.Assistant, Model: Ref, Content: "Is this over?", Asks: []string{"m0"}},
	}
	for text, over := range map[string]bool{"yes": true, "Bea passed her driving test, yes really": false, "yes, Bea passed her driving test": false} {
		l := &memoryDouble{}
		if got := l.answer(t, "", append(talk, user("m2", text))...); len(got.Over) > 0 != over {
			t.Errorf("%q: %q, over %q", text, got.Content, got.Over)
		}
	}
}

// TestWhatWasDoneAfterANightIsOffTheList: the night wrote the task with the day.
func TestWhatWasDoneAfterANightIsOffTheList(t *testing.T) {
	for _, c := range []struct{ task, done, ask, kept string }{
		{"devo pagare il canone entro domani", "canone pagato", "cosa mi resta da fare", "devo pagare il canone entro il 2026-11-22"},
		{"I have to order the rennet by friday", "the rennet is not needed any more", "what is to do?", "I have to order the rennet by 2026-11-27"},
	} {
		l := &memoryDouble{files: map[string]string{"memory/2026-11-21.md": "memory/2026-11-21.md:3 ### Open\nmemory/2026-11-21.md:5 - " + c.kept + " ^abcd2345\n"}}
		if got := l.ask(t, c.task, c.done, c.ask); strings.Contains(got, c.kept) {
			t.Errorf("%q: done, and listed: %q", c, got)
		}
	}
}
