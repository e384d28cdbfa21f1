package quantity

import (
	"dormouse/memory/language"
	"slices"
	"strconv"
	"testing"
	"time"
)

// TestFiguresBear: what was said on Sunday 2026-05-03, what is claimed, and whether
// the one bears the other out.
func TestFiguresBear(t *testing.T) {
	day := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		lang        language.Lang
		said, claim string
		ok          bool
	}{
		{language.English, "36 gigs", "36 GB", true},
		{language.English, "36 gigs", "36 MB", false},
		{language.English, "36 gigs", "63 GB", false},
		{language.English, "at 7pm", "at 19:00", true},
		{language.English, "at 7pm", "at 7:00 am", false},
		{language.English, "at seven in the evening", "at 19:00", true},
		{language.English, "between eight and noon", "until 12:00", true},
		{language.English, "a dozen", "12", true},
		{language.English, "4.2k euros", "4,200 EUR", true},
		{language.English, "1,450 a month", "€1450", true},
		{language.English, "one and a half", "1.5 kg", true},
		{language.English, "5 and a half hours", "5.5 h", true},
		{language.English, "half a tonne", "500 kg", true},
		{language.English, "two hundred and five", "205", true},
		{language.English, "forty-two people", "42", true},
		{language.English, "forty-two people", "24", false},
		{language.English, "two years", "24 months", true},
		{language.English, "84 square metres", "84 m²", true},
		{language.English, "500 megabit", "500 Mbit/s", true},
		{language.English, "third floor", "3rd floor", true},
		{language.English, "third floor", "three floors", false},
		{language.English, "twice a week", "two times", true},
		{language.English, "8 percent", "8%", true},
		{language.English, "0042", "42", true},
		{language.English, "next Friday at half past two", "14:30", true},
		{language.English, "at a quarter to eight", "07:45", true},
		{language.English, "at a quarter to eight", "08:15", false},
		{language.English, "two grand", "$2,000", true},
		{language.English, "it runs out on may 9", "2026-05-09", true},
		{language.English, "you may go", "2026-05-09", false},
		{language.English, "9,800 quid, down from 11", "£11,000", true},
		{language.English, "9,800 quid, down from 11", "£12,000", false},
		{language.German, "um halb drei", "14:30", true},
		{language.German, "um viertel fünf", "16:15", true},
		{language.English, "at ten past nine", "09:10", true},
		{language.English, "at ten to eight", "07:50", true},
		{language.English, "from ten to eight people", "07:50", false},
		{language.English, "Tuesdays half seven to nine", "19:30", true},
		{language.English, "our number four", "the fourth bell", true},
		{language.English, "we lose a tenth", "10%", true},
		{language.English, "we lose a tenth", "20%", false},
		{language.English, "they cover half", "50%", true},
		{language.English, "a second-hand motor", "two motors", false},
		{language.English, "he starts in April, 12 pounds an hour", "£12", true},
		{language.English, "nobody under 25 may drive", "25 years", false},
		{language.English, "by the end of May", "2026-05-31", true},
		{language.English, "by the end of May", "2026-05-30", false},
		{language.English, "on the 6th", "6 May", true},
		{language.English, "on the 6th", "7 May", false},
		{language.German, "um zehn vor neun treffen wir uns", "8:50", true},
		{language.French, "jeudi à 18h30", "18:30", true},
		{language.French, "quatre-vingts chaises", "80 chaises", true},
		{language.Spanish, "cuatro horas y media", "4,5 horas", true},
		{language.Spanish, "el jueves 7", "2026-05-07", true},
		{language.Spanish, "el jueves 7", "2026-05-08", false},
		{language.Italian, "alle 20.45", "20:45", true},
		{language.Portuguese, "no dia 14", "2026-05-14", true},
		{language.Portuguese, "no dia 14", "2026-05-15", false},
		{language.Russian, "140 тысяч с материалом", "140 000", true},
		{language.Russian, "по четвергам", "четверг", true},
		{language.Japanese, "修理に180万円かかります", "1,800,000円", true},
		{language.Japanese, "午後3時15分に", "15:15", true},
		{language.Japanese, "6月1日から", "2026-06-01", true},
		{language.Japanese, "1キロ4,200円", "4200円", true},
		{language.Chinese, "房租每月六千五", "6500元", true},
		{language.Chinese, "房租每月六千五", "6005元", false},
		{language.Chinese, "两百三十人", "230人", true},
		{language.Chinese, "晚上七点半", "19:30", true},
		{language.Chinese, "周五补上", "2026-05-08", true},
		{language.German, "Viertel nach acht", "20:15", true},
		{language.German, "eigentlich wollte ich 24.", "24 €", true},
		{language.Dutch, "om half negen", "20:30", true},
		{language.French, "26 000 euros", "26 000 €", true},
		{language.French, "26 000 euros", "26 €", false},
		{language.French, "Sept semaines", "7 semaines", true},
		{language.English, "on the 17th", "2026-05-17", true},
		{language.English, "on the 17th", "2026-05-18", false},
		{language.English, "tomorrow", "2026-05-04", true},
		{language.English, "tomorrow", "4 May", true},
		{language.English, "tomorrow", "2026-05-03", false},
		{language.English, "until Christmas", "2026-12-25", true},
		{language.English, "until Christmas", "25 December", true},
		{language.English, "on June 30", "2026-06-30", true},
		{language.English, "on the fifth of October", "2026-10-05", true},
		{language.English, "on May 3rd, 2023", "03.05.2023", true},
		{language.English, "on Thursday", "Thursday 2026-05-07", true},
		{language.English, "on Thursday", "2026-05-06", false},
		{language.English, "in June", "2026-06-12", false},
		{language.English, "in August, from the 3rd", "2026-08-03", true},
		{language.English, "4 years ago", "in 2022", true},
		{language.English, "runs out in 2028", "until 2028", true},
		{language.German, "Zweiundvierzig Parzellen", "42", true},
		{language.German, "ab drei Uhr nachmittags", "ab 15:00", true},
		{language.German, "am 11. Juli", "2026-07-11", true},
		{language.German, "280 Quadratmeter", "280 m²", true},
		{language.German, "1,5 Tonnen", "1500 kg", true},
		{language.German, "übermorgen", "2026-05-05", true},
		{language.Spanish, "El 15 de junio", "2026-06-15", true},
		{language.Spanish, "treinta y dos muestras", "32", true},
		{language.Spanish, "a las cinco de la tarde", "a las 17:00", true},
		{language.Spanish, "a 3 y 6 metros", "6 m", true},
		{language.Spanish, "1.150 euros", "1150 €", true},
		{language.French, "à midi", "à 12:00", true},
		{language.Italian, "mezzo chilo", "500 g", true},
		{language.Dutch, "tweeëntwintig euro", "22 EUR", true},
		{language.Russian, "пять килограммов", "5 кг", true},
		{language.English, "nothing for the first six months", "six rent-free months", true},
		{language.English, "six boxes", "six rent-free months", false},
		{language.English, "no under sixes", "younger than 6", true},
		{language.Spanish, "el año que nací, en el 91", "en 1991", true},
		{language.Spanish, "el año que nací, en el 91", "en 1992", false},
		{language.English, "closed on Sundays", "shut Sunday", true},
		{language.English, "closed on Sundays", "shut Monday", false},
		{language.English, "yesterday", "Saturday", true},
		{language.English, "yesterday", "closed on Saturdays", false},
		{language.Spanish, "ayer", "los sábados", false},
		{language.English, "from next Tuesday", "Tuesday, May 5, 2026", true},
		{language.English, "from next Tuesday", "on 5 May they start", true},
		{language.English, "down from .14", "0.14", true},
		{language.English, "she is 7 months pregnant", "in her seventh month", true},
		{language.English, "she is 7 weeks pregnant", "in her seventh month", false},
		{language.German, "jeden zweiten Dienstag", "alle zwei Wochen", true},
		{language.English, "for 30 years", "three decades", true},
		{language.English, "half a million", "500,000", true},
		{language.English, "£1.2m", "1,200,000 pounds", true},
		{language.English, "an hour and a half", "90 minutes", true},
		{language.Spanish, "dos horas y veinte", "140 minutos", true},
		{language.English, "runs it in 3:20", "in 3 h 20", true},
		{language.English, "the 6th of November, back on the 10th", "2026-11-10", true},
		{language.English, "the 6th of November, back on the 10th", "2026-12-10", false},
		{language.English, "in two weeks", "2026-05-17", true},
		{language.English, "in two weeks", "2026-05-16", false},
		{language.English, "in three months", "in August 2026", true},
		{language.English, "we lose a third", "33%", true},
		{language.German, "bis Ende Mai", "bis zum 31. Mai", true},
		{language.French, "fin mai", "2026-05-31", true},
		{language.French, "quinze jours", "deux semaines", true},
		{language.Spanish, "a las dos y cuarto", "a las 14:15", true},
		{language.Spanish, "a las dos y media", "a las 14:30", true},
		{language.Spanish, "a las cuatro menos cuarto", "a las 15:45", true},
		{language.Spanish, "dos kilos y medio", "2,5 kg", true},
		{language.French, "à huit heures moins le quart", "à 7h45", true},
		{language.Italian, "fino all'una", "fino alle 13:00", true},
		{language.Italian, "alle otto meno un quarto", "19:45", true},
		{language.Portuguese, "às seis e cinquenta", "06:50", true},
		{language.Portuguese, "ao meio-dia", "12:00", true},
		{language.Russian, "до девяти вечера", "до 21:00", true},
		{language.Russian, "в половине восьмого", "в 19:30", true},
		{language.Japanese, "5月末まで", "2026-05-31", true},
		{language.Japanese, "一時間半", "90分", true},
		{language.Chinese, "一个半小时", "90分钟", true},
		{language.Chinese, "五月底", "2026-05-31", true},
	} {
		said, claim := Figures(c.said, c.lang, day), Figures(c.claim, c.lang, day)
		if len(claim) == 0 {
			t.Errorf("%q: no figure is read", c.claim)
			continue
		}
		bears := false
		last := claim[len(claim)-1]
		for _, f := range said {
			bears = bears || f.Bears(last)
		}
		if bears != c.ok {
			t.Errorf("%s: %q bears %q: %v\n%+v\n%+v", c.lang, c.said, c.claim, bears, said, last)
		}
	}
}

