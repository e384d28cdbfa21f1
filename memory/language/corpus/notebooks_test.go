package corpus

import (
	"testing"

	"dormouse/memory/language"
)

// TestNotebooks: every language has notebooks, with questions that notes answer and with near
// misses, and some of a writer of whom no model has seen anything.
func TestNotebooks(t *testing.T) {
	books, err := Notebooks()
	if err != nil {
		t.Fatal(err)
	}
	answered, missed, blind := map[language.Lang]int{}, map[language.Lang]int{}, map[language.Lang]int{}
	for _, b := range books {
		if len(b.Notes) == 0 || len(b.Asked) == 0 {
			t.Errorf("%s has %d notes and %d questions", b.Name, len(b.Notes), len(b.Asked))
		}
		if b.Writer == "z" {
			blind[b.Lang]++
		}
		for _, a := range b.Asked {
			if len(a.By) > 0 {
				answered[b.Lang]++
			} else {
				missed[b.Lang]++
			}
		}
	}
	for _, l := range language.Langs() {
		if answered[l] < 500 || missed[l] < 500 || blind[l] < 2 {
			t.Errorf("%s: %d answered, %d not, %d blind", l, answered[l], missed[l], blind[l])
		}
	}
}

// TestChats: every language has talks with questions, and some of a blind writer.
func TestChats(t *testing.T) {
	chats, err := Chats()
	if err != nil {
		t.Fatal(err)
	}
	asked, blind := map[language.Lang]int{}, map[language.Lang]int{}
	for _, c := range chats {
		if !c.Talk || len(c.Notes) == 0 || len(c.Asked) == 0 {
			t.Errorf("%s has %d notes and %d questions", c.Name, len(c.Notes), len(c.Asked))
		}
		if c.Writer == "z" {
			blind[c.Lang]++
		}
		asked[c.Lang] += len(c.Asked)
	}
	for _, l := range language.Langs() {
		if asked[l] < 300 || blind[l] < 2 {
			t.Errorf("%s: %d asked, %d blind", l, asked[l], blind[l])
		}
	}
}

// TestChains: every language has questions that go on with another one, with some that nothing
// answers, and some of a blind writer.
func TestChains(t *testing.T) {
	chains, err := Chains()
	if err != nil {
		t.Fatal(err)
	}
	answered, missed, blind := map[language.Lang]int{}, map[language.Lang]int{}, map[language.Lang]int{}
	for _, c := range chains {
		if len(c.Asked) < 2 {
			t.Errorf("%s: %q has nothing behind it", c.Talk.Name, c.Asked[0].Text)
		}
		for _, a := range c.Asked[1:] {
			switch {
			case c.Talk.Writer == "z":
				blind[c.Talk.Lang]++
			case len(a.By) > 0:
				answered[c.Talk.Lang]++
			default:
				missed[c.Talk.Lang]++
			}
		}
	}
	for _, l := range language.Langs() {
		if answered[l] < 80 || missed[l] < 25 || blind[l] < 30 {
			t.Errorf("%s: %d answered, %d not, %d blind", l, answered[l], missed[l], blind[l])
		}
	}
}
