package search

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"dormouse/memory/language"
)

// Days are numbered from 1970-01-01 = 1, so that 0 can say "no day".

func dayNumber(y, m, d int) int {
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if t.Year() != y || int(t.Month()) != m {
		return 0
	}
	return int(t.Unix()/86400) + 1
}

// dayOf is the local day of a time.
func dayOf(t time.Time) int {
	if t.IsZero() {
		return 0
	}
	y, m, d := t.Date()
	return dayNumber(y, int(m), d)
}

func dayTime(n int) time.Time { return time.Unix(int64(n-1)*86400, 0).UTC() }

func dayString(n int) string {
	if n == 0 {
		return ""
	}
	return dayTime(n).Format("2006-01-02")
}

// dayIn finds the first YYYY-MM-DD in a text.
func dayIn(s string) int {
	for i := 0; i+10 <= len(s); i++ {
		if s[i+4] != '-' || s[i+7] != '-' || i > 0 && isDigit(s[i-1]) || i+10 < len(s) && isDigit(s[i+10]) {
			continue
		}
		y, e1 := strconv.Atoi(s[i : i+4])
		m, e2 := strconv.Atoi(s[i+5 : i+7])
		d, e3 := strconv.Atoi(s[i+8 : i+10])
		if e1 == nil && e2 == nil && e3 == nil && y > 0 && m > 0 && d > 0 {
			if n := dayNumber(y, m, d); n != 0 {
				return n
			}
		}
	}
	return 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// span is a period of days, both ends included.
type span struct{ from, to int }

func monthSpan(y, m int) span {
	return span{dayNumber(y, m, 1), dayNumber(y+m/12, m%12+1, 1) - 1}
}

func yearSpan(y int) span { return span{dayNumber(y, 1, 1), dayNumber(y, 12, 31)} }

// isYear says whether a word is a year that people write about.
func isYear(w string) (int, bool) {
	if len(w) != 4 || w[:2] != "19" && w[:2] != "20" {
		return 0, false
	}
	y, err := strconv.Atoi(w)
	return y, err == nil
}

// spans lists the periods a question names: "7 May 2023", "in June", "2023-05-07",
// "last week". A month without a year means that month of every year from
// first to now.
func (x *lexicon) spans(q string, ws []word, l language.Lang, first, now int) []span {
	if !slices.ContainsFunc(ws, func(w word) bool { return w.digit || x.time[w.text] }) {
		return nil
	}
	var out []span
	if now != 0 {
		for _, t := range language.Times(q, dayTime(now)) {
			if s := (span{dayOf(t.First), dayOf(t.Last)}); s.from != 0 && !x.everyYear(q[t.From:t.To], &t) {
				out = append(out, s)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for i := range ws {
		if m := l.Month(ws[i].text); m != 0 && (!x.stop[ws[i].text].has(l) || dayBeside(ws, i) != 0) {
			out = append(out, namedMonth(ws, i, m, first, now)...)
		}
	}
	if len(out) > 0 {
		return out
	}
	for i := range ws {
		if y, ok := isYear(ws[i].text); ok {
			out = append(out, yearSpan(y))
		}
	}
	return out
}

// everyYear tells "in June" and "on 3 March" from "last June" and "June 2023".
func (x *lexicon) everyYear(said string, t *language.Time) bool {
	if t.Dated {
		return false
	}
	named := false
	for _, w := range words(said, nil) {
		named = named || x.month[w.text] != 0
		if x.time[w.text] && x.month[w.text] == 0 {
			return false
		}
	}
	return named
}

// dayBeside is the day of a month that stands beside the name of the month at i; 0
// where none does.
func dayBeside(ws []word, i int) int {
	day := 0
	if i > 0 {
		day = dayOfMonth(ws[i-1].text)
	}
	if day == 0 && i+1 < len(ws) {
		day = dayOfMonth(ws[i+1].text)
	}
	if day == 0 && i > 1 {
		day = dayOfMonth(ws[i-2].text) // "the 5th of May"
	}
	return day
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
func namedMonth(ws []word, i, m, first, now int) []span {
	year := 0
	for j := i + 1; j < len(ws) && j <= i+2 && year == 0; j++ {
		year, _ = isYear(ws[j].text)
	}
	from, to := year, year
	if year == 0 {
		if first == 0 || now == 0 {
			return nil
		}
		from, to = dayTime(first).Year(), dayTime(now).Year()
	}
	day := dayBeside(ws, i)
	var out []span
	for y := from; y <= to && len(out) < 100; y++ {
		s := monthSpan(y, m)
		if d := dayNumber(y, m, day); day > 0 && d != 0 {
			s = span{d, d}
		}
		out = append(out, s)
	}
	return out
}
