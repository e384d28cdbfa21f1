package summarize

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// dater writes relative dates as absolute ones, seen from one local day.
// What is not sure stays as it is.
type dater struct {
	day    time.Time
	lex    *lexicon
	future bool // the sentence speaks of what will be
	past   bool
}

const iso = "2006-01-02"

// absolute returns the words with relative dates replaced.
func (d dater) absolute(ws []word) []word {
	for i := range ws {
		switch ws[i].low {
		case "will", "gonna", "going", "plan", "planning", "i'll", "we'll", "let's", "lets", "want", "hope", "hoping":
			d.future = true
		case "was", "were", "had", "did", "went", "got", "took", "had a", "i'd", "came", "saw", "met", "made", "won":
			d.past = true
		}
	}
	var out []word
	for i := 0; i < len(ws); {
		text, prep, n := d.at(ws, i)
		if n == 0 {
			if out != nil {
				out = append(out, ws[i])
			}
			i++
			continue
		}
		if out == nil {
			out = append(make([]word, 0, len(ws)+2), ws[:i]...)
		}
		if prep != "" && (len(out) == 0 || !preposition(out[len(out)-1].low)) {
			out = append(out, word{core: prep, low: prep})
		}
		if len(out) > 0 && strings.HasPrefix(text, "the ") && preposition(out[len(out)-1].low) && (out[len(out)-1].low == "the" || out[len(out)-1].low == "this") {
			out = out[:len(out)-1]
		}
		w := newWord(text)
		w.core, w.low, w.pre, w.post = text, fold(text), ws[i].pre, ws[i+n-1].post
		w.date, w.number = true, true
		out = append(out, w)
		i += n
	}
	if out == nil {
		return ws
	}
	return out
}

func preposition(low string) bool {
	switch low {
	case "on", "since", "until", "till", "by", "from", "before", "after", "in", "for", "of", "during", "around", "about", "the", "this":
		return true
	}
	return false
}

// at reads a relative date at word i: its absolute form, the preposition it
// wants, and how many words it takes (0: none).
func (d dater) at(ws []word, i int) (text, prep string, n int) {
	low := func(k int) string {
		if i+k >= len(ws) || k > 0 && ws[i+k-1].post != "" {
			return ""
		}
		return ws[i+k].low
	}
	if i > 0 && (ws[i-1].low == "like" || i > 1 && ws[i-1].low == "just" && ws[i-2].low == "like" || ws[i-1].low == "day" && i > 1) {
		return "", "", 0
	}
	if ws[i].low == "the" && low(1) == "day" && (low(2) == "after" && low(3) == "tomorrow" || low(2) == "before" && low(3) == "yesterday") {
		k := 2
		if low(2) == "before" {
			k = -2
		}
		return d.day.AddDate(0, 0, k).Format(iso), "on", 4
	}
	if k, ok := d.lex.days[ws[i].low]; ok {
		if b := low(1); b == "was" || b == "is" || b == "will" || b == "has" {
			return d.day.AddDate(0, 0, k).Format(iso), "", 1
		}
		if b := low(1); k != 0 && (b == "morning" || b == "evening" || b == "afternoon" || b == "night") {
			return d.day.AddDate(0, 0, k).Format(iso), "on", 1
		}
		if d.lex.name == "de" && ws[i].low == "morgen" && i > 0 && (ws[i-1].low == "am" || ws[i-1].low == "guten" || ws[i-1].low == "jeden") {
			return "", "", 0
		}
		prep = map[string]string{"en": "on", "de": "am", "fr": "le", "es": "el"}[d.lex.name]
		return d.day.AddDate(0, 0, k).Format(iso), prep, 1
	}
	if d.lex.name != "en" {
		return "", "", 0
	}
	a, b, c := ws[i].low, low(1), low(2)
	if t, n := d.named(ws, i); n > 0 {
		return t, "on", n
	}
	return d.english(ws, i, a, b, c)
}

// english reads the relative dates of English that begin with words a, b and c.
func (d dater) english(ws []word, i int, a, b, c string) (text, prep string, n int) {
	switch {
	case a == "this" && (b == "morning" || b == "afternoon" || b == "evening"):
		return d.day.Format(iso), "on", 2
	case a == "last" && b == "night":
		return d.day.AddDate(0, 0, -1).Format(iso), "on", 2
	case a == "this" && b == "past" && c != "":
		if t, p := d.step("last", c); t != "" {
			return t, p, 3
		}
	case a == "last" || a == "next" || a == "this" || a == "past" || a == "previous" || a == "coming":
		if t, p := d.step(a, b); t != "" {
			return t, p, 2
		}
	case c == "ago" || c == "back" && (b == "days" || b == "weeks" || b == "months" || b == "years"):
		if t, p := d.ago(a, b); t != "" {
			return t, p, 3
		}
	}
	if i == 0 || !preposition(ws[i-1].low) || ws[i-1].low == "on" {
		if t, p := d.bareDay(a); t != "" {
			return t, p, 1
		}
	}
	return "", "", 0
}

