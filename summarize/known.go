package summarize

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/language"
)

// known finds what memory already has: a piece whose content words stand in
// one entry is not said again. A number, a day or a name that the entry lacks
// makes it news.
type known struct {
	entries [][]int32
	whole   []string  // of an entry: what it says
	foreign []bool    // of an entry: no person typed it
	text    []string  // of an entry, folded
	turns   [][2]bool // of an entry: whether a clause is straight, and whether one denies, ends or changes something
	by      map[int32][]int
	told    map[int32]bool // terms of any entry
	said    []knownClaim   // see claims
}

func newKnown(r *reading) *known {
	k := &known{by: map[int32][]int{}, told: map[int32]bool{}}
	s := &said{msg: -2, lex: r.all[0], lang: r.all[0].lang}
	for _, e := range r.in.Known {
		s.lang = language.Guess(e.Text)
		var terms []int32
		for _, f := range split(e.Text) {
			for _, t := range r.lookup(&f, s) {
				if !contains(terms, t) {
					terms = append(terms, t)
				}
			}
		}
		if len(terms) == 0 {
			continue
		}
		n := len(k.entries)
		k.entries, k.foreign = append(k.entries, terms), append(k.foreign, e.Origin.Foreign())
		k.whole = append(k.whole, e.Text)
		k.turns, k.text = append(k.turns, turnings(e.Text, s.lang, s.lex)), append(k.text, fold(e.Text))
		for _, t := range terms {
			k.told[t] = k.told[t] || !e.Origin.Foreign()
			k.by[t] = append(k.by[t], n)
		}
	}
	return k
}

// turnings reports whether an entry has a clause that is straight, and one that
// turns something round.
func turnings(text string, lang language.Lang, lex *lexicon) (t [2]bool) {
	for _, s := range sentences(text) {
		for _, p := range cut(split(s.text), s.kind, lex) {
			if language.Turns(join(p.words), lang) {
				t[1] = true
			} else {
				t[0] = true
			}
		}
	}
	return t
}

// turning says which entries may know a line already: one that denies or changes
// something is not known by one with the same words that does not.
type turning uint8

const (
	anyTurn turning = iota
	straight
	turnsRound
)

// has reports whether one known entry holds at least four fifths of the terms,
// and all that are exact. What a person types is news, although a text that they
// were shown said so before.
func (k *known) has(terms, exact []int32, origin transcript.Origin, turns turning, text string) bool {
	if len(terms) == 0 || len(k.entries) == 0 {
		return false
	}
	if len(terms) == 1 { // too little to compare by words
		return text != "" && slices.ContainsFunc(k.by[terms[0]], func(n int) bool { return strings.Contains(k.text[n], fold(text)) })
	}
	need := (len(terms)*4 + 4) / 5
	// Of any `need` terms at least one is among the first len-need+1: look only
	// at the entries of those.
	for _, t := range terms[:len(terms)-need+1] {
		for _, n := range k.by[t] {
			if k.foreign[n] && !origin.Foreign() || turns != anyTurn && !k.turns[n][turns-straight] && !strings.Contains(k.text[n], fold(text)) {
				continue
			}
			got := 0
			for _, u := range terms {
				if contains(k.entries[n], u) {
					got++
				}
			}
			all := true
			for _, u := range exact {
				all = all && contains(k.entries[n], u)
			}
			if got >= need && all {
				return true
			}
		}
	}
	return false
}

// lookup is termsOf for text that is not part of the messages: it counts
// nothing.
func (r *reading) lookup(w *word, s *said) []int32 {
	var out []int32
	add := func(p string) {
		k := stem(p)
		if n, ok := number(p, s.lang); ok {
			k = numberKey(n)
		}
		if id, ok := r.vocab[k]; ok && !s.lex.stop[p] {
			out = append(out, id)
		}
	}
	switch {
	case isDate(w.low):
		add(w.low)
	case wide(w.core):
		pairs(w.low, add)
	default:
		if n, ok := figure(w.low); ok {
			add(n)
			return out
		}
		parts(w.low, add)
	}
	return out
}

// fragment reports whether a piece is too little to stand as an entry: one word
// that is neither a number nor a name, or two without any.
func (p *piece) fragment() bool { return p.size < 3 && len(p.exact) == 0 || p.size == 1 }

// surelyEnds is the probability from which what ends something is news, however little
// it tells by itself.
const surelyEnds = .8

// ends reports whether line i, in which a person denies or changes something, is sure
// to end an entry or what was said before it: "gave up on the accordion".
func (c *choice) ends(i int) bool {
	l := &c.r.lines[i]
	s := &c.r.said[l.said]
	if s.model || s.tool || l.ask || l.text == "" || !language.Turns(l.text, s.lang) {
		return false
	}
	news := language.ReadIn(l.text, s.lang)
	over := func(text string) bool {
		return language.Relate(language.Read(text), news).Ends() >= surelyEnds
	}
	for _, p := range l.pieces {
		for _, t := range p.terms {
			if slices.ContainsFunc(c.known.by[t], func(n int) bool { return !c.known.foreign[n] && over(c.known.whole[n]) }) {
				return true
			}
		}
	}
	for k := range i {
		if o := &c.r.lines[k]; o.text != "" && !o.ask && c.r.said[o.said].voice == s.voice && l.shares(o) && over(o.text) {
			return true
		}
	}
	return false
}

// shares reports whether two lines have a term in common.
func (l *line) shares(o *line) bool {
	for _, p := range l.pieces {
		for _, q := range o.pieces {
			if slices.ContainsFunc(p.terms, func(t int32) bool { return contains(q.terms, t) }) {
				return true
			}
		}
	}
	return false
}
