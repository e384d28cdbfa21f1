package statement

import (
	"testing"

	"dormouse/memory/language"
)

func TestUncoupled(t *testing.T) {
	for _, c := range []struct{ task, done, rest, over string }{
		{"order feed and straw", "got the feed", "order straw", "feed and "},
		{"order feed and the straw", "the straw's here", "order feed", " and the straw"},
		{"ich muss Futter und Stroh bestellen", "Stroh ist da", "ich muss Futter bestellen", " und Stroh"},
		{"надо заказать корм и солому", "корм привезли", "надо заказать солому", "корм и "},
		{"餌と藁を注文しなきゃ", "藁は届いた", "餌を注文しなきゃ", "と藁"},
		{"order feed and straw", "got the feed and the straw", "", ""},
		{"order feed and straw", "the vet came", "", ""},
		{"ring the vet", "rang the vet", "", ""},
	} {
		rest, over := Uncoupled(Read(c.task), Read(c.done))
		if rest != c.rest || over != c.over {
			t.Errorf("%q after %q: %q, %q; want %q, %q", c.task, c.done, rest, over, c.rest, c.over)
		}
	}
}

// TestOneOfAListIsNotMeant: where a line gives two days of one thing, another day takes the
// place of none of them alone.
func TestOneOfAListIsNotMeant(t *testing.T) {
	for _, c := range [][2]string{
		{"fencing on Mondays and Wednesdays", "fencing is on Saturdays now"},
		{"фехтование по понедельникам и средам", "фехтование теперь по субботам"},
		{"surgery at 9 and 17", "surgery is at 15 now"},
	} {
		if text, _ := Amended(Read(c[0]), Read(c[1])); text != "" {
			t.Errorf("%q after %q: %q", c[0], c[1], text)
		}
	}
	if text, _ := Amended(Read("fencing on Mondays and chess on Wednesdays"), Read("chess is on Saturdays")); text != "fencing on Mondays and chess on Saturdays" {
		t.Errorf("the chess: %q", text)
	}
}

// TestWhatIsNoOtherValue: strangers' notes of one shape, what was paid for a thing that is done, and
// another thing to do take no place.
func TestWhatIsNoOtherValue(t *testing.T) {
	for _, c := range [][2]string{
		{"strom 80", "gas 45"}, {"colesterolo 240", "glicemia 95"}, {"shift at 8", "40 parcels today"},
		{"I have to fetch 3 sacks of feed", "feed fetched, 90 euros"}, {"need to ring the vet", "need to ring the council"},
	} {
		older, newer := Read(c[0]), Read(c[1])
		if text, _ := Amended(older, newer); text != "" || Revalues(older, newer) {
			t.Errorf("%q after %q: %q, revalues %t", c[1], c[0], text, Revalues(older, newer))
		}
	}
	if text, _ := Amended(Read("rent is 700"), Read("no sorry, 720 euros")); text != "rent is 720 euros" {
		t.Errorf("the rent: %q", text)
	}
	if got := Settled("6000 а не 5000", language.Russian); got != "6000 а не 5000" {
		t.Errorf("settled to %q", got)
	}
}

// TestWhatStandsBesideAnAnswerIsTold: an answer goes, what is told beside it stays.
func TestWhatStandsBesideAnAnswerIsTold(t *testing.T) {
	for text, want := range map[string]string{
		"yes":                           "",
		"no, it's still there":          "",
		"no, we bought another trailer": "we bought another trailer",
		"Bea passed her driving test, yes really": "Bea passed her driving test",
	} {
		if got := Unanswered(text, language.English); got != want && got != want+"." {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
