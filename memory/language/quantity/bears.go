package quantity

import (
	"math"
	"time"

	"dormouse/memory/language/temporal"
)

// How far from the day it was said on, in days, a date may lie that is told in part.
const (
	nearWeekday = 8
	nearDay     = 45
	nearMonth   = 400
)

// Bears reports whether a figure that was said bears out one that is claimed: they
// mean the same, as exactly.
func (f Figure) Bears(claim Figure) bool {
	switch {
	case claim.Kind == Date && f.Kind == Date:
		return f.bearsDate(claim)
	case claim.Kind == Hour && (f.Kind == Hour || f.Kind == Amount), f.Kind == Hour && claim.Kind == Amount:
		return f.bearsHour(claim)
	case claim.Kind == Date && claim.Year > 0 && claim.Year == f.shortYear():
		return true
	case claim.Kind == Date && f.Kind == Amount && f.Spans():
		return f.reaches(claim)
	case claim.Kind == Date && f.Kind == Amount && f.Value <= 31:
		return f.bareDay(claim)
	case (claim.Kind == Amount && f.Kind == Date || claim.Kind == Date && f.Kind == Amount) && f.plainYear() > 0:
		return claim.plainYear() == f.plainYear()
	case claim.Kind == Amount && f.Kind == Date:
		return f.dayOnly() && near9(float64(f.Day), claim.Value) // "24." may end a sentence
	case claim.Kind == Ordinal && f.Kind == Amount:
		return f.Unit == claim.Unit && near9(f.Value, claim.Value) || f.Unit == "" && near9(f.Value, claim.Value) || claim.isShare(f) // "number four", "7 months" and "the seventh"
	case claim.Kind == Amount && f.Kind == Ordinal:
		return f.isShare(claim) || f.Unit == "week" && claim.Unit == "week" && near9(f.Value, claim.Value) // "every second Tuesday"
	case claim.Kind != f.Kind:
		return false
	}
	a, b := measures[f.Unit], measures[claim.Unit]
	if f.Unit == "m" && claim.Unit == "m2" {
		return near9(f.Value, claim.Value) // "a flat of 95 metres"
	}
	if a.of != "" && b.of != "" && f.Unit != claim.Unit {
		return a.of == b.of && (near9(f.Value*a.size, claim.Value*b.size) || f.fortnight() && claim.fortnight())
	}
	if claim.Unit == "%" && f.Unit == "" && f.Value < 1 {
		return near9(100*f.Value, claim.Value) // "half"
	}
	if f.Counts && b.of != "" && !b.money() || claim.Counts && a.of != "" && !a.money() {
		return false
	}
	return near9(f.Value, claim.Value) || f.Short && near9(1000*f.Value, claim.Value)
}

// isShare reports whether a place in an order tells a share: "a tenth" is 10 %.
func (f Figure) isShare(of Figure) bool {
	return of.Unit == "%" && f.Value > 2 && math.Abs(100/f.Value-of.Value) < 1
}

// bareDay reports whether a number that nothing is counted by may be the day of a month
// that is claimed: "el 14".
func (f Figure) bareDay(claim Figure) bool {
	from, to, ok := claim.whole()
	if !ok || !from.Equal(to) || f.Unit != "" || f.Counts || f.Value < 1 {
		return false
	}
	return Figure{Kind: Date, Day: int(f.Value), Said: f.Said}.fits(from) && float64(from.Day()) == f.Value
}

// Rivals reports whether two figures are of one kind, so that one of them may stand
// where the other should.
func (f Figure) Rivals(claim Figure) bool {
	if f.Kind == Amount && claim.Kind == Amount && f.Unit != "" && claim.Unit != "" {
		return measures[f.Unit].of == measures[claim.Unit].of
	}
	return f.Kind == claim.Kind
}

// fortnight reports whether two weeks are meant, of which some languages count both ends:
// "quinze jours".
func (f Figure) fortnight() bool {
	return f.Unit == "day" && (f.Value == 14 || f.Value == 15) || f.Unit == "week" && f.Value == 2
}

func (m measure) money() bool {
	return m.size == 1 && (m.of == "euro" || m.of == "dollar" || m.of == "pound")
}

// Spans reports whether a figure is a length of time.
func (f Figure) Spans() bool { return measures[f.Unit].spans() }

func (m measure) spans() bool { return m.of == "time" || m.of == "months" }

// reaches reports whether a length of time leads from the day it was said on to a day that
// is claimed, or to the month: "in two weeks".
func (f Figure) reaches(claim Figure) bool {
	from, to, ok := claim.whole()
	if !ok || f.Value != math.Trunc(f.Value) || f.Said.IsZero() {
		return false
	}
	for _, n := range []int{int(f.Value), -int(f.Value)} {
		d := f.Said
		switch size := measures[f.Unit].size; {
		case measures[f.Unit].of == "months":
			d = d.AddDate(0, n*int(size), 0)
		case size < 86400:
			return false
		default:
			d = d.AddDate(0, 0, n*int(size)/86400)
		}
		if !d.Before(from) && !d.After(to) {
			return true
		}
	}
	return false
}

