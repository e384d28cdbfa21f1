package temporal

import (
	"slices"
	"strings"
	"time"
)

// The rows of which: before, this, after, and surely before or after whatever day
// of the week it is.
const (
	whichLast = iota
	whichThis
	whichNext
	whichPast
	whichComing
)

var whichNames = []string{"last", "this", "next", "past", "coming"}

var whichSign = [...]int{-1, 0, 1, -1, 1}

// The rows of units.
const (
	unitDay = iota
	unitWeek
	unitWeekend
	unitMonth
	unitYear
)

// meaning reads what stands in a pattern's slots, or what its rule says outright.
func (r *timeReader) meaning(f *found) (meaning, bool) {
	rule := f.pattern.rule
	if f.part == "" {
		f.part = rule.Part
	}
	if rule.Count > 0 && f.number < 0 {
		f.number = rule.Count
	}
	if f.which < 0 {
		f.which = f.pattern.which
	}
	switch {
	case rule.None:
		return meaning{}, false
	case f.date > 0 && f.year == 0:
		return r.yearless(f)
	case f.year > 0:
		return r.dated(f)
	case rule.Day != nil:
		return r.ofDay(f, r.day.AddDate(0, 0, *rule.Day), "day", "part"), true
	case rule.Week != nil && f.weekday >= 0:
		return r.dayOfWeek(f, *rule.Week)
	case rule.Week != nil:
		return r.unit(unitWeek, *rule.Week)
	case rule.Weekend != nil:
		return r.unit(unitWeekend, *rule.Weekend)
	case rule.Month != nil:
		return r.unit(unitMonth, *rule.Month)
	case rule.Year != nil:
		return r.unit(unitYear, *rule.Year)
	case f.vague && f.unit >= 0:
		return meaning{last: r.day, grain: Earlier, as: "vague", date: day(r.day)}, r.g.Write["vague"] != ""
	case f.number > 0 && f.unit >= 0:
		return r.ago(f.number, f.unit)
	case f.which >= 0:
		return r.which(f)
	case f.weekday >= 0:
		return r.saidWeekday(f)
	case f.month >= 0:
		return r.saidMonth(f)
	}
	return meaning{}, false
}

func day(d time.Time) string { return d.Format(time.DateOnly) }

func (r *timeReader) ofDay(f *found, d time.Time, whole, part string) meaning {
	m := meaning{first: d, last: d, as: whole, date: day(d)}
	if f.part != "" {
		m.grain, m.as = PartOfDay, part
	}
	return m
}

// during is a time of several days, and the template and the date by which it is written.
func during(first, last time.Time, g Grain, as, layout string) meaning {
	return meaning{first: first, last: last, grain: g, as: as, date: first.Format(layout)}
}

func month(year, month int, as, layout string) meaning {
	first := Day(year, month, 1)
	return during(first, first.AddDate(0, 1, -1), OneMonth, as, layout)
}

// unit is the week, weekend, month or year n later.
func (r *timeReader) unit(unit, n int) (meaning, bool) {
	switch unit {
	case unitWeek:
		first := monday(r.day, n)
		return during(first, first.AddDate(0, 0, 6), OneWeek, "week", time.DateOnly), true
	case unitWeekend:
		first := monday(r.day, n).AddDate(0, 0, 5)
		early := r.day.Weekday() == time.Monday || r.day.Weekday() == time.Tuesday
		return during(first, first.AddDate(0, 0, 1), Weekend, "weekend", time.DateOnly), n <= 0 || !early
	case unitMonth:
		return month(r.day.Year(), int(r.day.Month())+n, "month", "2006-01"), true
	case unitYear:
		first := Day(r.day.Year()+n, 1, 1)
		return during(first, first.AddDate(1, 0, -1), OneYear, "year", "2006"), true
	}
	return meaning{}, false
}

// ago is n units before, as exactly as people mean it.
func (r *timeReader) ago(n, unit int) (meaning, bool) {
	near := 0
	switch unit {
	case unitDay:
		if n > 6 {
			near = 1
		}
	case unitWeek:
		n, near = 7*n, 3
	case unitMonth, unitYear:
		return r.unit(unit, -n)
	default:
		return meaning{}, false
	}
	d := r.day.AddDate(0, 0, -n)
	if near == 0 {
		return meaning{first: d, last: d, as: "day", date: day(d)}, true
	}
	return meaning{first: d.AddDate(0, 0, -near), last: d.AddDate(0, 0, near), grain: Around, as: "around", date: day(d)}, true
}

// which reads "last Friday", "this weekend", "next month", "last summer".
func (r *timeReader) which(f *found) (meaning, bool) {
	n := whichSign[f.which]
	switch {
	case f.unit >= 0 && f.plural:
	case f.unit >= 0 && f.weekday >= 0:
		m, sure := r.dayOfWeek(f, n)
		return m, sure && f.unit == unitWeek
	case f.unit == unitWeekend && f.which == whichComing:
		m, _ := r.unit(unitWeekend, 0)
		return m, !isWeekend(r.day)
	case f.unit >= 0:
		return r.unit(f.unit, n)
	case f.weekday >= 0:
		d, sure := r.whichWeekday(f, n)
		return r.ofDay(f, d, "weekday", "weekday part"), sure
	case f.month >= 0:
		return r.whichMonth(f, n)
	case f.season >= 0:
		return r.season(f, n)
	}
	return meaning{}, false
}

