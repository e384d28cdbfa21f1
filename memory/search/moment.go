package search

import (
	"strconv"
	"strings"
	"time"
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
func (x *lexicon) spans(q string, ws []word, first, now int) []span {
	var out []span
	for rest := q; ; {
		i := strings.IndexByte(rest, '-')
		if i < 0 {
			break
		}
		if d := dayIn(rest[max(0, i-4):min(len(rest), i+6)]); d != 0 {
			out = append(out, span{d, d})
		}
		rest = rest[i+1:]
	}
	for i := range ws {
		if m := x.month[ws[i].text]; m != 0 && monthMeant(ws, i) {
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
	if len(out) > 0 || now == 0 {
		return out
	}
	return x.relative(ws, now)
}

// monthMeant tells "May" and "March" the months from the words.
func monthMeant(ws []word, i int) bool {
	if w := ws[i].text; w != "may" && w != "march" && w != "mar" && w != "mars" && w != "set" && w != "dec" {
		return true
	}
	if i > 0 {
		switch ws[i-1].text {
		case "in", "of", "during", "by", "since", "until", "last", "this", "im", "en", "de", "du":
			return true
		}
		if dayOfMonth(ws[i-1].text) > 0 {
			return true
		}
	}
	if i+1 < len(ws) {
		_, y := isYear(ws[i+1].text)
		return y || dayOfMonth(ws[i+1].text) > 0
	}
	return false
}

// dayOfMonth reads "7", "7th", "1st"; 0 when w is no day.
func dayOfMonth(w string) int {
	for _, s := range [...]string{"st", "nd", "rd", "th", "er"} {
		w = strings.TrimSuffix(w, s)
	}
	n, err := strconv.Atoi(w)
	if err != nil || n < 1 || n > 31 || len(w) > 2 {
		return 0
	}
	return n
}

func namedMonth(ws []word, i, m, first, now int) []span {
	day, year, last := 0, 0, false
	if i > 0 {
		day = dayOfMonth(ws[i-1].text)
		last = ws[i-1].text == "last"
	}
	if day == 0 && i > 1 && (ws[i-1].text == "of" || ws[i-1].text == "de") {
		day = dayOfMonth(ws[i-2].text)
	}
	for j := i + 1; j < len(ws) && j <= i+2; j++ {
		if y, ok := isYear(ws[j].text); ok {
			year = y
			break
		}
		if j == i+1 && day == 0 {
			day = dayOfMonth(ws[j].text)
		}
	}
	from, to := year, year
	if year == 0 {
		if first == 0 || now == 0 {
			return nil
		}
		from, to = dayTime(first).Year(), dayTime(now).Year()
		if last {
			if int(dayTime(now).Month()) <= m {
				to--
			}
			from = to
		}
	}
	var out []span
	for y := from; y <= to && len(out) < 100; y++ {
		s := monthSpan(y, m)
		if day > 0 {
			if d := dayNumber(y, m, day); d != 0 {
				s = span{d, d}
			}
		}
		out = append(out, s)
	}
	return out
}

// relative reads "yesterday", "last week", "this month", "two years ago" from now.
func (x *lexicon) relative(ws []word, now int) []span {
	t := dayTime(now)
	for i := range ws {
		switch ws[i].text {
		case "yesterday", "gestern", "hier", "ayer", "вчера":
			return []span{{now - 1, now - 1}}
		case "today", "heute", "hoy", "сегодня":
			return []span{{now, now}}
		}
		if i == 0 {
			continue
		}
		back := -1
		switch ws[i-1].text {
		case "last", "letzte", "letzten", "letztes", "letzter", "vergangene", "прошлый", "прошлом", "прошлой":
			back = 1
		case "this", "diese", "dieser", "dieses", "этом", "этой":
			back = 0
		}
		if i+1 < len(ws) && ws[i+1].text == "ago" {
			back = smallNumber(ws[i-1].text)
		}
		if back < 0 {
			continue
		}
		switch strings.TrimSuffix(ws[i].text, "s") {
		case "day":
			return []span{{now - back, now - back}}
		case "week", "woche", "неделе":
			monday := now - (int(t.Weekday())+6)%7 - 7*back
			return []span{{monday, monday + 6}}
		case "month", "monat", "месяце":
			m := t.Year()*12 + int(t.Month()) - 1 - back
			return []span{monthSpan(m/12, m%12+1)}
		case "year", "jahr", "году":
			return []span{yearSpan(t.Year() - back)}
		}
	}
	return nil
}

func smallNumber(w string) int {
	for i, n := range [...]string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"} {
		if w == n && i > 0 {
			return i
		}
	}
	if w == "a" || w == "an" {
		return 1
	}
	if n, err := strconv.Atoi(w); err == nil && n < 200 {
		return n
	}
	return -1
}