// TestDayWithoutItsMonth: a number behind a singular article is a day of a month, behind the
// plural one, or before what it counts, it is none.
func TestDayWithoutItsMonth(t *testing.T) {
	for _, c := range []struct {
		lang language.Lang
		text string
		day  int
	}{
		{language.Spanish, "la reunión pasa al 9", 9},
		{language.Spanish, "empezamos la recogida el 9", 9},
		{language.Spanish, "la reunión es a las 9", 0},
		{language.Spanish, "el 9 por ciento", 0},
		{language.Spanish, "sube al 9%", 0},
		{language.French, "le kiné me met au 21, même heure", 21},
		{language.French, "on se voit à 21 h", 0},
		{language.Italian, "la cena è il 5", 5},
		{language.Italian, "la cena è alle 5", 0},
		{language.Portuguese, "a reunião passa para o dia 9", 9},
		{language.Portuguese, "a reunião é às 9", 0},
		{language.Dutch, "de afspraak is op de 9e", 9},
		{language.German, "Physio ist am 21., gleiche Uhrzeit", 21},
		{language.English, "they moved it to the 16th", 16},
		{language.Russian, "встречу перенесли на 9 число", 9},
		{language.Russian, "встречу перенесли на 9-е", 9},
		{language.Japanese, "会議は9日になった", 9},
	} {
		got, month := 0, 0
		for _, f := range Figures(c.text, c.lang, time.Time{}) {
			if f.Kind == Date {
				got, month = f.Day, f.Month
			}
		}
		if got != c.day || month != 0 {
			t.Errorf("%q: day %d of month %d, want %d", c.text, got, month, c.day)
		}
	}
}

