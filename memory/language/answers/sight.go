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
	speaks bool    // it names the speaker, and not as whose something is
	before []*Told // what was told before it, the last first
	leans  float64 // how likely it is not understood without that
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

// leansFrom is the probability of leaning on what was told before it from which a text is read
// with that: one that stands alone is judged by itself, whatever was told before it.
const leansFrom = .25

// After reads a text that was told after others, the last of these first.
func After(text string, before ...string) *Told {
	t := Tell(text)
	if before = before[:min(len(before), MostBefore)]; len(before) == 0 {
		return t
	}
	return toldBefore().Of(text+"\x00"+strings.Join(before, "\x00"), 0, func() *Told {
		after := *t
		if after.leans = language.Leans(before[0], text, t.said.Lang); after.leans < leansFrom {
			return t
		}
		for _, b := range before {
			after.before = append(after.before, Tell(b))
		}
		return &after
	})
}

// Leans reports whether a text is read with what was told before it, and begins with nobody of its
// own.
func (t *Told) Leans() bool {
	return len(t.before) > 0 && Subject(t.said) == ""
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
	seen := make([]nearness, len(texts))
	rows := make([]int, len(q.Words))
	for i, w := range q.Words {
		rows[i] = rowOf(w.Low, q.Lang)
	}
	for i, t := range texts {
		out[i] = classify.Sight{}
		for k, r := range t.in(q) {
			s, n := q.see(t, r, rows)
			if k == 0 || n.much > seen[i].much {
				out[i], seen[i] = s, n
			}
		}
	}
	for i := range out {
		before, best := 0, nearness{}
		for k := range out {
			if k == i {
				continue
			}
			if seen[k].gist > seen[i].gist {
				before++
			}
			best.much, best.gist, best.with = max(best.much, seen[k].much), max(best.gist, seen[k].gist), max(best.with, seen[k].with)
		}
		out[i]["others"] = uint8(min(len(texts)-1, sightWords))
		out[i].Much("ahead", .5+seen[i].much-best.much)
		out[i].Much("gist ahead", .5+seen[i].gist-best.gist)
		out[i].Much("gist before", float64(before)/5)
		if len(texts[i].before) > 0 {
			out[i].Much("with ahead", .5+seen[i].with-best.with)
		}
	}
	return out
}

// nearness is how much a text has of a question, how near it comes as a whole, and how much it
// has with what was told before it.
type nearness struct{ much, gist, with float64 }

// see is what is seen of a text in one reading.
func (q *Question) see(t *Told, r reading, rows []int) (classify.Sight, nearness) {
	s, n := classify.Sight{}, nearness{}
	each, taken, left := q.seeWords(s, r, rows)
	n.much = q.part(each, func(m met) float64 { return m.near })
	n.gist = seeGist(s, r, rows, taken, left)
	n.with = q.seeBefore(s, t, r, rows, each)
	q.seeMatter(s, t, r)
	q.seeWho(s, t, r)
	s.Much("words", float64(len(q.Words))/sightWords)
	s.Much("told words", float64(len(r.terms))/sightWords)
	s.Is("other language", r.lang != q.Lang)
	s.Is("dense", q.Lang.Dense())
	return s, n
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

// part is how much of the question is met, by weight. The products are rounded before they are
// added, so that every platform sees the same.
func (q *Question) part(each []met, of func(met) float64) float64 {
	whole, sum := 0.0, 0.0
	for i, w := range q.Words {
		whole += w.Weight
		sum += float64(w.Weight * of(each[i]))
	}
	if whole == 0 {
		return 0
	}
	return sum / whole
}

// seeWords sees how much of the words of the question a text has.
func (q *Question) seeWords(s classify.Sight, r reading, rows []int) (each []met, taken, left []bool) {
	least, leastAsk, heaviest := 1.0, 1.0, 0.0
	each, taken, left = make([]met, len(q.Words)), make([]bool, len(r.terms)), make([]bool, len(q.Words))
	for i, w := range q.Words {
		m := q.meets(w, rows[i], r, taken)
		each[i], left[i] = m, m.spelt < sameStart
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
	s.Much("spelt", q.part(each, func(m met) float64 { return m.spelt }))
	s.Much("near", q.part(each, func(m met) float64 { return m.near }))
	s.Much("ask", q.part(each, func(m met) float64 { return m.ask }))
	s.Much("least", least)
	s.Much("least ask", leastAsk)
	s.Much("heaviest", heaviest)
	return each, taken, left
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
