package quantity

import (
	"dormouse/memory/language"
	"dormouse/memory/language/temporal"
	"strconv"
	"strings"
	"time"
)

// dates reads the times that Times is sure of.
func (r *figureReader) dates() {
	for _, t := range temporal.Times(r.text, r.day) {
		if t.Grain == temporal.Earlier || t.Grain == temporal.Around || t.Yearless { // date reads those
			continue
		}
		r.out = append(r.out, Figure{From: t.From, To: t.To, Kind: Date, First: t.First, Last: t.Last, Said: r.day})
	}
	r.told = len(r.out)
}

// date reads a date at piece i that is told in part: a day and a month, a weekday,
// "the 17th", a feast, a year; and dates in figures.
func (r *figureReader) date(i int) int {
	p := r.at(i)
	if p.digits {
		if n := r.inFigures(i); n > 0 {
			return n
		}
	}
	if f, n := r.feast(i); n > 0 {
		return r.add(f, i, n)
	}
	if m := r.month(i); m > 0 {
		f, n := Figure{Kind: Date, Month: m}, 1
		if d, k := r.dayNumber(i + 1); k > 0 {
			f.Day, n = d, 1+k
		}
		return r.year(f, i, n)
	}
	if d, ok := r.lang.Weekday(p.low); ok && len(p.low) > 2 {
		return r.add(Figure{Kind: Date, DayOfWeek: d + 1}, i, 1)
	}
	d, n := r.dayNumber(i)
	if n == 0 {
		return r.year(Figure{Kind: Date}, i, 0)
	}
	k := i + n
	if k < len(r.ps) && !r.ps[k].digits && r.lang.Month(r.ps[k].low) == 0 && r.beside(k) {
		k++ // "15 de junio", "3rd of May"
	}
	if m := r.lang.Month(r.at(k).low); m > 0 && len(r.at(k).low) > 2 && r.beside(k) {
		return r.year(Figure{Kind: Date, Month: m, Day: d}, i, k+1-i)
	}
	if n == 2 || strings.HasPrefix(r.text[r.ps[i].to:], ".") && !r.beside(i+1) && r.lang.NounsHaveCapitals() {
		return r.dayAlone(i, d, n)
	}
	return 0
}

// dayAlone reads "the 17th" as a day of a month, where nothing that is counted
// follows it.
func (r *figureReader) dayAlone(i, d, n int) int {
	next := r.at(i + n)
	if next.low != "" && r.beside(i+n) && !r.cueless(next.low) && !r.namesDay(next.low) {
		return 0
	}
	return r.add(Figure{Kind: Date, Day: d}, i, n)
}

// month is the month that piece i names, 0 for none. What is another word, too, is
// one with a capital only.
func (r *figureReader) month(i int) int {
	p := r.at(i)
	m := r.lang.Month(p.low)
	if r.w.value[p.low] > 0 && !r.at(i-1).digits && !r.at(i+1).digits {
		return 0 // French "sept" counts
	}
	if m == 0 || len(p.low) < 3 || len(p.low) <= 4 && !r.lang.Dense() && strings.ToLower(r.text[p.from:p.to]) == r.text[p.from:p.to] && language.Everyday(p.low) && !r.at(i-1).digits && !(r.at(i+1).digits && len(r.at(i+1).low) <= 2) {
		return 0
	}
	return m
}

// dayNumber reads a day of a month at piece i, and how many pieces it takes: two
// with the letters of an ordinal.
func (r *figureReader) dayNumber(i int) (d, n int) {
	p := r.at(i)
	if p.digits && len(p.low) <= 2 {
		d, _ = strconv.Atoi(p.low)
		n = 1
		if next := r.at(i + 1); next.glued && r.w.ordinalEnd(next.low) {
			n = 2
		} else if next.glued {
			return 0, 0
		}
	} else if o := r.w.ordinal[p.low]; o > 0 && (r.month(i+1) > 0 || r.month(i+2) > 0) {
		d, n = o, 1
	}
	if d < 1 || d > 31 {
		return 0, 0
	}
	return d, n
}

