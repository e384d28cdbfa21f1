package language

import "slices"

// Holds reports whether the data of any language has a folded word: as a name of a
// time, a number, in a class or a list.
func Holds(low string) bool {
	return slices.ContainsFunc(Langs(), func(l Lang) bool {
		x := l.lexicon()
		_, month := x.month[low]
		_, weekday := x.weekday[low]
		_, number := x.number[low]
		return month || weekday || number || len(x.cues[low]) > 0 || x.same[low] > 0 || x.lists[low] != 0 || timely()[low] != 0
	})
}
