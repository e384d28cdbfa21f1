package summarize

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dormouse/memory/language"
	"dormouse/summarize/extract"
)

// thin is how much a correction may tell beside the new value and still be said
// in full by the line it corrects: the weight of its other content words.
const thin = 1.5

// value is a run of words that give one number or one day.
type value struct {
	from, to int
	keys     []string
	day      bool
	denied   bool   // "not 1998"
	unit     string // the word behind a number, stemmed; "" at the end of a clause
	end      string // the unit that is written with the number: "%", "€"
}

// valuesOf finds the values in some words.
func valuesOf(ws []extract.Word, lang language.Lang, names map[string]bool) []value {
	var out []value
	deny := 0
	for i := 0; i < len(ws); i++ {
		if denies(ws[i].Low) {
			deny = 3
		}
		v := value{from: i, to: i, denied: deny > 0}
		for v.to < len(ws) && (v.to == i || ws[v.to-1].Post == "") {
			keys := slices.DeleteFunc(keysOf(&ws[v.to], lang, names), func(k string) bool { return !isValue(k) })
			if len(keys) == 0 {
				break
			}
			v.keys = append(v.keys, keys...)
			v.day = v.day || ws[v.to].Date
			v.to++
		}
		last := max(i, v.to-1)
		if deny--; strings.ContainsAny(ws[last].Post, ",.;:!?") {
			deny = 0
		}
		if v.to == i {
			continue
		}
		for _, k := range v.keys {
			v.day = v.day || extract.IsDate(k) || extract.DayOrMonth(k)
		}
		post := ws[last].Post
		v.end = post[:len(post)-len(strings.TrimLeft(post, "%€$£"))]
		if !v.day && post == "" && v.to < len(ws) {
			v.unit = extract.Stem(ws[v.to].Low)
		}
		out = append(out, v)
		i = last
	}
	return out
}

// fits reports whether a new value can take the place of an old one.
func (v *value) fits(old *value) bool {
	return v.day == old.day && (v.unit == old.unit || v.unit == "" || old.unit == "")
}

// amend writes the old words with the value that the new words give instead:
// "the boat for 42,000 crowns" and "Actually it was 45,000" make "the boat for
// 45,000 crowns". ok is false where it is not clear which value is meant.
func amend(old, new []extract.Word, lang language.Lang, names map[string]bool) (words []extract.Word, ok bool) {
	was, is := valuesOf(old, lang, names), valuesOf(new, lang, names)
	with := make([]*value, len(was))
	given := func(p *value) bool { return p != nil && slices.Contains(with, p) }
	said := func(v *value) bool {
		return slices.ContainsFunc(is, func(x value) bool { return !x.denied && slices.Equal(x.keys, v.keys) })
	}
	for i := range was { // first what is named: "50, not 40"
		if v := &was[i]; !said(v) {
			p := instead(v, is)
			if given(p) {
				return nil, false // one new value for two old ones
			}
			with[i] = p
		}
	}
	named := slices.Clone(with)
	for i := range was {
		v := &was[i]
		if with[i] != nil || said(v) {
			continue
		}
		p := only(v, was, is)
		switch {
		case p != nil && slices.Contains(named, p):
		case given(p):
			return nil, false
		default:
			with[i] = p
		}
	}
	ok = slices.ContainsFunc(with, func(p *value) bool { return p != nil })
	if !ok {
		return swapName(old, new)
	}
	at := 0
	for i, v := range was {
		p := with[i]
		if p == nil {
			continue
		}
		words = append(words, old[at:v.from]...)
		first := len(words)
		words = append(words, new[p.from:p.to]...)
		words[first].Pre = old[v.from].Pre
		last := &words[len(words)-1]
		at = v.to
		if p.unit != "" && v.unit != "" && p.unit != v.unit { // "two years" for "18 months"
			last.Post = ""
			words = append(words, new[p.to])
			last = &words[len(words)-1]
			at++
		}
		end := p.end
		if end == "" && !v.day {
			end = v.end
		}
		last.Post = end + strings.TrimPrefix(old[at-1].Post, v.end)
	}
	return append(words, old[at:]...), true
}

