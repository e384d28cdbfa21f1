package quantity

import (
	"dormouse/memory/language"
	"dormouse/memory/language/temporal"
	"math"
	"strconv"
	"strings"
	"time"
)

// dates reads the times that Times is sure of.
func (r *figureReader) dates() {
	for _, t := range temporal.Times(r.text, r.day) {
		if t.Yearless && r.lang.Dense() && t.First.Equal(t.Last) {
			f := Figure{From: t.From, To: t.To, Kind: Date, Month: int(t.First.Month()), Day: t.First.Day(), Said: r.day}
			if t.Monthless {
				f.Month = 0
			}
			r.out = append(r.out, f)
			continue
		}
		if t.Monthless {
			r.monthless = append(r.monthless, t)
		}
		if t.Grain == temporal.Earlier || t.Grain == temporal.Around || t.Yearless { // date reads those
			continue
		}
		r.out = append(r.out, Figure{From: t.From, To: t.To, Kind: Date, First: t.First, Last: t.Last, Said: r.day})
	}
	r.times = len(r.out)
}

// date reads a date at piece i that is told in part: a day and a month, a weekday,
// "the 17th", a feast, a year alone; and dates in figures that Times does not read.
func (r *figureReader) date(i int) int {
	p := r.at(i)
	if n := r.eitherWay(i); n > 0 {
		return n
	}
	if d, n := named(r, i, r.w.feast); n > 0 {
		return r.add(Figure{Kind: Date, Month: d[0], Day: d[1]}, i, n)
	}
	if m, n := r.denseMonth(i); n > 0 {
		return r.add(Figure{Kind: Date, Month: m}, i, n)
	}
	if m := r.month(i); m > 0 {
		f, n := Figure{Kind: Date, Month: m}, 1
		if d, k := r.dayNumber(i + 1); k > 0 && r.beside(i+1) {
			f.Day, n = d, 1+k
		}
		return r.add(f, i, n)
	}
	if d, ok := r.dayOfWeek(p.low); ok && len(p.low) > 2 {
		return r.weekday(d+1, i)
	}
	d, n := r.dayNumber(i)
	if n == 0 {
		return r.year(i)
	}
	k := i + n
	if k < len(r.ps) && !r.ps[k].digits && r.lang.Month(r.ps[k].low) == 0 && r.beside(k) {
		k++ // "15 de junio", "3rd of May"
	}
	if m := r.lang.Month(r.at(k).low); m > 0 && len(r.at(k).low) > 2 && r.beside(k) && !r.allows(k) {
		return r.add(Figure{Kind: Date, Month: m, Day: d}, i, k+1-i)
	}
	if behind := r.monthlessUntil(i); behind > 0 {
		return r.dayAlone(i, d, behind-i)
	}
	if n == 2 || strings.HasPrefix(r.text[r.ps[i].to:], ".") && !r.beside(i+1) && r.lang.NounsHaveCapitals() {
		return r.dayAlone(i, d, n)
	}
	return 0
}

// monthlessUntil is the piece behind a day of a month that is told without the month, where
// piece i is its number: "el 9" is such a day, and "las 9" is none. It is 0 for no such day.
func (r *figureReader) monthlessUntil(i int) (behind int) {
	for _, t := range r.monthless {
		for k := i; k < len(r.ps) && t.From <= r.ps[i].from && r.ps[k].to <= t.To; k++ {
			behind = k + 1
		}
	}
	return behind
}

// denseMonth reads "5月末" and "五月底".
func (r *figureReader) denseMonth(i int) (m, n int) {
	if !r.lang.Dense() {
		return 0, 0
	}
	v, n := r.cardinal(i)
	if rest, ok := strings.CutPrefix(r.at(i+n).low, "月"); n == 0 || !ok || rest == "" || !r.at(i+n).glued || v != math.Trunc(v) || v < 1 || v > 12 {
		return 0, 0
	}
	return int(v), n
}

// allows reports whether a month of a date is another word: "under 25 may not".
func (r *figureReader) allows(k int) bool {
	low := r.at(k + 1).low
	if r.lang.File().Time.Capitals && strings.ToLower(r.text[r.at(k).from:r.at(k).to]) != r.text[r.at(k).from:r.at(k).to] {
		return false
	}
	return r.lang.ModeOf(r.at(k).low) != 0 && r.beside(k+1) && (r.lang.ModeOf(low) != 0 || r.lang.Is(language.Negators, low))
}

