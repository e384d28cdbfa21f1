package statement

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
)

// figure is a figure of a statement, or a date of several words.
type figure struct {
	quantity.Figure
	text string   // of the statement
	of   string   // what it counts: the stem of the word behind it
	with []string // the stems of the words of matter beside it, up to a comma or a connective
}

// figures are the figures of a statement; what tells one date is one of them.
func (s *Statement) figures() []figure {
	var out []figure
	for _, f := range quantity.Figures(s.Text, s.Lang, time.Time{}) {
		if n := len(out) - 1; n >= 0 && out[n].joins(f, s.Text) {
			out[n].To = f.To
			out[n].Month, out[n].Day, out[n].DayOfWeek = max(out[n].Month, f.Month), max(out[n].Day, f.Day), max(out[n].DayOfWeek, f.DayOfWeek)
			continue
		}
		x := figure{Figure: f, text: s.Text}
		if i := slices.IndexFunc(s.words, func(w language.Word) bool { return w.Start >= f.To }); f.Kind == quantity.Amount && i >= 0 && strings.TrimSpace(s.Text[f.To:s.words[i].Start]) == "" && s.tellsOf(s.derived.words[i].stem) {
			x.of = s.derived.words[i].stem
		}
		out = append(out, x)
	}
	if len(out) > 1 {
		for i := range out {
			out[i].with = s.besides(out[i])
		}
	}
	return out
}

// besides are the stems of the words of matter that stand with a figure.
func (s *Statement) besides(f figure) (stems []string) {
	for i, w := range s.words {
		if s.Lang.Is(language.Connectives, w.Low) || i > 0 && s.parts(i) {
			if w.Start > f.From {
				return stems
			}
			stems = nil
		}
		if stem := s.derived.words[i].stem; slices.Contains(s.derived.matter, stem) {
			stems = append(stems, stem)
		}
	}
	return stems
}

// parts reports whether a comma or the end of a sentence stands before word i.
func (s *Statement) parts(i int) bool {
	before := s.words[i-1]
	return strings.ContainsAny(s.Text[before.Start+len(before.Text):s.words[i].Start], ",;:.!?、，。！？")
}

// joins reports whether a figure is the next part of a date: "Monday", "16 March"; two
// weekdays are no date.
func (f *figure) joins(next quantity.Figure, text string) bool {
	return f.Kind == quantity.Date && next.Kind == quantity.Date && f.First.IsZero() && next.First.IsZero() &&
		(f.DayOfWeek == 0 || next.DayOfWeek == 0) && (f.Day == 0 || next.Day == 0) &&
		strings.Trim(text[f.To:next.From], " .,") == ""
}

// means reports whether two figures mean the same.
func (f figure) means(o figure) bool {
	return f.Bears(o.Figure) && f.kind(o) == o.Kind && (f.of == o.of || f.of == "" || o.of == "")
}

// kind is what a figure is, beside another one: a bare number may be an hour or a day.
func (f figure) kind(beside figure) quantity.Kind {
	bare := f.bare()
	switch {
	case bare && beside.bare():
		return quantity.Amount // "9." may end a sentence
	case bare && beside.Kind == quantity.Hour && f.Value < 25:
		return quantity.Hour
	case bare && beside.Kind == quantity.Date && f.Value < 32:
		return quantity.Date
	}
	return f.Kind
}

// mostApart is how many times another number a number may be and stand for the same: who
// says 1200 does not speak of four o'clock.
const mostApart = 30

// bare reports whether a figure is a whole number of nothing.
func (f figure) bare() bool {
	return f.Kind == quantity.Ordinal || f.Kind == quantity.Amount && !f.Counts && f.Unit == "" && f.Value == math.Trunc(f.Value)
}

// fits reports whether a newer figure may stand where this one does.
func (f figure) fits(newer figure) bool {
	switch {
	case f.kind(newer) != newer.kind(f):
		return false
	case f.Kind == quantity.Date:
		return f.dateFits(newer)
	case f.Kind == quantity.Amount && newer.Kind == quantity.Amount:
		return f.Rivals(newer.Figure) && max(f.Value, newer.Value) <= mostApart*min(f.Value, newer.Value) && (f.of == newer.of || f.of == "" || newer.of == "" || f.Unit != "")
	}
	return true
}

// dateFits reports whether a newer date says as much of a day as this one, or tells but
// another day of its month.
func (f figure) dateFits(newer figure) bool {
	if f.isYear() != newer.isYear() {
		return false // "a 2012 Berlingo" is not one of last Saturday
	}
	if !newer.First.IsZero() || !f.First.IsZero() && newer.dayOnly() {
		return true
	}
	if newer.dayOnly() {
		return f.Day > 0 && f.DayOfWeek == 0
	}
	return f.First.IsZero() && (newer.Month > 0 || f.Month == 0) && (newer.Day > 0 || f.Day == 0) && (newer.Day+newer.DayOfWeek > 0 || f.DayOfWeek == 0)
}

