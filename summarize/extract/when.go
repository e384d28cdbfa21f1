package extract

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/temporal"
)

// Dated takes a sentence apart that was said on a local day. What it says of times
// relative to that day is written as dates, as temporal.Absolute does, and each of
// these is one word: "the week of 2023-05-01".
func Dated(text string, day time.Time) []Word {
	var b strings.Builder
	var dates [][2]int // places in what is written
	done := 0
	for _, t := range temporal.Times(text, day) {
		if t.Date == "" {
			continue
		}
		written := t.Written
		if t.Dated || t.Yearless {
			written = t.Date
		}
		b.WriteString(text[done:t.From])
		from := b.Len() + strings.Index(written, t.Date)
		dates = append(dates, [2]int{from, from + len(t.Date)})
		b.WriteString(written)
		done = t.To
	}
	b.WriteString(text[done:])
	return oneWordEach(b.String(), dates)
}

// oneWordEach takes a text apart in which these dates are one word each. One that
// letters stand beside is none.
func oneWordEach(text string, dates [][2]int) []Word {
	var out []Word
	done := 0
	for _, d := range dates {
		from, to := 0, len(text)
		if i := strings.LastIndexFunc(text[:d[0]], unicode.IsSpace); i >= 0 {
			_, n := utf8.DecodeRuneInString(text[i:])
			from = i + n
		}
		if i := strings.IndexFunc(text[d[1]:], unicode.IsSpace); i >= 0 {
			to = d[1] + i
		}
		if from < done || strings.ContainsFunc(text[from:d[0]]+text[d[1]:to], inWord) {
			continue
		}
		out = append(out, Split(text[done:from])...)
		core := text[d[0]:d[1]]
		if month, err := time.Parse("2006-01", core); err == nil && language.Guess(text) == language.English {
			core = month.Format("January 2006")
		}
		w := Word{Core: core, Low: Fold(core), Pre: text[from:d[0]], Post: text[d[1]:to], Date: true, Number: true}
		if k := len(out) - 1; k >= 0 && out[k].Post == "" {
			if _, wd := language.WeekdayNamed(out[k].Low); wd { // "on Monday 2023-05-01"
				w.Pre = out[k].Pre
				out = out[:k]
			}
		}
		out, done = append(out, w), to
	}
	return append(out, Split(text[done:])...)
}

// DayOf is the local day of a moment, as midnight UTC, so that days compare.
func DayOf(t time.Time, loc *time.Location) time.Time {
	if loc != nil {
		t = t.In(loc)
	}
	y, m, day := t.Date()
	return time.Date(y, m, day, 0, 0, 0, 0, time.UTC)
}

// DigitNumbers are the numbers in a word, in one form: 1,200 and 1200 and 1.2k
// are the same.
func DigitNumbers(core string) []string {
	var out []string
	for _, f := range quantity.Figures(core, language.English, time.Time{}) {
		if f.Kind == quantity.Amount || f.Kind == quantity.Ordinal {
			out = append(out, strconv.FormatFloat(f.Value, 'f', -1, 64))
		}
	}
	return out
}
