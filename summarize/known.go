package summarize

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/memo"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/statement"
	"dormouse/summarize/extract"
)

// known finds what memory already has: a piece whose content words stand in
// one entry is not said again. A number, a day or a name that the entry lacks
// makes it news.
type known struct {
	of      []int // of an entry: its place in Input.Known
	entries [][]int32
	foreign []bool   // of an entry: no person typed it
	text    []string // of an entry
	by      map[int32][]int
	told    map[int32]bool // terms of any entry
	claims  map[int]*knownClaim
}

// newKnown finds what each entry has in common with the new messages. It looks at
// each of them, however many there are, so that what can be read of an entry alone is
// remembered.
func newKnown(r *reading) *known {
	k := &known{by: map[int32][]int{}, told: map[int32]bool{}}
	var some bits
	asked := make(map[uint64]int32, len(r.vocab))
	for t, id := range r.vocab {
		some.set(wordSum(t))
		asked[wordSum(t)] = id
	}
	for i, e := range r.in.Known {
		var terms []int32
		for _, t := range termsKnown().Of(e.Text, 0, func() []uint64 { return knownTerms(e.Text) }) {
			if !some.has(t) {
				continue
			}
			if id, ok := asked[t]; ok && !contains(terms, id) {
				terms = append(terms, id)
			}
		}
		if len(terms) == 0 {
			continue
		}
		n := len(k.entries)
		k.of, k.entries = append(k.of, i), append(k.entries, terms)
		k.foreign, k.text = append(k.foreign, e.Origin.Foreign()), append(k.text, e.Text)
		for _, t := range terms {
			k.told[t] = k.told[t] || !e.Origin.Foreign()
			k.by[t] = append(k.by[t], n)
		}
	}
	return k
}

// remembered is of how many entries it is remembered what was read of them: more than
// those of ten years.
const remembered = 1 << 17

var (
	termsKnown = sync.OnceValue(func() *memo.Memo[[]uint64] { return memo.New[[]uint64](remembered) })
	turnsKnown = sync.OnceValue(func() *memo.Memo[[2]bool] { return memo.New[[2]bool](remembered) })
)

// knownTerms are the sums of an entry's content words, as the vocabulary of messages
// spells them. Sums have no pointers: those of all of memory cost the collector nothing.
func knownTerms(text string) []uint64 {
	lang := language.Guess(text)
	var out []uint64
	for _, w := range extract.Split(text) {
		lookup(&w, lang, func(term string) { out = append(out, wordSum(term)) })
	}
	return slices.Clip(out)
}

// bits is a set of words, by their sums: what is not in it is surely not among them.
type bits [1 << 10]uint64

func (b *bits) set(sum uint64)      { b[sum>>54] |= 1 << (sum >> 48 & 63) }
func (b *bits) has(sum uint64) bool { return b[sum>>54]&(1<<(sum>>48&63)) != 0 }

// wordSum is 64 bits of FNV-1a, its low bits stirred into the high ones: two words of
// one memory have the same sum once in a million memories.
func wordSum(word string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 1099511628211
	}
	return h * 0x9e3779b97f4a7c15
}

// turns reports whether an entry has a clause that is straight, and one that
// turns something round.
func (k *known) turns(n int) [2]bool {
	text := k.text[n]
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
	if len(terms) == 0 || len(k.entries) == 0 {
		return false
	}
	if len(terms) == 1 { // too little to compare by words
		return text != "" && slices.ContainsFunc(k.by[terms[0]], func(n int) bool { return strings.Contains(extract.Fold(k.text[n]), extract.Fold(text)) })
	}
	need := (len(terms)*4 + 4) / 5
	// Of any `need` terms at least one is among any len-need+1: look only at the
	// entries of the rarest.
	rarest := slices.Clone(terms)
	slices.SortFunc(rarest, func(a, b int32) int { return cmp.Compare(len(k.by[a]), len(k.by[b])) })
	for _, t := range rarest[:len(terms)-need+1] {
		for _, n := range k.by[t] {
			if k.foreign[n] && !origin.Foreign() || turns != anyTurn && !k.turns(n)[turns-straight] && !strings.Contains(extract.Fold(k.text[n]), extract.Fold(text)) {
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
func lookup(w *extract.Word, lang language.Lang, yield func(term string)) {
	add := func(p string) {
		if lang.Lists(p).Has(language.Stop) {
			return
		}
		if n, ok := quantity.NumberWord(lang, p); ok {
			yield(strconv.Itoa(n))
		} else {
			yield(extract.Stem(p))
		}
	}
	switch {
	case extract.IsDate(w.Low):
		add(w.Low)
	case extract.Wide(w.Core):
		extract.Pairs(w.Low, add)
	default:
		if n, ok := figure(w.Low); ok {
			add(n)
			return
		}
		extract.Parts(w.Low, add)
	}
}

// fragment reports whether a piece is too little to stand as an entry: one word
// that is neither a number nor a name, or two without any.
func (p *piece) fragment() bool { return p.size < 3 && len(p.exact) == 0 || p.size == 1 }

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
		return statement.Relate(old, news).Ends() >= surelyEnds
	}
	if slices.ContainsFunc(c.known.sharing(l), func(n int) bool { return over(c.known.text[n]) }) {
		return true
	}
	for k := range i {
		if o := &c.r.lines[k]; o.text != "" && !o.ask && c.r.said[o.said].voice == s.voice && l.shares(o) && over(o.text) {
			return true
		}
	}
	return false
}

// linesRead remembers the lines that were compared last.
var linesRead = sync.OnceValue(func() *memo.Memo[statement.Statement] { return memo.New[statement.Statement](4096) })

// endsAmong is with how many entries a line is compared: those that share its rarest
// terms are the likeliest to be ended, and of a term that all entries have none is.
const endsAmong = 64

// sharing are the entries of persons that share a term with a line, those of the
// rarest first.
func (k *known) sharing(l *line) (list []int) {
	var terms []int32
	for _, p := range l.pieces {
		terms = append(terms, p.terms...)
	}
	slices.SortStableFunc(terms, func(a, b int32) int { return cmp.Compare(len(k.by[a]), len(k.by[b])) })
	seen := map[int]bool{}
	for _, t := range terms {
		for _, n := range slices.Backward(k.by[t]) { // the newest stand last
			if len(list) == endsAmong {
				return list
			}
			if !k.foreign[n] && !seen[n] {
				seen[n] = true
				list = append(list, n)
			}
		}
	}
	return list
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

// surelySpoken is how sure a guess must be to change the language of a talk: "Wow!"
// may be of any.
const surelySpoken = .8

// spokenIn is the language of a text, in doubt the one spoken before.
func spokenIn(text string, before language.Lang) language.Lang {
	if l, p := language.GuessSure(text); p >= surelySpoken {
		return l
	}
	return before
}