// step resolves "last week", "next Friday", "this month".
func (d dater) step(which, unit string) (text, prep string) {
	sign := -1
	switch which {
	case "next", "coming":
		sign = 1
	case "this":
		sign = 0
	}
	switch unit {
	case "week":
		if sign == 0 {
			return "", ""
		}
		return "the week of " + d.monday().AddDate(0, 0, 7*sign).Format(iso), ""
	case "weekend":
		return "the weekend of " + d.saturday(sign).Format(iso), ""
	case "month":
		if sign == 0 {
			return "", ""
		}
		first := time.Date(d.day.Year(), d.day.Month()+time.Month(sign), 1, 0, 0, 0, 0, time.UTC)
		return first.Format("January 2006"), "in"
	case "year":
		return strconv.Itoa(d.day.Year() + sign), "in"
	}
	if wd, ok := weekday(unit); ok && sign != 0 {
		return d.weekday(wd, sign).Format(iso), "on"
	}
	return "", ""
}

// ago resolves "two weeks ago".
func (d dater) ago(count, unit string) (text, prep string) {
	n, err := strconv.Atoi(count)
	if err != nil {
		var ok bool
		if n, ok = number(count); !ok {
			if count != "a" && count != "an" {
				return "", ""
			}
			n = 1
		}
	}
	if n < 1 || n > 120 {
		return "", ""
	}
	switch unit {
	case "day", "days":
		return d.day.AddDate(0, 0, -n).Format(iso), "on"
	case "week", "weeks":
		return d.day.AddDate(0, 0, -7*n).Format(iso), "around"
	case "month", "months":
		first := time.Date(d.day.Year(), d.day.Month()-time.Month(n), 1, 0, 0, 0, 0, time.UTC)
		return first.Format("January 2006"), "in"
	case "year", "years":
		return strconv.Itoa(d.day.Year() - n), "in"
	}
	return "", ""
}

// named reads "Thursday, 12 March" and "Thursday, March 12" as one day, of the
// year in which it falls on that weekday; n is 0 where it is none.
func (d dater) named(ws []word, i int) (text string, n int) {
	wd, ok := weekday(ws[i].low)
	if !ok || i+2 >= len(ws) || ws[i].post != "" && ws[i].post != "," || ws[i+1].post != "" {
		return "", 0
	}
	a, b := ws[i+1].low, ws[i+2].low
	day, isDay := dayNumber(a)
	m, isMonth := month(b)
	if !isDay || !isMonth {
		m, isMonth = month(a)
		day, isDay = dayNumber(b)
	}
	if !isDay || !isMonth {
		return "", 0
	}
	for _, y := range []int{0, 1, -1} {
		t := time.Date(d.day.Year()+y, m, day, 0, 0, 0, 0, time.UTC)
		if t.Weekday() != wd || t.Day() != day {
			continue
		}
		n = 3
		if i+3 < len(ws) && ws[i+2].post == "" || i+3 < len(ws) && ws[i+2].post == "," {
			if ws[i+3].low == strconv.Itoa(t.Year()) {
				n = 4
			}
		}
		return t.Format(iso), n
	}
	return "", 0
}

// bareDay resolves "Friday" where the sentence tells past from future.
func (d dater) bareDay(low string) (text, prep string) {
	wd, ok := weekday(low)
	if !ok || d.past == d.future {
		return "", ""
	}
	sign := -1
	if d.future {
		sign = 1
	}
	return d.weekday(wd, sign).Format(iso), "on"
}

func weekday(low string) (time.Weekday, bool) {
	for wd := time.Sunday; wd <= time.Saturday; wd++ {
		name := fold(wd.String())
		if low == name || len(low) > 2 && len(low) < 6 && strings.HasPrefix(name, strings.TrimSuffix(low, "s")) && low != "sun" && low != "sat" && low != "mon" && low != "wed" && low != "weds" {
			return wd, true
		}
	}
	return 0, false
}

func (d dater) weekday(wd time.Weekday, sign int) time.Time {
	t := d.day.AddDate(0, 0, sign)
	for t.Weekday() != wd {
		t = t.AddDate(0, 0, sign)
	}
	return t
}

func (d dater) monday() time.Time {
	return d.day.AddDate(0, 0, -(int(d.day.Weekday())+6)%7)
}

func (d dater) saturday(sign int) time.Time {
	sat := d.monday().AddDate(0, 0, 5)
	switch {
	case sign < 0 && d.day.Weekday() != time.Sunday:
		return sat.AddDate(0, 0, -7)
	case sign < 0:
		return sat.AddDate(0, 0, -7)
	case sign > 0:
		return sat.AddDate(0, 0, 7)
	}
	return sat
}

// dayOf is the local day of a moment, as midnight UTC, so that days compare.
func dayOf(t time.Time, loc *time.Location) time.Time {
	if loc != nil {
		t = t.In(loc)
	}
	y, m, day := t.Date()
	return time.Date(y, m, day, 0, 0, 0, 0, time.UTC)
}

func dayName(t time.Time) string { return fmt.Sprintf("%04d-%02d-%02d", t.Year(), t.Month(), t.Day()) }
