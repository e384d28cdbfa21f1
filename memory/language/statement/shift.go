package statement

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"dormouse/land/pattern"
	"dormouse/memory/language/quantity"
)

// Shifted is what an older statement says with the figures that a newer one, said on a
// local day, says have changed by so much: "the roofer comes at 9" and "he's coming an hour
// later" make "the roofer comes at 10". gives reports whether the newer one gives but such
// differences, text is "" where it is not clear of which figure.
func Shifted(older, newer Statement, said time.Time) (text string, gives bool) {
	shifts := newer.derived.shifts()
	if len(shifts) == 0 {
		return "", false
	}
	was, is := older.derived.figures(), newer.derived.figures()
	if exchange(older, newer) != nil {
		return "", false
	}
	if !allTold(was, is, nil) {
		return "", true
	}
	put := map[int]quantity.Shift{}
	for _, by := range shifts {
		at := slices.IndexFunc(was, func(f figure) bool { return f.shiftsBy(by) })
		if at < 0 || slices.ContainsFunc(was[at+1:], func(f figure) bool { return f.shiftsBy(by) }) {
			return "", true
		}
		put[at] = by
	}
	text = older.Text
	for at, f := range slices.Backward(was) {
		by, ok := put[at]
		if !ok {
			continue
		}
		from, to, with := f.shifted(by, said)
		if with == "" {
			return "", true
		}
		text = text[:from] + with + text[to:]
	}
	return text, true
}

// measureAlike reports whether a figure and what it has changed by have units of one measure.
func measureAlike(f figure, by quantity.Shift) bool {
	return f.Unit != "" && by.Unit != "" && f.Rivals(quantity.Figure{Kind: quantity.Amount, Unit: by.Unit})
}

// shiftsBy reports whether a figure may have changed by so much.
func (f figure) shiftsBy(by quantity.Shift) bool {
	switch by.Unit {
	case "s", "min", "h":
		return f.Kind == quantity.Hour || f.at || f.Kind == quantity.Amount && measureAlike(f, by)
	case "day", "week", "month", "year":
		return f.Kind == quantity.Date && f.dayNumber() > 0 || f.Kind == quantity.Amount && measureAlike(f, by)
	}
	return f.Kind == quantity.Amount && !f.at && (f.Unit == by.Unit || f.Unit == "" || by.Unit == "" && f.Unit != "min" && f.Unit != "h")
}

// decimals finds a number in digits.
var decimals = pattern.Of(`[0-9]+([.,][0-9]+)*`)

// shifted is where a figure is put that has changed by so much, and how it is written; with
// is "" where that cannot be told.
func (f figure) shifted(by quantity.Shift, said time.Time) (from, to int, with string) {
	switch {
	case f.Kind == quantity.Date:
		return f.dayLater(by, said)
	case f.Kind == quantity.Hour || f.at:
		return f.hourLater(by)
	case f.Unit != by.Unit && measureAlike(f, by):
		return 0, 0, ""
	}
	old := f.text[f.From:f.To]
	number := decimals().FindStringIndex(old)
	if number == nil {
		if f.Unit != "" {
			return 0, 0, "" // "fifty mg"
		}
		number = []int{0, len(old)}
	}
	digits := old[number[0]:number[1]]
	places := 0
	if i := strings.LastIndexAny(digits, ".,"); i >= 0 && len(digits)-i != 4 {
		places = len(digits) - i - 1
	}
	if by.Value != math.Trunc(by.Value) {
		places = max(places, 2)
	}
	with = strconv.FormatFloat(f.Value+by.Value, 'f', places, 64)
	if f.Value+by.Value < 0 {
		return 0, 0, ""
	}
	if strings.Contains(digits, ",") && places > 0 {
		with = strings.Replace(with, ".", ",", 1)
	}
	return f.From + number[0], f.From + number[1], with
}

// dayLater is shifted for a date.
func (f figure) dayLater(by quantity.Shift, said time.Time) (from, to int, with string) {
	day := f.First
	if day.IsZero() {
		if f.Month == 0 {
			return 0, 0, ""
		}
		day = time.Date(said.Year(), time.Month(f.Month), f.Day, 0, 0, 0, 0, time.UTC)
		if !said.IsZero() && day.Before(said.AddDate(0, -2, 0)) {
			day = day.AddDate(1, 0, 0)
		}
	}
	n := int(by.Value)
	then := map[string]time.Time{"day": day.AddDate(0, 0, n), "week": day.AddDate(0, 0, 7*n), "month": day.AddDate(0, n, 0), "year": day.AddDate(n, 0, 0)}[by.Unit]
	number := strconv.Itoa(then.Day())
	newer := figure{Figure: quantity.Figure{Kind: quantity.Ordinal, Value: float64(then.Day()), To: len(number)}, text: number, lang: f.lang}
	if _, _, ok := f.dayAt(newer); ok && then.Month() == day.Month() && then.Year() == day.Year() {
		return f.written(newer)
	}
	if f.First.IsZero() && said.IsZero() {
		return 0, 0, ""
	}
	return f.From, f.To, then.Format(time.DateOnly)
}

// hourLater is shifted for a time of day.
func (f figure) hourLater(by quantity.Shift) (from, to int, with string) {
	at := f.Value
	if f.Kind != quantity.Hour {
		at *= 60
	}
	at += by.Value * map[string]float64{"min": 1, "h": 60}[by.Unit]
	hour, minutes := int(at)/60, int(at)%60
	if at < 0 || hour > 23 {
		return 0, 0, ""
	}
	clock := func(hour int) string { return strconv.Itoa(hour) + ":" + strconv.Itoa(100 + minutes)[1:] }
	old := f.text[f.From:f.To]
	runs := digitRuns().FindAllStringIndex(old, -1)
	if len(runs) == 0 {
		return f.From, f.To, clock(hour)
	}
	if told, _ := strconv.Atoi(old[runs[0][0]:runs[0][1]]); f.Kind == quantity.Hour && told != int(f.Value)/60 { // "3pm"
		if told += 12; told != int(f.Value)/60 || hour < 13 {
			return f.From, f.To, clock(hour)
		}
		hour -= 12
	}
	if len(runs) == 1 && minutes == 0 {
		return f.From + runs[0][0], f.From + runs[0][1], strconv.Itoa(hour)
	}
	return f.From + runs[0][0], f.From + runs[len(runs)-1][1], clock(hour)
}
