package summarize

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"dormouse/memory/language"
	"dormouse/memory/language/memo"
	"dormouse/memory/language/statement"
	"dormouse/summarize/extract"
)

// replaces finds the one known entry that some lines correct; nil if none is
// sure. text is that entry with the new value, where they tell no more than that.
func (k *known) replaces(r *reading, lines []int) (e *knownClaim, text string) {
	best := 0.0
	for _, i := range lines {
		l := &r.lines[i]
		s := &r.said[l.said]
		if !l.amends || l.ask || s.tool || s.model {
			continue
		}
		n := claimOf(l.words, s.lang, r.names)
		if len(n.values) == 0 && len(n.denied) == 0 {
			continue
		}
		for _, j := range k.nearest(r, l) {
			c := k.claim(r, j, s.lang)
			if c == nil || c.who != "" && c.who != s.who && c.who != "Assistant" {
				continue
			}
			if v := n.against(&c.claim); v > best {
				best, e = v, c
			}
		}
	}
	if e == nil {
		return nil, ""
	}
	if len(lines) == 1 {
		l := &r.lines[lines[0]]
		s := &r.said[l.said]
		n := claimOf(l.words, s.lang, r.names)
		if ws, ok := amend(e.words, l.words, s.lang, r.names); ok && !n.says(&e.claim) {
			text = extract.Join(ws)
		}
	}
	return e, text
}

// replacesFrom is how probable the end of an entry must be where the claims of both
// say that one takes the place of the other.
const replacesFrom = .3

// endedBy reports whether a newer text, as its writer says it, may end the entry.
func (e *knownClaim) endedBy(newer string) bool {
	if _, said, labelled := strings.Cut(newer, ": "); labelled {
		newer = said
	}
	return statement.Ends(statement.Read(extract.Join(e.words)), statement.Read(newer)) >= replacesFrom
}

// knownClaim is the claim of an entry that memory holds.
type knownClaim struct {
	claim
	id, who string
	label   string // what stands in front of the text: "Clara (boat): "
	words   []extract.Word
}

// nearMost is how many entries a correction is compared with.
const nearMost = 256

// nearest are the known entries that a line may correct, by their place: all, or among
// many those that share the rarest words with it.
func (k *known) nearest(r *reading, l *line) []int {
	if len(r.in.Known) <= nearMost {
		list := make([]int, len(r.in.Known))
		for i := range list {
			list[i] = i
		}
		return list
	}
	if k.shared == nil {
		k.shared = make([]float64, len(r.in.Known))
	}
	seen, found := map[int32]bool{}, k.found[:0]
	for _, p := range l.pieces {
		for _, t := range p.terms {
			if seen[t] {
				continue
			}
			seen[t] = true
			for _, n := range k.by[t] {
				if k.shared[n] == 0 {
					found = append(found, n)
				}
				k.shared[n] += 1 / float64(len(k.by[t]))
			}
		}
	}
	k.found = found
	list := k.mostShared(found)
	for _, n := range found {
		k.shared[n] = 0
	}
	slices.Sort(list)
	return list
}

// mostShared are the nearMost entries that share most, of those that were found; the
// first ones where several share as much.
func (k *known) mostShared(found []int32) []int {
	more := func(a, b int) int { return cmp.Or(cmp.Compare(k.shared[b], k.shared[a]), cmp.Compare(a, b)) }
	best := make([]int, 0, 2*nearMost)
	full := false // the last of best[:nearMost] is the least that counts
	for _, n := range found {
		if full && more(best[nearMost-1], int(n)) < 0 {
			continue
		}
		if best = append(best, int(n)); len(best) == cap(best) {
			slices.SortFunc(best, more)
			best, full = best[:nearMost], true
		}
	}
	slices.SortFunc(best, more)
	return best[:min(len(best), nearMost)]
}

// guessed is the language that a text may be of, and how sure that is.
type guessed struct {
	lang language.Lang
	sure float64
}

// guessesKnown remembers the languages of entries, which the next nights ask again.
var guessesKnown = sync.OnceValue(func() *memo.Memo[guessed] { return memo.New[guessed](remembered) })

// claim reads a known entry, once; nil for one that nothing corrects. lang is that of
// its language, where the entry itself does not say which that is.
func (k *known) claim(r *reading, i int, lang language.Lang) *knownClaim {
	e := r.in.Known[i]
	if e.ID == "" || e.Struck || e.Origin.Foreign() {
		return nil
	}
	if c, read := k.claims[i]; read {
		return c
	}
	c := &knownClaim{id: e.ID}
	text := e.Text
	if who, rest, ok := strings.Cut(text, ": "); ok && strings.Count(who, " ") < 8 {
		c.who, c.label, text = who, who+": ", rest
		if i := strings.Index(who, " ("); i > 0 {
			c.who = who[:i]
		}
	}
	if guess := guessesKnown().Of(text, 0, func() guessed { l, p := language.GuessSure(text); return guessed{l, p} }); guess.sure >= surelySpoken {
		lang = guess.lang
	}
	c.words = extract.Split(text)
	c.claim = claimOf(c.words, lang, r.names)
	if k.claims == nil {
		k.claims = map[int]*knownClaim{}
	}
	k.claims[i] = c
	return c
}
