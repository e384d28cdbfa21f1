package quantity

import "math"

// phrase looks for the words from piece i on, one to four of them joined by hyphens, and
// returns how many the longest of those has that is found.
func (r *figureReader) phrase(i int, found func(name string) bool) (n int) {
	name := ""
	for k := i; k < i+4 && k < len(r.ps) && (k == i || r.beside(k)); k++ {
		if name += r.ps[k].low; found(name) {
			n = k - i + 1
		}
		name += "-"
	}
	return n
}

// noon reads an hour that has a name: "midnight", "meio-dia".
func (r *figureReader) noon(i int) int {
	hour := 0
	n := r.phrase(i, func(name string) bool {
		h, ok := r.w.noon[name]
		if ok {
			hour = h
		}
		return ok
	})
	if n == 0 {
		return 0
	}
	return r.add(Figure{Kind: Hour, Value: float64(60 * hour), Sure: true}, i, n)
}

// minutesBehind reads at piece i, behind an hour, what is added to it: "y cuarto", "e
// cinquenta", "moins dix". Whole hours are not counted so, but for a half.
func (r *figureReader) minutesBehind(i int) (minutes, n int) {
	if !r.beside(i) {
		return 0, 0
	}
	n = r.phrase(i, func(name string) bool {
		m, ok := r.w.behind[name]
		if ok {
			minutes = m
		}
		return ok
	})
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