// year adds a year that stands behind a date, or stands alone at piece i.
func (r *figureReader) year(f Figure, i, n int) int {
	k := i + n
	if n > 0 && r.at(k).low != "" && !r.at(k).digits && r.beside(k) && r.at(k+1).digits && len(r.at(k).low) < 4 {
		k++ // "junio de 2026"
	}
	p := r.at(k)
	y, err := strconv.Atoi(p.low)
	alone := n > 0 || r.w.unit[r.at(k+1).low] == "" && !r.at(k+1).glued && !p.glued
	if err == nil && p.digits && len(p.low) == 4 && y >= 1900 && y < 2100 && alone && (n == 0 || k-i-n == 0 || r.beside(k)) {
		f.Year, n = y, k+1-i
	}
	if n == 0 {
		return 0
	}
	if f.Year > 0 && f.Month > 0 && f.Day > 0 {
		f.First = time.Date(f.Year, time.Month(f.Month), f.Day, 0, 0, 0, 0, time.UTC)
		f.Last = f.First
	}
	return r.add(f, i, n)
}

// feast reads the name of a day of the year, of one to three words.
func (r *figureReader) feast(i int) (f Figure, n int) {
	name := ""
	for k := i; k < i+3 && (k == i && k < len(r.ps) || r.beside(k)); k++ {
		if name += r.ps[k].low; r.w.feast[name] != [2]int{} {
			d := r.w.feast[name]
			f, n = Figure{Kind: Date, Month: d[0], Day: d[1]}, k-i+1
		}
		name += "-"
	}
	return f, n
}

// inFigures reads 07.05.2023 and 5/7/2023, the latter both ways round.
func (r *figureReader) inFigures(i int) int {
	for _, layout := range []string{"2.1.2006", "1/2/2006", "2/1/2006", "2006/1/2"} {
		end := r.ps[i].from
		for end < len(r.text) && strings.ContainsRune("0123456789./", rune(r.text[end])) {
			end++
		}
		t, err := time.Parse(layout, strings.TrimRight(r.text[r.ps[i].from:end], "./"))
		if err != nil {
			continue
		}
		n := 1
		for i+n < len(r.ps) && r.ps[i+n].from < end {
			n++
		}
		r.add(Figure{Kind: Date, First: t, Last: t}, i, n)
		if layout != "1/2/2006" {
			return n
		}
		if u, err := time.Parse("2/1/2006", strings.TrimRight(r.text[r.ps[i].from:end], "./")); err == nil && !u.Equal(t) {
			r.add(Figure{Kind: Date, First: u, Last: u}, i, n)
		}
		return n
	}
	return 0
}

// combine makes one date of a day and of the month that is told elsewhere in the
// text: "in August, from the 3rd".
func (r *figureReader) combine() {
	month := 0
	for _, f := range r.out {
		if f.Kind == Date && f.Month > 0 && f.Day == 0 {
			month = f.Month
		} else if f.Kind == Date && f.First.Day() == 1 && f.Last.Sub(f.First) > 27*day24 && f.Last.Sub(f.First) < 32*day24 {
			month = int(f.First.Month())
		}
	}
	for i := range r.out {
		if f := &r.out[i]; month > 0 && f.Kind == Date && f.Day > 0 && f.Month == 0 {
			f.Month = month
		}
	}
}

const day24 = 24 * time.Hour

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
	case (claim.Kind == Amount && f.Kind == Date || claim.Kind == Date && f.Kind == Amount) && f.plainYear() > 0:
		return claim.plainYear() == f.plainYear()
	case claim.Kind == Amount && f.Kind == Date:
		return f.dayOnly() && near9(float64(f.Day), claim.Value) // "24." may end a sentence
	case claim.Kind != f.Kind:
		return false
	}
	a, b := measures[f.Unit], measures[claim.Unit]
	if a.of != "" && b.of != "" && f.Unit != claim.Unit {
		return a.of == b.of && near9(f.Value*a.size, claim.Value*b.size)
	}
	if f.Counts && b.of != "" && !b.money() || claim.Counts && a.of != "" && !a.money() {
		return false
	}
	return near9(f.Value, claim.Value) || f.Short && near9(1000*f.Value, claim.Value)
}

// Rivals reports whether two figures are of one kind, so that one of them may stand
// where the other should.
func (f Figure) Rivals(claim Figure) bool {
	if f.Kind == Amount && claim.Kind == Amount && f.Unit != "" && claim.Unit != "" {
		return measures[f.Unit].of == measures[claim.Unit].of
	}
	return f.Kind == claim.Kind
}

