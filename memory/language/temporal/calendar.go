package temporal

import "time"

// The arithmetic of days. A day is midnight UTC, whatever the place.

// DayOnly is the local day of a time.
func DayOnly(t time.Time) time.Time { return Day(t.Year(), int(t.Month()), t.Day()) }

// Day is a day; a month or a day too many leads into the next ones.
func Day(year, month, day int) time.Time {
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
}

// monday is the first day of the day's week, n weeks later.
func monday(day time.Time, n int) time.Time {
	return day.AddDate(0, 0, 7*n-(int(day.Weekday())+6)%7)
}

func isWeekend(day time.Time) bool {
	return day.Weekday() == time.Saturday || day.Weekday() == time.Sunday
}

// towards returns the day of that name: the last one before (n < 0), the next one
// after (n > 0), or the coming one, which may be today (0). Monday is 0.
func towards(day time.Time, name, n int) time.Time {
	d := (name + 1 - int(day.Weekday()) + 7) % 7
	switch {
	case n < 0:
		d -= 7
	case n > 0 && d == 0:
		d = 7
	}
	return day.AddDate(0, 0, d)
}

func sameWeek(a, b time.Time) bool { return monday(a, 0).Equal(monday(b, 0)) }
