package language

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// openers are phrases by their first word.
func openers(phrases []string) map[string][][]string {
	out := map[string][][]string{}
	for _, phrase := range phrases {
		w := strings.Fields(phrase)
		out[w[0]] = append(out[w[0]], w)
	}
	return out
}

// Openers are phrases of several words, in lower case, that begin with this one and
// say nothing where a sentence opens with them, the longest not always first.
func (l Lang) Openers(low string) [][]string { return l.lexicon().openers[low] }

// Unfinished reports whether a text, in lower case, says that something is yet to be
// done or decided.
func (l Lang) Unfinished(low string) bool {
	return slices.ContainsFunc(l.lexicon().file.Speech.Unfinished, func(phrase string) bool { return strings.Contains(low, phrase) })
}

// Diary is how many words at the start of a sentence a diary leaves out, for it
// names nobody, and what stands in their place.
func (l Lang) Diary(words ...string) (n int, instead string) {
	for _, row := range l.lexicon().file.Speech.Diary {
		phrase, instead, _ := strings.Cut(row, " = ")
		if left := strings.Fields(phrase); len(words) >= len(left) && slices.Equal(words[:len(left)], left) {
			return len(left), instead
		}
	}
	return 0, ""
}

// Classes is a set of classes of words.
type Classes uint32

// Has reports whether a class is among them.
func (c Classes) Has(one Class) bool { return c&(1<<one) != 0 }

// Classes are those that a word alone, in lower case, belongs to.
func (l Lang) Classes(low string) (c Classes) {
	x := l.lexicon()
	low = Fold(low)
	first := low
	if x.dense {
		first = firstRune(low)
	}
	for _, p := range x.cues[first] {
		if len(p.words) == 1 && p.words[0] == low {
			c |= 1 << p.is
		}
	}
	for _, p := range x.elided {
		if strings.HasPrefix(low, p.words[0]) {
			c |= 1 << p.is
		}
	}
	return c
}

// calendar are the names of months and weekdays in all languages, but for short forms
// that are other words elsewhere.
var calendar = sync.OnceValue(func() (c struct{ months, weekdays map[string]int }) {
	c.months, c.weekdays = map[string]int{}, map[string]int{}
	for _, l := range Langs() {
		x, d := l.lexicon(), l.File()
		unclear := strings.Fields(d.Time.Unclear)
		for _, row := range slices.Concat(d.Months, d.Weekdays, d.Time.Months) {
			for i, w := range strings.Fields(Fold(row)) {
				if i > 0 && len(w) <= shortName && l != English || slices.Contains(unclear, w) {
					continue
				}
				if n, ok := x.month[w]; ok {
					c.months[w] = n
				} else if n, ok := x.weekday[w]; ok {
					c.weekdays[w] = n
				}
			}
		}
	}
	return c
})

// shortName is up to how many bytes a name other than the first of its row is short.
const shortName = 4

// MonthNamed is the month of that name, in lower case, in any language.
func MonthNamed(low string) (time.Month, bool) {
	n, ok := calendar().months[Fold(low)]
	return time.Month(n), ok
}

// WeekdayNamed is the day of the week of that name, in lower case, in any language.
func WeekdayNamed(low string) (time.Weekday, bool) {
	n, ok := calendar().weekdays[Fold(low)]
	return time.Weekday((n + 1) % 7), ok
}

// Abbreviates reports whether a word in lower case, before a full stop, is a short
// form in any language.
func Abbreviates(low string) bool {
	return slices.ContainsFunc(Langs(), func(l Lang) bool { return l.lexicon().abbr[low] })
}
