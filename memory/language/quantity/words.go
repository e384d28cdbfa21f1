package quantity

import (
	"dormouse/memory/language"
	"strconv"
	"strings"
	"time"
)

// figureWords are these words, to be looked up.
type figureWords struct {
	value, scale map[string]float64 // of a cardinal below a hundred; of what multiplies
	ordinal      map[string]int
	noon         map[string]int  // hour, by a name of one to four words
	quarter      map[string]int  // minutes to add to the hour that follows: "half-past"
	beside       map[string]int  // what parts minutes from the hour: 1 where they are behind it, -1 before
	behind       map[string]int  // minutes that the words behind an hour add to it: "y-cuarto"
	half         map[string]bool // words for the second half of the day are true, for the first false
	unit         map[string]string
	feast        map[string][2]int // month and day
	clock        map[string]bool   // behind the hour, where words are not spaced
	days         map[string]bool   // of the week
	inflected    map[string]int    // stems of these, 0 for Monday
	months       map[string]bool   // in full, where they are written small
	shift        map[string]int    // words for more, and later, are 1, for less -1
	than         map[string]bool   // of these, what compares with the amount behind it
	led          map[string]int    // these, and what says so only before what leads to how much
	by           map[string]bool   // leads to how much more or less it is
	joint        string
	minus        string   // behind an hour, before the minutes that it lacks
	ordinalEnds  []string // behind digits
}

// measure is what a unit measures, and how many of the smallest it is.
type measure struct {
	of   string
	size float64
}

var measures = map[string]measure{
	"B": {"data", 1}, "KB": {"data", 1e3}, "MB": {"data", 1e6}, "GB": {"data", 1e9}, "TB": {"data", 1e12},
	"Mbit": {"rate", 1}, "Gbit": {"rate", 1e3}, "g": {"mass", 1}, "kg": {"mass", 1e3}, "t": {"mass", 1e6},
	"mm": {"length", 1}, "cm": {"length", 10}, "m": {"length", 1e3}, "km": {"length", 1e6}, "m2": {"area", 1}, "ml": {"volume", 1}, "l": {"volume", 1e3},
	"s": {"time", 1}, "min": {"time", 60}, "h": {"time", 3600}, "day": {"time", 86400}, "week": {"time", 7 * 86400}, "month": {"months", 1}, "year": {"months", 12}, "decade": {"months", 120},
	"C": {"heat", 1}, "%": {"share", 1}, "EUR": {"euro", 1}, "USD": {"dollar", 1}, "GBP": {"pound", 1},
}

// count files the words for whole numbers under a hundred.
func (w *figureWords) count(d *language.File, l language.Lang) {
	ones := language.Numbered(d.Numbers, 0)
	for low, n := range ones {
		w.value[low] = float64(n)
	}
	for low, n := range language.Numbered(d.Figures.Tens, 1) {
		w.value[low] = float64(10 * n)
		for one, k := range ones {
			if k > 0 && k < 10 && !d.Dense {
				w.value[one+w.joint+low], w.value[low+one] = float64(10*n+k), float64(10*n+k)
			}
		}
	}
	for low, n := range ones {
		if n > 1 && l == language.English {
			w.value[low+"s"], w.value[low+"es"] = float64(n), float64(n) // "under sixes"
		}
	}
}

// figuresOf are the words of a language, read when it is first asked for. That its file has
// them all is told by the tests.
var figuresOf = language.OncePer(func(l language.Lang) *figureWords {
	d := l.File()
	f := d.Figures
	w := &figureWords{
		value: map[string]float64{}, scale: map[string]float64{}, noon: map[string]int{}, quarter: map[string]int{}, beside: map[string]int{}, clock: map[string]bool{}, days: map[string]bool{}, inflected: map[string]int{},
		half: map[string]bool{}, unit: map[string]string{}, feast: map[string][2]int{}, behind: map[string]int{}, months: map[string]bool{}, shift: map[string]int{}, than: map[string]bool{}, led: map[string]int{}, by: map[string]bool{},
		ordinal: language.Numbered(f.Ordinals, 1), joint: language.Fold(f.Joint), minus: f.Minus, ordinalEnds: strings.Fields(d.Time.Ordinals),
	}
	w.count(d, l)
	for text, list := range f.Scales {
		v, _ := strconv.ParseFloat(text, 64)
		each(list, func(low string) { w.scale[low] = v })
	}
	numbered(f.Noon, w.noon)
	numbered(f.Quarters, w.quarter)
	numbered(f.Behind, w.behind)
	for _, names := range d.Months {
		if name, _, _ := strings.Cut(names, " "); !d.Time.Capitals {
			w.months[name] = true
		}
	}
	for k, names := range d.Weekdays {
		each(names, func(low string) {
			if w.days[low] = true; len(low) >= leastInflected {
				w.inflected[l.Stem(low)] = k
			}
		})
	}
	each(f.More, func(low string) { w.shift[low], w.led[low] = 1, 1 })
	each(f.Less, func(low string) { w.shift[low], w.led[low] = -1, -1 })
	each(f.Than, func(low string) { w.than[low] = true })
	each(f.Up, func(low string) { w.led[low] = 1 })
	each(f.Down, func(low string) { w.led[low] = -1 })
	each(f.By, func(low string) { w.by[low] = true })
	each(f.Clock, func(low string) { w.clock[low] = true })
	each(f.Past, func(low string) { w.beside[low] = 1 })
	each(f.Before, func(low string) { w.beside[low] = -1 })
	each(f.AfterNoon, func(low string) { w.half[low] = true })
	each(f.BeforeNoon, func(low string) { w.half[low] = false })
	for symbol, list := range f.Units {
		each(list, func(low string) { w.unit[low] = symbol })
	}
	for date, list := range f.Feasts {
		t, _ := time.Parse("01-02", date)
		each(list, func(low string) { w.feast[low] = [2]int{int(t.Month()), t.Day()} })
	}
	return w
})

// numbered files words by the number that their list has in a language's file.
func numbered(lists map[string]string, into map[string]int) {
	for text, list := range lists {
		n, _ := strconv.Atoi(text)
		each(list, func(low string) { into[low] = n })
	}
}

func each(list string, do func(low string)) {
	for _, w := range strings.Fields(list) {
		do(language.Fold(w))
	}
}
