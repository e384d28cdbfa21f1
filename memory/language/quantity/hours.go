package quantity

import (
	"math"
	"strconv"
	"strings"
)

// named looks in a table for the words from piece i on, one to four of them joined by
// hyphens, and returns how many the longest of those has that stands there.
func named[T any](r *figureReader, i int, table map[string]T) (is T, n int) {
	name := make([]byte, 0, 64) // what most have room in, on the stack
	for k := i; k < i+4 && k < len(r.ps) && (k == i || r.beside(k)); k++ {
		name = append(name, r.ps[k].low...)
		if v, ok := table[string(name)]; ok {
			is, n = v, k-i+1
		}
		name = append(name, '-')
	}
	return is, n
}

// noon reads an hour that has a name: "midnight", "meio-dia".
func (r *figureReader) noon(i int) int {
	hour, n := named(r, i, r.w.noon)
	if n == 0 {
		return 0
	}
	return r.add(Figure{Kind: Hour, Value: float64(60 * hour), Sure: true}, i, n)
}

// clock reads "19:40".
func (r *figureReader) clock(i int) int {
	h, m, ok := strings.Cut(r.at(i).low, ":")
	if !ok || !r.at(i).digits {
		return 0
	}
	return r.inDigits(i, 1, h, m)
}

// hourAndMinutes reads "18h30".
func (r *figureReader) hourAndMinutes(i int) int {
	h, sign, m := r.at(i), r.at(i+1), r.at(i+2)
	glued := sign.glued && m.glued
	switch {
	case !h.digits || r.w.unit[sign.low] != "h" || !m.digits:
		return 0
	case !glued && (len(sign.low) > 1 || !r.beside(i+1) || !r.beside(i+2) || r.w.unit[r.at(i+3).low] != ""):
		return 0 // "1 h 20 min"
	}
	return r.inDigits(i, 3, h.low, m.low)
}

// inDigits adds an hour and two digits of minutes.
func (r *figureReader) inDigits(i, n int, h, m string) int {
	hour, e1 := strconv.Atoi(h)
	minute, e2 := strconv.Atoi(m)
	if e1 != nil || e2 != nil || hour > 24 || minute > 59 || len(m) != 2 {
		return 0
	}
	return r.hour(i, n, hour, minute)
}

// denseClock reads "七点半" and "午後3時15分".
func (r *figureReader) denseClock(i int) int {
	h, n := r.cardinal(i)
	if n == 0 || !r.w.clock[r.at(i+n).low] || h != math.Trunc(h) || h > 24 {
		return 0
	}
	k, minutes := i+n+1, 0.0
	if r.w.scale[r.at(k).low] == .5 && r.at(k).glued {
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

// onDial reads an hour of either half of the day.
func (r *figureReader) onDial(i int) (h, n int) {
	v, n := r.cardinal(i)
	if v != math.Trunc(v) || v < 1 || v > 12 {
		return 0, 0
	}
	return int(v), n
}

// minutesBeside reads "ten past nine" and "ten to eight".
func (r *figureReader) minutesBeside(i int) int {
	m, n := r.cardinal(i)
	side, ok := r.w.beside[r.at(i+n).low]
	if n == 0 || !ok || !r.beside(i+n) || m != math.Trunc(m) || m < 1 || m > 29 {
		return 0
	}
	at := i + n + 1
	h, k := r.onDial(at)
	if k == 0 || !r.beside(at) {
		return 0
	}
	behind := r.at(at + k).low
	counted := r.beside(at+k) && behind != "" && !r.cueless(behind) && !r.isHalf(behind) && !(r.lang.NounsHaveCapitals() && r.text[r.at(at+k).from] >= 'a')
	if r.at(i).digits && r.at(at).digits || r.w.unit[behind] != "" || counted {
		return 0 // "from ten to twelve people"
	}
	return r.shifted(i, n+1+k, h, side*int(m))
}

// quarter reads "half past two", German "halb drei".
func (r *figureReader) quarter(i int) int {
	by, n := named(r, i, r.w.quarter)
	k := i + n
	h, taken := r.onDial(k)
	if o := r.w.ordinal[r.at(k).low]; o > 0 && o <= 12 {
		h, taken = o, 1 // Russian "half of the eighth"
	}
	if n == 0 || taken == 0 || !r.beside(k) {
		return 0
	}
	return r.shifted(i, n+taken, h, by)
}

// spokenHour reads "7pm", "7 in the evening", "dos y media".
func (r *figureReader) spokenHour(i int) int {
	v, n := r.cardinal(i)
	if _, half := math.Modf(v); half == .5 && n > 2 && v < 13 && len(r.w.behind) > 0 && !r.isCounted(i+n) {
		return r.hour(i, n, int(v), 30)
	}
	h, n := r.onDial(i)
	if n == 0 {
		return 0
	}
	if m, k := r.minutesBehind(i + n); k > 0 {
		return r.shifted(i, n+k, h, m)
	}
	if _, k := r.halfBehind(i + n); k < 0 {
		return 0
	}
	return r.hour(i, n, h, 0)
}

// minutesBehind reads at piece i, behind an hour, what is added to it: "y cuarto", "e
// cinquenta", "moins dix". Whole hours are not counted so, but for a half.
func (r *figureReader) minutesBehind(i int) (minutes, n int) {
	if !r.beside(i) {
		return 0, 0
	}
	minutes, n = named(r, i, r.w.behind)
	sign, low := 1, r.at(i).low
	if low == r.w.minus {
		sign = -1
	}
	if n == 0 && len(r.w.behind) > 0 && (low == r.w.joint || sign < 0 && low != "") && r.beside(i+1) {
		if m, k := r.cardinal(i + 1); k > 0 && m == math.Trunc(m) && m >= 5 && m < 60 && math.Mod(m, 5) == 0 {
			minutes, n = sign*int(m), 1+k
		}
	}
	if n == 0 || r.isCounted(i+n) {
		return 0, 0
	}
	return minutes, n
}

// isCounted reports whether piece i may be what a number before it counts: "dos y media
// horas".
func (r *figureReader) isCounted(i int) bool {
	low := r.at(i).low
	return r.beside(i) && low != "" && !r.cueless(low) && !r.isHalf(low) && !r.lang.Joins(low)
}

func (r *figureReader) isHalf(low string) bool {
	_, ok := r.w.half[low]
	return ok
}

// reachOfHalf is how many words behind an hour tell its half of the day.
const reachOfHalf = 3

// halfBehind finds the word from piece i on that tells the half of the day of the hour
// before it, and where it stands; -1 where none does.
func (r *figureReader) halfBehind(i int) (after bool, at int) {
	for k := i; k < i+reachOfHalf && r.beside(k); k++ {
		if after, ok := r.w.half[r.at(k).low]; ok {
			return after, k
		}
		if r.at(k).digits {
			break
		}
	}
	return false, -1
}

// shifted adds an hour of either half of the day, so many minutes later.
func (r *figureReader) shifted(i, n, hour, minutes int) int {
	minutes = (hour*60 + minutes + 12*60) % (12 * 60)
	return r.hour(i, n, minutes/60, minutes%60)
}

// hour adds a time of day, with the word behind it that tells the half of the day.
func (r *figureReader) hour(i, n, hour, minute int) int {
	f := Figure{Kind: Hour, Value: float64(60*hour + minute), Sure: hour == 0 || hour > 12 || strings.HasPrefix(r.at(i).low, "0")}
	if after, k := r.halfBehind(i + n); k >= 0 {
		if after && hour < 12 {
			f.Value += 12 * 60
		}
		f.Sure, n = true, k-i+1
	}
	return r.add(f, i, n)
}
