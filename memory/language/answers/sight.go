package answers

import (
	"slices"
	"strings"
	"sync"

	"dormouse/memory/language"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/memo"
	"dormouse/memory/language/statement"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

// Told is a text that may answer a question.
type Told struct {
	text   string
	said   statement.Statement
	who    []Span // whom or what it begins with
	read   reading
	sure   bool // it is in no other language
	me     float64
	speaks bool // it names the speaker, and not as whose something is
}

// reading is a text in a language.
type reading struct {
	lang  language.Lang
	low   string
	terms []Span
	rows  []int // of the terms, -1 for none
}

var toldBefore = sync.OnceValue(func() *memo.Memo[*Told] { return memo.New[*Told](2048) })

// Tell reads a text.
func Tell(text string) *Told {
	return toldBefore().Of(text, 0, func() *Told {
		t := &Told{text: text, said: statement.Read(text)}
		t.read = readIn(text, t.said.Lang)
		t.me = language.Judge(text, t.said.Lang, language.Person).Me
		t.who = Terms(Subject(t.said), t.said.Lang)
		t.speaks = speaks(text, t.said.Lang)
		_, p := language.GuessSure(text)
		t.sure = p >= SureLanguage
		return t
	})
}

// Subject is whom a statement begins with; "'s" behind them may be a verb.
func Subject(s statement.Statement) string {
	s = statement.ReadIn(Unowned.Replace(s.Text), s.Lang)
	return s.Subject()
}

func readIn(text string, l language.Lang) reading {
	r := reading{lang: l, low: language.Fold(text), terms: Terms(text, l)}
	for _, t := range r.terms {
		r.rows = append(r.rows, rowOf(t.Low, l))
	}
	return r
}

func rowOf(low string, l language.Lang) int {
	if row, ok := translate.Row(l, low); ok && !language.Common(l, low) {
		return int(row)
	}
	return -1
}

// in is the text as it is read, and in the language of a question, where it may be in that.
func (t *Told) in(q *Question) []reading {
	if t.sure || q.Lang == t.read.lang {
		return []reading{t.read}
	}
	return []reading{t.read, readIn(t.text, q.Lang)}
}

// By is how likely each of some texts answers the question, in [0, 1].
func (q *Question) By(texts []*Told) []float64 {
	out := make([]float64, len(texts))
	if len(q.Words) == 0 {
		return out // it asks for nothing in particular
	}
	for i, s := range q.See(texts) {
		out[i] = language.Answered(s)
	}
	return out
}

// See is what is seen of each of some texts beside a question.
func (q *Question) See(texts []*Told) []classify.Sight {
	out := make([]classify.Sight, len(texts))
	much := make([]float64, len(texts))
	gist := make([]float64, len(texts))
	rows := make([]int, len(q.Words))
	for i, w := range q.Words {
		rows[i] = rowOf(w.Low, q.Lang)
	}
	for i, t := range texts {
		out[i] = classify.Sight{}
		for k, r := range t.in(q) {
			s, m, g := q.see(t, r, rows)
			if k == 0 || m > much[i] {
				out[i], much[i], gist[i] = s, m, g
			}
		}
	}
	for i := range out {
		before, best, nearest := 0, 0.0, 0.0
		for k := range out {
			if k == i {
				continue
			}
			if gist[k] > gist[i] {
				before++
			}
			best, nearest = max(best, much[k]), max(nearest, gist[k])
		}
		out[i]["others"] = uint8(min(len(texts)-1, sightWords))
		out[i].Much("ahead", .5+much[i]-best)
		out[i].Much("gist ahead", .5+gist[i]-nearest)
		out[i].Much("gist before", float64(before)/5)
	}
	return out
}

// see is what is seen of a text in one reading, with how much it has of the question and how
// near it comes as a whole.
func (q *Question) see(t *Told, r reading, rows []int) (s classify.Sight, much, gist float64) {
	s = classify.Sight{}
	much, taken, left := q.seeWords(s, r, rows)
	gist = seeGist(s, r, rows, taken, left)
	q.seeMatter(s, t, r)
	q.seeWho(s, t, r)
	s.Much("words", float64(len(q.Words))/sightWords)
	s.Much("told words", float64(len(r.terms))/sightWords)
	s.Is("other language", r.lang != q.Lang)
	s.Is("dense", q.Lang.Dense())
	return s, much, gist
}

// met is how much of a word of the question a text has: as it is spelt, by what it means, and
// by what is asked for by it.
type met struct{ spelt, near, ask float64 }

// meets finds the terms of a text that have most of a word of the question, and marks those
// that are that word.
func (q *Question) meets(w Term, row int, r reading, taken []bool) (m met) {
	if r.lang == q.Lang && q.Lang.Dense() && strings.Contains(r.low, w.Low) {
		m = met{1, 1, 1}
	}
	for k, o := range r.terms {
		spelt, near := w.Spelt(o, r.lang), w.Near(o, q.Lang, r.lang)
		taken[k] = taken[k] || spelt >= sameStart
		ask := spelt
		if row >= 0 && r.rows[k] >= 0 {
			ask = max(ask, vectors.Asking.Alike(uint16(row), uint16(r.rows[k])))
		}
		m = met{max(m.spelt, spelt), max(m.near, near), max(m.ask, ask)}
	}
	return m
}

// seeWords sees how much of the words of the question a text has. The products are rounded
// before they are added, so that every platform sees the same.
func (q *Question) seeWords(s classify.Sight, r reading, rows []int) (much float64, taken, left []bool) {
	whole, sum := 0.0, met{}
	least, leastAsk, heaviest := 1.0, 1.0, 0.0
	taken, left = make([]bool, len(r.terms)), make([]bool, len(q.Words))
	for i, w := range q.Words {
		m := q.meets(w, rows[i], r, taken)
		left[i] = m.spelt < sameStart
		whole += w.Weight
		sum.spelt += float64(w.Weight * m.spelt)
		sum.near += float64(w.Weight * m.near)
		sum.ask += float64(w.Weight * m.ask)
		if w.Weight >= named {
			least, leastAsk = min(least, max(m.near, m.ask)), min(leastAsk, m.ask)
			if left[i] {
				heaviest = max(heaviest, w.Weight)
			}
		}
		if rows[i] < 0 { // a name, as often as not, however it is written
			s.Is("rare met", !left[i])
			s.Is("rare missing", left[i])
		}
		if w.Strict {
			s.Is("strict met", m.spelt >= strictCut)
			s.Is("being missing", m.spelt < strictCut && w.Being)
			s.Is("name missing", m.spelt < strictCut && !w.Being)
		}
	}
	if whole > 0 {
		s.Much("spelt", sum.spelt/whole)
		s.Much("near", sum.near/whole)
		s.Much("ask", sum.ask/whole)
		much = sum.near / whole
	}
	s.Much("least", least)
	s.Much("least ask", leastAsk)
	s.Much("heaviest", heaviest)
	return much, taken, left
}

// seeGist sees whether what is asked, and what of it is left, leads to what is told, and to
// what of that is not asked.
func seeGist(s classify.Sight, r reading, rows []int, taken, left []bool) (gist float64) {
	asked, open, alike := vectors.Asking.Gist(), vectors.Asking.Gist(), vectors.Likeness.Gist()
	for i, row := range rows {
		if row < 0 {
			continue
		}
		asked.Add(uint16(row))
		alike.Add(uint16(row))
		if left[i] {
			open.Add(uint16(row))
		}
	}
	told, rest, other := vectors.Asking.Gist(), vectors.Asking.Gist(), vectors.Likeness.Gist()
	for k, row := range r.rows {
		if row < 0 {
			continue
		}
		told.Add(uint16(row))
		other.Add(uint16(row))
		if !taken[k] {
			rest.Add(uint16(row))
		}
	}
	gist = like(asked, told)
	s.Much("gist", gist)
	s.Much("alike", like(alike, other))
	s.Is("no left", open.Empty())
	if !open.Empty() {
		s.Much("left", like(open, told))
		s.Much("left rest", like(open, rest))
	}
	return gist
}

// sightWords is how many words, and how many other lines, are as many as any.
const sightWords = 20

func like(a, b vectors.Gist) float64 {
	if a.Empty() || b.Empty() {
		return 0
	}
	x, y := a.Direction(), b.Direction()
	return x.Like(&y)
}

// seeMatter sees what is asked about, and what is told about.
func (q *Question) seeMatter(s classify.Sight, t *Told, r reading) {
	var of language.Attributes
	for _, o := range r.terms {
		of |= r.lang.Attributes(o.Low)
	}
	if r.lang.Dense() {
		of = r.lang.AttributesIn(r.low)
	}
	shared, missing := 0, 0
	seen := map[string]bool{}
	for _, w := range q.Words {
		for _, a := range w.about {
			if seen[a] {
				continue
			}
			seen[a] = true
			if of.Has(a) {
				shared++
			} else {
				missing++
			}
			s.Is("asks "+a, true)
			s.Is("asks "+a+" has", of.Has(a))
		}
	}
	s["shared"], s["missing"] = uint8(min(shared, 9)), uint8(min(missing, 9))
	has := map[language.ValueKind]bool{}
	for _, v := range t.said.Values {
		has[v.Kind] = true
	}
	s.Is("asks time", q.Asked == language.ForTime)
	s.Is("asks number", q.Asked == language.ForNumber)
	s.Is("asks person", q.Asked == language.ForPerson)
	s.Is("asks place", q.Asked == language.ForPlace)
	s.Is("has day", has[language.Day])
	s.Is("has clock", has[language.Clock])
	s.Is("has number", has[language.Number])
	s.Is("has name", has[language.Name])
	s.Is("has code", has[language.Code])
	s.Is("time for time", q.Asked == language.ForTime && (has[language.Day] || has[language.Clock]))
	s.Is("number for number", q.Asked == language.ForNumber && has[language.Number])
	if seen["ill"] || seen["drug"] {
		s.Much("health", language.Health(t.text, r.lang))
	}
	s.Is("likes", seen["like"] && language.Judge(t.text, r.lang, language.Person).Kind == language.Preference)
	s.Is("age", seen["age"] && tellsAge(t.text, r.lang))
	s.Is("denied", t.said.Denied)
}

// seeWho sees of whom is asked and told.
func (q *Question) seeWho(s classify.Sight, t *Told, r reading) {
	s.Is("asks mine", q.Mine)
	s.Is("asks own", q.Own)
	s.Is("asks I", q.speaks)
	s.Is("names", q.Names())
	s.Is("told mine", t.said.Mine)
	s.Much("told me", t.me)
	other, being := q.Other(t)
	s.Is("other", other)
	s.Is("other being", other && being)
	s.Is("other mine", other && q.Mine)
	s.Is("other being mine", other && being && q.Mine)
	s.Much("asks me", q.me)
	strays := (q.Own || q.speaks || q.Mine) && !q.Names() && s["rare met"] == 0 && other && !t.speaks
	s.Is("strays", strays)
	s.Is("strays being", strays && being)
	for _, o := range r.terms {
		if !o.Being {
			continue
		}
		s.Is("told being", true)
		if !slices.ContainsFunc(q.Words, func(w Term) bool { return w.Being && w.Near(o, q.Lang, r.lang) >= strictCut }) {
			s.Is("another being", true)
			s.Is("another being instead", s["being missing"] > 0)
		}
	}
}

// Other reports whether a text begins with something or somebody whom the question does not
// name; being, whether that is surely somebody.
func (q *Question) Other(t *Told) (other, being bool) {
	for _, o := range t.who {
		being = being || o.Being
		if slices.ContainsFunc(q.Words, func(w Term) bool { return w.Spelt(o, t.said.Lang) > 0 }) {
			return false, false
		}
	}
	return len(t.who) > 0, being
}
