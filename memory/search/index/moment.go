package index

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"dormouse/memory/language"
	"dormouse/memory/language/temporal"
)

// Days are numbered from 1970-01-01 = 1, so that 0 can say "no day".

func dayNumber(y, m, d int) int {
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if t.Year() != y || int(t.Month()) != m {
		return 0
	}
	return int(t.Unix()/86400) + 1
}

// DayOf is the local day of a time.
func DayOf(t time.Time) int {
	if t.IsZero() {
		return 0
	}
	y, m, d := t.Date()
	return dayNumber(y, int(m), d)
}

// DayTime is the beginning of a day, in UTC.
func DayTime(n int) time.Time { return time.Unix(int64(n-1)*86400, 0).UTC() }

// DayString is a day as YYYY-MM-DD; "" for none.
func DayString(n int) string {
	if n == 0 {
		return ""
	}
	return DayTime(n).Format("2006-01-02")
}

// dayIn finds the first YYYY-MM-DD in a text.
func dayIn(s string) int {
	digit := func(at int) bool { return at >= 0 && at < len(s) && s[at] >= '0' && s[at] <= '9' }
	for i := 0; i+10 <= len(s); i++ {
		if s[i+4] != '-' || digit(i-1) || digit(i+10) {
			continue
		}
		if t, err := time.Parse(time.DateOnly, s[i:i+10]); err == nil && t.Year() > 0 {
			return DayOf(t)
		}
	}
	return 0
}

// Span is a period of days, both ends included.
type Span struct{ From, To int }

// isYear says whether a word is a year that people write about.
func isYear(w string) (int, bool) {
	if len(w) != 4 || w[:2] != "19" && w[:2] != "20" {
		return 0, false
	}
	y, err := strconv.Atoi(w)
	return y, err == nil
}

// Spans lists the periods a question names: "7 May 2023", "in June", "2023-05-07",
// "last week". A month without a year means that month of every year from
// first to now.
func (x *Lexicon) Spans(q string, ws []Word, l language.Lang, first, now int) []Span {
	if !slices.ContainsFunc(ws, func(w Word) bool { return w.digit || x.time[w.Text] }) {
		return nil
	}
	var out []Span
	if now != 0 {
		for _, t := range temporal.Times(q, DayTime(now)) {
			if s := (Span{DayOf(t.First), DayOf(t.Last)}); s.From != 0 && !x.everyYear(q[t.From:t.To], &t) {
				out = append(out, s)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for i := range ws {
		if m := l.Month(ws[i].Text); m != 0 && (!x.Stop[ws[i].Text].Has(l) || dayBeside(ws, i) != 0) {
			out = append(out, namedMonth(ws, i, m, first, now)...)
		}
	}
	if len(out) > 0 {
		return out
	}
	for i := range ws {
		if y, ok := isYear(ws[i].Text); ok {
			out = append(out, Span{dayNumber(y, 1, 1), dayNumber(y, 12, 31)})
		}
	}
	return out
}

// everyYear tells "in June" and "on 3 March" from "last June" and "June 2023".
func (x *Lexicon) everyYear(said string, t *temporal.Time) bool {
	if t.Dated {
		return false
	}
	named := false
	for _, w := range Words(said, nil) {
		named = named || x.month[w.Text] != 0
		if x.time[w.Text] && x.month[w.Text] == 0 {
			return false
		}
	}
	return named
}

// dayBeside is the day of a month that stands beside the name of the month at i; 0
// where none does.
func dayBeside(ws []Word, i int) int {
	for _, j := range [...]int{i - 1, i + 1, i - 2} { // two before: "the 5th of May"
		if j >= 0 && j < len(ws) && dayOfMonth(ws[j].Text) != 0 {
			return dayOfMonth(ws[j].Text)
		}
	}
	return 0
}

// dayOfMonth reads "7", "7th", "1er"; 0 when w is no day.
func dayOfMonth(w string) int {
	digits := strings.TrimRightFunc(w, func(r rune) bool { return r < '0' || r > '9' })
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > 31 || len(w) > len(digits)+2 {
		return 0
	}
	return n
}

// namedMonth gives the month m, or the day of it that is named, in the year that
// follows or in every year.
func namedMonth(ws []Word, i, m, first, now int) []Span {
	year := 0
	for j := i + 1; j < len(ws) && j <= i+2 && year == 0; j++ {
		year, _ = isYear(ws[j].Text)
	}
	from, to := year, year
	if year == 0 {
		if first == 0 || now == 0 {
			return nil
		}
		from, to = DayTime(first).Year(), DayTime(now).Year()
	}
	day := dayBeside(ws, i)
	var out []Span
	for y := from; y <= to && len(out) < 100; y++ {
		s := Span{dayNumber(y, m, 1), dayNumber(y+m/12, m%12+1, 1) - 1}
		if d := dayNumber(y, m, day); day > 0 && d != 0 {
			s = Span{d, d}
		}
		out = append(out, s)
	}
	return out
}
