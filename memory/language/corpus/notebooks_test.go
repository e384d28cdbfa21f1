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
