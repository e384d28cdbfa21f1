package memory

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Absolute writes the days that a text speaks of relative to day, the local day
// it was said on, as dates: "went hiking yesterday" becomes "went hiking on
// 2026-11-19", "last week" "in the week of 2026-11-09" (its Monday), "next month"
// "in 2026-12", "two years ago" "in 2024". Where a date cannot take the place of
// the words it is put behind them: "last week's (week of 2026-11-09) talk".
//
// "On Monday" and "in March" are the last before the day where their clause
// speaks of the past, the next one where it speaks of what is to come.
//
// English, German, French, Spanish and Russian; which one is guessed from the
// text. A wrong date is worse than none: what may be no date ("the last week of
// May", "in two weeks", a title in quotes), what two people would understand
// differently ("next Friday" on a Monday), and what is a habit, a wish or a
// condition, is left as it stands. A date that is written stays: doing it again
// for the same day changes nothing.
func Absolute(text string, day time.Time) string {
	words := wordsOf(text)
	if !slices.ContainsFunc(words, func(w word) bool { return timely[w.text] }) {
		return text
	}
	lang := languageOf(words)
	day = time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, time.UTC)
	var out strings.Builder
	done := 0
	for i := 0; i < len(words); {
		p := phrase{text: text, words: words, at: i, day: day}
		m, ok := lang.read(&p)
		if !ok || p.dated(m.n) {
			i++
			continue
		}
		out.WriteString(text[done:words[i].start])
		out.WriteString(lang.write(&p, m))
		done = words[i+m.n-1].end
		i += m.n
	}
	if done == 0 {
		return text
	}
	return out.String() + text[done:]
}

// moment is a time expression that was read: n words that mean a date.
type moment struct {
	n    int
	prep string // what goes before the date in a sentence: "on", "in"
	date string // "2026-11-19", "the week of 2026-11-09"
	// behind puts the date in brackets after the words instead.
	behind bool
}

// dateLanguage reads and writes time expressions.
type dateLanguage struct {
	common map[string]bool // words by which it is known
	preps  map[string]bool // after these the date stands without a preposition
	read   func(*phrase) (moment, bool)
}

// languages in the order of preference; the first is taken in doubt.
var languages = []dateLanguage{english(), german(), french(), spanish(), russian()}

// timely are words without one of which a text speaks of no day.
var timely = setOf(`today yesterday tomorrow tonight last next this past coming ago monday tuesday wednesday thursday friday saturday sunday
january february march april may june july august september october november december
vorgestern gestern heute morgen übermorgen vor wochenende woche monat jahr nacht montag dienstag mittwoch donnerstag freitag samstag
sonnabend sonntag januar jänner februar märz mai juni juli oktober dezember
hier aujourd'hui demain il dernier dernière prochain prochaine ce cet cette lundi mardi mercredi jeudi vendredi samedi dimanche
janvier février mars avril juin juillet août septembre octobre novembre décembre
ayer anteayer anoche hoy mañana hace pasado pasada próximo próxima siguiente viene este esta lunes martes miércoles jueves viernes
sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
вчера позавчера сегодня завтра послезавтра назад неделе месяце году выходные выходных понедельник вторник среду четверг пятницу
субботу воскресенье январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре`)

// languageOf returns the language with most common words; English in doubt.
func languageOf(words []word) dateLanguage {
	best, most := languages[0], 0
	for _, l := range languages {
		n := 0
		for _, w := range words {
			if l.common[w.text] {
				n++
			}
		}
		if n > most {
			best, most = l, n
		}
	}
	return best
}

// phrase is a place in a text where a time expression may begin.
type phrase struct {
	text  string
	words []word
	at    int
	day   time.Time
}

// word returns the folded word i places further; "" outside of the text.
func (p *phrase) word(i int) string {
	if i += p.at; i < 0 || i >= len(p.words) {
		return ""
	}
	return p.words[i].text
}

