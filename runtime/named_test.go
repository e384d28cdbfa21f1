package runtime

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"dormouse/memory/language/vectors"
	"dormouse/memory/search"
)

var inText = regexp.MustCompile(`[\p{Ll},] (\p{Lu}\p{Ll}{3,})(?:[^\p{L}]|$)`)

// rareNames are words that memory has with a capital within sentences, in few entries,
// and that are no common English words.
func (l *testLand) rareNames(t *testing.T) (names []string) {
	t.Helper()
	entries, err := l.store.Entries()
	if err != nil {
		t.Fatal(err)
	}
	in := map[string]map[string]bool{}
	for _, e := range entries {
		for _, m := range inText.FindAllStringSubmatch(e.Text, -1) {
			if _, common := vectors.Of(strings.ToLower(m[1])); common || e.Struck {
				continue
			}
			if in[m[1]] == nil {
				in[m[1]] = map[string]bool{}
			}
			in[m[1]][e.ID] = true
		}
	}
	for name, lines := range in {
		if len(lines) <= 5 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// TestANameIsFoundWhereItStands: who searches what nights wrote for a rare name gets the
// lines that hold it, first. What took the place of such a line says so, and nothing is
// there because it is near in meaning.
func TestANameIsFoundWhereItStands(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	asked := 0
	for _, f := range readFixtures(t) {
		if f.name != "en-choir" && f.name != "en-move" && f.name != "es-obra" {
			continue
		}
		l := newLand(t)
		l.live(t, f.messages)
		for _, name := range l.rareNames(t) {
			asked++
			a, err := l.store.Search(t.Context(), search.Query{Text: name, Now: l.past.at})
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Results) == 0 {
				t.Errorf("%s: %s is not found", f.name, name)
			}
			for i, h := range a.Results {
				if !strings.Contains(strings.ToLower(h.Matched()), strings.ToLower(name)) && h.Why != search.Associated {
					t.Errorf("%s: %s: hit %d, found by %s, lacks it: %s", f.name, name, i+1, h.Why, h.Text)
				}
			}
		}
	}
	if asked < 15 {
		t.Errorf("only %d names were asked for", asked)
	}
	t.Logf("%d names", asked)
}
