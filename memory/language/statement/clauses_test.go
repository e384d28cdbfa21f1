package statement

import (
	"slices"
	"strings"
	"testing"

	"dormouse/memory/language"
)

// TestASubjectIsGivenToVerbs: what begins with a number word, an article or a word of time
// is not told of whom the part before it is about.
func TestASubjectIsGivenToVerbs(t *testing.T) {
	for _, c := range []struct {
		text string
		l    language.Lang
		not  string
	}{
		{"i have 198 voice messages, 11 speakers, three generations", language.English, "i three"},
		{"El turno de la acequia me toca los sábados por la tarde, y esta tarde he regado las alcachofas", language.Spanish, "El esta"},
	} {
		for _, part := range Clauses(c.text, c.l) {
			if strings.HasPrefix(part.Text, c.not) {
				t.Errorf("%q has the part %q", c.text, part.Text)
			}
		}
	}
}

// TestAClauseOfOneWordIsLeftWhole: what begins right behind a clause is no end of it,
// though the two words of its subject are given to it.
func TestAClauseOfOneWordIsLeftWhole(t *testing.T) {
	for _, text := range []string{"A cunhada Zilda pede 60 no bazar, mas é careira.", "O compadre do Anselmo tem gota, mas é teimoso e come torresmo."} {
		if parts := Clauses(text, language.Portuguese); len(parts) == 0 {
			t.Errorf("%q has no part", text)
		}
	}
}

// A connective may stand behind another one.
func TestThingsBehindTwoConnectives(t *testing.T) {
	var got []string
	for _, c := range Things("call Ann and also order bolts, nails and screws", language.English) {
		got = append(got, c.Text)
	}
	if want := []string{"call Ann", "also order bolts", "nails", "screws"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