// between returns what stands between the words i-1 and i places further.
func (p *phrase) between(i int) string {
	i += p.at
	switch {
	case i <= 0:
		return p.text[:p.words[0].start]
	case i >= len(p.words):
		return p.text[p.words[len(p.words)-1].end:]
	}
	return p.text[p.words[i-1].end:p.words[i].start]
}

// adjoining reports whether the word before stands in the same clause.
func (p *phrase) adjoining() bool {
	return p.at > 0 && strings.TrimSpace(p.between(0)) == ""
}

// dated reports whether the next n words have their date with them already, or
// are no time at all: a title in quotes, a handle.
func (p *phrase) dated(n int) bool {
	before, after := p.between(0), p.between(n)
	if r, _ := utf8.DecodeLastRuneInString(before); strings.ContainsRune("\"'“‘«`#@/_-", r) {
		return true
	}
	if r, _ := utf8.DecodeRuneInString(after); r == '-' || r == '/' || r == '_' {
		return true
	}
	next := p.word(n)
	if next == "" || len(after) > 3 {
		return false
	}
	if strings.TrimSpace(after) == "" && (isNumber(next) || next == "the" && isNumber(p.word(n+1))) {
		return true // "Monday 12 June", "Friday the 13th"
	}
	return strings.Contains(after, "(") && (isNumber(next) || next == "week" || next == "the" || next == "around") ||
		isISO(next) || months[next] || strings.Contains(after, ",") && isNumber(next) && months[p.word(n+1)]
}

// isISO reports whether a word begins like 2026-11.
func isISO(w string) bool {
	return len(w) >= 7 && isNumber(w) && w[4] == '-'
}

// write returns the words that take the place of an expression.
func (l dateLanguage) write(p *phrase, m moment) string {
	last := p.words[p.at+m.n-1]
	was := p.text[p.words[p.at].start:last.end]
	owning := strings.HasSuffix(last.raw, "'s") || strings.HasSuffix(last.raw, "’s")
	if m.behind || owning && len(m.date) != len(time.DateOnly) {
		return was + " (" + strings.TrimPrefix(m.date, "the ") + ")"
	}
	out := m.date
	switch {
	case owning && p.adjoining() && determiners[p.word(-1)]:
	case owning:
		out = "the " + out
	case p.adjoining() && l.preps[p.word(-1)]:
	case !p.adjoining() && verbs[p.word(m.n)] && strings.TrimSpace(p.between(m.n)) == "": // it is the subject
	case m.prep != "":
		out = m.prep + " " + out
	}
	if r, size := utf8.DecodeRuneInString(was); unicode.IsUpper(r) && !(p.adjoining()) {
		f, n := utf8.DecodeRuneInString(out)
		out = string(unicode.ToUpper(f)) + out[n:]
		_ = size
	}
	return out
}

var determiners = setOf(`the my our his her their your its this that every each a an`)

// verbs after a day at the start of a clause: "Yesterday was great".
var verbs = setOf(`was were is will would has had felt went turned seems seemed feels marks marked might may could should can`)

// The dates of expressions.

func onDay(d time.Time) string { return d.Format(time.DateOnly) }

// weekOf is the Monday of the day's week, n weeks later.
func weekOf(day time.Time, n int) string {
	back := (int(day.Weekday()) + 6) % 7
	return onDay(day.AddDate(0, 0, 7*n-back))
}

// weekendOf is the Saturday of the day's weekend, n weekends later: on a Saturday
// or Sunday "this weekend" is the one that is.
func weekendOf(day time.Time, n int) string {
	back := (int(day.Weekday()) + 6) % 7
	return onDay(day.AddDate(0, 0, 7*n-back+5))
}

// monthOf is the month n months later, also on the 31st.
func monthOf(day time.Time, n int) string {
	return time.Date(day.Year(), day.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC).Format("2006-01")
}

func yearOf(day time.Time, n int) string {
	return day.AddDate(0, 0, 1-day.YearDay()).AddDate(n, 0, 0).Format("2006")
}

