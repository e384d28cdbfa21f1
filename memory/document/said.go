package document

import (
	"strings"
	"time"
)

// SaidOn is a text with the day on which it was said behind it: "(2026-11-22)", or
// "(said 2026-11-22)" where it names another time of its own.
func SaidOn(text string, day time.Time, timed bool) string {
	said := ""
	if timed {
		said = "said "
	}
	return text + " (" + said + day.Format(time.DateOnly) + ")"
}

// Unsaid is a text without the day that SaidOn put behind it: it tells when something
// was said and is no part of what was said.
func Unsaid(text string) string {
	body, closed := strings.CutSuffix(text, ")")
	i := strings.LastIndex(body, " (")
	if !closed || i < 0 {
		return text
	}
	if _, err := time.Parse(time.DateOnly, strings.TrimPrefix(body[i+2:], "said ")); err != nil {
		return text
	}
	return text[:i]
}
