package summarize

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters are those that fall into others without being composed of them.
var letters = strings.NewReplacer("ß", "ss", "ł", "l", "ø", "o", "đ", "d", "æ", "ae", "œ", "oe", "ı", "i", "ё", "е")

// unaccented is a folded word without its accents: "gdańsk" and "gdansk" are one name.
func unaccented(low string) string {
	ascii := true
	for i := 0; i < len(low); i++ {
		ascii = ascii && low[i] < 0x80
	}
	if ascii {
		return low
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(letters.Replace(low)))
}

// knows reports whether the source has a word, however it is accented.
func (c claims) knows(low string) bool { return c.words[low] || c.words[unaccented(low)] }

// foreignMonths are months of other languages than English, without accents.
var foreignMonths = func() map[string]time.Month {
	out := map[string]time.Month{}
	for _, year := range []string{
		"januar februar marz april mai juni juli august september oktober november dezember",
		"janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
		"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
		"января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
	} {
		for i, name := range strings.Fields(year) {
			out[name] = time.Month(i + 1)
		}
	}
	return out
}()

// anyMonth is the month of that name in one of five languages.
func anyMonth(low string) (time.Month, bool) {
	if m, ok := month(low); ok {
		return m, true
	}
	m, ok := foreignMonths[unaccented(low)]
	return m, ok
}

// nearest gives each day that was said without a year the year in which it was
// last, and the next where that is nearer: "January 5th" in November.
func (c claims) nearest(said time.Time) {
	for p := range c.partial {
		if c.hasDay(p) { // it was said with its year
			continue
		}
		var last, next time.Time
		for y := said.Year() + 1; y >= said.Year()-8; y-- { // a leap day comes every four years, but for 1900
			t, err := time.Parse(time.DateOnly, fmt.Sprintf("%04d-%s", y, p))
			if err == nil && t.After(said) {
				next = t
			} else if err == nil {
				last = t
				break
			}
		}
		c.months[last.Format("2006-01")], c.years[last.Format("2006")] = true, true
		if !next.IsZero() && next.Sub(said) < said.Sub(last) {
			c.months[next.Format("2006-01")], c.years[next.Format("2006")] = true, true
		}
	}
}

// ordinals are the places in a row that a text speaks of: "third", "3rd", but
// not those of dates.
func ordinals(text string) map[int]bool {
	ws := split(text)
	isMonth := func(i int) bool {
		if i < 0 || i >= len(ws) {
			return false
		}
		_, ok := anyMonth(ws[i].low)
		return ok
	}
	out := map[int]bool{}
	for i, w := range ws {
		n, ok := ordinalWord(w.low)
		if !ok && len(w.low) > 2 && w.low[0] >= '0' && w.low[0] <= '9' && strings.HasSuffix("st nd rd th", w.low[len(w.low)-2:]) {
			n, ok = dayNumber(w.low)
		}
		if ok && !isMonth(i-1) && !isMonth(i+1) && !(i+1 < len(ws) && ws[i+1].low == "of" && isMonth(i+2)) {
			out[n] = true
		}
	}
	return out
}
