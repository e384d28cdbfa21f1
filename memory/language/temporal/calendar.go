package temporal

import "time"

// The arithmetic of days. A day is midnight UTC, whatever the place.

func DayOnly(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// monday is the first day of the day's week, n weeks later.
func monday(day time.Time, n int) time.Time {
	return day.AddDate(0, 0, 7*n-(int(day.Weekday())+6)%7)
}

// firstOfMonth is that of the month n months later, also on the 31st.
func firstOfMonth(day time.Time, n int) time.Time {
	return time.Date(day.Year(), day.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
}

func firstOfYear(day time.Time, n int) time.Time {
	return time.Date(day.Year()+n, 1, 1, 0, 0, 0, 0, time.UTC)
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
