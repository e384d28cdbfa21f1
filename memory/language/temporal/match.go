package temporal

import (
	"dormouse/memory/language"
	"strings"
)

// found is a pattern in a text: what its slots hold.
type found struct {
	pattern        *pattern
	at, to         int // tokens
	unit           int
	which          int
	season         int
	month          int
	weekday        int
	number         int
	date           int
	year           int
	part           string
	seasonName     string
	nameAt, nameTo int // tokens of a weekday or month; -1 where there is none
	vague          bool
	plural         bool
	short          bool
}

var nothingFound = found{unit: -1, which: -1, season: -1, month: -1, weekday: -1, number: -1, nameAt: -1}

// match returns the longest pattern that begins at a token; days of a month without
// their month are among them where lone is true.
func (g *timeGrammar) match(text string, ws []language.Token, at int, lone bool) (best found, ok bool) {
	first := ws[at].Fold
	g.matchAny(text, ws, at, lone, g.starts[first], &best)
	if language.StartsWithDigit(first) {
		g.matchAny(text, ws, at, lone, g.starts["0"], &best)
	}
	return best, best.pattern != nil
}

func (g *timeGrammar) matchAny(text string, ws []language.Token, at int, lone bool, list []*pattern, best *found) {
	for _, p := range list {
		f := nothingFound
		f.pattern, f.at = p, at
		if p.lone && !lone || at > 0 && p.notAfter[ws[at-1].Low] && adjoining(text, ws, at) {
			continue
		}
		g.follow(text, ws, at, p.elements, f, best)
	}
}

// follow matches the rest of a pattern from a token on, and keeps the longest.
func (g *timeGrammar) follow(text string, ws []language.Token, i int, rest []element, f found, best *found) {
	if len(rest) == 0 {
		if f.to = i; best.pattern == nil || f.to > best.to {
			*best = f
		}
		return
	}
	e := rest[0]
	if i >= len(ws) || i > f.at && !joined(gap(text, ws, i), e.slot) {
		return
	}
	if e.slot == literal {
		if ws[i].Fold == e.word && (!ws[i].Owns || len(rest) == 1) {
			g.follow(text, ws, i+1, rest[1:], f, best)
		}
		return
	}
	if n := g.digits(e.slot, &ws[i]); n > 0 {
		f.put(e.slot, filler{value: n}, i, i+1)
		g.follow(text, ws, i+1, rest[1:], f, best)
		return
	}
	if e.slot == dateSlot && f.pattern.lone {
		return // "on the three"
	}
	for _, x := range g.fillers[e.slot][ws[i].Fold] {
		if holds(text, ws, i, x.words) && (e.slot != numberSlot || x.value > 0) {
			with := f
			with.put(e.slot, x, i, i+len(x.words))
			g.follow(text, ws, i+len(x.words), rest[1:], with, best)
		}
	}
}

func holds(text string, ws []language.Token, i int, words []string) bool {
	if i+len(words) > len(ws) {
		return false
	}
	for k, w := range words {
		if ws[i+k].Fold != w || k > 0 && !runsOn(gap(text, ws, i+k)) {
			return false
		}
	}
	return true
}

// runsOn reports whether two tokens with this between them are one phrase.
func runsOn(between string) bool {
	return between == "-" || strings.TrimSpace(between) == ""
}

// joined is runsOn before a slot: the parts of a date may have a mark between them.
func joined(between string, s slot) bool {
	switch strings.TrimSpace(between) {
	case ".":
		return s == monthSlot // "7. Mai"
	case ",":
		return s == yearSlot || s == dateSlot || s == monthSlot // "May 7, 2023"
	}
	return runsOn(between)
}

// digits reads a token for a slot of numbers; 0 where it is none.
func (g *timeGrammar) digits(s slot, t *language.Token) int {
	if !language.StartsWithDigit(t.Fold) {
		return 0
	}
	n := t.Number()
	switch s {
	case numberSlot:
		if n < 100 {
			return max(n, 0)
		}
	case yearSlot:
		if n >= 1900 && n < 2100 {
			return n
		}
	case dateSlot:
		for _, end := range g.ordinals {
			if short, ok := strings.CutSuffix(t.Fold, end); ok {
				n = (&language.Token{Fold: short}).Number()
			}
		}
		if n <= 31 {
			return max(n, 0)
		}
	}
	return 0
}

func (f *found) put(s slot, x filler, from, to int) {
	switch s {
	case unitSlot:
		f.unit, f.plural = x.value, f.plural || x.plural
	case whichSlot:
		f.which = x.value
	case seasonSlot:
		f.season, f.seasonName = x.value, x.written
	case monthSlot:
		f.month, f.nameAt, f.nameTo, f.short = x.value, from, to, f.short || x.short
	case weekdaySlot:
		f.weekday, f.nameAt, f.nameTo, f.short = x.value, from, to, f.short || x.short
		if x.part != "" {
			f.part = x.part
		}
	case numberSlot:
		f.number = x.value
	case dateSlot:
		f.date = x.value
	case yearSlot:
		f.year = x.value
	case partSlot:
		f.part = x.written
	case vagueSlot:
		f.vague = true
	}
}
