package offline

import (
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/pattern"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/temporal"
	"dormouse/runtime/toolbox"
)

// period is a stretch of local days, both ends included.
type period struct{ from, to time.Time }

func (p period) holds(d time.Time) bool {
	d = dayOf(d)
	return !d.Before(p.from) && !d.After(p.to)
}

// days are the days of a period, the last first.
func (p period) days() []time.Time {
	var out []time.Time
	for d := p.to; !d.Before(p.from); d = d.AddDate(0, 0, -1) {
		out = append(out, d)
	}
	return out
}

func dayOf(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// periodOf reads of which days a question about what was speaks: the first that it
// names. A day without its year that may be one to come is none of them.
func (t *turn) periodOf(text string) (period, bool) {
	for _, m := range temporal.Times(text, t.now()) {
		if m.Yearless && m.First.After(dayOf(t.now())) {
			continue
		}
		if m.Grain <= temporal.OneMonth && m.Last.Sub(m.First) <= longestPeriod {
			return period{m.First, m.Last}, true
		}
	}
	return period{}, false
}

// longestPeriod is a month: of longer ones the search finds what there is.
const longestPeriod = 31 * 24 * time.Hour

// longPeriod is how many days' logs are read; of longer periods only what a search
// finds is told.
const longPeriod = 10

// recap tells what was talked about, on the days that the question names, else in
// this conversation, else lately.
func (t *turn) recap() string {
	text := t.request()
	p, named := t.periodOf(text)
	talk := t.told()
	today := dayOf(t.now())
	if !named {
		if len(talk) > 0 {
			return t.list(talk, mostList)
		}
		p = period{today.AddDate(0, 0, -longPeriod), today}
	}
	found, _, ok := t.search(text)
	lasting, read := t.file(land.MemoryFile)
	lines := slices.DeleteFunc(append(found, slices.Clone(lasting)...), func(l line) bool { return !p.holds(l.named()) })
	ok = ok && read
	if days := p.days(); len(days) <= longPeriod+1 {
		for _, d := range days {
			of, read := t.file(document.LogPath(d))
			if lines, ok = append(lines, of...), ok && read; read {
				lines = append(lines, t.promoted(d, lasting)...)
			}
		}
	}
	if !ok {
		return ""
	}
	lines = slices.DeleteFunc(lines, line.pointer)
	if p.holds(today) {
		lines = append(lines, talk...)
	}
	lines = distinct(lines)
	if len(lines) == 0 && t.mayTell(text) {
		return t.note()
	}
	if len(lines) == 0 {
		return t.say(sayRecapNone)
	}
	slices.SortStableFunc(lines, func(a, b line) int { return a.named().Compare(b.named()) })
	return t.list(withoutDigests(t.topical(text, lines)), mostList)
}

// named is the day that a line names, else the one on which it was said.
func (l line) named() time.Time {
	if d, ok := dayIn(l.text, l.day); ok && l.day.IsZero() {
		return d
	}
	return l.day
}

// dayIn is the first day that a text, said on a day, names; of a text of which it is
// not known when it was said, the first date.
func dayIn(text string, said time.Time) (time.Time, bool) {
	for _, m := range temporal.Times(text, said) {
		if m.First.Equal(m.Last) && (m.Dated || !said.IsZero()) {
			return m.First, true
		}
	}
	return time.Time{}, false
}

// topical leaves what a question's topic covers, where it has one that some do.
func (t *turn) topical(text string, lines []line) []line {
	q := queryOf(text, t.lang, language.Recap)
	if q.Solid() < 1 {
		return lines
	}
	of := slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return q.Covers(l.text) < coversFrom || !q.Says(l.text) })
	if len(of) == 0 {
		return lines
	}
	return of
}

// lately is how many days back tasks are looked for.
const lately = 7

// recent are the lines of MEMORY.md and of the days of late.
func (t *turn) recent() ([]line, bool) {
	lines, ok := t.file(land.MemoryFile)
	for i := lately - 1; i >= 0; i-- {
		of, read := t.file(document.LogPath(dayOf(t.now()).AddDate(0, 0, -i)))
		lines, ok = append(lines, of...), ok && read
	}
	return settled(lines), ok
}

// comingDays is how many days ahead an appointment is told beside what is to be done.
const comingDays = 7

// mostComing is how many appointments are told where none is near.
const mostComing = 3

// coming are the lines that tell of a day to come, in their order: of those that the
// question names, else of the next ones; where these bring nothing, of the first after.
func (t *turn) coming(lines []line) []line {
	today := dayOf(t.now())
	ahead, named := period{today, today.AddDate(0, 0, comingDays)}, false
	for _, m := range temporal.Times(t.request(), t.now()) {
		if !m.Last.Before(today) && m.Last.Sub(m.First) <= longestPeriod {
			ahead, named = period{m.First, m.Last}, true
			break
		}
	}
	day := map[string]time.Time{}
	lines = slices.DeleteFunc(slices.Clone(lines), func(l line) bool {
		d, ok := t.dayAhead(l)
		day[l.text] = d
		return !ok || l.past || l.digest() || l.source != "" && l.under == "" || d.Before(today)
	})
	slices.SortStableFunc(lines, func(a, b line) int { return day[a.text].Compare(day[b.text]) })
	near := slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return !ahead.holds(day[l.text]) })
	if len(near) > 0 || named {
		return near
	}
	return lines[:min(len(lines), mostComing)]
}

