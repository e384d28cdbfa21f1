package summarize

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unique"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/memo"
	"dormouse/memory/language/statement"
	"dormouse/summarize/extract"
)

// known finds what memory already has: a piece whose content words stand in
// one entry is not said again. A number, a day or a name that the entry lacks
// makes it news.
type known struct {
	list  []*document.Entry // Input.Known
	terms [][]int32         // of an entry: those of the messages that it has
	by    map[int32][]int32 // of a term: the entries that have it
	told  map[int32]bool    // terms that an entry of a person's has
}

// newKnown finds what each entry has in common with the new messages.
func newKnown(r *reading) *known {
	k := &known{list: r.in.Known, terms: make([][]int32, len(r.in.Known)), by: map[int32][]int32{}, told: map[int32]bool{}}
	asked := make(map[unique.Handle[string]]int32, len(r.vocab))
	for t, id := range r.vocab {
		asked[unique.Make(t)] = id
	}
	for n, e := range k.list {
		for _, t := range entryTerms().Of(e.Text, 0, func() []unique.Handle[string] { return termsIn(e.Text) }) {
			if id, ok := asked[t]; ok && !slices.Contains(k.terms[n], id) {
				k.terms[n] = append(k.terms[n], id)
				k.by[id] = append(k.by[id], int32(n))
				k.told[id] = k.told[id] || !k.foreign(int32(n))
			}
		}
	}
	return k
}

// entryTerms remembers the words of all of memory: it is read night after night.
var entryTerms = sync.OnceValue(func() *memo.Memo[[]unique.Handle[string]] { return memo.New[[]unique.Handle[string]](memo.Lines) })

// termsIn are an entry's content words, as the vocabulary of messages spells them.
func termsIn(text string) (out []unique.Handle[string]) {
	lang := language.Guess(text)
	for _, w := range extract.Split(text) {
		eachTerm(&w, lang, func(_, term string) { out = append(out, unique.Make(term)) })
	}
	return out
}

// foreign reports whether no person typed an entry.
func (k *known) foreign(n int32) bool { return k.list[n].Origin.Foreign() }

var turnsKnown = sync.OnceValue(func() *memo.Memo[[2]bool] { return memo.New[[2]bool](memo.Lines) })

// turns reports whether an entry has a clause that is straight, and one that
// turns something round.
func (k *known) turns(n int32) [2]bool {
	text := k.list[n].Text
	return turnsKnown().Of(text, 0, func() (t [2]bool) {
		lang := language.Guess(text)
		for _, s := range extract.Sentences(text) {
			for _, p := range extract.Cut(extract.Split(s.Text), s.Form, lang) {
				if language.Turns(extract.Join(p.Words), lang) {
					t[1] = true
				} else {
					t[0] = true
				}
			}
		}
		return t
	})
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
	if len(terms) == 0 || len(k.by) == 0 {
		return false
	}
	if len(terms) == 1 { // too little to compare by words
		return text != "" && slices.ContainsFunc(k.by[terms[0]], func(n int32) bool {
			return strings.Contains(extract.Fold(k.list[n].Text), extract.Fold(text))
		})
	}
	need := (len(terms)*4 + 4) / 5
	// Of any `need` terms at least one is among any len-need+1: look only at the
	// entries of the rarest.
	rarest := slices.Clone(terms)
	slices.SortFunc(rarest, func(a, b int32) int { return cmp.Compare(len(k.by[a]), len(k.by[b])) })
	for _, t := range rarest[:len(terms)-need+1] {
		for _, n := range k.by[t] {
			if k.share(n, terms) < need || k.share(n, exact) < len(exact) {
				continue
			}
			if k.foreign(n) && !origin.Foreign() || turns != anyTurn && !k.turns(n)[turns-straight] && !strings.Contains(extract.Fold(k.list[n].Text), extract.Fold(text)) {
				continue
			}
			return true
		}
	}
	return false
}

// share is how many of some terms an entry has.
func (k *known) share(n int32, terms []int32) (got int) {
	for _, t := range terms {
		if slices.Contains(k.terms[n], t) {
			got++
		}
	}
	return got
}

// surelyEnds is the probability from which what ends something is news, however little
// it tells by itself.
const surelyEnds = .8

// ends reports whether line i, in which a person denies or changes something, is sure
// to end an entry or what was said before it: "gave up on the accordion". It is asked
// whenever the line is weighed again, and answered once.
func (c *choice) ends(i int) bool {
	v, known := c.ending[i]
	if !known {
		v = c.endsAny(i)
		c.ending[i] = v
	}
	return v
}

func (c *choice) endsAny(i int) bool {
	l := &c.r.lines[i]
	s := &c.r.said[l.said]
	if s.model || s.tool || l.ask || l.text == "" || !language.Turns(l.text, s.lang) {
		return false
	}
	news := statement.ReadIn(l.text, s.lang)
	over := func(text string) bool {
		old := linesRead().Of(text, 0, func() statement.Statement { return statement.Read(text) })
		return statement.Ends(old, news) >= surelyEnds
	}
	told := sharing(l, func(t int32) []int32 { return c.known.by[t] }, func(n int32) bool { return !c.known.foreign(n) })
	if slices.ContainsFunc(told, func(n int32) bool { return over(c.known.list[n].Text) }) {
		return true
	}
	before := sharing(l, func(t int32) []int32 { return c.before(i, t) }, func(int32) bool { return true })
	return slices.ContainsFunc(before, func(k int32) bool { return over(c.r.lines[k].text) })
}

// before are the lines before line i, of the same voice, that have a term and state
// something.
func (c *choice) before(i int, term int32) []int32 {
	if c.stating == nil {
		c.stating = map[int64][]int32{}
		for n := range c.r.lines {
			l := &c.r.lines[n]
			if l.text == "" || l.ask {
				continue
			}
			for _, p := range l.pieces {
				for _, t := range p.terms {
					k := key(c.r.said[l.said].voice, t)
					c.stating[k] = append(c.stating[k], int32(n))
				}
			}
		}
	}
	list := c.stating[key(c.r.said[c.r.lines[i].said].voice, term)]
	to, _ := slices.BinarySearch(list, int32(i))
	return list[:to]
}

// linesRead remembers the lines that were compared last.
var linesRead = sync.OnceValue(func() *memo.Memo[statement.Statement] { return memo.New[statement.Statement](1024) })

// endsAmong is with how many texts a line is compared: those that share its rarest
// terms are the likeliest to be ended, and of a term that all have none is.
const endsAmong = 64

// sharing are the likeliest of some texts to be ended by a line: by lists those that
// have a term, the newest last, and of them only those that may be are looked at.
func sharing(l *line, by func(term int32) []int32, may func(n int32) bool) (list []int32) {
	var having [][]int32
	for _, p := range l.pieces {
		for _, t := range p.terms {
			having = append(having, by(t))
		}
	}
	slices.SortStableFunc(having, func(a, b []int32) int { return cmp.Compare(len(a), len(b)) })
	seen := map[int32]bool{}
	for _, some := range having {
		for _, n := range slices.Backward(some) {
			if len(list) == endsAmong {
				return list
			}
			if !seen[n] && may(n) {
				seen[n] = true
				list = append(list, n)
			}
		}
	}
	return list
}
