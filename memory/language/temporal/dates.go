package temporal

import (
	"dormouse/memory/language"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// How days are written in figures, the year first or last.
var (
	wholeDates  = []string{time.DateOnly, "2006/1/2", "2006.1.2"}
	localDates  = []string{"2.1.2006", "2-1-2006", "2/1/2006"}
	mixedDates  = "1/2/2006" // as Americans write it
	dayAndMonth = []string{"2.1", "2/1"}
)

// isFigures reports whether a word may be a date in figures.
func isFigures(w string) bool {
	return language.StartsWithDigit(w) && len(w) > 2 && len(w) <= len("2006-01-02") && strings.ContainsAny(w, "-./")
}

// figures reads the token at i as a date in figures: 2026-11-20, 2026-11, 20.11.2026;
// with a preposition before it a day and a month, "am 20.11.".
func (r *timeReader) figures(i int) (Time, bool) {
	w := &r.ws[i]
	if !isFigures(w.Fold) {
		return Time{}, false
	}
	t := Time{From: w.Start, To: w.End, Written: r.text[w.Start:w.End], Dated: true}
	var err error
	if t.First, err = time.Parse("2006-01", w.Fold); err == nil {
		t.Last, t.Grain = t.First.AddDate(0, 1, -1), OneMonth
		return t, true
	}
	var ok bool
	if t.First, ok = r.written(w.Fold); !ok {
		f := nothingFound
		f.at, f.to = i, i+1
		if t.First, ok = r.dayAndMonth(&f); !ok {
			return Time{}, false
		}
		t.Dated, t.Yearless = false, true
	}
	t.Last = t.First
	return t, true
}

// written reads a date with its year. Of "5/7/2026" only a language tells which is
// the month, and English does not.
func (r *timeReader) written(w string) (time.Time, bool) {
	if d, ok := parseAny(w, wholeDates); ok {
		return d, true
	}
	d, ok := parseAny(w, localDates)
	if !strings.Contains(w, "/") || r.l != language.English {
		return d, ok
	}
	other, err := time.Parse(mixedDates, w)
	switch {
	case err != nil:
		return d, ok
	case !ok:
		return other, true
	}
	return d, d.Equal(other)
}

func parseAny(s string, layouts []string) (time.Time, bool) {
	for _, layout := range layouts {
		if d, err := time.Parse(layout, s); err == nil {
			return d, true
		}
	}
	return time.Time{}, false
}

// dayAndMonth reads "am 20.11." and "le 20/11": only behind a preposition, and with
// the point of an ordinal, for most such figures are none.
func (r *timeReader) dayAndMonth(f *found) (time.Time, bool) {
	w := r.ws[f.at].Fold
	if !r.g.prepositions[r.word(f.at-1)] || !adjoining(r.text, r.ws, f.at) || r.l == language.English {
		return time.Time{}, false
	}
	d, ok := parseAny(w, dayAndMonth)
	if !ok || strings.Contains(w, ".") && !strings.HasPrefix(gap(r.text, r.ws, f.to), ".") {
		return time.Time{}, false
	}
	f.date, f.month = d.Day(), int(d.Month())-1
	m, ok := r.nearest(f)
	return m.first, ok
}

// yearless reads a day whose year is not said: "14 January", "on the 14th".
func (r *timeReader) yearless(f *found) (meaning, bool) {
	if f.month >= 0 && r.g.capitalMonths[r.word(f.nameAt)] && !r.ws[f.nameAt].Upper {
		return meaning{}, false
	}
	return r.nearest(f)
}

// mostAway is how far away a day without its year is looked for: eight years lie
// between two leap days at most.
const mostAway = 8 * 366

// longPast is how many days after a day its year is said, as a rule: a clause of the past
// that names a day without it speaks of a later one, such as the day to which something
// was moved.
const longPast = 240

// soonNamed is within how many days a weekday of the month is that is named without it:
// "Thursday the 19th".
const soonNamed = 62

// nearest is the next such day, today too, or the last where the clause speaks of the
// past and it is not long past. With a weekday it is the one that falls on it, within a
// year, or soon where the month is not named.
func (r *timeReader) nearest(f *found) (meaning, bool) {
	sign, most := 1, mostAway
	if r.g.tense(r.text, r.ws, f.at, f.to) < 0 {
		sign = -1
	}
	switch {
	case f.weekday >= 0 && f.month < 0:
		most = soonNamed
	case f.weekday >= 0:
		most = 366
	}
	d, n, ok := r.nextDay(f, sign, most)
	if ahead, _, soon := r.nextDay(f, 1, min(most, 366-longPast)); sign < 0 && f.weekday < 0 && n > longPast && n <= 366 && soon {
		d = ahead
	}
	if !ok && f.weekday >= 0 {
		d, _, ok = r.nextDay(f, -sign, most)
	}
	return meaning{first: d, last: d, yearless: true}, ok
}

// nextDay is the nearest day ahead, or before, that is such a day, and how many days away.
func (r *timeReader) nextDay(f *found, sign, most int) (d time.Time, n int, ok bool) {
	for n := range most + 1 {
		d := r.day.AddDate(0, 0, sign*n)
		if d.Day() == f.date && (f.month < 0 || int(d.Month()) == f.month+1) && (f.weekday < 0 || int(d.Weekday()+6)%7 == f.weekday) {
			return d, n, true
		}
	}
	return time.Time{}, 0, false
}

// endsDay reports whether a day of a month, alone, is no count of what follows: "on
// the 14th we fly", and not "on the 14th floor".
func (r *timeReader) endsDay(f *found) bool {
	last, next := &r.ws[f.to-1], r.word(f.to)
	if whole, ok := r.g.match(r.text, r.ws, f.to-1, false); ok && whole.month >= 0 {
		return false
	}
	after := strings.TrimSpace(gap(r.text, r.ws, f.to))
	if r.g.dense || language.StartsWithDigit(next) {
		return r.g.dense
	}
	point, plain := strings.HasPrefix(after, "."), last.Number() > 0
	if plain && r.g.Ordinal && !point {
		return false // "am 14" is no day, "am 14." is
	}
	if c, n := utf8.DecodeRuneInString(after); next == "" || n > 0 && !strings.ContainsRune(".-", c) {
		return true
	}
	return point && !r.ws[f.to].Upper || language.Common(r.l, next) || r.g.prepositions[next] || r.l.Is(language.Me, next) || r.l.Is(language.Third, next)
}

// dayWords are the words that stand right before or behind a day of a month without
// its month, and in which languages, a bit for each.
var dayWords = sync.OnceValue(func() map[string]uint16 {
	out := map[string]uint16{}
	for _, l := range language.Langs() {
		for _, list := range grammarOf[l]().starts {
			for _, p := range list {
				at := slices.Index(p.elements, element{slot: dateSlot})
				if p.lone && at > 0 {
					out[p.elements[at-1].word] |= 1 << l
				} else if p.lone {
					out[p.elements[1].word] |= 1 << l
				}
			}
		}
	}
	delete(out, "")
	return out
})

// isLone reports whether a pattern is a day of a month, and tells no month.
func isLone(p *pattern) bool {
	has := func(s slot) bool { return slices.Contains(p.elements, element{slot: s}) }
	return has(dateSlot) && !has(monthSlot) && !p.rule.None && len(p.elements) > 1
}

// daily are the languages in which a token may be a day of a month, by the words
// beside it.
func daily(ws []language.Token) (all uint16) {
	for i := range ws {
		if !language.StartsWithDigit(ws[i].Fold) || len(ws[i].Fold) > 4 {
			continue
		}
		if i > 0 {
			all |= dayWords()[ws[i-1].Fold]
		}
		if i+1 < len(ws) {
			all |= dayWords()[ws[i+1].Fold]
		}
	}
	return all
}

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
