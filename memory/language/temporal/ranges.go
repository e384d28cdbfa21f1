package temporal

import (
	"dormouse/memory/language"
	"strings"
	"time"
)

// mostJoint is how many words may join two days of one range: "bis", "to the".
const mostJoint = 2

// lendMonths gives a day without its month that of the day which it is joined to: "from
// the 3rd to the 9th of May" speaks of the 3rd of May.
func lendMonths(text string, times []Time) {
	for i := 1; i < len(times); i++ {
		a, b := &times[i-1], &times[i]
		if a.Monthless == b.Monthless || a.Grain != OneDay || b.Grain != OneDay || !joins(text[a.To:b.From]) {
			continue
		}
		later := 0
		if a.First.Day() >= b.First.Day() {
			later = 1
		}
		if b.Monthless {
			b.on(a.First, later)
		} else {
			a.on(b.First, -later)
		}
	}
}

// on moves a day of a month, where there is such a day, to the month of another day, or
// to one that many months after it.
func (t *Time) on(other time.Time, after int) {
	d := Day(other.Year(), int(other.Month())+after, t.First.Day())
	if d.Day() == t.First.Day() {
		t.First, t.Last = d, d
	}
}

// joins reports whether a text between two days does no more than join them.
func joins(between string) bool {
	return len(language.Words(between)) <= mostJoint && !strings.ContainsAny(between, ",;:()。、，")
}