// instead is the value that is given for v in so many words: "2001, not 1998".
func instead(v *value, is []value) *value {
	for i := range is {
		d := &is[i]
		if !d.denied || !slices.Equal(d.keys, v.keys) || d.unit != v.unit && d.unit != "" && v.unit != "" {
			continue
		}
		if i > 0 && !is[i-1].denied && is[i-1].day == v.day {
			return &is[i-1]
		}
		if i+1 < len(is) && !is[i+1].denied && is[i+1].day == v.day {
			return &is[i+1]
		}
	}
	return nil
}

// only is the one new value that fits v, where v is the one old value it fits.
func only(v *value, was, is []value) *value {
	var p *value
	for i := range is {
		x := &is[i]
		if x.denied || !x.fits(v) || slices.ContainsFunc(was, func(w value) bool { return slices.Equal(w.keys, x.keys) }) {
			continue
		}
		if p != nil && (p.unit == v.unit) == (x.unit == v.unit) {
			return nil
		}
		if p == nil || x.unit == v.unit {
			p = x
		}
	}
	if p == nil {
		return nil
	}
	for i := range was {
		w := &was[i]
		if w == v || !p.fits(w) || slices.ContainsFunc(is, func(x value) bool { return slices.Equal(x.keys, w.keys) }) {
			continue
		}
		if alike := p.unit != "" && p.unit == v.unit && p.unit != w.unit; !alike && !p.nearer(v, w) {
			return nil
		}
	}
	return p
}

// clearlyNearer is how many times nearer in size the one of two numbers must be to a new
// one that stands for either.
const clearlyNearer = 3

// nearer reports whether a number is clearly more like v in size than like w: 1430 is
// another price than 1340, not another number of a licence than 48812.
func (p *value) nearer(v, w *value) bool {
	is, ok := p.size()
	one, first := v.size()
	other, second := w.size()
	return ok && first && second && clearlyNearer*math.Abs(math.Log(is/one)) < math.Abs(math.Log(is/other))
}

// size is the number that a value is; ok is false for days and for none above zero.
func (v *value) size() (n float64, ok bool) {
	if v.day || len(v.keys) != 1 {
		return 0, false
	}
	n, err := strconv.ParseFloat(v.keys[0], 64)
	return n, err == nil && n > 0
}

// swapName writes an identifier of the old words as the new words spell it.
func swapName(old, new []extract.Word) ([]extract.Word, bool) {
	for i := range old {
		for j := range new {
			if misspelt(old[i].Core, new[j].Core) {
				words := slices.Clone(old)
				words[i].Core, words[i].Low = new[j].Core, new[j].Low
				return words, true
			}
		}
	}
	return nil, false
}

// misspelt reports whether a and b are one identifier, once written wrong: of the
// same shape, and but for a swap or one character the same.
func misspelt(a, b string) bool {
	if a == b || len(a) != len(b) || len(a) < 6 || !extract.HasDigit(a) || !extract.HasDigit(b) {
		return false
	}
	var differ []int
	for i := range len(a) {
		x, y := rune(a[i]), rune(b[i])
		if unicode.IsDigit(x) != unicode.IsDigit(y) || unicode.IsLetter(x) != unicode.IsLetter(y) {
			return false
		}
		if x != y {
			differ = append(differ, i)
		}
	}
	switch len(differ) {
	case 1:
		return true
	case 2:
		i, j := differ[0], differ[1]
		return a[i] == b[j] && a[j] == b[i]
	}
	return false
}

// says reports whether a correction tells more than the value that it gives.
func (n *claim) says(o *claim) bool {
	extra := 0.0
	for k, v := range n.about {
		if o.about[k] == 0 && !n.denied[k] && !extract.HasDigit(k) {
			extra += v
		}
	}
	return extra >= thin
}

// spells reports whether some words hold an identifier: letters and digits.
func spells(ws []extract.Word) bool {
	return slices.ContainsFunc(ws, func(w extract.Word) bool {
		return len(w.Core) >= 6 && extract.HasDigit(w.Core) && strings.ContainsFunc(w.Core, unicode.IsLetter)
	})
}
