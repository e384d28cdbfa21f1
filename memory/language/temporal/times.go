// Package temporal reads the times that a text speaks of and tells which days they
// mean, seen from the day it was said on: "yesterday", "last week", "on the 14th". It
// writes them as dates, too (Absolute). One engine reads all languages, by the [time]
// of their files, which docs/language.md explains. What two people would understand
// differently is no time. It reads no clock.
package temporal

import (
	"cmp"
	"dormouse/memory/language"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// Grain is how exactly a time is told.
type Grain uint8

// The grains.
const (
	OneDay Grain = iota
	PartOfDay
	Around // that day or one near it
	OneWeek
	Weekend
	OneMonth
	Season
	OneYear
	Earlier // some time before Last; First is zero
)

// Time is a time that a text speaks of. Days are midnight UTC.
type Time struct {
	From, To    int       // bytes of the words in the text
	First, Last time.Time // the days it may mean, both included
	Grain       Grain
	Dated       bool   // it is a date already, and means the same whenever it is said
	Yearless    bool   // a day of a month without its year: the next one, or the last where its clause speaks of the past
	Monthless   bool   // and without its month: "on the 14th"
	Written     string // the words with the date in their place, in their language
	Date        string // the date alone, as Written has it; of a day named with its weekday, in figures; "" where the text has it
}

// Times reads the times that a text, said on a local day, speaks of: "yesterday",
// "last week", "next month", "two years ago", "7 May 2023", in order. "On Monday"
// and "in March" are the last before the day where their clause speaks of the past,
// the next one where it speaks of what is to come.
//
// "14 January" is the next such day, where its clause speaks of the past the last,
// and always marked as Yearless: it may be meant of every year.
//
// A wrong date is worse than none: what may be no date ("the last week of May", "in
// two weeks", a title in quotes), what two people would understand differently
// ("next Friday" on a Monday), and what is a habit, a wish or a condition, is not
// returned.
func Times(text string, day time.Time) []Time {
	ws := language.TokensOf(text)
	l, ok := timeLanguage(text, ws)
	if !ok {
		return nil
	}
	r := timeReader{l: l, g: grammarOf[l](), text: text, ws: ws, day: DayOnly(day)}
	var out []Time
	for i := 0; i < len(ws); i++ {
		if t, ok := r.figures(i); ok {
			out = append(out, t)
			continue
		}
		f, ok := r.g.match(text, ws, i, true)
		if ok && f.pattern.lone && !r.endsDay(&f) {
			f, ok = r.g.match(text, ws, i, false)
		}
		if !ok || r.hidden(&f) {
			continue
		}
		if t, sure := r.read(&f); sure {
			t.Monthless = f.pattern.lone
			out = append(out, t)
		}
		i = f.to - 1
	}
	lendMonths(text, out)
	return out
}

// Absolute writes the times that a text speaks of relative to the local day it was
// said on as dates: "went hiking yesterday" becomes "went hiking on 2026-11-19",
// "last week" "in the week of 2026-11-09" (its Monday). Where a date cannot take
// the place of the words it is put behind them: "last week's (week of 2026-11-09)
// talk". A date that is written stays, with its year or without: doing it again
// changes nothing, for who changes language in a sentence is read in each of them.
func Absolute(text string, day time.Time) string {
	for range language.Langs() {
		dated := absolute(text, day)
		if dated == text {
			break
		}
		text = dated
	}
	return text
}

func absolute(text string, day time.Time) string {
	var out strings.Builder
	done := 0
	for _, t := range Times(text, day) {
		if !t.Dated && !t.Yearless {
			out.WriteString(text[done:t.From])
			out.WriteString(t.Written)
			done = t.To
		}
	}
	if done == 0 {
		return text
	}
	return out.String() + text[done:]
}

// timely says which languages a folded word speaks of time in, a bit for each. It
// is a quick look: a text with no such word speaks of no time.
var timely = sync.OnceValue(func() map[string]uint16 {
	out := map[string]uint16{}
	for _, l := range language.Langs() {
		g := grammarOf[l]()
		for _, s := range []slot{unitSlot, whichSlot, monthSlot, weekdaySlot} {
			for _, list := range g.fillers[s] {
				for _, f := range list {
					if !f.short || s == weekdaySlot {
						out[f.words[0]] |= 1 << l
					}
				}
			}
		}
		for _, list := range g.starts {
			for _, p := range list {
				if r := p.rule; !r.None && p.elements[0].slot == literal && (r.Day != nil || r.Week != nil || r.Weekend != nil || r.Month != nil || r.Year != nil) {
					out[p.elements[0].word] |= 1 << l
				}
			}
		}
	}
	return out
})

// Speaks reports whether a folded word speaks of time in any language.
func Speaks(low string) bool { return timely()[low] != 0 }

// timeLanguage chooses among the languages that have a word for a time in the text:
// the one with most everyday words, and in doubt the one that the letters tell.
func timeLanguage(text string, ws []language.Token) (language.Lang, bool) {
	known, all := timely(), uint16(0)
	dated := false
	for i := range ws {
		all |= known[ws[i].Fold]
		dated = dated || isFigures(ws[i].Fold)
	}
	days := daily(ws)
	if all|days == 0 && !dated {
		return language.English, false
	}
	guess := language.Guess(text)
	if all != 0 {
		all = spoken(guess, known, ws)
	}
	if all == 0 {
		all = days
	}
	switch bits.OnesCount16(all) {
	case 0:
		return guess, dated
	case 1:
		return language.Lang(bits.TrailingZeros16(all)), true
	}
	if all&^(1<<language.Japanese|1<<language.Chinese) == 0 {
		return guess, true
	}
	var count [language.Chinese + 1]int
	for i := range ws {
		for m := (language.CommonIn(ws[i].Fold) | known[ws[i].Fold]) & all; m != 0; m &= m - 1 {
			count[bits.TrailingZeros16(m)]++
		}
	}
	most := slices.Max(count[:])
	if all&(1<<guess) != 0 && count[guess] == most {
		return guess, true
	}
	return language.Lang(slices.Index(count[:], most)), true
}

// spoken are the languages that have a word for a time in a text of a language, but
// for its own everyday words: "hier" is yesterday in French, and no time in German.
func spoken(own language.Lang, known map[string]uint16, ws []language.Token) (all uint16) {
	for i := range ws {
		if in := known[ws[i].Fold]; in&(1<<own) != 0 || !language.Common(own, ws[i].Fold) && !own.Lists(ws[i].Fold).Has(language.Stop) {
			all |= in
		}
	}
	return all
}

// timeReader reads one text.
type timeReader struct {
	l    language.Lang
	g    *timeGrammar
	text string
	ws   []language.Token
	day  time.Time
}

// adjoining reports whether the word before stands in the same phrase.
func adjoining(text string, ws []language.Token, at int) bool {
	return at > 0 && strings.TrimSpace(gap(text, ws, at)) == ""
}

func (r *timeReader) word(i int) string {
	if i < 0 || i >= len(r.ws) {
		return ""
	}
	return r.ws[i].Fold
}

// hidden reports whether an expression has its date with it already, or is no time
// at all: a title in quotes, a handle, behind "like".
func (r *timeReader) hidden(f *found) bool {
	before, after := gap(r.text, r.ws, f.at), gap(r.text, r.ws, f.to)
	if c, _ := utf8.DecodeLastRuneInString(before); strings.ContainsRune("\"'“‘«`#@/_-「『《", c) {
		return true
	}
	if c, _ := utf8.DecodeRuneInString(after); c == '-' || c == '/' || c == '_' {
		return true
	}
	for _, phrase := range r.g.neverAfter {
		if at := f.at - len(phrase); at >= 0 && holds(r.text, r.ws, at, phrase) && adjoining(r.text, r.ws, f.at) {
			return true
		}
	}
	if r.g.dense && f.pattern.elements[0].slot == numberSlot && f.at > 0 && before == "" && r.isNumber(f.at-1) {
		return true // the end of a greater number
	}
	return !f.pattern.rule.None && f.year == 0 && f.date <= 0 && r.datedBehind(f, after)
}

func (r *timeReader) isNumber(i int) bool {
	return language.StartsWithDigit(r.ws[i].Fold) || len(r.g.fillers[numberSlot][r.ws[i].Fold]) > 0
}

// datedBehind reports whether a date follows: in brackets, a figure, a day and a month.
func (r *timeReader) datedBehind(f *found, after string) bool {
	next := r.word(f.to)
	if next == "" {
		return false
	}
	if at := strings.IndexAny(after, "(（"); at >= 0 {
		from := r.ws[f.to-1].End + at
		inside := r.text[from:min(len(r.text), from+mostInside)]
		return strings.ContainsAny(inside[:max(0, strings.IndexAny(inside, ")）"))], "0123456789")
	}
	if len(after) > 3 {
		return false
	}
	then := r.l.Month(r.word(f.to+1)) > 0
	return strings.TrimSpace(after) == "" && language.StartsWithDigit(next) && (!r.g.dense || len(next) > 3) || isISO(next) ||
		strings.Contains(after, ",") && language.StartsWithDigit(next) && then
}

// mostInside is how many bytes of what stands in brackets are looked at.
const mostInside = 60

// isISO reports whether a word begins like 2026-11.
func isISO(w string) bool { return len(w) >= 7 && language.StartsWithDigit(w) && w[4] == '-' }

// meaning is what an expression was read as.
type meaning struct {
	first, last time.Time
	grain       Grain
	as          string // the template by which it is written
	date        string // what stands in it for the date
	dated       bool
	yearless    bool
}

// read tells what an expression means, where that is sure.
func (r *timeReader) read(f *found) (Time, bool) {
	m, sure := r.meaning(f)
	if !sure {
		return Time{}, false
	}
	t := Time{From: r.ws[f.at].Start, To: r.ws[f.to-1].End, First: m.first, Last: m.last, Grain: m.grain, Dated: m.dated, Yearless: m.yearless}
	t.Written = r.text[t.From:t.To]
	switch {
	case !m.dated && !m.yearless:
		t.Written = r.write(f, m)
		t.Date = r.bare(f, m, t.Written)
	case f.weekday >= 0 && m.grain == OneDay:
		t.Date = m.first.Format(time.DateOnly)
	}
	return t, true
}

// bare is the date in the words that were written, without what ties it to the
// sentence: "the week of 2026-11-09" of "in the week of 2026-11-09".
func (r *timeReader) bare(f *found, m meaning, written string) string {
	date := m.date
	switch _, text := r.template(f, m); {
	case m.grain == OneMonth && f.nameAt >= 0 && strings.Contains(written, r.named(f)+" "+m.date):
		return r.named(f) + " " + m.date
	case !strings.ContainsAny(text, "&$~@"):
		date = strings.Replace(text, "%", m.date, 1)
	}
	for _, date := range []string{date, upperFirst(date), m.date} {
		if strings.Contains(written, date) {
			return date
		}
	}
	return written
}

// template is how a meaning is written, a preposition and what follows it: the way of the
// expression, where it has one.
func (r *timeReader) template(f *found, m meaning) (preposition, text string) {
	whole := cmp.Or(f.pattern.rule.Write, r.g.Write[m.as])
	if preposition, text, ok := strings.Cut(whole, "|"); ok {
		return preposition, text
	}
	return "", whole
}

// write returns the words that take the place of an expression.
func (r *timeReader) write(f *found, m meaning) string {
	first, last := r.ws[f.at], r.ws[f.to-1]
	was := r.text[first.Start:last.End]
	preposition, text := r.template(f, m)
	but := was
	if f.to-f.at > 1 {
		but = r.text[first.Start:r.ws[f.to-2].End]
	}
	words := strings.NewReplacer("%", m.date, "~", but, "@", f.part+f.seasonName, "$", r.named(f), "&", was)
	out := words.Replace(text)
	next := adjoining(r.text, r.ws, f.at)
	before := r.word(f.at - 1)
	roughly := f.number > 0 && next && r.g.roughly[before]
	if roughly || last.Owns && m.grain != OneDay {
		_, short, found := strings.Cut(out, " ")
		if !found || !r.g.determiners[out[:len(out)-len(short)-1]] {
			short = out
		}
		return strings.NewReplacer("%", short, "&", was).Replace(r.g.Write["behind"])
	}
	switch {
	case last.Owns && next && r.g.determiners[before]:
	case last.Owns:
		out = "the " + out
	case next && r.g.prepositions[before]:
	case !next && r.g.predicates[r.word(f.to)] && strings.TrimSpace(gap(r.text, r.ws, f.to)) == "": // it is the subject
	case preposition != "":
		out = preposition + " " + out
	}
	if first.Upper && !next {
		return upperFirst(out)
	}
	return out
}

func upperFirst(s string) string {
	c, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(c)) + s[n:]
}

// named is the name of a weekday or month as it was written.
func (r *timeReader) named(f *found) string {
	if f.nameAt < 0 {
		return ""
	}
	name := r.text[r.ws[f.nameAt].Start:r.ws[f.nameTo-1].End]
	if r.g.Capitals {
		return upperFirst(name)
	}
	return name
}