// weekday reads a day of the week at piece i, and the number of its day in the month
// where that alone follows, or the two are a day that is near: "jueves 29".
func (r *figureReader) weekday(of, i int) int {
	_, one := r.lang.Weekday(r.at(i).low)
	f, n := Figure{Kind: Date, DayOfWeek: of, Every: !one && strings.HasSuffix(r.at(i).low, "s")}, 1
	d, k := r.dayNumber(i + 1)
	next := r.at(i + 1 + k)
	if alone := next.low == "" || k == 2 || !r.beside(i+1+k) && !next.glued; k > 0 && r.beside(i+1) && (alone || r.monthlessUntil(i+1) > 0 || r.day.IsZero() && language.Common(r.lang, next.low)) {
		f.Day, n = d, 1+k
	}
	return r.add(f, i, n)
}

// dayAlone reads "the 17th" as a day of a month, where nothing that is counted
// follows it.
func (r *figureReader) dayAlone(i, d, n int) int {
	next := r.at(i + n)
	_, weekday := r.lang.Weekday(next.low)
	if next.low != "" && r.beside(i+n) && !r.cueless(next.low) && !weekday {
		return 0
	}
	return r.add(Figure{Kind: Date, Day: d}, i, n)
}

// month is the month that piece i names, 0 for none. What is another word, too, is
// one with a capital only.
func (r *figureReader) month(i int) int {
	p := r.at(i)
	m := r.lang.Month(p.low)
	if r.at(i-1).digits && r.allows(i) {
		return 0
	}
	if r.w.value[p.low] > 0 && !r.at(i-1).digits && !r.at(i+1).digits {
		return 0 // French "sept" counts
	}
	if m == 0 || len(p.low) < 3 || len(p.low) == 3 && !r.lang.Dense() && !r.w.months[p.low] && strings.ToLower(r.text[p.from:p.to]) == r.text[p.from:p.to] && language.Everyday(p.low) && !r.at(i-1).digits && !(r.at(i+1).digits && len(r.at(i+1).low) <= 2) {
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
		if next := r.at(i + 1); (next.glued || next.joined) && r.w.ordinalEnd(next.low) {
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

// year reads a year that stands alone.
func (r *figureReader) year(i int) int {
	p, next := r.at(i), r.at(i+1)
	if !p.digits || len(p.low) != 4 || p.glued || next.glued || r.w.unit[next.low] != "" {
		return 0
	}
	y, _ := strconv.Atoi(p.low) // 0 is no year
	if y < 1900 || y >= 2100 {
		return 0
	}
	return r.add(Figure{Kind: Date, Year: y}, i, 1)
}

// eitherWay reads a date such as 5/7/2026, of which nobody can tell the month, both ways
// round; Times reads all others.
func (r *figureReader) eitherWay(i int) (n int) {
	if !r.at(i).digits || !r.at(i+1).digits {
		return 0
	}
	end := r.ps[i].from
	for end < len(r.text) && strings.IndexByte("0123456789/", r.text[end]) >= 0 {
		end++
	}
	written := strings.TrimRight(r.text[r.ps[i].from:end], "/")
	for _, layout := range []string{"1/2/2006", "2/1/2006"} {
		if t, err := time.Parse(layout, written); err == nil {
			n = r.add(Figure{Kind: Date, First: t, Last: t}, i, 3)
		}
	}
	return n
}

// combine makes one date of a day and of the month that is told elsewhere in the
// text: "in August, from the 3rd", or before it with another day.
func (r *figureReader) combine() {
	month := 0
	for _, f := range r.out {
		if f.Kind == Date && f.Month > 0 && f.Day == 0 {
			month = f.Month
		} else if f.Kind == Date && f.First.Day() == 1 && f.Last.Sub(f.First) > 27*day24 && f.Last.Sub(f.First) < 32*day24 {
			month = int(f.First.Month())
		}
	}
	before := 0
	for i := range r.out {
		f := &r.out[i]
		if f.Kind == Date && f.Month > 0 && f.Day > 0 {
			before = f.Month
		}
		if of := max(month, before); of > 0 && f.Kind == Date && f.Day > 0 && f.Month == 0 && f.DayOfWeek == 0 {
			f.Month = of
		}
	}
}

const day24 = 24 * time.Hour

// dayOfWeek is the day of the week that a word names, in another case, too.
func (r *figureReader) dayOfWeek(low string) (day int, ok bool) {
	if day, ok = r.lang.Weekday(low); !ok && strings.HasSuffix(low, "s") {
		day, ok = r.lang.Weekday(strings.TrimSuffix(low, "s")) // "Sundays", "montags"
	}
	if !ok && len(low) >= leastInflected {
		day, ok = r.w.inflected[r.lang.Stem(low)]
	}
	return day, ok
}

// leastInflected is how many bytes a name of a day has that is known by its stem.
const leastInflected = 8
