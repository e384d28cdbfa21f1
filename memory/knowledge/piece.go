package knowledge

import (
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"dormouse/memory/language"
	"dormouse/memory/language/memo"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/statement"
	"dormouse/memory/language/temporal"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

// piece is a line, or one of the things that it says, read for comparing.
type piece struct {
	statement.Statement
	figures []figure
	matter  []string          // stems of its words of matter
	content []contentWord     // its words of matter, in order
	kinds   map[string]string // of a compound among them, its last part: "Prüfung" of "Zwischenprüfung"
	units   []string          // stems of what measures its figures: two prices in euros are not about euros
	meaning vectors.Direction
	meant   bool // it has a meaning: some of its words are known
	past    bool // it tells of what was
	once    bool // it gives a day that is near, or the week: "this Friday", "tonight"
	weekly  bool // it gives days of the week, and no other
}

// figure is a figure of a piece, with the stems of the words of matter around it: of
// "890 a month for the shop" they say what it is the figure of.
type figure struct {
	quantity.Figure
	beside []string
}

// piecesRead remembers the pieces of the lines that were compared last.
var piecesRead = sync.OnceValue(func() *memo.Memo[[]piece] { return memo.New[[]piece](512) })

// piecesOf are the pieces of what a line that was said on a day says, without who says
// it: the whole, its sentences and what stands between commas. They are for reading.
func piecesOf(whole statement.Statement, day time.Time) []piece {
	return piecesRead().Of(whole.Text, uint32(day.Unix()/(24*60*60)), func() []piece { return cut(whole, day) })
}

// mostPieces is how many pieces of a line are compared: a long one has been told in
// fewer words.
const mostPieces = 8

// cut reads the whole of a line, its sentences and their pieces.
func cut(whole statement.Statement, day time.Time) []piece {
	said := []piece{pieceOf(whole, day)}
	seen := map[string]bool{whole.Text: true}
	add := func(text string) {
		if text = strings.Trim(text, " ,:–-"); !seen[text] && len(said) < mostPieces {
			seen[text] = true
			if s := statement.ReadIn(text, whole.Lang); s.Tells() {
				said = append(said, pieceOf(s, day))
			}
		}
	}
	for _, sentence := range statements(whole.Text) {
		add(sentence)
		for _, clause := range statement.Clauses(sentence, whole.Lang) {
			add(clause.Text)
		}
		for _, piece := range strings.FieldsFunc(sentence, func(r rune) bool { return strings.ContainsRune(",:–", r) }) {
			if len(strings.Fields(piece)) >= leastPiece {
				add(piece)
			}
		}
	}
	return said
}

// leastPiece is how many words a piece of a sentence has that says something by itself.
const leastPiece = 3

func pieceOf(s statement.Statement, day time.Time) piece {
	p := piece{Statement: s, past: temporal.Spoken(s.Text, s.Lang) < 0}
	words := language.Words(s.Text)
	var g vectors.Gist
	for _, w := range words {
		if row, ok := translate.Row(s.Lang, w.Low); ok && !w.Digit() {
			g.Add(row)
		}
	}
	if p.meant = !g.Empty(); p.meant {
		p.meaning = g.Direction()
	}
	p.matter = s.Shares(s)
	p.kinds = kindsOf(words, p.matter, s.Lang)
	weekly, other := false, false
	for _, f := range quantity.Figures(s.Text, s.Lang, day) {
		if f.Kind == quantity.Amount && f.Value <= midnight && toldTime(words, f, s.Lang) {
			f.Kind, f.Value = quantity.Hour, 60*f.Value // "14 Uhr"
		}
		p.figures = append(p.figures, figure{f, beside(words, f, s.Lang, p.matter)})
		if f.Kind == quantity.Date {
			weekly, other = weekly || everyWeek(f), other || !everyWeek(f)
			p.once = p.once || soon(f, day)
		}
		if f.Unit != "" {
			p.units = append(p.units, unitOf(words, f, s.Lang)...)
		}
	}
	p.weekly = weekly && !other
	p.content = p.wordsOf(words)
	return p
}

// kindsOf are the last parts of compounds among some words: they say what a thing is. English
// writes most compounds apart.
func kindsOf(words []language.Word, matter []string, l language.Lang) map[string]string {
	if !l.Compounds() || l == language.English {
		return nil
	}
	kinds := map[string]string{}
	for _, w := range words {
		stem := l.Stem(w.Low)
		if _, last := l.CompoundParts(w.Low); last != "" && slices.Contains(matter, stem) {
			kinds[stem] = l.Stem(last)
		}
	}
	return kinds
}

// everyWeek reports whether a date is a day of every week.
func everyWeek(f quantity.Figure) bool {
	return f.DayOfWeek > 0 && f.Day == 0 && f.Month == 0 && f.First.IsZero()
}

// soonDays is within how many days a day is near.
const soonDays = 9

// soon reports whether a date is one day that is near the one on which it was said, or a week
// that is.
func soon(f quantity.Figure, said time.Time) bool {
	day := temporal.DayOnly(said)
	return !f.First.IsZero() && !f.Last.Before(day) && f.First.Before(day.AddDate(0, 0, soonDays)) && f.Last.Sub(f.First) <= 7*24*time.Hour
}

// midnight is the last hour of a day.
const midnight = 24

// toldTime reports whether a word of time stands behind a figure.
func toldTime(words []language.Word, f quantity.Figure, l language.Lang) bool {
	i := slices.IndexFunc(words, func(w language.Word) bool { return w.Start >= f.To })
	return i >= 0 && words[i].Start == f.To+1 && l.Is(language.When, words[i].Low) && !temporal.Period(l, words[i].Low)
}

// nearby is how many words on either side of a figure may say what it is the figure of.
const nearby = 3

// beside are the stems of the words of matter around a figure, and of the word behind
// it, small as it may be: "90 each".
func beside(words []language.Word, f quantity.Figure, l language.Lang, matter []string) (out []string) {
	first, last := len(words), -1
	for i, w := range words {
		if w.Start < f.To && w.Start+len(w.Text) > f.From {
			first, last = min(first, i), max(last, i)
		}
	}
	for i := max(0, first-nearby); i < min(len(words), last+1+nearby); i++ {
		if stem := l.Stem(words[i].Low); slices.Contains(matter, stem) || i == last+1 && !words[i].Digit() {
			out = append(out, stem)
		}
	}
	return out
}

// unitOf are the stems of a measured figure's own words.
func unitOf(words []language.Word, f quantity.Figure, l language.Lang) (out []string) {
	for _, w := range words {
		if w.Start >= f.From && w.Start < f.To && !w.Digit() {
			out = append(out, l.Stem(w.Low))
		}
	}
	return out
}

// gives reports whether a piece gives a figure of a kind.
func (p *piece) gives(k quantity.Kind) bool {
	return slices.ContainsFunc(p.figures, func(f figure) bool { return f.Kind == k })
}

// has reports whether a piece gives a figure, too.
func (p *piece) has(f *figure) bool {
	return slices.ContainsFunc(p.figures, func(g figure) bool {
		switch {
		case f.Kind != g.Kind:
			return false
		case f.Kind != quantity.Date || f.Day != 0 && g.Day != 0:
			return !f.differs(&g)
		}
		return f.weekday() != 0 && f.weekday() == g.weekday()
	})
}

// weekday is the one of a date that is no longer than a day, from 1 for Monday; 0
// without.
func (f *figure) weekday() int {
	if f.DayOfWeek == 0 && !f.First.IsZero() && f.First.Equal(f.Last) {
		return (int(f.First.Weekday())+6)%7 + 1
	}
	return f.DayOfWeek
}

// differs reports whether two figures of one kind cannot both be the value of one
// thing. A month is not compared with a weekday, nor a price with a weight.
func (f *figure) differs(o *figure) bool {
	switch {
	case f.Kind != o.Kind:
		return false
	case f.Kind != quantity.Date:
		return f.Value != o.Value && (f.Unit == o.Unit || f.Unit == "" || o.Unit == "")
	case f.Day != 0 && o.Day != 0:
		return f.Day != o.Day || f.Month != 0 && o.Month != 0 && f.Month != o.Month
	case f.weekday() != 0 && o.weekday() != 0:
		return f.weekday() != o.weekday()
	}
	return f.Day == 0 && o.Day == 0 && f.Month != 0 && o.Month != 0 && f.Month != o.Month
}

// measures reports whether two figures are of one measure.
func (f *figure) measures(o *figure) bool { return f.Unit != "" && f.Unit == o.Unit && !f.Counts }

// apart is how many times one amount is the other, as a logarithm.
func (f *figure) apart(o *figure) float64 {
	if f.Value <= 0 || o.Value <= 0 {
		return math.Inf(1)
	}
	return math.Abs(math.Log(f.Value / o.Value))
}