// isYear reports whether a figure is a whole year.
func (f figure) isYear() bool {
	return f.Kind == quantity.Date && f.Year > 0 && f.Month == 0 && f.Day == 0
}

// dayOnly reports whether a figure is a day of a month that is not told.
func (f figure) dayOnly() bool {
	return f.Kind != quantity.Date || f.First.IsZero() && f.Day > 0 && f.Month == 0 && f.DayOfWeek == 0
}

// written is where a newer figure is put in place of this one, and how it is written
// there: a bare number stands before the unit of the older one, a day before its month.
func (f figure) written(newer figure) (from, to int, with string) {
	with = newer.text[newer.From:newer.To]
	digit := func(r rune) bool { return unicode.IsDigit(r) }
	old := f.text[f.From:f.To]
	first, last := strings.IndexFunc(old, digit), strings.LastIndexFunc(old, digit)
	inDate := f.Kind == quantity.Date && newer.dayOnly() && !f.dayOnly()
	if first < 0 || !inDate && (f.Kind != quantity.Amount || newer.Unit != "" || f.Unit == "") {
		return f.From, f.To, with
	}
	if inDate {
		with = strings.TrimFunc(with, func(r rune) bool { return !unicode.IsDigit(r) })
		if language.IsDay(old) {
			if first, last = len(old)-2, len(old)-1; len(with) == 1 {
				with = "0" + with
			}
		}
	}
	return f.From + first, f.From + last + 1, with
}

// exchange is which of the newer figures stands for which of the older ones; nil where
// none does, or that is not clear. What both give stays, but where the newer one denies
// it: "50, not 40".
func exchange(was, is []figure, newer Statement) map[int]int {
	put, used := map[int]int{}, map[int]bool{}
	for x, f := range is {
		if slices.ContainsFunc(was, func(o figure) bool { return f.means(o) || o.means(f) }) {
			continue
		}
		var olds, unsaid []int
		for i, o := range was {
			switch {
			case !o.fits(f):
			case slices.ContainsFunc(is, func(n figure) bool { return n.means(o) || o.means(n) }):
				unsaid = append(unsaid, i)
			default:
				olds = append(olds, i)
			}
		}
		if newer.Denied && len(unsaid) > 0 {
			olds = unsaid
		}
		i, ok := meant(was, olds, f, newer.tellsOf)
		switch {
		case len(olds) == 0:
		case !ok || used[i]:
			return nil
		default:
			put[i], used[i] = x, true
		}
	}
	if len(put) == 0 {
		return nil
	}
	return put
}

// clearlyNearer is how many times nearer in size the one of two numbers must be to a new
// one that may stand for either.
const clearlyNearer = 3

// meant is which of some older figures a newer one stands for: the only one of its kind, of
// its unit, beside words that the newer statement has, or the one that is clearly nearer in
// size: 1430 is another price than 1340, not another number of a licence than 48812.
func meant(was []figure, olds []int, f figure, says func(stem string) bool) (int, bool) {
	for _, like := range []func(o figure) bool{
		func(o figure) bool { return o.Kind == f.Kind },
		func(o figure) bool { return o.unit() == f.unit() && f.unit() != "" },
	} {
		if alike := slices.DeleteFunc(slices.Clone(olds), func(i int) bool { return !like(was[i]) }); len(alike) > 0 {
			olds = alike
		}
	}
	shared, most := make(map[int]int), 0
	for _, i := range olds {
		for _, stem := range was[i].with {
			if says(stem) {
				shared[i]++
			}
		}
		most = max(most, shared[i])
	}
	olds = slices.DeleteFunc(slices.Clone(olds), func(i int) bool { return shared[i] < most })
	switch len(olds) {
	case 0:
		return 0, false
	case 1:
		return olds[0], true
	}
	far := func(i int) float64 {
		if was[i].Value <= 0 || f.Value <= 0 {
			return math.Inf(1)
		}
		return math.Abs(math.Log(f.Value / was[i].Value))
	}
	slices.SortStableFunc(olds, func(a, b int) int {
		if far(a) < far(b) {
			return -1
		}
		return 1
	})
	return olds[0], f.Kind == quantity.Amount && clearlyNearer*far(olds[0]) < far(olds[1])
}

// unit is what a figure is of.
func (f figure) unit() string {
	if f.Unit != "" {
		return f.Unit
	}
	return f.of
}