// dayOfWeek is a weekday of the week n weeks later: "Friday of last week". Of which
// week a Sunday is, not all people say alike.
func (r *timeReader) dayOfWeek(f *found, n int) (meaning, bool) {
	d := monday(r.day, n).AddDate(0, 0, f.weekday)
	sunday := f.weekday == 6 || r.day.Weekday() == time.Sunday
	return r.ofDay(f, d, "weekday", "weekday part"), !r.g.Sunday || !sunday
}

// whichWeekday is the day that "last", "this" or "next" says. Of "next Friday" on a
// Monday nobody knows which is meant, nor of "last Friday" on the day after.
func (r *timeReader) whichWeekday(f *found, n int) (time.Time, bool) {
	d := towards(r.day, f.weekday, n)
	switch f.which {
	case whichLast:
		return d, !r.ofEach(f) && r.day.Sub(d) > 24*time.Hour && (!r.g.ByWeek || !sameWeek(d, r.day))
	case whichNext:
		return d, r.g.Nearest || !sameWeek(d, r.day) && d.Sub(r.day) > 24*time.Hour
	case whichThis:
		return r.weekdayOfThis(f, d)
	}
	return d, true
}

// mostToUnit is how many words there are at most from "the last Friday" to what it is
// the last one of: "in each month".
const mostToUnit = 3

// ofEach reports whether a month or a year follows, of which "the last Friday" is one:
// that is a rule and no day.
func (r *timeReader) ofEach(f *found) bool {
	for i := f.to; i < min(f.to+mostToUnit, len(r.ws)) && strings.TrimSpace(gap(r.text, r.ws, i)) == ""; i++ {
		if slices.ContainsFunc(r.g.fillers[unitSlot][r.word(i)], func(x filler) bool { return x.value == unitMonth || x.value == unitYear }) {
			return true
		}
	}
	return false
}

func (r *timeReader) weekdayOfThis(f *found, d time.Time) (time.Time, bool) {
	tense := r.g.tense(r.text, r.ws, f.at, f.to)
	switch {
	case d.Equal(r.day), !sameWeek(d, r.day) && tense == 0:
		return d, false
	case tense < 0:
		return towards(r.day, f.weekday, -1), true
	}
	return d, true
}

// whichMonth is "last July", "next July", "this July". Of "next" one that comes
// within the quarter nobody knows which is meant, nor of one that is over "this".
func (r *timeReader) whichMonth(f *found, n int) (meaning, bool) {
	now, of := int(r.day.Month()), f.month+1
	year := r.day.Year()
	switch {
	case n > 0 && of > now && of-now < 4:
		return meaning{}, false
	case n == 0 && of < now:
		tense := r.g.tense(r.text, r.ws, f.at, f.to)
		if tense == 0 {
			return meaning{}, false
		}
		if tense > 0 {
			year++
		}
	case n < 0 && of >= now:
		year--
	case n > 0 && of <= now:
		year++
	}
	return month(year, of, "month", "2006-01"), true
}

// season is spring, summer or autumn, in the north; "last summer" is the one that
// is over. Winter is of two years.
func (r *timeReader) season(f *found, n int) (meaning, bool) {
	start := 3*f.season + 3
	year := r.day.Year()
	switch month := int(r.day.Month()); {
	case start > 9:
		return meaning{}, false
	case n < 0 && month <= start+2:
		year--
	case n > 0 && month >= start:
		year++
	}
	first := Day(year, start, 1)
	return during(first, first.AddDate(0, 3, -1), Season, "season", "2006"), r.g.Write["season"] != ""
}

// saidWeekday reads "on Friday" where its clause says whether it is past or to come;
// otherwise nobody knows which Friday.
func (r *timeReader) saidWeekday(f *found) (meaning, bool) {
	if f.short || (f.weekday+1)%7 == int(r.day.Weekday()) {
		return meaning{}, false
	}
	tense := r.g.tense(r.text, r.ws, f.at, f.to)
	return r.ofDay(f, towards(r.day, f.weekday, tense), "said weekday", "weekday part"), tense != 0
}

// saidMonth reads "in March" where its clause says whether it is past or to come. A
// month that is, and one in a sentence about years, could be of any year.
func (r *timeReader) saidMonth(f *found) (meaning, bool) {
	if f.short || r.g.Capitals && !r.ws[f.nameAt].Upper {
		return meaning{}, false
	}
	first, end := sentenceAround(r.text, r.ws, f.at, f.to)
	for i := first; i < end; i++ {
		if w := &r.ws[i]; (i < f.at || i >= f.to) && (r.g.anyYear[w.Low] || w.Number() > 999) {
			return meaning{}, false
		}
	}
	of, now := time.Month(f.month+1), r.day.Month()
	tense := r.g.tense(r.text, r.ws, f.at, f.to)
	year := r.day.Year()
	switch {
	case tense == 0 || of == now:
		return meaning{}, false
	case tense < 0 && of > now:
		year--
	case tense > 0 && of < now:
		year++
	}
	return month(year, int(of), "said month", "2006"), true
}

// dated reads a date that names its year.
func (r *timeReader) dated(f *found) (m meaning, ok bool) {
	switch {
	case f.month < 0:
		first := Day(f.year, 1, 1)
		m = meaning{first: first, last: first.AddDate(1, 0, -1), grain: OneYear}
	case f.date > 0:
		d := Day(f.year, f.month+1, f.date)
		m = meaning{first: d, last: d}
	default:
		m = month(f.year, f.month+1, "", "")
	}
	m.dated = true
	return m, m.grain != OneDay || m.first.Day() == f.date
}