func near9(a, b float64) bool {
	d := a - b
	return d < 1e-9*(a+b) && -d < 1e-9*(a+b)
}

// dayOnly reports whether a date is told by the number of its day alone.
func (f Figure) dayOnly() bool {
	return f.First.IsZero() && f.Month == 0 && f.DayOfWeek == 0 && f.Day > 0
}

func (f Figure) plainYear() int {
	if f.Kind == Amount && f.Unit == "" {
		return int(f.Value)
	}
	return f.Year
}

// shortYear is the year that two digits are for: "born in 91".
func (f Figure) shortYear() int {
	if f.Kind != Amount || f.Unit != "" || f.Counts || f.Value != math.Trunc(f.Value) || f.Value < 40 || f.Value > 99 {
		return 0
	}
	return 1900 + int(f.Value)
}

// bearsHour compares times of day; a bare number may be one of either half.
func (f Figure) bearsHour(claim Figure) bool {
	minutes := func(x Figure) (int, bool) {
		if x.Kind == Hour {
			return int(x.Value), x.Sure
		}
		return int(60 * x.Value), x.Value > 12
	}
	if f.Kind == Amount && f.Unit == "min" || claim.Kind == Amount && claim.Unit == "min" {
		return near9(f.Value, claim.Value) // "in 3:20"
	}
	if f.Kind == Amount && f.Unit != "" && f.Unit != "h" || claim.Kind == Amount && claim.Unit != "" && claim.Unit != "h" {
		return false
	}
	a, sureA := minutes(f)
	b, sureB := minutes(claim)
	if f.Kind == Amount && f.Unit == "" && f.Value < 24 { // "20.45"
		hour, part := math.Modf(f.Value)
		if minute := math.Round(100 * part); part > 0 && minute < 60 && near9(math.Round(1e6*part), 1e4*minute) {
			a, sureA = int(60*hour+minute), hour > 12
		}
	}
	return a == b || !(sureA && sureB) && (a-b)%720 == 0
}

// whole is the days of a date as far as it tells them: those of a year, too.
func (f Figure) whole() (first, last time.Time, ok bool) {
	switch {
	case !f.First.IsZero():
		return f.First, f.Last, true
	case f.Year > 0:
		first = temporal.Day(f.Year, 1, 1)
		return first, first.AddDate(1, 0, -1), true
	}
	return first, last, false
}

func (f Figure) bearsDate(claim Figure) bool {
	first, last, told := f.whole()
	from, to, claimed := claim.whole()
	switch {
	case told && claimed:
		return !first.Before(from) && !last.After(to) || from.Equal(to) && first.Equal(from)
	case told && claim.Every:
		return false // what is so on one day is not so each week
	case told:
		return first.Equal(last) && claim.fits(first) || claim.Day == 0 && claim.DayOfWeek == 0 && claim.fits(first) && claim.fits(last)
	case claimed && from.Equal(to):
		ends := f.Month > 0 && (from.Day() == 1 || from.AddDate(0, 0, 1).Day() == 1) // "by the end of March"
		return (f.Day > 0 || f.DayOfWeek > 0 || ends) && f.fits(from)
	case claimed:
		return f.Month > 0 && f.fits(from) && (f.Day > 0 || to.Sub(from) < 32*day24) || f.Month > 0 && claim.Month == 0 && f.Said.Year() == from.Year()
	}
	return (claim.Day == 0 || claim.Day == f.Day || f.endsWith(claim)) && (claim.Month == 0 || claim.Month == f.Month || f.nearMonth(claim)) && (claim.DayOfWeek == 0 || claim.DayOfWeek == f.DayOfWeek)
}

// endsWith reports whether a day is the last of a month that was said: "bis Ende Mai".
func (f Figure) endsWith(claim Figure) bool {
	return f.Day == 0 && f.Month > 0 && claim.Month == f.Month && claim.Day == temporal.Day(f.Said.Year(), f.Month+1, 0).Day()
}

// nearMonth reports whether a day of a month that was said without one may be of the
// month that is claimed.
func (f Figure) nearMonth(claim Figure) bool {
	year, month := f.Said.Year(), time.Month(claim.Month)
	if month < f.Said.Month() {
		year++
	}
	return f.Month == 0 && f.Day > 0 && claim.Day == f.Day && f.fits(temporal.Day(year, int(month), f.Day))
}

// fits reports whether a day may be meant by a date that is told in part.
func (f Figure) fits(d time.Time) bool {
	far := nearMonth
	switch {
	case f.Month == 0 && f.Day > 0:
		far = nearDay
	case f.Month == 0:
		far = nearWeekday
	}
	if off := int(d.Sub(f.Said) / day24); off > far || off < -far {
		return false
	}
	return (f.Month == 0 || f.Month == int(d.Month())) && (f.Day == 0 || f.Day == d.Day()) &&
		(f.DayOfWeek == 0 || f.DayOfWeek == (int(d.Weekday())+6)%7+1)
}
