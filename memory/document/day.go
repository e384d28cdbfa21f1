package document

import (
	"strings"
	"time"
)

// LogPath returns the log of a local day: "memory/2026-11-20.md".
func LogPath(day time.Time) string { return "memory/" + day.Format(time.DateOnly) + ".md" }

// LogDay returns the local day that a log is of, and whether path names a log.
func LogDay(path string, loc *time.Location) (time.Time, bool) {
	name, ok := strings.CutPrefix(path, "memory/")
	if !ok {
		return time.Time{}, false
	}
	name, ok = strings.CutSuffix(name, ".md")
	if !ok || len(name) != len(time.DateOnly) {
		return time.Time{}, false
	}
	day, err := time.ParseInLocation(time.DateOnly, name, loc)
	return day, err == nil
}

// IsLog reports whether a path names a log.
func IsLog(path string) bool {
	_, ok := LogDay(path, time.UTC)
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
