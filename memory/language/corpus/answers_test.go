package corpus

import (
	"testing"

	"dormouse/memory/language"
)

// TestAnswers: every language has questions with their notes, what was said in other words
// and what ended, and the words of both stand in rows.
func TestAnswers(t *testing.T) {
	for name, read := range map[string]func() ([]Line, error){"answers": Answers, "reworded": Reworded, "updates": Updates} {
		lines, err := read()
		if err != nil {
			t.Fatal(err)
		}
		n := map[language.Lang]int{}
		for _, l := range lines {
			n[l.Lang]++
			if l.Text == l.Newer {
				t.Errorf("%s: both sides are %q", l.Place, l.Text)
			}
		}
		for _, l := range language.Langs() {
			if n[l] < 90 {
				t.Errorf("%s: %d of %s", name, n[l], l)
			}
		}
	}
	for name, each := range map[string]func(func(string, []string)) error{"asks": Asks, "tells": Tells} {
		n := 0
		if err := each(func(string, []string) { n++ }); err != nil || n < 2000 {
			t.Errorf("%s: %d rows, %v", name, n, err)
		}
	}
}
