// Package quantity reads the figures that a text gives, however they are written:
// amounts with their units, places in an order, hours and dates; and tells whether what
// one text gives is borne out by another. It converts nothing but units of one measure,
// and reads no clock.
package quantity

import (
	"dormouse/memory/language"
	"dormouse/memory/language/temporal"
	"math"
	"strconv"
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
	Year, Month    int       // 0 where not told
	Day, DayOfWeek int       // 1 is Monday; 0 where not told
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
		if r.taken(i) {
			i += r.span(i)
			continue
		}
		i += max(1, r.next(i))
	}
	r.combine()
	shorten(r.out)
	return r.out
}

type figureReader struct {
	w    *figureWords
	lang language.Lang
	text string
	day  time.Time
	ps   []piece
	out  []Figure
	told int // how many of out are times that Times read
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

func (r *figureReader) taken(i int) bool {
	for _, f := range r.out[:r.told] {
		if r.ps[i].from < f.To && r.ps[i].to > f.From {
			return true
		}
	}
	return false
}

// span reads the length of time that a date was told by: "three years ago".
func (r *figureReader) span(i int) int {
	v, n := r.cardinal(i)
	unit, taken := r.unit(i + n)
	if n == 0 || taken == 0 || v == 1 || r.at(i+n+taken-1).to > r.end(i) {
		return 1
	}
	return r.add(Figure{Kind: Amount, Value: v, Unit: unit}, i, n+taken)
}

// end is where the date that piece i stands in ends.
func (r *figureReader) end(i int) int {
	for _, f := range r.out[:r.told] {
		if r.ps[i].from < f.To && r.ps[i].to > f.From {
			return f.To
		}
	}
	return 0
}

func (r *figureReader) add(f Figure, i, n int) int {
	f.From, f.To, f.Said = r.ps[i].from, r.ps[i+n-1].to, r.day
	r.out = append(r.out, f)
	return n
}

// next reads what begins at piece i and returns how many pieces it takes.
func (r *figureReader) next(i int) int {
	if n := r.date(i); n > 0 {
		return n
	}
	if n := r.noon(i); n > 0 {
		return n
	}
	if n := r.clock(i); n > 0 {
		return n
	}
	return r.amount(i)
}

// clock reads "19:40" and "7pm", "7 in the evening".
func (r *figureReader) clock(i int) int {
	p := r.at(i)
	h, m, ok := strings.Cut(p.low, ":")
	if p.digits && ok {
		hour, e1 := strconv.Atoi(h)
		minute, e2 := strconv.Atoi(m)
		if e1 != nil || e2 != nil || hour > 24 || minute > 59 || len(m) != 2 {
			return 0
		}
		return r.hour(i, 1, hour, minute)
	}
	if n := r.denseClock(i); n > 0 {
		return n
	}
	if n := r.hourAndMinutes(i); n > 0 {
		return n
	}
	if n := r.minutesBeside(i); n > 0 {
		return n
	}
	if n := r.quarter(i); n > 0 {
		return n
	}
	v, n := r.cardinal(i)
	if _, half := math.Modf(v); half == .5 && n > 2 && v < 13 && len(r.w.behind) > 0 && !r.isCounted(i+n) {
		return r.hour(i, n, int(v), 30) // "dos y media"
	}
	if n == 0 || v != math.Trunc(v) || v < 1 || v > 12 {
		return 0
	}
	if m, k := r.minutesBehind(i + n); k > 0 {
		minutes := (int(v)*60 + m + 12*60) % (12 * 60)
		return r.hour(i, n+k, minutes/60, minutes%60)
	}
	if !r.halfBehind(i + n) {
		return 0
	}
	return r.hour(i, n, int(v), 0)
}

// denseClock reads "七点半" and "午後3時15分".
func (r *figureReader) denseClock(i int) int {
	h, n := r.cardinal(i)
	if n == 0 || !r.w.clock[r.at(i+n).low] || h != math.Trunc(h) || h > 24 {
		return 0
	}
	k, minutes := i+n+1, 0.0
	if s, ok := r.w.scale[r.at(k).low]; ok && s == .5 && r.at(k).glued {
		minutes, k = 30, k+1
	} else if m, taken := r.cardinal(k); taken > 0 && r.at(k).glued && m < 60 {
		if minutes, k = m, k+taken; r.w.unit[r.at(k).low] == "min" {
			k++
		}
	}
	after, told := r.w.half[r.at(i-1).low]
	if told && after && h < 12 {
		h += 12
	}
	return r.add(Figure{Kind: Hour, Value: 60*h + minutes, Sure: told || h > 12 || h == 0}, i, k-i)
}

// hourAndMinutes reads "18h30".
func (r *figureReader) hourAndMinutes(i int) int {
	h, sign, m := r.at(i), r.at(i+1), r.at(i+2)
	glued := sign.glued && m.glued
	if !h.digits || r.w.unit[sign.low] != "h" || !m.digits || len(m.low) != 2 || !glued && (len(sign.low) > 1 || !r.beside(i+1) && !sign.glued || !r.beside(i+2)) {
		return 0
	}
	hour, e1 := strconv.Atoi(h.low)
	minute, e2 := strconv.Atoi(m.low)
	if e1 != nil || e2 != nil || hour > 24 || minute > 59 {
		return 0
	}
	if !glued && r.w.unit[r.at(i+3).low] != "" {
		return 0 // "1 h 20 min"
	}
	return r.hour(i, 3, hour, minute)
}

// minutesBeside reads "ten past nine" and "ten to eight".
func (r *figureReader) minutesBeside(i int) int {
	m, n := r.cardinal(i)
	side, ok := r.w.beside[r.at(i+n).low]
	if n == 0 || !ok || !r.beside(i+n) || m != math.Trunc(m) || m < 1 || m > 29 {
		return 0
	}
	h, k := r.cardinal(i + n + 1)
	if k == 0 || !r.beside(i+n+1) || h != math.Trunc(h) || h < 1 || h > 12 {
		return 0
	}
	behind := r.at(i + n + 1 + k).low
	counted := r.beside(i+n+1+k) && behind != "" && !r.cueless(behind) && !r.isHalf(behind) && !(r.lang.NounsHaveCapitals() && r.text[r.at(i+n+1+k).from] >= 'a')
	if r.at(i).digits && r.at(i+n+1).digits || r.w.unit[behind] != "" || counted {
		return 0 // "from ten to twelve people"
	}
	minutes := (int(h)*60 + side*int(m) + 12*60) % (12 * 60)
	return r.hour(i, n+1+k, minutes/60, minutes%60)
}

func (r *figureReader) isHalf(low string) bool {
	_, ok := r.w.half[low]
	return ok
}

// quarter reads "half past two", German "halb drei".
func (r *figureReader) quarter(i int) int {
	low, k := r.at(i).low, i+2
	m, ok := r.w.quarter[low+"-"+r.at(i+1).low]
	if !ok || !r.beside(i+1) {
		m, ok = r.w.quarter[low]
		k = i + 1
	}
	v, n := r.cardinal(k)
	if o := r.w.ordinal[r.at(k).low]; n == 0 && o > 0 {
		v, n = float64(o), 1 // Russian "half of the eighth"
	}
	if !ok || n == 0 || !r.beside(k) || v != math.Trunc(v) || v < 1 || v > 12 || r.w.unit[r.at(k+n).low] != "" && r.w.unit[r.at(k+n).low] != "h" {
		return 0
	}
	minutes := (int(v)*60 + m + 12*60) % (12 * 60)
	return r.hour(i, k+n-i, minutes/60, minutes%60)
}

// reachOfHalf is how many words behind an hour tell its half of the day.
const reachOfHalf = 3

func (r *figureReader) halfBehind(i int) bool {
	for k := i; k < i+reachOfHalf && r.beside(k) || k == i && r.at(k).glued; k++ {
		if _, ok := r.w.half[r.at(k).low]; ok {
			return true
		}
		if r.at(k).digits {
			return false
		}
	}
	return false
}

func (r *figureReader) hour(i, n, hour, minute int) int {
	f := Figure{Kind: Hour, Value: float64(60*hour + minute), Sure: hour == 0 || hour > 12 || strings.HasPrefix(r.at(i).low, "0")}
	for k := i + n; k < i+n+reachOfHalf && (r.beside(k) || r.at(k).glued); k++ {
		if after, ok := r.w.half[r.at(k).low]; ok {
			if after && hour < 12 {
				f.Value += 12 * 60
			}
			f.Sure = true
			return r.add(f, i, k-i+1)
		}
		if r.at(k).digits {
			break
		}
	}
	return r.add(f, i, n)
}
