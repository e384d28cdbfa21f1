package quantity

import (
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/memory/language"
)

// Shift is by how much a text says that something has become more or less: "an hour later",
// "£20 dearer", "raised by 5 %". It is no value by itself.
type Shift struct {
	From, To int     // bytes of the words in the text
	Value    float64 // below 0 where it is less, or earlier
	Unit     string  // as that of a Figure
}

// Shifts reads the shifts of a text.
func Shifts(text string, l language.Lang) (out []Shift) {
	w := figuresOf[l]()
	if !w.mayShift(text, l) {
		return nil
	}
	r := figureReader{w: w, lang: l, text: text, ps: pieces(text)}
	if l.Dense() {
		r.ps = w.parted(r.ps)
	}
	for i := 0; i < len(r.ps); i++ {
		f, n := r.step(i)
		if n == 0 {
			continue
		}
		if sign, from, to := r.direction(i, n); sign != 0 {
			out = append(out, Shift{from, to, float64(sign) * f.Value, f.Unit})
		}
		i += n - 1
	}
	return out
}

// mayShift reports whether a text has a word that tells of more or less.
func (w *figureWords) mayShift(text string, l language.Lang) bool {
	if l.Dense() {
		return w.longestShift(func(word string) bool { return strings.Contains(text, word) }) != ""
	}
	return slices.ContainsFunc(language.Words(text), func(word language.Word) bool { return w.led[word.Low] != 0 })
}

// step reads an amount at piece i, and one of a unit, which is told in a word or in none:
// "an hour", "на час".
func (r *figureReader) step(i int) (f Figure, n int) {
	out := len(r.out)
	if n = r.amount(i); n > 0 && len(r.out) > out {
		f = r.out[out]
		if r.out = r.out[:out]; f.Kind != Amount {
			return f, 0
		}
		if unit, taken := r.unit(i + n + 1); r.lang.Dense() && f.Unit == "" && taken > 0 {
			f.Unit, n = unit, n+1+taken // "两个小时"
		}
		return f, n
	}
	one, k := r.cardinal(i)
	if k == 0 && r.lang.Determines(r.at(i).low) {
		one, k = 1, 1
	}
	if one == 1 {
		for _, at := range []int{i + k, i + k + 1} { // "一个小时"
			if unit, taken := r.unit(at); taken > 0 && (at == i+k || r.lang.Dense()) {
				return Figure{Value: 1, Unit: unit}, at + taken - i
			}
		}
	}
	if unit, taken := r.unit(i); taken > 0 && r.w.by[r.at(i-1).low] {
		return Figure{Value: 1, Unit: unit}, taken
	}
	return f, 0
}

// longestShift is the longest word of more or less that stands somewhere; "" if none does.
func (w *figureWords) longestShift(stands func(word string) bool) (longest string) {
	for word := range w.shift {
		if len(word) > len(longest) && stands(word) {
			longest = word
		}
	}
	return longest
}

// farBefore is how many words may stand between one that tells of more or less and what
// leads to the amount: "raised the rent by 50".
const farBefore = 4

// direction is 1 where what stands beside an amount of n pieces says that it is more, -1
// for less, 0 where it says neither; and where that begins and ends.
func (r *figureReader) direction(i, n int) (sign, from, to int) {
	from, to = r.ps[i].from, r.ps[i+n-1].to
	if r.lang.Dense() {
		if before := r.w.longestShift(func(word string) bool { return strings.HasSuffix(r.text[:from], word) }); before != "" {
			return r.w.shift[before], from - len(before), to
		}
		_, counted := utf8.DecodeRuneInString(r.text[to:])
		for _, at := range []int{to, to + counted} { // "500円値上げ"
			if behind := r.w.longestShift(func(word string) bool { return strings.HasPrefix(r.text[at:], word) }); behind != "" {
				return r.w.shift[behind], from, at + len(behind)
			}
		}
		return 0, from, to
	}
	for k := i + n; k < i+n+2 && r.beside(k); k++ { // "25 mg more", "20 euro in più"
		if is := r.w.shift[r.at(k).low]; is != 0 {
			return is, from, r.ps[k].to
		}
	}
	if is := r.w.shift[r.at(i-1).low]; is != 0 && r.beside(i) && !r.w.than[r.at(i-1).low] {
		return is, r.ps[i-1].from, to
	}
	if !r.w.by[r.at(i-1).low] {
		return 0, from, to
	}
	for k := i - 2; k >= max(0, i-2-farBefore); k-- {
		if is := r.w.led[r.ps[k].low]; is != 0 {
			return is, r.ps[i-1].from, to
		}
	}
	return 0, from, to
}
