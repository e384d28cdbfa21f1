package statement

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dormouse/land/pattern"
	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
)

// figure is a figure of a statement, or a date of several words.
type figure struct {
	quantity.Figure
	text string // of the statement
	lang language.Lang
	at   bool     // the word before it leads to an hour: "at 9"
	name string   // the stem of the word of matter right before it: "platform 9"
	of   string   // what it counts: the stem of the word behind it
	with []string // the stems of the words of matter beside it, up to a comma or a connective
	list bool     // it is one more of what the figure before it tells
}

// datedBy reports whether a figure is but the day under which a note is written: "Friday.
// Bad news: …". It is no value of anything that the note tells.
func (s *Statement) datedBy(f quantity.Figure) bool {
	rest := strings.TrimLeft(s.Text[f.To:], " ")
	if f.Kind != quantity.Date || f.From > 0 || rest == "" || !strings.ContainsAny(rest[:1], ".:") {
		return false
	}
	note := ReadIn(rest, s.Lang)
	return len(note.derived.matter) > 0
}

// readFigures reads the figures of a statement; what tells one date is one of them.
func (s *Statement) readFigures() []figure {
	var out []figure
	read := quantity.Figures(s.Text, s.Lang, time.Time{})
	slices.SortStableFunc(read, func(a, b quantity.Figure) int { return a.From - b.From })
	if len(read) > 0 && s.datedBy(read[0]) {
		read = read[1:]
	}
	shifts := s.derived.shifts()
	read = slices.DeleteFunc(read, func(f quantity.Figure) bool {
		return slices.ContainsFunc(shifts, func(by quantity.Shift) bool { return by.From < f.To && f.From < by.To })
	})
	for _, f := range read {
		if behind, _ := utf8.DecodeRuneInString(s.Text[f.To:]); unicode.IsLetter(behind) && !s.Lang.Dense() {
			continue // a part of a word: "3eme"
		}
		f = s.weekday(f)
		if n := len(out) - 1; n >= 0 && out[n].joins(f, s) {
			out[n].To, out[n].First, out[n].Last = f.To, f.First, f.Last
			out[n].Month, out[n].Day, out[n].DayOfWeek = max(out[n].Month, f.Month), max(out[n].Day, f.Day), max(out[n].DayOfWeek, f.DayOfWeek)
			continue
		}
		x := figure{Figure: f, text: s.Text, lang: s.Lang}
		if i := slices.IndexFunc(s.words, func(w language.Word) bool { return w.Start >= f.From }); i > 0 && x.bare() {
			x.at = f.Value < 25 && s.Lang.Lists(s.words[i-1].Low).Has(language.Hourly)
			if stem := s.derived.words[i-1].stem; slices.Contains(s.derived.matter, stem) {
				x.name = stem
			}
		}
		if i := slices.IndexFunc(s.words, func(w language.Word) bool { return w.Start >= f.To }); f.Kind == quantity.Amount && i >= 0 && strings.TrimSpace(s.Text[f.To:s.words[i].Start]) == "" && s.TellsOf(s.derived.words[i].stem) {
			x.of = s.derived.words[i].stem
		}
		out = append(out, x)
	}
	if len(out) > 1 {
		for i := range out {
			if out[i].with = s.besides(out[i]); len(out[i].with) == 0 && i > 0 && (out[i].bare() || out[i].slot() == out[i-1].slot()) {
				out[i].with, out[i].list = out[i-1].with, true // "choir on Tuesdays and Thursdays"
				out[i].at = out[i].at || out[i].bare() && out[i-1].at
			}
		}
	}
	return out
}

