package temporal

import (
	"dormouse/memory/language"
	"slices"
)

// Tense is what a word alone, in lower case, says of the time that its clause speaks
// of: -1 what was, 1 what is to come, 0 neither.
func Tense(l language.Lang, low string) int {
	g := grammarOf[l]()
	for i := range g.verbs {
		v := &g.verbs[i]
		if v.says != saysNeither && v.words.Has(low) && !v.except.Has(low) {
			return sided(v.says)
		}
	}
	return 0
}

// Period reports whether a word is a day, a week, a month or a year.
func Period(l language.Lang, low string) bool {
	return len(grammarOf[l]().fillers[unitSlot][language.Fold(low)]) > 0
}

// BeforeOrdinal reports whether a number with a full stop behind it is an ordinal
// after a word in lower case: "am 3. Tag", "ihren 80. Geburtstag".
func BeforeOrdinal(low string) bool {
	return slices.ContainsFunc(language.Langs(), func(l language.Lang) bool {
		g := grammarOf[l]()
		return slices.Contains(g.ordinals, ".") && (g.prepositions[low] || g.determiners[low] || owns(l, low))
	})
}

// owns reports whether a word in lower case says whose a thing is, in any case.
func owns(l language.Lang, low string) bool {
	return slices.ContainsFunc([]string{low, low[:max(len(low)-1, 0)]}, func(form string) bool {
		return l.Is(language.Third, form) || l.Lists(form).Has(language.Whose)
	})
}

// Timely are the folded words that say when, how often or how long: days, months,
// seasons, units, and words such as "yesterday".
func Timely(l language.Lang) []string {
	out := l.Members(language.When)
	for _, s := range []slot{unitSlot, weekdaySlot, monthSlot, seasonSlot} {
		for _, list := range grammarOf[l]().fillers[s] {
			for _, f := range list {
				if len(f.words) == 1 {
					out = append(out, f.words[0])
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(w string) bool { return l.Lists(w).Has(language.Little) })
}
