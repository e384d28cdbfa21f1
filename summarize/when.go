package summarize

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"dormouse/memory/language"
)

// dated takes a sentence apart that was said on a local day. What it says of
// times relative to that day is written as dates (language.Absolute), and each of
// these is one word: "the week of 2023-05-01".
func dated(text string, day time.Time) []word {
	abs := language.Absolute(text, day)
	ws := split(abs)
	if !hasDigit(abs) {
		return ws
	}
	var out []word
	for i := 0; i < len(ws); {
		core, n := dateAt(ws, i, day)
		if n == 0 || abs == text && !strings.Contains(core, "-") || strings.Contains(text, core) {
			out = append(out, ws[i])
			i++
			continue
		}
		w := word{core: core, low: fold(core), pre: ws[i].pre, post: ws[i+n-1].post, date: true, number: true}
		if k := len(out); k > 0 && out[k-1].post == "" {
			if _, wd := weekday(out[k-1].low); wd { // "on Monday 2023-05-01"
				w.pre = out[k-1].pre
				out = out[:k-1]
			}
		}
		out = append(out, w)
		i += n
	}
	return out
}

// dateAt reads a date at word i, as we write it, and how many words it takes; 0
// where there is none.
func dateAt(ws []word, i int, day time.Time) (text string, n int) {
	if t, n := named(ws, i, day); n > 0 {
		return t, n
	}
	w := &ws[i]
	switch low := w.low; {
	case monthWord(low) && w.post == "" && i+1 < len(ws):
		if y, ok := year(ws[i+1].low); ok {
			return w.core + " " + y, 2
		}
	case isDay(low):
		return w.core, 1
	case len(low) == len("2006-01"):
		if t, err := time.Parse("2006-01", low); err == nil {
			return t.Format("January 2006"), 1
		}
	case len(low) == 4:
		if _, ok := year(low); ok && i > 0 && (ws[i-1].low == "in" || ws[i-1].low == "en" || ws[i-1].low == "в") {
			return w.core, 1
		}
	case low == "the" || low == "week" || low == "weekend":
		k := i
		if low == "the" {
			k++
		}
		if k+2 < len(ws) && (ws[k].low == "week" || ws[k].low == "weekend") && ws[k+1].low == "of" && isDay(ws[k+2].low) && ws[k].post == "" {
			return "the " + ws[k].low + " of " + ws[k+2].core, k + 3 - i
		}
	}
	return "", 0
}

func isDay(low string) bool {
	_, err := time.Parse(time.DateOnly, low)
	return err == nil
}

// named reads "Thursday, 12 March" and "Thursday, March 12" as one day, of the
// year nearest to day in which it falls on that weekday; n is 0 where it is none.
func named(ws []word, i int, day time.Time) (text string, n int) {
	wd, ok := weekday(ws[i].low)
	if !ok || i+2 >= len(ws) || ws[i].post != "" && ws[i].post != "," || ws[i+1].post != "" {
		return "", 0
	}
	a, b := ws[i+1].low, ws[i+2].low
	number, isNumber := dayNumber(a)
	m, isMonth := month(b)
	if !isNumber || !isMonth {
		m, isMonth = month(a)
		number, isNumber = dayNumber(b)
	}
	if !isNumber || !isMonth {
		return "", 0
	}
	for _, y := range []int{0, 1, -1} {
		t := time.Date(day.Year()+y, m, number, 0, 0, 0, 0, time.UTC)
		if t.Weekday() != wd || t.Day() != number {
			continue
		}
		n = 3
		if i+3 < len(ws) && (ws[i+2].post == "" || ws[i+2].post == ",") && ws[i+3].low == strconv.Itoa(t.Year()) {
			n = 4
		}
		return t.Format(time.DateOnly), n
	}
	return "", 0
}

// weekday reads the name of a day of the week, in any language.
func weekday(low string) (time.Weekday, bool) { return language.WeekdayNamed(low) }

// dayOf is the local day of a moment, as midnight UTC, so that days compare.
func dayOf(t time.Time, loc *time.Location) time.Time {
	if loc != nil {
		t = t.In(loc)
	}
	y, m, day := t.Date()
	return time.Date(y, m, day, 0, 0, 0, 0, time.UTC)
}

func dayName(t time.Time) string { return fmt.Sprintf("%04d-%02d-%02d", t.Year(), t.Month(), t.Day()) }
