package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/temporal"
)

// Clause is the smallest text that is kept or dropped.
type Clause struct {
	Words []Word
	Bound bool // leans on the clause before it
}

// shortSentence is up to how many words a sentence stays whole: a clause less saves little
// there, and what is left says less than the person did.
const shortSentence = 14

// Cut takes a sentence apart into clauses.
func Cut(ws []Word, k Form, lang language.Lang) []Clause {
	if k == InCaption || k == InCode || len(ws) < shortSentence || lang.Dense() {
		return []Clause{{Words: ws}}
	}
	return cut(ws, lang)
}

// clauses are the words of a sentence, with the lists that each stands in.
type clauses struct {
	ws   []Word
	lang language.Lang
	in   []language.Wordlist
}

func cut(ws []Word, lang language.Lang) []Clause {
	c := clauses{ws, lang, make([]language.Wordlist, len(ws))}
	for i := range ws {
		c.in[i] = lang.Lists(ws[i].Low)
	}
	var out []Clause
	start, hinge := 0, c.hinges(0) || c.hinges(1)
	trailing := map[int]bool{}
	for i := 2; i+1 < len(ws); i++ {
		hinge = hinge || c.hinges(i)
		if hinge || c.turns(i) || c.measures(i) {
			continue
		}
		if c.trails(start, i) {
			out = append(out, Clause{Words: ws[start:i]})
			trailing[len(out)] = true
			start = i
			continue
		}
		if i-start < 3 && !(start == 0 && c.joins(i)) || !c.boundary(i, start) {
			continue
		}
		if start == 0 && c.in[i].Has(language.Subject) && !c.says(0, i) { // "On Friday, for example, I"
			continue
		}
		out = append(out, Clause{Words: ws[start:i]})
		start = i
	}
	if len(ws)-start < 3 && len(out) > 0 {
		out[len(out)-1].Words = ws[len(ws)-len(out[len(out)-1].Words)-(len(ws)-start):]
	} else {
		out = append(out, Clause{Words: ws[start:]})
	}
	at := len(out[0].Words)
	for i := 1; i < len(out); i++ {
		out[i].Bound = trailing[i] || !c.stands(at, at+len(out[i].Words))
		at += len(out[i].Words)
	}
	return out
}

// joins reports whether the word at i joins clauses and no words.
func (c *clauses) joins(i int) bool {
	return c.in[i].Has(language.Joint) && !c.in[i].Has(language.Link)
}

// trails reports whether a clause that only adds to the one from start on begins at
// word i: who, where, why, or what happened meanwhile. Without it the rest says
// less, but nothing else. A condition is none ("when" of what always holds), nor a
// time that is counted from ("two weeks before 2023-05-08").
func (c *clauses) trails(start, i int) bool {
	ws := c.ws
	if !c.in[i].Has(language.Trails) || i-start < 4 || len(ws)-i < 2 || HasDigit(ws[i+1].Low) {
		return false
	}
	if before := c.in[i-1]; before.Has(language.Stop) && !before.Has(language.Subject) || ws[i].Pre != "" && ws[i].Pre != "(" || ws[i].Post != "" {
		return false
	}
	if temporal.Period(c.lang, ws[i-1].Low) {
		return false
	}
	past := false
	for _, w := range ws[start:i] {
		if of := c.lang.Classes(w.Low); of.Has(language.Negators) || of.Has(language.Rule) {
			return false
		}
		past = past || temporal.Tense(c.lang, w.Low) < 0
	}
	return past || strings.HasSuffix(ws[i-1].Post, ",")
}

// says reports whether the words from:to hold a subject or a verb of their own, as
// far as lists tell.
func (c *clauses) says(from, to int) bool {
	for i := from; i < to; i++ {
		low := c.ws[i].Low
		of := c.lang.Classes(low)
		if c.in[i].Has(language.Subject|language.Verb) || of.Has(language.Me) && !c.in[i].Has(language.Whose) || of.Has(language.Like) || temporal.Tense(c.lang, low) != 0 {
			return true
		}
	}
	return false
}

// hinges reports whether a condition begins at word i: what follows is true
// only with it.
func (c *clauses) hinges(i int) bool { return i < len(c.in) && c.in[i].Has(language.Condition) }

// turns reports whether a clause that begins at word i denies the one before:
// without it the sense is another.
func (c *clauses) turns(i int) bool {
	if !c.joins(i) {
		return false
	}
	for _, w := range c.ws[i+1 : min(i+6, len(c.ws))] {
		if c.lang.Classes(w.Low).Has(language.Negators) {
			return true
		}
		if strings.ContainsAny(w.Post, ",;.") {
			break
		}
	}
	return false
}

// measures reports whether a clause that begins at word i gives a figure of what the
// one before names: "the rent went up, it is 1020 euros now". Apart, the one has no
// figure and the other no subject.
func (c *clauses) measures(i int) bool {
	if !c.lang.Classes(c.ws[i].Low).Has(language.Third) {
		return false
	}
	for _, w := range c.ws[i+1 : min(i+6, len(c.ws))] {
		if HasDigit(w.Core) {
			return true
		}
		if strings.ContainsAny(w.Post, ",;.") {
			break
		}
	}
	return false
}

// boundary reports whether a clause begins at word i.
func (c *clauses) boundary(i, start int) bool {
	w, prev, in := c.ws[i], c.ws[i-1], c.in[i]
	if w.Core == "" {
		return strings.ContainsAny(w.Post, "-–—;")
	}
	if c.ws[start].Low != "" && i > start && prev.Core == "" {
		return false // the dash began it
	}
	if strings.ContainsAny(prev.Post, ";—–") || strings.HasSuffix(prev.Post, "-") {
		return true
	}
	if start == 0 && c.in[0].Has(language.Trails|language.Condition) {
		return false
	}
	if len(w.Pre) > 0 && w.Pre[0] == '(' {
		return true
	}
	comma := strings.HasSuffix(prev.Post, ",")
	if in.Has(language.Joint) {
		var next language.Wordlist
		if i+1 < len(c.in) {
			next = c.in[i+1]
		}
		return comma && (c.joins(i) || next.Has(language.Verb)) || next.Has(language.Subject)
	}
	of := c.lang.Classes(w.Low)
	return comma && (in.Has(language.Subject|language.Trails) || of.Has(language.Me) || of.Has(language.Third) || strings.HasSuffix(w.Low, "ing"))
}

// stands reports whether the clause from:to has a subject of its own.
func (c *clauses) stands(from, to int) bool {
	for i := from; i < min(to, from+4); i++ {
		if c.ws[i].Core == "" || c.in[i].Has(language.Joint) {
			continue
		}
		return c.lang.Classes(c.ws[i].Low).Has(language.Me) && !c.in[i].Has(language.Whose)
	}
	return false
}

func UpperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || !unicode.IsLower(r) || exact(s) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// exact reports whether a text opens with a name that is written letter by
// letter: a path, a file, a version, a hash, a call.
func exact(s string) bool {
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimRight(s, ".,;:!?)\"'”’…")
	return strings.ContainsAny(s, "0123456789_/.(){}[]=<>:@\\|$") || strings.HasPrefix(s, "--") || inner(s)
}
