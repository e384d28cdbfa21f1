package snapshot

import (
	"testing"
	"time"

	"dormouse/memory/document"
)

func TestAhead(t *testing.T) {
	said := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		text  string
		today int // days after it was said
		ahead bool
	}{
		{"Zahnarzt am 14. Januar um 9", 0, true},
		{"Zahnarzt am 14. Januar um 9", 55, true}, // the day itself
		{"Zahnarzt am 14. Januar um 9", 56, false},
		{"dentist on 14 January at 9", 0, true},
		{"I ran the race on 7 May", 0, false},
		{"rendez-vous le 3 mars", 0, true},
		{"стоматолог 7 декабря в 9", 0, true},
		{"歯医者は1月14日です", 0, true},
		{"Termin am 10.01.2027", 0, true},
		{"Termin war am 10.01.2024", 0, false},
		{"the flat is on the 14th floor", 0, false},
	} {
		if got := Ahead(document.Entry{Text: c.text, Since: said}, said.AddDate(0, 0, c.today)); got != c.ahead {
			t.Errorf("%q, %d days later: %v", c.text, c.today, got)
		}
	}
}
