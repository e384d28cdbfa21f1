package memory

import (
	"strings"
	"time"
)

func english() dateLanguage {
	return dateLanguage{
		common: setOf(`the i and to a of in is it was for my that with you on have we she he at be this are`),
		preps: setOf(`since from until till by before after for of on in during over at to than about between around through
as within throughout starting ending`),
		read: readEnglish,
	}
}

var weekdays = map[string]time.Weekday{
	"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 0,
	"montag": 1, "dienstag": 2, "mittwoch": 3, "donnerstag": 4, "freitag": 5, "samstag": 6, "sonnabend": 6, "sonntag": 0,
	"lundi": 1, "mardi": 2, "mercredi": 3, "jeudi": 4, "vendredi": 5, "samedi": 6, "dimanche": 0,
	"понедельник": 1, "вторник": 2, "среду": 3, "четверг": 4, "пятницу": 5, "субботу": 6, "воскресенье": 0,
	"lunes": 1, "martes": 2, "miércoles": 3, "jueves": 4, "viernes": 5, "sábado": 6, "domingo": 0,
}

var partsOfDay = setOf("morning afternoon evening night")

func readEnglish(p *phrase) (moment, bool) {
	w, next := p.word(0), p.word(1)
	if p.word(-1) == "like" || p.word(-2) == "like" && (p.word(-1) == "just" || p.word(-1) == "only") {
		return moment{}, false // "it feels like just yesterday"
	}
	switch w {
	case "today", "yesterday", "tomorrow":
		d := p.day.AddDate(0, 0, map[string]int{"yesterday": -1, "tomorrow": 1}[w])
		if partsOfDay[next] && !strings.HasSuffix(p.words[p.at].raw, "s") {
			return moment{2, "on", "the " + next + " of " + onDay(d), false}, true
		}
		return moment{1, "on", onDay(d), false}, true
	case "tonight":
		return moment{1, "on", "the evening of " + onDay(p.day), false}, true
	case "the", "day":
		return aroundToday(p)
	case "last", "next", "this", "past":
		return lastNext(p)
	case "on":
		return bareWeekday(p)
	case "in":
		return bareMonth(p)
	}
	return ago(p)
}

// aroundToday reads "the day before yesterday" and "the day after tomorrow".
func aroundToday(p *phrase) (moment, bool) {
	i := 0
	if p.word(0) == "the" {
		i = 1
	}
	switch {
	case p.word(i) != "day":
	case p.word(i+1) == "before" && p.word(i+2) == "yesterday":
		return moment{i + 3, "on", onDay(p.day.AddDate(0, 0, -2)), false}, true
	case p.word(i+1) == "after" && p.word(i+2) == "tomorrow":
		return moment{i + 3, "on", onDay(p.day.AddDate(0, 0, 2)), false}, true
	}
	return moment{}, false
}

// whole is the full name of a day that is written short, as in "last Fri".
func whole(short string) string {
	switch short {
	case "mon":
		return "monday"
	case "tue", "tues":
		return "tuesday"
	case "wed", "weds":
		return "wednesday"
	case "thu", "thur", "thurs":
		return "thursday"
	case "fri":
		return "friday"
	case "sat":
		return "saturday"
	case "sun":
		return "sunday"
	}
	return short
}

// lastNext reads "last Friday", "this weekend", "next month", "this past week".
func lastNext(p *phrase) (moment, bool) {
	n := map[string]int{"last": -1, "next": 1, "past": -1}[p.word(0)]
	i := 1
	switch {
	case p.word(0) == "this" && p.word(1) == "past":
		n, i = -1, 2
	case p.word(0) == "this" && p.word(1) == "coming":
		if d, ok := weekdays[p.word(2)]; ok {
			return moment{3, "on", capital(p.word(2)) + " " + onDay(weekday(p.day, d, 1)), false}, true
		}
		return moment{}, false
	case p.word(0) == "past":
		return moment{}, false // "the past year" is a span
	case p.adjoining() && determiners[p.word(-1)] && p.word(0) != "this":
		return moment{}, false // "the last week of May", "my last year"
	}
	unit := whole(p.word(i))
	if p.word(i+1) == "of" {
		return moment{}, false
	}
	i++
	if d, ok := weekdays[unit]; ok {
		return theWeekday(p, d, n, i)
	}
	if m := monthNumber(unit); m > 0 {
		return theMonth(p, m, n, i)
	}
	switch unit {
	case "week":
		return moment{i, "in", "the week of " + weekOf(p.day, n), false}, true
	case "weekend":
		if sat, sure := weekendSure(p.day, n); sure {
			return moment{i, "on", "the weekend of " + sat, false}, true
		}
		return moment{}, false
	case "month":
		return moment{i, "in", monthOf(p.day, n), false}, true
	case "year":
		return moment{i, "in", yearOf(p.day, n), false}, true
	case "night", "evening":
		if n == -1 && p.word(0) == "last" {
			return moment{i, "on", "the " + unit + " of " + onDay(p.day.AddDate(0, 0, -1)), false}, true
		}
	}
	if n == 0 && partsOfDay[unit] {
		return moment{i, "on", "the " + unit + " of " + onDay(p.day), false}, true
	}
	return season(p, unit, n, i)
}

// theWeekday is "last Friday", "next Friday", "this Friday", in so many words.
func theWeekday(p *phrase, wd time.Weekday, n, words int) (moment, bool) {
	d, sure := weekdaySure(p.day, wd, n)
	switch {
	case n == 0:
		d, sure = weekdayOfThis(p.day, wd, p.tense(words, englishGrammar))
	case p.word(1) == "past":
		sure = true
	}
	m := moment{words, "on", capital(p.word(words-1)) + " " + onDay(d), false}
	if part := p.word(words); sure && partsOfDay[part] && p.joined(words) {
		m.n, m.date = words+1, "the "+part+" of "+m.date
	}
	return m, sure
}

