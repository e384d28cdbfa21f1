package summarize

import (
	"strconv"
	"strings"
	"time"

	"dormouse/memory/language"
)

// month is the month of that name in any language.
func month(low string) (time.Month, bool) { return language.MonthNamed(low) }

// year reads a year of four digits.
func year(low string) (string, bool) {
	n, err := strconv.Atoi(low)
	return low, err == nil && len(low) == 4 && n >= 1900 && n < 2100
}

// dayNumber reads a day of a month: "7", "7th".
func dayNumber(low string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimRight(low, "stndrh"))
	return n, err == nil && n >= 1 && n <= 31
}

// digitNumbers are the numbers in a word, in one form: 1,200 and 1200 and 1.2k
// are the same.
func digitNumbers(core string) []string {
	var out []string
	for _, f := range language.Figures(core, language.English, time.Time{}) {
		if f.Kind == language.Amount || f.Kind == language.Ordinal {
			out = append(out, strconv.FormatFloat(f.Value, 'f', -1, 64))
		}
	}
	return out
}