// weekday is a date that is told by the day of the week alone, as that: beside a verb it is
// read as one day, and what is said next may give another one.
func (s *Statement) weekday(f quantity.Figure) quantity.Figure {
	if f.Kind != quantity.Date || f.First.IsZero() || !f.First.Equal(f.Last) || digitRuns().MatchString(s.Text[f.From:f.To]) {
		return f
	}
	alone := quantity.Figures(s.Text[f.From:f.To], s.Lang, time.Time{})
	if len(alone) != 1 || alone[0].DayOfWeek == 0 || alone[0].Day > 0 {
		return f
	}
	alone[0].From, alone[0].To = f.From+alone[0].From, f.From+alone[0].To
	return alone[0]
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
// weekdays are no date. "Friday the 11th" and "Friday 2026-12-11" are.
func (f *figure) joins(next quantity.Figure, s *Statement) bool {
	if f.Kind != quantity.Date || next.Kind != quantity.Date || !f.First.IsZero() || f.DayOfWeek > 0 && next.DayOfWeek > 0 || f.Day > 0 && next.Day > 0 {
		return false
	}
	named := f.DayOfWeek > 0 && f.Day == 0 && f.Month == 0
	between := strings.Trim(s.Text[f.To:next.From], " .,")
	return (next.First.IsZero() || named && next.First.Equal(next.Last)) &&
		(between == "" || named && (next.Day > 0) && slices.Contains(strings.Fields(s.Lang.File().Time.Determiners), language.Fold(between)))
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
	case f.name != "" && newer.name != "" && f.name != newer.name:
		return false // "gas 45" is not another value of "water 30"
	case newer.of != "" && f.of == "" && (f.at || f.name != ""):
		return false // "40 orders" is no hour, and no number of a house
	case f.kind(newer) != newer.kind(f), f.bare() && newer.Kind == quantity.Date, f.at && newer.dayOnly() && newer.Kind == quantity.Date, newer.at && (f.Kind == quantity.Date || f.Counts):
		return false
	case f.Kind == quantity.Date:
		return f.dateFits(newer)
	case f.at && newer.measures(), newer.at && f.measures():
		return false // "at 17", and 8 kg
	case f.Kind == quantity.Amount && newer.Kind == quantity.Amount:
		return f.Rivals(newer.Figure) && max(f.Value, newer.Value) <= mostApart*min(f.Value, newer.Value) && (f.of == newer.of || f.of == "" || newer.of == "" || f.Unit != "")
	}
	return true
}

// measures reports whether a figure is an amount of a unit that tells no hour.
func (f figure) measures() bool {
	return f.Kind == quantity.Amount && f.Unit != "" && f.Unit != "h"
}

// slot is what a figure may be of where a bare number stands beside it.
func (f figure) slot() quantity.Kind {
	switch {
	case f.Kind == quantity.Date, f.Kind == quantity.Hour:
		return f.Kind
	case f.at || f.Unit == "h":
		return quantity.Hour
	}
	return quantity.Amount
}

// dateFits reports whether a newer date says as much of a day as this one, or tells but
// another day of its month.
func (f figure) dateFits(newer figure) bool {
	if f.isYear() != newer.isYear() {
		return false // "a 2012 Berlingo" is not one of last Saturday
	}
	if newer.dayOnly() {
		_, _, ok := f.dayAt(newer)
		return ok
	}
	if !newer.First.IsZero() {
		return newer.First.Equal(newer.Last) || f.Day+f.DayOfWeek == 0 // "in March" takes no Sunday's place
	}
	return f.First.IsZero() && (newer.Month > 0 || f.Month == 0) && (newer.Day > 0 || f.Day == 0) && (newer.Day+newer.DayOfWeek > 0 || f.DayOfWeek == 0)
}

// isYear reports whether a figure is a whole year.
func (f figure) isYear() bool {
	return f.Kind == quantity.Date && f.Year > 0 && f.Month == 0 && f.Day == 0
}

// dayOnly reports whether a figure is a day of a month that is not told.
func (f figure) dayOnly() bool {
	return f.Kind != quantity.Date || f.First.IsZero() && f.Day > 0 && f.Month == 0
}

// dayNumber is the day of the month that a figure tells; 0 where it tells none.
func (f figure) dayNumber() int {
	switch {
	case f.Kind != quantity.Date:
		return int(f.Value)
	case !f.First.IsZero() && f.First.Equal(f.Last):
		return f.First.Day()
	}
	return f.Day
}

// digitRuns finds the numbers in a date.
var digitRuns = pattern.Of(`[0-9]+`)

// dayAt is which part of a date gives way to another day of its month: the number, and the
// name of the weekday before it, where the other day has another one. It is not ok where
// the date has no such number, or it is not clear which it is.
func (f figure) dayAt(newer figure) (from, to int, ok bool) {
	old := f.text[f.From:f.To]
	for _, at := range digitRuns().FindAllStringIndex(old, -1) {
		if n, err := strconv.Atoi(old[at[0]:at[1]]); err != nil || n != f.dayNumber() {
			continue
		}
		if ok && !f.endsInISO() {
			return 0, 0, false // 12/12
		}
		from, to, ok = f.From+at[0], f.From+at[1], true
	}
	if !ok || f.DayOfWeek == 0 || (newer.dayNumber()-f.dayNumber())%7 == 0 {
		return from, to, ok
	}
	before := strings.Fields(f.text[f.From:from])
	return f.From, to, len(before) == 1 // "Friday, 11 December", not "Friday the 11th" or "11 December, a Friday"
}

