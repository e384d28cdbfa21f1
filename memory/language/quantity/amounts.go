package quantity

import (
	"cmp"
	"dormouse/memory/language"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cardinal reads a number in digits or words at piece i; n is how many pieces.
func (r *figureReader) cardinal(i int) (v float64, n int) {
	if p := r.at(i); p.digits {
		v, ok := plainNumber(p.low)
		if !ok {
			return 0, 0
		}
		if s, ok := r.w.scale[r.at(i+1).low]; ok && s >= 100 && r.beside(i+1) {
			return v * s, 2
		}
		if m := r.at(i + 1); m.glued && m.low == "m" && r.at(i).glued && measures[r.w.unit[r.at(i-1).low]].money() {
			return v * 1e6, 2 // "£1.2m"
		}
		if k := r.halfMore(i + 1); k > 0 {
			return v + .5, 1 + k
		}
		return v, 1
	}
	if r.lang.Dense() {
		return r.denseCardinal(i)
	}
	last := 100.0
	for k := i; k < len(r.ps) && !r.ps[k].digits && (k == i || r.beside(k)); k++ {
		low := r.ps[k].low
		one, isOne := r.w.value[low]
		s, isScale := r.w.scale[low]
		switch {
		case isOne && (last >= 100 || last >= 20 && one < 10):
			v, last = v+one, one
		case isScale && s < 2 && k > i:
			return v, n
		case isScale && s >= 10:
			v, last = max(v, 1)*s, s
		case isScale:
			return s, 1
		case low == r.w.joint && n > 0 && last >= 20 && r.follows(k+1, last):
			continue
		default:
			if h := r.halfMore(k); h > 0 && n > 0 {
				return v + .5, n + h
			}
			return v, n
		}
		n = k - i + 1
	}
	return v, n
}

// denseCardinal reads a number in characters: "六千五" is 6,500, "二十一" 21.
func (r *figureReader) denseCardinal(i int) (v float64, n int) {
	sum, digit, last, told := 0.0, 0.0, 0.0, false
	k := i
	if s := r.w.scale[r.at(i).low]; s == .5 {
		return s, 1 // "半年"
	}
	for ; k < len(r.ps) && !r.ps[k].digits && (k == i || r.ps[k].glued); k++ {
		one, isOne := r.w.value[r.ps[k].low]
		s, isScale := r.w.scale[r.ps[k].low]
		switch {
		case isOne && one >= 10 && one < 100 && digit > 0: // "二" "十"
			sum, digit, last, told = sum+digit*one, 0, one, true
		case isOne && one >= 10:
			sum, last, told = sum+one, min(one, 10), true
		case isOne:
			digit, told = one, true
		case isScale && s >= 10000 && told:
			sum, digit, last = (sum+digit)*s, 0, s
		case isScale && s >= 100:
			sum, digit, last, told = sum+max(digit, 1)*s, 0, s, true
		default:
			return r.tenths(sum, digit, last, k-i)
		}
	}
	return r.tenths(sum, digit, last, k-i)
}

// tenths ends a number whose last digit stands behind a scale: it counts tenths of that.
func (r *figureReader) tenths(sum, digit, last float64, n int) (float64, int) {
	if last >= 100 {
		digit *= last / 10
	}
	return sum + digit, n
}

// follows reports whether a smaller number stands at piece i.
func (r *figureReader) follows(i int, last float64) bool {
	v, ok := r.w.value[r.at(i).low]
	return ok && v > 0 && v < min(last, 100) && r.beside(i)
}

// halfMore reads "and a half" at piece i.
func (r *figureReader) halfMore(i int) int {
	if r.at(i).low != r.w.joint {
		return 0
	}
	for k := i + 1; k < i+3 && r.beside(k); k++ {
		if s, ok := r.w.scale[r.at(k).low]; ok && s == .5 {
			return k - i + 1
		}
	}
	return 0
}

// amount reads a number and its unit, or an ordinal.
func (r *figureReader) amount(i int) int {
	p := r.at(i)
	if n, ok := r.w.ordinal[p.low]; ok && n > 1 && r.at(i+1).joined && !r.at(i+1).digits {
		return 1 // "second-hand"
	} else if ok && n > 1 && !r.unitHere(i) {
		return r.ordinal(float64(n), i, 1)
	}
	v, n := r.cardinal(i)
	if n == 0 || v == 1 && !p.digits {
		return max(n, r.oneAndHalf(i, n))
	}
	if p.digits && n == 1 && (r.at(i+1).glued || r.at(i+1).joined) && r.w.ordinalEnd(r.at(i+1).low) {
		return r.ordinal(v, i, 2)
	}
	f := Figure{Kind: Amount, Value: v}
	if prev := r.at(i - 1).low; p.digits && p.glued && r.w.unit[prev] != "" && !strings.ContainsFunc(prev, unicode.IsLetter) {
		f.Unit = r.w.unit[prev]
	}
	k := i + n
	article := r.at(k).low
	if v < 1 && r.cueless(article) {
		k++ // "half a tonne"
		if s := r.w.scale[r.at(k).low]; s >= 100 && r.beside(k) {
			f.Value, n = v*s, k+1-i // "half a million"
			k++
		}
	}
	unit, taken := r.unit(k)
	if f.Unit == "" && taken > 0 {
		f.Unit, n = unit, k+taken-i
	}
	if h := r.halfMore(i + n); h > 0 && f.Unit != "" && v == math.Trunc(v) {
		f.Value, n = v+.5, n+h // "cuatro horas y media"
	}
	if h := r.halfMore(i + n + 1); h > 0 && f.Unit == "" && r.beside(i+n) && v == math.Trunc(v) {
		f.Value, n = v+.5, n+1+h // "dos hectáreas y media"
	}
	if n2 := r.denseHalf(i+n, &f); n2 > 0 {
		n += n2
	}
	if f.Unit == "" && v > 1 {
		f.Unit = r.unitAhead(i + n)
	}
	if m, k := r.minutesMore(i + n); k > 0 && f.Unit == "h" && f.Value == math.Trunc(f.Value) {
		f.Value, f.Unit, n = 60*f.Value+m, "min", n+k
	}
	next := r.at(i + n)
	f.Counts = f.Unit == "" && (v < 1 || r.beside(i+n) && !next.digits && len(next.low) > 1 && !r.cueless(next.low) && !language.Common(r.lang, next.low) && !r.lang.Is(language.When, next.low))
	return r.add(f, i, n)
}

// unitAhead is the length of time that is counted where a word tells of what kind it is:
// "six rent-free months".
func (r *figureReader) unitAhead(i int) string {
	k := i
	for k < i+3 && r.beside(k) && !r.at(k).digits && (k == i || r.at(k).joined) && r.tellsKind(r.at(k).low) && r.w.unit[r.at(k).low] == "" {
		k++
	}
	if k == i || !r.beside(k) || r.at(k).joined {
		return ""
	}
	if unit, _ := r.unit(k); measures[unit].spans() {
		return unit
	}
	return ""
}

// tellsKind reports whether a word between a number and a unit may tell of what kind that
// is, and is none that leads from one to the other: "850 al mes".
func (r *figureReader) tellsKind(low string) bool {
	return utf8.RuneCountInString(low) > 3 && !r.lang.Lists(low).Has(language.Light|language.Stop) && !language.Common(r.lang, low) && r.lang.ModeOf(low) == 0
}

// minutesMore reads what stands behind whole hours: "two hours and twenty", "1 h 20 min".
func (r *figureReader) minutesMore(i int) (m float64, n int) {
	k := i
	if r.at(k).low == r.w.joint && r.beside(k) {
		k++
	}
	m, n = r.cardinal(k)
	if n == 0 || !r.beside(k) || m != math.Trunc(m) || m < 1 || m > 59 {
		return 0, 0
	}
	unit, taken := r.unit(k + n)
	if unit != "min" && (taken > 0 || math.Mod(m, 5) != 0 || r.isCounted(k+n) || r.at(k+n).digits) {
		return 0, 0
	}
	return m, k + n + taken - i
}

// oneAndHalf reads "an hour and a half" and "一時間半", where n words tell of one.
func (r *figureReader) oneAndHalf(i, n int) int {
	f := Figure{Kind: Amount, Value: 1}
	unit, taken := r.unit(i + n)
	if r.lang.Dense() && n > 0 {
		f.Unit = unit
		if k := r.denseHalf(i+n+taken, &f); k > 0 {
			return r.add(f, i, n+taken+k)
		}
		return 0
	}
	h := r.halfMore(i + n + taken)
	if taken == 0 || h == 0 {
		return 0
	}
	return r.add(Figure{Kind: Amount, Value: 1.5, Unit: unit}, i, n+taken+h)
}

// denseHalf adds a half that stands behind an amount and its unit, or before the unit:
// "一時間半", "一个半小时".
func (r *figureReader) denseHalf(i int, f *Figure) (n int) {
	if !r.lang.Dense() || f.Value < 1 || f.Value != math.Trunc(f.Value) {
		return 0
	}
	k := i
	if f.Unit == "" && !r.at(k).digits && utf8.RuneCountInString(r.at(k).low) == 1 && r.w.scale[r.at(k).low] == 0 {
		k++ // a word that counts
	}
	if r.w.scale[r.at(k).low] != .5 || !r.at(k).glued {
		return 0
	}
	taken := 0
	if f.Unit == "" {
		if f.Unit, taken = r.unit(k + 1); taken == 0 {
			return 0
		}
	}
	f.Value += .5
	return k + 1 + taken - i
}

// ordinal adds a place in an order, and the unit that is counted by it: a day of the
// week counts weeks.
func (r *figureReader) ordinal(v float64, i, n int) int {
	f := Figure{Kind: Ordinal, Value: v}
	if _, day := r.dayOfWeek(r.at(i + n).low); day && r.beside(i+n) {
		f.Unit = "week"
	} else if f.Unit, _ = r.unit(i + n); !measures[f.Unit].spans() {
		f.Unit = ""
	}
	return r.add(f, i, n)
}

// unitHere reports whether an ordinal is a unit where it stands: "per second,".
func (r *figureReader) unitHere(i int) bool {
	next := r.at(i + 1)
	return r.w.unit[r.at(i).low] != "" && (next.low == "" || !r.beside(i+1) || r.cueless(next.low))
}

// cueless reports whether a word is one of the small words that no ordinal counts.
func (r *figureReader) cueless(low string) bool { return r.lang.Lists(low).Has(language.Light) }

// ordinalEnd reports whether letters behind digits make them an ordinal.
func (w *figureWords) ordinalEnd(low string) bool { return slices.Contains(w.ordinalEnds, low) }

// unit reads a unit of one or two words at piece i.
func (r *figureReader) unit(i int) (symbol string, n int) {
	if !r.beside(i) {
		return "", 0
	}
	low := r.at(i).low
	if !r.at(i).glued && r.lang.Lists(low).Has(language.Light|language.Stop) && utf8.RuneCountInString(low) == 1 {
		return "", 0 // a small word that is the sign of a unit, too
	}
	if r.beside(i + 1) {
		sep := "-"
		if r.at(i + 1).glued {
			sep = ""
		}
		if u := r.w.unit[low+sep+r.at(i+1).low]; u != "" {
			return u, 2
		}
	}
	if next := r.at(i + 1).low; r.at(i+1).glued && (next == "²" || next == "³") {
		return "", 0 // another measure than its side
	}
	if u := cmp.Or(r.w.unit[low], r.w.unit[strings.TrimSuffix(strings.TrimSuffix(low, "'s"), "'")]); u != "" {
		return u, 1
	}
	return "", 0
}

// plainNumber reads digits with groups and a decimal mark of either kind.
func plainNumber(digits string) (float64, bool) {
	digits = strings.NewReplacer("'", "", "’", "", " ", "", "\u00a0", "", "\u202f", "").Replace(digits)
	dot, comma := strings.LastIndexByte(digits, '.'), strings.LastIndexByte(digits, ',')
	switch {
	case dot >= 0 && comma > dot: // 1.200,5
		digits = strings.ReplaceAll(strings.ReplaceAll(digits, ".", ""), ",", ".")
	case comma >= 0 && dot > comma: // 1,200.5
		digits = strings.ReplaceAll(digits, ",", "")
	case grouped(digits):
		digits = strings.NewReplacer(".", "", ",", "").Replace(digits)
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", "."), 64)
	return v, err == nil
}

// grouped reports whether marks part a number in groups of three.
func grouped(digits string) bool {
	groups := strings.FieldsFunc(digits, func(r rune) bool { return r == '.' || r == ',' })
	for _, g := range groups[1:] {
		if len(g) != 3 || len(groups[0]) > 3 || groups[0] == "0" {
			return false
		}
	}
	return len(groups) > 1
}

// NumberWord is the number below a hundred that a word in lower case is for.
func NumberWord(l language.Lang, low string) (int, bool) {
	v, ok := figuresOf[l]().value[language.Fold(low)]
	return int(v), ok
}

// shorten marks bare numbers beside one of thousands: they may leave those out.
func shorten(list []Figure) {
	large := slices.ContainsFunc(list, func(f Figure) bool { return f.Kind == Amount && f.Value >= 1000 })
	for i := range list {
		f := &list[i]
		f.Short = large && f.Kind == Amount && f.Unit == "" && !f.Counts && f.Value < 1000
	}
}