// joined reports whether the word i places further follows with a blank only.
func (p *phrase) joined(i int) bool {
	return p.word(i) != "" && strings.TrimSpace(p.between(i)) == "" && p.words[p.at+i].raw == strings.ToLower(p.words[p.at+i].raw)
}

// theMonth is "last July", "next July", "this July". Of a month that is, or of
// "next" one that comes within the quarter, nobody knows which is meant.
func theMonth(p *phrase, month time.Month, n, words int) (moment, bool) {
	ahead := int(month-p.day.Month()+12) % 12
	switch {
	case n > 0 && month > p.day.Month() && ahead < 4:
		return moment{}, false
	case n == 0 && month < p.day.Month():
		tense := p.tense(words, englishGrammar)
		if tense == 0 {
			return moment{}, false
		}
		if tense < 0 {
			return moment{words, "in", time.Date(p.day.Year(), month, 1, 0, 0, 0, 0, time.UTC).Format("2006-01"), false}, true
		}
	}
	return moment{words, "in", monthNamed(p.day, month, n), false}, true
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// season reads "last summer" as the one that is over, in the north.
func season(p *phrase, unit string, n, words int) (moment, bool) {
	start := map[string]int{"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}[unit]
	if start == 0 {
		return moment{}, false
	}
	year := p.day.Year()
	over := int(p.day.Month()) > start+2
	switch {
	case n < 0 && !over:
		year--
	case n > 0 && int(p.day.Month()) >= start:
		year++
	}
	if unit == "winter" {
		return moment{}, false // of two years
	}
	return moment{words, "in", unit + " " + time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).Format("2006"), false}, true
}

func monthNumber(name string) time.Month {
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(m.String(), name) {
			return m
		}
	}
	return 0
}

// monthNamed is the month of that name before, after or nearest ahead.
func monthNamed(day time.Time, m time.Month, n int) string {
	year := day.Year()
	switch {
	case n < 0 && m >= day.Month():
		year--
	case n > 0 && m <= day.Month(), n == 0 && m < day.Month():
		year++
	}
	return time.Date(year, m, 1, 0, 0, 0, 0, time.UTC).Format("2006-01")
}

// vague are words that count without saying how many.
var vague = setOf("few couple several some many")

// ago reads "two weeks ago", "a few days ago", "a year ago".
func ago(p *phrase) (moment, bool) {
	i, n := 0, 0
	unclear := false
	switch w := p.word(0); {
	case w == "a" || w == "an":
		i, n = 1, 1
		if vague[p.word(1)] {
			i, unclear = 2, true
			if p.word(1) == "couple" {
				n = 2
			}
		}
	case vague[w]:
		i, unclear = 1, true
	default:
		n, i = count(w, counts), 1
	}
	if i > 1 && p.word(i) == "of" {
		i++
	}
	unit := strings.TrimSuffix(p.word(i), "s")
	if n == 0 && !unclear || p.word(i+1) != "ago" || !strings.Contains(" day week month year ", " "+unit+" ") {
		return moment{}, false
	}
	i += 2
	if unclear {
		was := p.text[p.words[p.at].start:p.words[p.at+i-2].end]
		return moment{i, "", was + " before " + onDay(p.day), false}, true
	}
	date, near := back(p.day, n, unit)
	m := moment{n: i, prep: "on", date: date}
	switch {
	case near:
		m.prep = "around"
	case unit != "day":
		m.prep = "in"
	}
	if p.adjoining() && roughly[p.word(-1)] {
		m.behind = true
	}
	return m, true
}

// roughly are words before "two years ago" that do not go with a date.
var roughly = setOf("over almost nearly than under roughly only just exactly maybe like")

// bareWeekday reads "on Friday" where its clause says whether it is past or to
// come; otherwise nobody knows which Friday.
func bareWeekday(p *phrase) (moment, bool) {
	d, ok := weekdays[p.word(1)]
	if !ok || d == p.day.Weekday() || p.word(2) == "of" || p.word(2) == "week" || p.word(2) == "in" && p.word(4) == "weeks" ||
		p.word(-1) == "week" || p.word(-1) == "weeks" || p.word(-1) == "fortnight" || strings.HasSuffix(p.words[p.at+1].raw, "s") && p.word(2) == "" {
		return moment{}, false
	}
	n := 2
	part := p.word(2)
	if strings.HasSuffix(part, "s") && partsOfDay[stem(part)] {
		return moment{}, false // "on Monday evenings"
	}
	if partsOfDay[part] && p.joined(2) {
		n = 3
	}
	tense := p.tense(n, englishGrammar)
	if tense == 0 {
		return moment{}, false
	}
	on := p.text[p.words[p.at].start:p.words[p.at].end]
	date := p.words[p.at+1].raw + " " + onDay(weekday(p.day, d, tense))
	if n == 3 {
		date = "the " + part + " of " + date
	}
	return moment{n, "", on + " " + date, false}, true
}

// bareMonth reads "in March" where its clause says whether it is past or to come.
func bareMonth(p *phrase) (moment, bool) {
	m := monthNumber(p.word(1))
	if m == 0 || !p.words[p.at+1].upper {
		return moment{}, false
	}
	first, ok := p.namedMonth(2, m, englishGrammar)
	if !ok {
		return moment{}, false
	}
	return moment{2, "", p.text[p.words[p.at].start:p.words[p.at+1].end] + " " + first.Format("2006"), false}, true
}
