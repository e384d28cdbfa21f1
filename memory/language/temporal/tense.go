package temporal

import (
	"dormouse/memory/language"
	"strings"
)

// sign is what a word says of the time that its clause speaks of.
type sign uint8

const (
	saysPast sign = 1 << iota
	saysFuture
	saysNeither // a wish, a condition, a habit, or a verb that speaks at one time of another
)

var signNames = map[string]sign{"past": saysPast, "future": saysFuture, "neither": saysNeither}

// verbs is a way in which a language tells when something happens. A word may have
// a star in it: "*ed".
type verbs struct {
	says     sign
	words    language.Forms
	except   language.Forms // but these
	after    language.Forms // only right behind one of these
	with     language.Forms // only where one of these stands in the clause
	notAfter language.Forms // never right behind one of these
	neither  language.Forms // right behind one of these it speaks of no time
	about    language.Forms // with one of these before the time it may speak of another
	near     int            // at most so many words before the time, else of no time; -1 is any
}

// clause is the part of a sentence around an expression; the expression itself is
// words[at:to].
type clause struct {
	words      []language.Token
	first, end int
	at, to     int
}

// low is the word at i; "" outside of the clause and within the expression.
func (c clause) low(i int) string {
	if i < c.first || i >= c.end || i >= c.at && i < c.to {
		return ""
	}
	return c.words[i].Low
}

// before is how many words stand between the one at i and the expression; a large
// number where the expression comes first.
func (c clause) before(i int) int {
	if i > c.at {
		return 1 << 20
	}
	return c.at - i - 1
}

// Spoken says whether a text speaks of what was (-1) or of what is to come (1). 0 means
// that it cannot be told, or of both.
func Spoken(text string, l language.Lang) int {
	ws := language.TokensOf(text)
	if len(ws) == 0 {
		return 0
	}
	g := grammarOf[l]()
	if g.dense {
		return sided(g.denseSigns(text, ws, 0, len(ws)))
	}
	c := clause{words: ws, end: len(ws), at: len(ws), to: len(ws)}
	var s sign
	for i := range ws {
		s |= g.signOf(c, i)
	}
	return sided(s)
}

// tense says whether the clause of an expression speaks of what was (-1) or of what
// is to come (1). 0 means that it cannot be told.
func (g *timeGrammar) tense(text string, ws []language.Token, at, to int) int {
	first, end := sentenceAround(text, ws, at, to)
	for i := first; i < end; i++ {
		if g.unsettled.Has(ws[i].Low) && (i < at || i >= to) {
			return 0
		}
	}
	if g.dense {
		return sided(g.denseSigns(text, ws, first, end))
	}
	c := clause{words: ws, at: at, to: to}
	c.first, c.end = g.clauseAround(text, ws, at, to, first, end)
	if c.end-c.first == to-at { // "On Monday, I moved": what it stands beside
		switch {
		case c.end < end:
			_, c.end = g.clauseAround(text, ws, c.end, c.end+1, first, end)
		case c.first > first:
			c.first, _ = g.clauseAround(text, ws, c.first-1, c.first, first, end)
		}
	}
	var s sign
	for i := c.first; i < c.end; i++ {
		if i < at || i >= to {
			s |= g.signOf(c, i)
		}
	}
	return sided(s)
}

func sided(s sign) int {
	switch s {
	case saysPast:
		return -1
	case saysFuture:
		return 1
	}
	return 0
}

// signOf is what the word at i says by the first of the language's ways that fits.
func (g *timeGrammar) signOf(c clause, i int) sign {
	w := c.low(i)
	if w == "" || c.words[i].Upper && i > c.first && !strings.Contains(w, "'") {
		return 0 // a name
	}
	for k := range g.verbs {
		v := &g.verbs[k]
		if !v.words.Has(w) || v.except.Has(w) {
			continue
		}
		one := c.low(i - 1)
		for n := 2; g.adverbs.Has(one) && n < 4; n++ {
			one = c.low(i - n)
		}
		switch {
		case v.neither.Has(one):
			return saysNeither
		case v.notAfter.Has(one), !v.after.Empty() && !v.after.Has(one), !v.with.Empty() && !c.holds(v.with, c.first, c.end):
			continue
		case v.near >= 0 && c.before(i) > v.near, c.holds(v.about, i+1, c.at):
			return saysNeither
		}
		return v.says
	}
	return 0
}

// holds reports whether one of the forms stands from one word up to before another.
func (c clause) holds(f language.Forms, from, to int) bool {
	for i := from; i < to; i++ {
		if w := c.low(i); w != "" && f.Has(w) {
			return true
		}
	}
	return false
}

// denseSigns reads a sentence without spaces: a way's words stand anywhere in it,
// those with a star at its end.
func (g *timeGrammar) denseSigns(text string, ws []language.Token, first, end int) sign {
	said := text[ws[first].Start:ws[end-1].End]
	var s sign
	for k := range g.verbs {
		v := &g.verbs[k]
		if v.words.In(said) {
			s |= v.says
		}
	}
	return s
}

// mostAround is how many words on each side of an expression are looked at: a text of
// one sentence costs no more than in proportion to its length.
const mostAround = 64

// sentenceAround returns the words of the sentence that ws[at:to] stands in.
func sentenceAround(text string, ws []language.Token, at, to int) (first, end int) {
	parted := func(i int) bool { return strings.ContainsAny(gap(text, ws, i), ".!?;\n…。！？；") }
	return around(at, to, max(0, at-mostAround), min(len(ws), to+mostAround), parted)
}

// clauseAround returns the words of the clause within a sentence.
func (g *timeGrammar) clauseAround(text string, ws []language.Token, at, to, first, end int) (from, until int) {
	return around(at, to, first, end, func(i int) bool {
		return strings.ContainsAny(gap(text, ws, i), ",:()[]—–\"“”«»") || g.breaks.Has(ws[i].Low)
	})
}

// around widens at and to up to where the word before is parted from the one at i.
func around(at, to, first, end int, parted func(i int) bool) (from, until int) {
	for at > first && !parted(at) {
		at--
	}
	for to < end && !parted(to) {
		to++
	}
	return at, to
}

// gap is what stands before the word at i, up to the one before it.
func gap(text string, ws []language.Token, i int) string {
	switch {
	case i <= 0:
		return text[:ws[0].Start]
	case i >= len(ws):
		return text[ws[len(ws)-1].End:]
	}
	return text[ws[i-1].End:ws[i].Start]
}