// endsInISO reports whether a date is told, or ends, as 2026-12-09.
func (f figure) endsInISO() bool {
	old := f.text[f.From:f.To]
	return language.IsDay(old[max(0, len(old)-len(time.DateOnly)):])
}

// written is where a newer figure is put in place of this one, and how it is written
// there: a bare number stands before the unit of the older one, a day before its month.
func (f figure) written(newer figure) (from, to int, with string) {
	from, to, with = f.put(newer)
	last, _ := utf8.DecodeLastRuneInString(with)
	behind, _ := utf8.DecodeRuneInString(strings.TrimPrefix(f.text[to:], ". "))
	if f.Kind == quantity.Date && unicode.IsLetter(last) && strings.HasPrefix(f.text[to:], ". ") && unicode.IsLower(behind) {
		to++ // "am 24. hab ich": the dot is the day's
	}
	return from, to, with
}

// put is written, but for the dot behind a day.
func (f figure) put(newer figure) (from, to int, with string) {
	with = newer.text[newer.From:newer.To]
	if f.Kind == quantity.Date && newer.dayOnly() {
		return f.withDay(newer)
	}
	digit := func(r rune) bool { return unicode.IsDigit(r) }
	old := f.text[f.From:f.To]
	first, last := strings.IndexFunc(old, digit), strings.LastIndexFunc(old, digit)
	if first < 0 || f.Kind != quantity.Amount || newer.Unit != "" || f.Unit == "" {
		return f.From, f.To, with
	}
	return f.From + first, f.From + last + 1 + f.scaleBehind(last+1, newer), with
}

// scaleBehind is how many bytes of this figure behind its digits tell how many thousands
// they are, where a newer one without them is a number of single ones: 5500 behind "4k".
func (f figure) scaleBehind(digits int, newer figure) int {
	old := f.text[f.From:f.To]
	bare := quantity.Figures(old[:digits], newer.lang, time.Time{})
	if len(bare) != 1 || bare[0].Value <= 0 || bare[0].Value == f.Value || newer.Value <= 0 {
		return 0
	}
	apart := func(v float64) float64 { return math.Abs(math.Log(v / f.Value)) }
	if apart(newer.Value) >= apart(newer.Value*f.Value/bare[0].Value) {
		return 0
	}
	rest := old[digits:]
	word := strings.TrimLeft(rest, " ")
	end := strings.IndexFunc(word+" ", func(r rune) bool { return !unicode.IsLetter(r) })
	return len(rest) - len(word) + end
}

// withDay is written for another day of the month, with its weekday where both tell it. The letters behind its number, "11th",
// stand where the older one has some.
func (f figure) withDay(newer figure) (from, to int, with string) {
	from, to, _ = f.dayAt(newer)
	spelled := func(text string) int {
		return strings.IndexFunc(text+" ", func(r rune) bool { return !unicode.IsLetter(r) || language.Unspaced(string(r)) })
	}
	if from == f.From && f.DayOfWeek > 0 && newer.DayOfWeek > 0 {
		return from, to + spelled(f.text[to:f.To]), newer.text[newer.From:newer.To]
	}
	number := digitRuns().FindStringIndex(newer.text[newer.From:newer.To])
	if number == nil {
		return f.From, f.To, newer.text[newer.From:newer.To]
	}
	with = newer.text[newer.From+number[0] : newer.From+number[1]]
	if len(with) == 1 && f.endsInISO() {
		with = "0" + with // 2026-12-09
	}
	if n := spelled(f.text[to:f.To]); n > 0 {
		behind := newer.text[newer.From+number[1] : newer.To]
		return from, to + n, with + behind[:spelled(behind)]
	}
	return from, to, with
}