func TestWhatIsNoFigure(t *testing.T) {
	day := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
	for _, text := range []string{"nobody is the one", "an orion-7 and 0x80070057", "a second", "we may go", "per second, always"} {
		if got := Figures(text, language.English, day); len(got) > 0 {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// A date stands for itself, whatever part of it could end another one.
func TestFiguresDoNotOverlap(t *testing.T) {
	for _, text := range []string{"they moved it from May to 2027-06-13, in Getxo", "de mayo a 2027-06-13", "seit März 2027-06-13"} {
		end := 0
		list := Figures(text, language.Guess(text), time.Time{})
		slices.SortFunc(list, func(a, b Figure) int { return a.From - b.From })
		for _, f := range list {
			if f.From < end {
				t.Errorf("%q: %q begins in another figure", text, text[f.From:f.To])
			}
			end = f.To
		}
	}
}

func TestOwnNames(t *testing.T) {
	for text, want := range map[string]string{"Hi, I'm Petra by the way": "petra", "Morning. Priya here from the platform": "priya", "Everybody calls me Teun.": "teun", "I saw Ann": ""} {
		got := language.English.OwnNames(text)
		if len(got) == 0 && want != "" || len(got) > 0 && got[0] != want {
			t.Errorf("%q: %v, want %q", text, got, want)
		}
	}
}

// TestEveryLanguageHasItsFigures finds what the file of a language lacks, or has and means nothing.
func TestEveryLanguageHasItsFigures(t *testing.T) {
	for _, l := range language.Langs() {
		f, units := l.File().Figures, len(measures)
		if l.Dense() && len(f.Units) == units-1 {
			units-- // nothing counts decades
		}
		if len(f.Ordinals) != 12 || len(f.Tens) != 9 || len(f.Units) != units || f.Joint == "" || f.More == "" || f.Less == "" {
			t.Errorf("%s: %d ordinals, %d tens, %d units; want 12, 9, %d, a joint, and words for more and for less", l, len(f.Ordinals), len(f.Tens), len(f.Units), units)
		}
		for symbol := range f.Units {
			if measures[symbol].of == "" {
				t.Errorf("%s: unit %q is unknown", l, symbol)
			}
		}
		for date := range f.Feasts {
			if _, err := time.Parse("01-02", date); err != nil {
				t.Errorf("%s: feast: %v", l, err)
			}
		}
		for _, lists := range []map[string]string{f.Scales, f.Noon, f.Quarters, f.Behind} {
			for number := range lists {
				if _, err := strconv.ParseFloat(number, 64); err != nil {
					t.Errorf("%s: %v", l, err)
				}
			}
		}
	}
}
