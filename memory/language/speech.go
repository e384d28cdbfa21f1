package language

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// speech is SpeechData, ready to be looked up: phrases by their first word.
type speech struct {
	openers    map[string][][]string
	unfinished []string
	diary      []diaryWords
}

// diaryWords begin a sentence whose subject a diary leaves out: they go, or others
// take their place.
type diaryWords struct {
	words   []string
	instead string
}

func newSpeech(d SpeechData) speech {
	s := speech{openers: map[string][][]string{}, unfinished: d.Unfinished}
	for _, phrase := range d.Openers {
		w := strings.Fields(phrase)
		s.openers[w[0]] = append(s.openers[w[0]], w)
	}
	for _, row := range d.Diary {
		phrase, instead, _ := strings.Cut(row, " = ")
		s.diary = append(s.diary, diaryWords{strings.Fields(phrase), instead})
	}
	return s
}

// Openers are phrases of several words, in lower case, that begin with this one and
// say nothing where a sentence opens with them, the longest not always first.
func (l Lang) Openers(low string) [][]string { return l.lexicon().speech.openers[low] }

// Unfinished reports whether a text, in lower case, says that something is yet to be
// done or decided.
func (l Lang) Unfinished(low string) bool {
	for _, phrase := range l.lexicon().speech.unfinished {
		if strings.Contains(low, phrase) {
			return true
		}
	}
	return false
}

// Diary is how many words at the start of a sentence a diary leaves out, for it
// names nobody, and what stands in their place.
func (l Lang) Diary(words ...string) (n int, instead string) {
	for _, d := range l.lexicon().speech.diary {
		if len(words) >= len(d.words) && strings.Join(words[:len(d.words)], " ") == strings.Join(d.words, " ") {
			return len(d.words), d.instead
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
		x := l.lexicon()
		for _, w := range x.named {
			if n, ok := x.month[w]; ok {
				c.months[w] = n
			} else if n, ok := x.weekday[w]; ok {
				c.weekdays[w] = n
			}
		}
	}
	return c
})

// shortName is up to how many bytes a name other than the first of its row is short.
const shortName = 4

// fillNamed finds the names that are those of months and weekdays in any text.
func (x *lexicon) fillNamed() {
	d := x.file
	unclear := strings.Fields(d.Time.Unclear)
	for _, row := range slices.Concat(d.Months, d.Weekdays, d.Time.Months) {
		for i, w := range strings.Fields(row) {
			if w = Fold(w); (i == 0 || len(w) > shortName || d.Name == "English") && !slices.Contains(unclear, w) {
				x.named = append(x.named, w)
			}
		}
	}
}

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
	for _, l := range Langs() {
		if l.lexicon().abbr[low] {
			return true
		}
	}
	return false
}