func (m measure) money() bool {
	return m.size == 1 && (m.of == "euro" || m.of == "dollar" || m.of == "pound")
}

// Spans reports whether a figure is a length of time.
func (f Figure) Spans() bool {
	of := measures[f.Unit].of
	return of == "time" || of == "months"
}

func near9(a, b float64) bool {
	d := a - b
	return d < 1e-9*(a+b) && -d < 1e-9*(a+b)
}

// dayOnly reports whether a date is told by the number of its day alone.
func (f Figure) dayOnly() bool {
	return f.First.IsZero() && f.Year == 0 && f.Month == 0 && f.DayOfWeek == 0 && f.Day > 0
}

func (f Figure) plainYear() int {
	if f.Kind == Amount && f.Unit == "" {
		return int(f.Value)
	}
	if f.Month == 0 && f.Day == 0 && f.DayOfWeek == 0 {
		return f.Year
	}
	return 0
}

// bearsHour compares times of day; a bare number may be one of either half.
func (f Figure) bearsHour(claim Figure) bool {
	minutes := func(x Figure) (int, bool) {
		if x.Kind == Hour {
			return int(x.Value), x.Sure
		}
		return int(60 * x.Value), x.Value > 12
	}
	if f.Kind == Amount && f.Unit != "" && f.Unit != "h" || claim.Kind == Amount && claim.Unit != "" && claim.Unit != "h" {
		return false
	}
	a, sureA := minutes(f)
	b, sureB := minutes(claim)
	return a == b || !(sureA && sureB) && (a-b)%720 == 0
}

// whole is the days of a date as far as it tells them: those of a month or year of
// which the year is told.
func (f Figure) whole() (first, last time.Time, ok bool) {
	switch {
	case !f.First.IsZero():
		return f.First, f.Last, true
	case f.Year > 0 && f.Month > 0:
		first = time.Date(f.Year, time.Month(f.Month), 1, 0, 0, 0, 0, time.UTC)
		return first, first.AddDate(0, 1, -1), true
	case f.Year > 0:
		first = time.Date(f.Year, 1, 1, 0, 0, 0, 0, time.UTC)
		return first, first.AddDate(1, 0, -1), true
	}
	return first, last, false
}

func (f Figure) bearsDate(claim Figure) bool {
	first, last, told := f.whole()
	from, to, claimed := claim.whole()
	switch {
	case told && claimed:
		return !first.Before(from) && !last.After(to) || first.Equal(from) && from.Equal(to)
	case told:
		return first.Equal(last) && claim.fits(first) || claim.Day == 0 && claim.DayOfWeek == 0 && claim.fits(first) && claim.fits(last)
	case claimed && from.Equal(to):
		return (f.Day > 0 || f.DayOfWeek > 0) && f.fits(from)
	case claimed:
		return f.Month > 0 && f.fits(from) && (f.Day > 0 || to.Sub(from) < 32*day24) || f.Month > 0 && claim.Month == 0 && f.Said.Year() == from.Year()
	}
	return (claim.Day == 0 || claim.Day == f.Day) && (claim.Month == 0 || claim.Month == f.Month) && (claim.DayOfWeek == 0 || claim.DayOfWeek == f.DayOfWeek)
}

// fits reports whether a day may be meant by a date that is told in part.
func (f Figure) fits(d time.Time) bool {
	far := nearMonth
	switch {
	case f.Month == 0 && f.Year == 0 && f.Day > 0:
		far = nearDay
	case f.Month == 0 && f.Year == 0:
		far = nearWeekday
	}
	if off := int(d.Sub(f.Said) / day24); f.Year == 0 && (off > far || off < -far) {
		return false
	}
	return (f.Year == 0 || f.Year == d.Year()) && (f.Month == 0 || f.Month == int(d.Month())) && (f.Day == 0 || f.Day == d.Day()) &&
		(f.DayOfWeek == 0 || f.DayOfWeek == (int(d.Weekday())+6)%7+1)
}

// namesDay reports whether a word is the name of a day of the week.
func (r *figureReader) namesDay(low string) bool {
	_, ok := r.lang.Weekday(low)
	return ok
}