// weekday returns the day of that name: the last one before (n < 0), the next
// one after (n > 0), or the coming one, which may be today (0).
func weekday(day time.Time, name time.Weekday, n int) time.Time {
	d := (int(name) - int(day.Weekday()) + 7) % 7
	switch {
	case n < 0 && d >= 0:
		d -= 7
	case n > 0 && d == 0:
		d = 7
	}
	return day.AddDate(0, 0, d)
}

// weekdaySure is the day of that name that "last" (n < 0) or "next" (n > 0) says.
// Of "next Friday" on a Monday nobody knows which is meant, nor of "last Friday"
// on the day after.
func weekdaySure(day time.Time, name time.Weekday, n int) (time.Time, bool) {
	d := weekday(day, name, n)
	switch {
	case n < 0:
		return d, day.Sub(d) > 24*time.Hour
	case n > 0:
		return d, weekOf(d, 0) != weekOf(day, 0) && d.Sub(day) > 24*time.Hour
	}
	return d, false
}

// weekdayOfThis is the day of that name that "this" says, in a clause of a tense.
func weekdayOfThis(day time.Time, name time.Weekday, tense int) (time.Time, bool) {
	d := weekday(day, name, 0)
	switch {
	case d.Equal(day), weekOf(d, 0) != weekOf(day, 0) && tense == 0:
		return d, false
	case tense < 0:
		return weekday(day, name, -1), true
	}
	return d, true
}

// weekendSure is the Saturday of "next weekend", where it is sure which one.
func weekendSure(day time.Time, n int) (string, bool) {
	sure := n <= 0 || day.Weekday() != time.Monday && day.Weekday() != time.Tuesday
	return weekendOf(day, n), sure
}

// monthBy is the month of that name that a clause of a tense means, as its first
// day. A month that is, and one without a tense, could be of any year.
func monthBy(day time.Time, m time.Month, tense int) (time.Time, bool) {
	year := day.Year()
	switch {
	case tense == 0 || m == day.Month():
		return day, false
	case tense < 0 && m > day.Month():
		year--
	case tense > 0 && m < day.Month():
		year++
	}
	return time.Date(year, m, 1, 0, 0, 0, 0, time.UTC), true
}

// anyYear are words in whose sentence a month may be of a year long past.
var anyYear = setOf(`born birth birthday birthdays anniversary child childhood kid young teenager school college university graduated
married wedding years year back once ago then season geboren geburtstag hochzeit geheiratet jahren jahr kind damals schule
né née naissance anniversaire marié mariée mariés mariage ans année enfant école
nací nació nacido cumpleaños aniversario casé casó casamos boda años año niño niña escuela
родился родилась родились рождения годовщина свадьба женились женился лет году год детстве школе`)

// namedMonth reads a bare month of which words before say that it is a time.
func (p *phrase) namedMonth(n int, m time.Month, g grammar) (time.Time, bool) {
	from, to := p.sentence(n)
	for i := from; i < to; i++ {
		w := p.words[i]
		if i >= p.at && i < p.at+n {
			continue
		}
		if anyYear[w.text] || len(w.text) == 4 && isNumber(w.text) {
			return p.day, false
		}
	}
	return monthBy(p.day, m, p.tense(n, g))
}

// back is the date n units before, as exactly as people mean it.
func back(day time.Time, n int, unit string) (date string, near bool) {
	switch unit {
	case "day":
		return onDay(day.AddDate(0, 0, -n)), n > 6
	case "week":
		return onDay(day.AddDate(0, 0, -7*n)), true
	case "month":
		return monthOf(day, -n), false
	}
	return yearOf(day, -n), false
}

var counts = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// count reads a number of up to 99, in digits or as one of the words.
func count(w string, names []string) int {
	if n := slices.Index(names, w); n > 0 {
		return n
	}
	n := 0
	for _, c := range w {
		if c < '0' || c > '9' || len(w) > 2 {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}

func isNumber(s string) bool { return s != "" && '0' <= s[0] && s[0] <= '9' }

var months = setOf(`january february march april may june july august september october november december`)
