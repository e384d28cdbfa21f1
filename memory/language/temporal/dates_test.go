package temporal

import (
	"strings"
	"testing"
	"time"
)

// TestYearlessDays reads days without their year, said on Wednesday 10 May 2023: the
// next, or the last where the clause speaks of the past. "" is no time at all.
func TestYearlessDays(t *testing.T) {
	for _, c := range []struct{ text, words, day string }{
		{"dentist on 14 January at 9", "14 January", "2024-01-14"},
		{"We met on 7 May in Bath", "7 May", "2023-05-07"},
		{"I'll fly on June 3rd", "June 3rd", "2023-06-03"},
		{"the 10th of May is it", "the 10th of May", "2023-05-10"},
		{"we leave on the 14th", "on the 14th", "2023-05-14"},
		{"we arrived on the 14th", "on the 14th", "2023-04-14"},
		{"rent is due by the 1st, as ever", "by the 1st", "2023-06-01"},
		{"review on Thursday the 8th", "on Thursday the 8th", "2023-06-08"},
		{"the exam is Monday, 12 June", "Monday, 12 June", "2023-06-12"},
		{"leap party on 29 February", "29 February", "2024-02-29"},
		{"the wedding on 31 April", "", ""},
		{"the flat is on the 14th floor", "", ""},
		{"the two may come", "", ""},
		{"they march 5 miles", "", ""},
		{"release 3.5 is out", "", ""},

		{"Zahnarzt am 14. Januar um 9", "14. Januar", "2024-01-14"},
		{"Ich war am 7. Mai in Bonn", "7. Mai", "2023-05-07"},
		{"am 14. fliegen wir", "am 14", "2023-05-14"},
		{"Zahnarzt am 10.06. um 9", "10.06", "2023-06-10"},
		{"sie wohnt im 3. Stock", "", ""},
		{"am 3. Tag regnete es", "", ""},
		{"nach 3.5 Stunden", "", ""},

		{"le dentiste, c'est le 3 mars", "le 3 mars", "2024-03-03"},
		{"nous sommes arrivés le 3 mars", "le 3 mars", "2023-03-03"},
		{"je pars le 14 à midi", "le 14", "2023-05-14"},
		{"rendez-vous le 1er juin", "le 1er juin", "2023-06-01"},
		{"le 14 étudiants sont venus", "", ""},

		{"tengo dentista el 3 de junio", "el 3 de junio", "2023-06-03"},
		{"llegué el 3 de mayo", "el 3 de mayo", "2023-05-03"},
		{"la cita es el día 20", "el día 20", "2023-05-20"},

		{"il dentista è il 3 giugno", "il 3 giugno", "2023-06-03"},
		{"ho visto Paolo il 3 maggio", "il 3 maggio", "2023-05-03"},
		{"partiamo il giorno 20", "il giorno 20", "2023-05-20"},

		{"dentista em 3 de junho", "em 3 de junho", "2023-06-03"},
		{"cheguei no dia 3 de maio", "no dia 3 de maio", "2023-05-03"},
		{"o aluguel vence dia 20", "dia 20", "2023-05-20"},

		{"tandarts op 3 juni om 9 uur", "op 3 juni", "2023-06-03"},
		{"ik heb hem op 3 mei gezien", "op 3 mei", "2023-05-03"},
		{"we vertrekken op de 20e", "op de 20e", "2023-05-20"},

		{"стоматолог 7 июня в 9", "7 июня", "2023-06-07"},
		{"мы встретились 7 мая", "7 мая", "2023-05-07"},
		{"зарплата 20 числа", "20 числа", "2023-05-20"},

		{"歯医者は6月3日です", "6月3日", "2023-06-03"},
		{"5月3日に会いました", "5月3日", "2023-05-03"},
		{"20日に出発する予定", "20日に", "2023-05-20"},
		{"牙医是6月3日上午", "6月3日", "2023-06-03"},
		{"5月3号我搬家了", "5月3号", "2023-05-03"},
		{"20号我要去上海", "20号我", "2023-05-20"},
		{"坐5号线去", "", ""},
	} {
		got := Times(c.text, localDay(saidOn))
		if c.words == "" {
			if len(got) != 0 {
				t.Errorf("%q: read %q", c.text, c.text[got[0].From:got[0].To])
			}
			continue
		}
		if len(got) != 1 {
			t.Errorf("%q: %d times, want one", c.text, len(got))
			continue
		}
		g := got[0]
		if words := c.text[g.From:g.To]; words != c.words || g.First.Format(time.DateOnly) != c.day || !g.First.Equal(g.Last) || !g.Yearless || g.Dated {
			t.Errorf("%q: %q is %s, yearless %v", c.text, words, g.First.Format(time.DateOnly), g.Yearless)
		}
		if abs := Absolute(c.text, localDay(saidOn)); abs != c.text {
			t.Errorf("%q: became %q, of a year that nobody said", c.text, abs)
		}
	}
}

// TestDatesInFigures reads dates as people type them, in any language.
func TestDatesInFigures(t *testing.T) {
	for _, c := range []struct{ text, day string }{
		{"Zahnarzt 10.01.2024", "2024-01-10"},
		{"Termin am 3.7.2024 um 9", "2024-07-03"},
		{"rendez-vous le 10/01/2024", "2024-01-10"},
		{"tandarts op 10-01-2024", "2024-01-10"},
		{"締め切りは2024/01/10です", "2024-01-10"},
		{"due 25/12/2024 at noon", "2024-12-25"},
		{"due 12/25/2024 at noon", "2024-12-25"},
		{"due 5/7/2024 at noon", ""}, // May or July
		{"version 10.41.2024", ""},
	} {
		got := Times(c.text, localDay(saidOn))
		var days []string
		for _, g := range got {
			days = append(days, g.First.Format(time.DateOnly))
			if !g.Dated {
				t.Errorf("%q: no date for ever", c.text)
			}
		}
		if strings.Join(days, " ") != c.day {
			t.Errorf("%q: read %q, want %q", c.text, days, c.day)
		}
	}
}
