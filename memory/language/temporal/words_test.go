package temporal

import (
	"dormouse/memory/language"
	"slices"
	"strings"
	"testing"
)

// TestEveryLanguageHasAGrammarOfTimes reads those of all languages, and finds what one lacks.
func TestEveryLanguageHasAGrammarOfTimes(t *testing.T) {
	for _, l := range language.Langs() {
		g := grammarOf[l]()
		if len(g.starts) < 12 || len(g.verbs) < 2 || len(g.Units) != unitYear+1 {
			t.Errorf("%s: %d beginnings of a time, %d ways of verbs, %d units", l, len(g.starts), len(g.verbs), len(g.Units))
		}
		for _, name := range []string{"day", "part", "weekday", "weekday part", "around", "week", "weekend", "month", "year", "behind", "said weekday", "said month"} {
			if g.Write[name] == "" {
				t.Errorf("%s: how a %s is written is missing", l, name)
			}
		}
		for _, v := range g.verbs {
			if v.says == 0 {
				t.Errorf("%s: a way of verbs says neither past nor future nor neither", l)
			}
		}
		for _, r := range g.Rules {
			ways, rest := alternatives(r.Say)
			if rest != "" || slices.ContainsFunc(ways, func(way string) bool { return strings.TrimSpace(way) == "" }) {
				t.Errorf("%s: rule %q: brackets do not match, or it says nothing", l, r.Say)
			}
			if r.Which != "" && !slices.Contains(whichNames, r.Which) {
				t.Errorf("%s: rule %q: which is %q", l, r.Say, r.Which)
			}
		}
	}
}
