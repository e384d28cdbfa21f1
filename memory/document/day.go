package document

import "time"

// logName is the path of a day's log.
const logName = "memory/2006-01-02.md"

// LogPath returns the log of a local day: "memory/2026-11-20.md".
func LogPath(day time.Time) string { return day.Format(logName) }

// LogDay returns the day that a log is of, in UTC, and whether path names a log.
func LogDay(path string) (time.Time, bool) {
	if len(path) != len(logName) {
		return time.Time{}, false
	}
	day, err := time.Parse(logName, path)
	return day, err == nil
}

// IsLog reports whether a path names a log.
func IsLog(path string) bool {
	_, ok := LogDay(path)
	return ok
}

// DayName is a local day as it is written; "" for none.
func DayName(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// ParseDay reads a day; the zero time when it is none.
func ParseDay(s string) time.Time {
	t, _ := time.Parse(time.DateOnly, s)
	return t
}

// The day on which a text was said, as it stands behind it; the second is for a text
// that names another time of its own.
const (
	onDay   = " (2006-01-02)"
	saidDay = " (said 2006-01-02)"
)

// SaidOn is a text with the day on which it was said behind it; timed tells that it
// names another time.
func SaidOn(text string, day time.Time, timed bool) string {
	if timed {
		return text + day.Format(saidDay)
	}
	return text + day.Format(onDay)
}

// Unsaid is a text without the day that SaidOn put behind it: it tells when something
// was said and is no part of what was said.
func Unsaid(text string) string {
	text, _ = Said(text)
	return text
}

// Said parts a text from the day that SaidOn put behind it; zero where none stands there.
func Said(text string) (string, time.Time) {
	for _, layout := range []string{onDay, saidDay} {
		if at := len(text) - len(layout); at >= 0 {
			if day, err := time.Parse(layout, text[at:]); err == nil {
				return text[:at], day
			}
		}
	}
	return text, time.Time{}
}
