package statement

import (
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
		for _, part := range append(Clauses(c.text, c.l), Segments(c.text, c.l)...) {
			if strings.HasPrefix(part.Text, c.not) {
				t.Errorf("%q has the part %q", c.text, part.Text)
			}
		}
	}
}