// dayAhead is the day that a line tells of; where it is not sure of which week it speaks,
// the first day of that name since it was said: what is told beside others may be no date.
func (t *turn) dayAhead(l line) (time.Time, bool) {
	said := later(dayOf(l.day), dayOf(t.now()).AddDate(0, 0, -comingDays))
	if d, ok := dayIn(l.text, said); ok {
		return d, true
	}
	of := l.statement().Lang
	for _, w := range language.Words(l.text) {
		if name, ok := of.Weekday(w.Low); ok {
			return said.AddDate(0, 0, (name-int(said.Weekday())+14)%7+1), true
		}
	}
	return time.Time{}, false
}

// clock says when something is, how far off the day is that the question names, or what
// day and time it is.
func (t *turn) clock(text string) string {
	if q := queryOf(text, t.lang, language.ClockAsk); q.Weight() >= coversFrom {
		if answer, done := t.recall(q, answersFrom, mostLines); done {
			return answer
		}
	}
	if d, ok := t.dayNamed(text); ok {
		return t.away(d)
	}
	return t.say(sayToday, t.day(t.now()), t.now().Format("15:04"))
}

// span says how long it is to something, or has been since: to the day that the
// question names, else to the one that memory knows of what it asks about.
func (t *turn) span(text string) string {
	if d, ok := t.dayNamed(text); ok {
		return t.away(d)
	}
	q := queryOf(text, t.lang, language.Span)
	if q.Weight() < answers.LightWeight {
		return t.clock(text)
	}
	return t.recallOr(q, mostLines)
}

// dayNamed is the one day that a question names, but today.
func (t *turn) dayNamed(text string) (time.Time, bool) {
	today := dayOf(t.now())
	if d, ok := dayIn(text, today); ok {
		return d, !d.Equal(today)
	}
	for _, f := range quantity.Figures(text, t.lang, today) {
		if f.Kind == quantity.Date && f.First.IsZero() && f.Month > 0 && f.Day > 0 {
			d := time.Date(today.Year(), time.Month(f.Month), f.Day, 0, 0, 0, 0, time.UTC)
			if d.Before(today) {
				d = d.AddDate(1, 0, 0)
			}
			return d, true
		}
	}
	return time.Time{}, false
}

// asksSpan is the probability of asking how long it is from which an answer with a
// date gives that, too: it is not wrong beside it.
const asksSpan = .15

// counted counts the days to or since the first date that holds of some lines, where
// the message asks for that; "" else.
func (t *turn) counted(lines []line) string {
	if language.WishesOf(t.request(), t.lang).Of(language.Span) < asksSpan {
		return ""
	}
	for _, l := range lines {
		said := l.day
		if said.IsZero() {
			said = t.now()
		}
		if d, ok := dayIn(document.Unsaid(l.text), said); ok && !l.past {
			return "\n\n" + t.away(d)
		}
	}
	return ""
}

// away says how many days off a day is.
func (t *turn) away(d time.Time) string {
	switch n := int(d.Sub(dayOf(t.now())).Hours() / 24); {
	case n == 1:
		return t.say(sayIsTomorrow, t.day(d))
	case n == -1:
		return t.say(sayWasYesterday, t.day(d))
	case n > 0:
		return t.say(sayInDays, n, t.day(d))
	case n < 0:
		return t.say(sayDaysAgo, -n, t.day(d))
	}
	return t.say(sayIsToday)
}

// pointer reports whether a line only names those that a night wrote elsewhere.
func (l line) pointer() bool { return l.digest() && strings.Contains(l.text, "(^") }

// idsNamed finds the ids of lines in a text.
var idsNamed = pattern.Of(`\^([0-9a-z]{6,8})\b`)

// promoted are the lasting lines that a day's log names: a night wrote them into
// MEMORY.md, and not into the log.
func (t *turn) promoted(day time.Time, lasting []line) []line {
	text, ok := t.call(toolbox.Get, map[string]any{"path": document.LogPath(day), "lines": 200})
	if !ok || toolbox.Failed(text) {
		return nil
	}
	in := map[string]bool{}
	for row := range strings.Lines(text) {
		if !strings.Contains(row, "(^") {
			continue
		}
		for _, m := range idsNamed().FindAllStringSubmatch(row, -1) {
			in[m[1]] = true
		}
	}
	var out []line
	for _, l := range lasting {
		if in[l.id] {
			l.day = day
			out = append(out, l)
		}
	}
	return out
}