// exchange is which of a newer statement's figures stands for which of an older one's; nil where
// none does, or that is not clear. What both give stays, but where the newer one denies
// it: "50, not 40".
func exchange(older, newer Statement) map[int]int {
	was, is := older.derived.figures(), newer.derived.figures()
	shared := older.Shares(newer)
	if put := weekdays(was, is); put != nil {
		return put
	}
	put, used := map[int]int{}, map[int]bool{}
	denied := newer.Denied
	if _, _, end := newer.Lang.Answers(newer.Text); denied && end > 0 && !slices.ContainsFunc(is, func(f figure) bool { return f.From < end }) { // "no, Tuesdays" denies no figure
		denied = ReadIn(newer.Text[end:], newer.Lang).Denied
	}
	for x, f := range is {
		if slices.ContainsFunc(was, func(o figure) bool { return f.means(o) || o.means(f) }) {
			continue
		}
		var olds, unsaid []int
		for i, o := range was {
			switch {
			case !o.fits(f) || older.elsewhere(o, shared):
			case slices.ContainsFunc(is, func(n figure) bool { return n.means(o) || o.means(n) }):
				unsaid = append(unsaid, i)
			default:
				olds = append(olds, i)
			}
		}
		if denied && len(unsaid) > 0 {
			olds = unsaid
		}
		i, ok := meant(was, olds, f, newer.TellsOf)
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

// elsewhere reports whether a figure of a statement is told of another matter than some words
// that the statement has: of "Ola turns 9 on 21 March and wants a party" a word on the party
// moves no birthday. Names and what a statement begins with tell of no matter: all of it may be
// theirs.
func (s *Statement) elsewhere(f figure, words []string) bool {
	with := s.besides(f)
	words = slices.DeleteFunc(slices.Clone(words), func(stem string) bool {
		return stem == s.derived.lead || slices.ContainsFunc(s.Values, func(v language.Value) bool { return v.Kind == language.Name && v.Key == stem })
	})
	return len(with) > 0 && len(words) > 0 && !slices.ContainsFunc(words, func(stem string) bool { return slices.Contains(with, stem) })
}

// weekdays is exchange where both give several days of the week, as many, and no other
// figure is new: "Mondays and Wednesdays", not "Tuesdays and Thursdays".
func weekdays(was, is []figure) map[int]int {
	var olds []int
	for i, f := range was {
		if f.Kind == quantity.Date && f.DayOfWeek > 0 && f.Day == 0 && f.First.IsZero() {
			olds = append(olds, i)
		}
	}
	if len(olds) < 2 || len(olds) != len(is) {
		return nil
	}
	put := map[int]int{}
	for x, f := range is {
		if f.Kind != quantity.Date || f.DayOfWeek == 0 || f.Day > 0 || !f.First.IsZero() || slices.ContainsFunc(was, f.means) {
			return nil
		}
		put[olds[x]] = x
	}
	return put
}

// clearlyNearer is how many times nearer in size the one of two numbers must be to a new
// one that may stand for either.
const clearlyNearer = 3

// meant is which of some older figures a newer one stands for: the only one of its name, of its kind, of
// its unit, beside words that the newer statement has, or the one that is clearly nearer in
// size: 1430 is another price than 1340, not another number of a licence than 48812.
func meant(was []figure, olds []int, f figure, says func(stem string) bool) (int, bool) {
	named := slices.DeleteFunc(slices.Clone(olds), func(i int) bool { return f.name == "" || was[i].name != f.name })
	if len(named) == 1 {
		return named[0], true
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
	if f.bare() && !f.at && slices.ContainsFunc(olds, func(i int) bool { return was[i].slot() != was[olds[0]].slot() }) {
		return 0, false // "9" may be an hour, a day or a number of people
	}
	for _, like := range []func(o figure) bool{
		func(o figure) bool { return o.slot() == f.slot() },
		func(o figure) bool { return o.Kind == f.Kind || o.slot() == quantity.Hour && f.slot() == quantity.Hour },
		func(o figure) bool { return o.unit() == f.unit() && f.unit() != "" },
	} {
		if alike := slices.DeleteFunc(slices.Clone(olds), func(i int) bool { return !like(was[i]) }); len(alike) > 0 {
			olds = alike
		}
	}
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
	return olds[0], f.Kind == quantity.Amount && !was[olds[0]].list && !was[olds[1]].list && clearlyNearer*far(olds[0]) < far(olds[1])
}

// unit is what a figure is of.
func (f figure) unit() string {
	if f.Unit != "" {
		return f.Unit
	}
	return f.of
}
