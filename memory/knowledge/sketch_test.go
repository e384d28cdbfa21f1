package knowledge

import (
	"fmt"
	"testing"
	"time"

	"dormouse/memory/document"
	"dormouse/memory/language/statement"
)

// moved are lines of which some end others: by a figure, by a word of change, by
// nothing.
func moved(n int) (lines []string) {
	people := []string{"Ana", "Bjarne", "Chioma", "Esra", "My sister", "I"}
	things := []string{"the oven", "the cello", "the lease", "the greenhouse", "the van"}
	towns := []string{"Oslo", "Porto", "Ghent", "Turin", "Leeds", "Lviv", "Cork"}
	for i := range n {
		who, what, where := people[i%len(people)], things[i/2%len(things)], towns[i/3%len(towns)]
		lines = append(lines, []string{
			fmt.Sprintf("%s lives in %s", who, where),
			fmt.Sprintf("%s moved to %s. It was cold", who, where),
			fmt.Sprintf("%s costs %d euros", what, 100+i%13),
			fmt.Sprintf("%s sold %s, and no longer has it", who, what),
			fmt.Sprintf("%s plays %s on Mondays; the lessons cost %d euros", who, what, 20+i%7),
		}[i*7%5])
	}
	return lines
}

// A line that a sketch lets pass by is one that a whole reading does not end.
func TestASketchMissesNoEnd(t *testing.T) {
	lines := moved(160)
	var known []Line
	for i, text := range lines {
		e := document.Entry{ID: fmt.Sprintf("k%d", i), Type: document.Fact, Text: text, Since: time.Date(2026, 1, 1+i/10, 0, 0, 0, 0, time.UTC)}
		known = append(known, Line{Entry: &e, Print: PrintOf(text)})
	}
	k := Gather(known, nil).Knowledge(map[string]int{}, func(string) bool { return false })
	ended, passed := 0, 0
	for _, text := range lines[:60] {
		news := []statement.Statement{statement.Read(text)}
		for _, part := range statements(text) {
			news = append(news, statement.Read(part))
		}
		for i, line := range lines {
			for _, odds := range []pairOdds{{1, 1}, {byChance(2, 1), 1}, {byChance(2, 2), seldom}} {
				ends := k.ends(readLine(line).parts(), news, odds) >= k.bar()
				may := k.mayEnd(sketchOf(line).parts, news, odds)
				if ends && !may {
					t.Fatalf("%q ends line %d, %q, which its sketch lets pass", text, i, line)
				}
				if ends {
					ended++
				}
				if !may {
					passed++
				}
			}
		}
	}
	t.Logf("%d ends, %d lines passed by", ended, passed)
	if ended < 20 || passed < 1000 {
		t.Errorf("%d ends and %d lines passed by: too few to tell", ended, passed)
	}
}

// What a sketch says two statements have in common is what the statement says.
func TestASketchIsLikeItsStatement(t *testing.T) {
	lines := moved(70)
	for _, a := range lines {
		old := statement.Read(a)
		drawn := old.Sketch()
		for _, b := range lines {
			news := statement.Read(b)
			if got, want := fmt.Sprint(drawn.Shares(news), drawn.SameAttribute(news), drawn.Meets(news)), fmt.Sprint(old.Shares(news), old.SameAttribute(news), statement.Meet(old, news)); got != want {
				t.Errorf("%q and %q: %s, want %s", a, b, got, want)
			}
			if statement.Ends(old, news) == 1 && !drawn.MayBeRead(news) {
				t.Errorf("%q is read to end %q, and its sketch does not know", b, a)
			}
			if got, want := statement.Ends(old, news), statement.Relate(old, news).Ends(); got != want {
				t.Errorf("%q after %q ends it by %v, want %v", b, a, got, want)
			}
		}
	}
}
