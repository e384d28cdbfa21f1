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
// English, and the common words of German, French and Spanish; which one is
// guessed from the text. What may be no date ("the last week of May", "in two
// weeks", a title in quotes) is left alone. Absolute(Absolute(s, d), e) equals
// Absolute(s, d).
func Absolute(text string, day time.Time) string {
	words := wordsOf(text)
	if len(words) == 0 {
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

// language reads and writes time expressions.
type language struct {
	common map[string]bool // words by which it is known
	preps  map[string]bool // after these the date stands without a preposition
	read   func(*phrase) (moment, bool)
}

// languageOf returns the language with most common words; English in doubt.
func languageOf(words []word) language {
	best := english()
	most := 0
	for _, w := range words {
		if best.common[w.text] {
			most++
		}
	}
	for _, l := range []language{german(), french(), spanish()} {
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
	return strings.Contains(after, "(") && (isNumber(next) || next == "week" || next == "the" || next == "around") ||
		isISO(next) || months[next] || strings.Contains(after, ",") && isNumber(next) && months[p.word(n+1)]
}

// isISO reports whether a word begins like 2026-11.
func isISO(w string) bool {
	return len(w) >= 7 && isNumber(w) && w[4] == '-'
}

// write returns the words that take the place of an expression.
func (l language) write(p *phrase, m moment) string {
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
