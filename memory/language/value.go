package language

import (
	"strconv"
	"strings"
	"unicode"
)

// Value is something that an attribute can have.
type Value struct {
	Kind ValueKind
	Key  string // the same for equal values
	Unit string // stem of the word behind a number
}

// ValueKind is what sort of value it is.
type ValueKind uint8

// The kinds of values.
const (
	Number ValueKind = iota
	Clock            // a time of day
	Day              // a date, a weekday, a month
	Name
	Code // letters and digits
)

// leastInflected is how many bytes the name of a weekday has at least that is known in its
// forms: "mondays", "freitags".
const leastInflected = 6

// Value reads a word as a number, a time or a day.
func (l Lang) Value(w Word, next string) (Value, bool) {
	x := l.lexicon()
	if m, ok := x.month[w.Low]; ok && len(w.Low) > 2 && (w.Low != "may" && w.Low != "mars" && w.Low != "mar" || w.Upper()) {
		return Value{Kind: Day, Key: "m" + strconv.Itoa(m)}, true
	}
	if d, ok := x.weekday[w.Low]; ok && len(w.Low) > 2 {
		return Value{Kind: Day, Key: "d" + strconv.Itoa(d)}, true
	}
	if d, ok := x.each[x.stem(w.Low)]; ok && len(w.Low) >= leastInflected {
		return Value{Kind: Day, Key: "d" + strconv.Itoa(d)}, true
	}
	if n, ok := x.number[w.Low]; ok && n > 1 {
		return Value{Kind: Number, Key: strconv.Itoa(n), Unit: x.unit(next)}, true
	}
	if !w.Digit() {
		return Value{}, false
	}
	low := w.Low
	switch {
	case isClock(low):
		return Value{Kind: Clock, Key: low}, true
	case IsDay(low):
		return Value{Kind: Day, Key: low}, true
	}
	i := 0
	for i < len(low) && (low[i] >= '0' && low[i] <= '9' || low[i] == '.' || low[i] == ',') {
		i++
	}
	if i == 0 {
		return Value{Kind: Code, Key: low}, true
	}
	unit := low[i:]
	switch unit {
	case "am", "pm", "h", "uhr":
		return Value{Kind: Clock, Key: low}, true
	case "st", "nd", "rd", "th":
		return Value{Kind: Day, Key: low[:i]}, true
	case "":
		unit = x.unit(next)
	}
	if len(unit) > 6 && hasLetterAndDigit(unit) {
		return Value{Kind: Code, Key: low}, true
	}
	key := strings.ReplaceAll(low[:i], ",", "")
	if _, month := x.month[next]; month {
		return Value{Kind: Day, Key: key}, true
	}
	return Value{Kind: Number, Key: key, Unit: unit}, true
}

func (x *lexicon) unit(next string) string {
	if next == "" || strings.ContainsFunc(next, unicode.IsDigit) {
		return ""
	}
	return x.stem(next)
}

func isClock(s string) bool {
	h, m, ok := strings.Cut(strings.Replace(s, "h", ":", 1), ":")
	return ok && len(h) <= 2 && len(m) >= 2 && h != "" && h[0] <= '9' && m[0] <= '5'
}

// IsDay reports whether a text is a date as 2026-11-22.
func IsDay(s string) bool {
	if len(s) != len("2006-01-02") {
		return false
	}
	for i := range len(s) {
		if (i == 4 || i == 7) != (s[i] == '-') || s[i] != '-' && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return true
}

// MixesDigits reports whether both letters and digits stand in a word: "k8s".
func (w Word) MixesDigits() bool { return hasLetterAndDigit(w.Low) }

func hasLetterAndDigit(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) && strings.ContainsFunc(s, unicode.IsLetter)
}
