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
		{[]string{"il saggio di Ida è il 3 maggio", "il saggio di Otto è il 9 giugno", "quando è il saggio di Ida", "e otto?"}, "- il saggio di Otto è il 9 giugno"},
	} {
		if got := (&memoryDouble{}).ask(t, c.said...); !strings.HasPrefix(got, c.want) {
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

// TestAYesBesideAnotherMatterAnswersNothing: a yes counts only where what stands beside it is
// about the line of which was asked.
func TestAYesBesideAnotherMatterAnswersNothing(t *testing.T) {
	talk := []transcript.Message{
		user("m0", "my dentist is Dr Lee"), {Role: transcript.Assistant, Model: Ref, Content: "Noted."},
		user("m1", "Dr Shah does my teeth these days"), {Role: transcript.Assistant, Model: Ref, Content: "Is this over?", Asks: []string{"m0"}},
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
	l := &memoryDouble{files: map[string]string{"memory/2026-11-21.md": "memory/2026-11-21.md:5 - I have to order the rennet by 2026-11-27 ^abcd2345\n"}}
	got := l.ask(t, "I have to order the rennet by friday", "ordered the rennet", "what is to do?")
	if strings.Contains(got, "rennet") {
		t.Errorf("done, and listed: %q", got)
	}
}
