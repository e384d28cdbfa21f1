// Package quantity reads the figures that a text gives, however they are written:
// amounts with their units, places in an order, hours and dates; and tells whether what
// one text gives is borne out by another. It converts nothing but units of one measure,
// and reads no clock.
package quantity

import (
	"dormouse/memory/language"
	"dormouse/memory/language/temporal"
	"slices"
	"strings"
	"time"
)

// Kind is what sort of figure it is.
type Kind uint8

// The kinds of figures.
const (
	Amount  Kind = iota
	Ordinal      // "third", "2nd"
	Hour         // a time of day
	Date
)

// Figure is an amount, a place in an order, a time of day or a date that a text
// gives, however it is written: "36 gigs" and "36 GB", "7pm" and "19:00", "a dozen"
// and "12", "tomorrow" and "2026-05-04".
type Figure struct {
	From, To int // bytes of the words in the text
	Kind     Kind
	Value    float64 // of an amount or ordinal; minutes since midnight of an hour
	Unit     string  // one symbol for each unit of measure; "" where none is known
	Counts   bool    // an amount of things that no unit measures: "two boxes"
	Sure     bool    // of an hour: of which half of the day it is
	Short    bool    // of an amount: it may be one of thousands, "12,000 this year, 15 the last"

	First, Last    time.Time // the days a date may mean; zero where it is told in part:
	Year           int       // alone; 0 where not told
	Month          int       // 0 where not told
	Day, DayOfWeek int       // 1 is Monday; 0 where not told
	Every          bool      // the day of the week is told in plural: "Sundays"
	Said           time.Time // the day it was said on
}

// Figures reads the figures of a text that was said on a local day.
func Figures(text string, l language.Lang, day time.Time) []Figure {
	r := figureReader{w: figuresOf[l](), lang: l, text: text, day: temporal.DayOnly(day), ps: pieces(text)}
	if l.Dense() {
		r.ps = r.w.parted(r.ps)
	}
	r.dates()
	for i := 0; i < len(r.ps); {
		if r.told(i) {
			i += r.span(i)
			continue
		}
		i += max(1, r.next(i))
	}
	dates := r.out[:r.times:r.times]
	r.out = append(dates, slices.DeleteFunc(r.out[r.times:], func(f Figure) bool { // "May to 2027", before "-06-13"
		return slices.ContainsFunc(dates, func(d Figure) bool { return f.From < d.To && d.From < f.To })
	})...)
	r.combine()
	shorten(r.out)
	return r.out
}

type figureReader struct {
	w     *figureWords
	lang  language.Lang
	text  string
	day   time.Time
	ps    []piece
	out   []Figure
	times int // how many of out are those that Times read

	monthless []temporal.Time // "on the 14th", as Times read it
}

func (r *figureReader) at(i int) piece {
	if i < 0 || i >= len(r.ps) {
		return piece{}
	}
	return r.ps[i]
}

// beside reports whether nothing but white space and hyphens parts two pieces.
func (r *figureReader) beside(i int) bool {
	if i <= 0 || i >= len(r.ps) {
		return false
	}
	return strings.Trim(r.text[r.ps[i-1].to:r.ps[i].from], " \t\u00a0-’'") == ""
}

// told reports whether piece i stands in a date that Times read.
func (r *figureReader) told(i int) bool {
	return slices.ContainsFunc(r.out[:r.times], func(f Figure) bool { return r.ps[i].from < f.To && r.ps[i].to > f.From })
}

// span reads the length of time that a date was told by: "three years ago".
func (r *figureReader) span(i int) int {
	v, n := r.cardinal(i)
	unit, taken := r.unit(i + n)
	if n == 0 || taken == 0 || v == 1 {
		return 1
	}
	return r.add(Figure{Kind: Amount, Value: v, Unit: unit}, i, n+taken)
}

func (r *figureReader) add(f Figure, i, n int) int {
	f.From, f.To, f.Said = r.ps[i].from, r.ps[i+n-1].to, r.day
	r.out = append(r.out, f)
	return n
}

// readers read what begins at a piece and return how many pieces it takes; the first that
// can reads it.
var readers = [...]func(r *figureReader, i int) int{
	(*figureReader).date, (*figureReader).noon, (*figureReader).clock, (*figureReader).denseClock, (*figureReader).hourAndMinutes,
	(*figureReader).minutesBeside, (*figureReader).quarter, (*figureReader).spokenHour, (*figureReader).amount,
}

func (r *figureReader) next(i int) int {
	for _, read := range readers {
		if n := read(r, i); n > 0 {
			return n
		}
	}
	return 0
}
