package statement

import (
	"slices"
	"strings"
	"time"

	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
)

// Renewed is what an older statement says once a newer one, said on a local day, has ended
// it: the same, corrected (Amended) or moved to another day. It is "" where the newer one
// says as much, or tells more than that; then that stands. What only says by how much a
// figure has changed (Shifted) stands behind the other, where it tells more.
func Renewed(older, newer Statement, said time.Time) string {
	if text, gives := Shifted(older, newer, said); gives {
		if text != "" && !newer.onlyCorrects(older) && !newer.onlyMoves(older) {
			text = strings.TrimRight(text, " .!") + " – " + newer.Text
		}
		return text
	}
	if text, whole := Amended(older, newer); whole && Besides(older, newer) > 0 {
		return text
	}
	return moved(older, newer, said)
}

// moved is an older statement with the one day that a newer one gives in the place of its
// only one, and the hour, where that gives another one, too; what else it says stays. It is
// "" where the newer one tells more, or the day may be one of another month.
func moved(older, newer Statement, said time.Time) string {
	was, is := older.derived.figures(), newer.derived.figures()
	put := exchange(older, newer)
	i, k := onlyDate(was), onlyDate(is)
	if x, ok := put[i]; !ok || x != k || older.Lang != newer.Lang || Besides(older, newer) == 0 && len(was) == 1 {
		return ""
	}
	for o := range put {
		if o != i && was[o].slot() != quantity.Hour {
			return ""
		}
	}
	if !is[k].isDay() || !was[i].staysInMonth(is[k], said) || !allTold(was, is, put) || !newer.onlyMoves(older) {
		return ""
	}
	return older.exchanged(was, is, put)
}

// onlyDate is the one date among figures; -1 where there is none, or several.
func onlyDate(list []figure) int {
	at := -1
	for i, f := range list {
		if f.Kind != quantity.Date {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// isDay reports whether a date means the same day whenever it is read.
func (f figure) isDay() bool { return f.Day > 0 || language.IsDay(f.text[f.From:f.To]) }

// staysInMonth reports whether another day without its month is surely one of the month of
// this one: it is later, and the next such day from the one on which it was said. "Moved
// from the 2nd to the 30th" may mean this month, "from the 28th to the 4th" the next one.
func (f figure) staysInMonth(newer figure, said time.Time) bool {
	month := f.Month
	if !f.First.IsZero() {
		month = int(f.First.Month())
	}
	if month == 0 || !newer.dayOnly() {
		return true
	}
	if newer.dayNumber() <= f.dayNumber() || said.IsZero() {
		return false
	}
	next := said
	for next.Day() != newer.dayNumber() {
		next = next.AddDate(0, 0, 1)
	}
	return int(next.Month()) == month
}

// onlyMoves reports whether a statement tells nothing beside an older one but that it is on
// another day: of its own it has at most a word in the clause that gives the day, "swap the
// dentist", and in one that speaks of the same, "the clinic rang".
func (s *Statement) onlyMoves(older Statement) bool {
	switch {
	case s.Denied || s.cues[language.End] || s.cues[language.Hedge]:
		return false
	case s.Lang.Dense():
		return s.givesFigures(older)
	}
	for _, part := range s.Lang.Parts(s.Text, s.words) {
		own, led := 0, false
		for i := part[0]; i < part[1]; i++ {
			stem, low := s.derived.words[i].stem, s.words[i].Low
			is := func(c language.Class) bool { return s.Lang.Is(c, low) }
			switch {
			case s.inFigure(s.words[i]):
				led = true
			case s.Lang.Lists(low).Has(language.Unmoved), is(language.Third), is(language.Me), is(language.You):
			case older.has(stem):
				led = led || slices.Contains(s.derived.matter, stem)
			case s.token(i) == "<name>", is(language.People), is(language.Animals):
				return false
			case slices.Contains(s.Topic, stem) && slices.Contains(s.derived.matter, stem):
				own++
			}
		}
		if own > 1 || own == 1 && !led {
			return false
		}
	}
	return true
}
