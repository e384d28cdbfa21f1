package temporal

import (
	"testing"
	"time"
)

// TestDaysOfARangeShareTheMonth: said on 15 January 2026, a day without its month has that
// of the day it is joined to, and not the next month that has such a day.
func TestDaysOfARangeShareTheMonth(t *testing.T) {
	said := time.Date(2026, 1, 15, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct{ text, first, last string }{
		{"vom 4. bis 11. juni sind wir auf der hütte", "2026-06-04", "2026-06-11"},
		{"du 4 au 11 juin on est au chalet", "2026-06-04", "2026-06-11"},
		{"from the 4th to the 11th of june we are at the hut", "2026-06-04", "2026-06-11"},
		{"del 4 al 11 de junio estamos en la cabaña", "2026-06-04", "2026-06-11"},
		{"vom 29. bis 2. juni sind wir auf der hütte", "2026-05-29", "2026-06-02"},
		{"du 29 au 3 janvier on est au chalet", "2026-12-29", "2027-01-03"},
		{"6月4日から11日まで山小屋にいます", "2026-06-04", "2026-06-11"},
		{"6月29日から2日まで山小屋にいます", "2026-06-29", "2026-07-02"},
	} {
		days := Times(c.text, said)
		if len(days) != 2 || days[0].First.Format(time.DateOnly) != c.first || days[1].First.Format(time.DateOnly) != c.last {
			t.Errorf("%s: %+v", c.text, days)
		}
	}
}
