package knowledge

import (
	"dormouse/memory/language"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/statement"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

// contentWord is a word of matter of a piece.
type contentWord struct {
	low, stem string
	row       uint16 // of its meaning
	known     bool   // it has one
	name      bool
}

// wordsOf are the words of matter of a piece, in their order, but for those of its figures.
func (p *piece) wordsOf(words []language.Word) (out []contentWord) {
	for _, w := range words {
		stem := p.Lang.Stem(w.Low)
		dense := language.Unspaced(w.Low)
		if w.Digit() || p.inFigure(w) || dense && (language.Common(p.Lang, w.Low) || p.Lang.Lists(w.Low).Has(language.Light|language.Little)) || !dense && !p.TellsOf(stem) {
			continue
		}
		is := contentWord{low: w.Low, stem: stem}
		is.row, is.known = translate.Row(p.Lang, w.Low)
		is.name = !is.known && p.Lang.Names(w)
		out = append(out, is)
	}
	return out
}

// inFigure reports whether a word is part of a figure.
func (p *piece) inFigure(w language.Word) bool {
	for _, f := range p.figures {
		if f.From <= w.Start && w.Start < f.To {
			return true
		}
	}
	return false
}

// seeSlots adds what the words say that only one of two pieces has: where both tell of one
// thing and the newer one gives another value, these are of one kind, as "blue" and "green".
func seeSlots(s classify.Sight, of string, old, now *piece) {
	mine, first := restOf(old, now)
	theirs, begins := restOf(now, old)
	s.Much(of+"where the line shares", first)
	s.Much(of+"where the news shares", begins)
	s.Is(of+"all of the line shared", len(mine) == 0)
	s.Is(of+"all of the news shared", len(theirs) == 0)
	most, names, known := 0.0, 0, false
	for _, a := range mine {
		for _, b := range theirs {
			switch {
			case a.name && b.name:
				names++
			case a.known && b.known:
				known = true
				most = max(most, vectors.Likeness.Alike(a.row, b.row))
			}
		}
	}
	s.Is(of+"another name", names > 0)
	if known {
		s.Much(of+"rests alike", full*most)
	} else {
		s.Is(of+"rests unknown", true)
	}
	seeBeside(s, of+"behind: ", old, now, 1)
	seeBeside(s, of+"before: ", old, now, -1)
	gives := func(p, other *piece, k quantity.Kind) bool { return p.gives(k) && !other.gives(k) }
	s.Is(of+"only the line gives an amount", gives(old, now, quantity.Amount))
	s.Is(of+"only the news gives an amount", gives(now, old, quantity.Amount))
	s.Is(of+"only the line gives an hour", gives(old, now, quantity.Hour))
	s.Is(of+"only the news gives an hour", gives(now, old, quantity.Hour))
	s.Is(of+"only the line gives a date", gives(old, now, quantity.Date))
	s.Is(of+"only the news gives a date", gives(now, old, quantity.Date))
	s.Is(of+"another measure", anotherMeasure(old, now))
	leads := statement.LeadsOf(old.Statement, now.Statement)
	s.Is(of+"the line begins with the speaker", leads.OldMe)
	s.Is(of+"the news begins with the speaker", leads.NewMe)
	s.Is(of+"the line begins with somebody", leads.OldSomebody)
	s.Is(of+"the news begins with somebody", leads.NewSomebody)
	s.Is(of+"both begin alike", leads.Same)
	s.Is(of+"the news tells of what the line begins with", leads.OldTold)
	s.Is(of+"the line tells of what the news begins with", leads.NewTold)
}

// seeBeside adds whether next to a word that both pieces have, a step on from it, each has
// another one, and how alike these are: what is said of cats in "not allergic to cats any more"
// says nothing of what else somebody is allergic to.
func seeBeside(s classify.Sight, of string, old, now *piece, step int) {
	most, apart := 0.0, false
	for i, a := range old.content {
		for k, b := range now.content {
			if a.stem != b.stem || !old.alone(i+step, now) || !now.alone(k+step, old) {
				continue
			}
			apart = true
			if x, y := old.content[i+step], now.content[k+step]; x.known && y.known {
				most = max(most, vectors.Likeness.Alike(x.row, y.row))
			}
		}
	}
	s.Is(of+"another word", apart)
	s.Much(of+"how alike", full*most)
}

// alone reports whether there is a word of matter at a place that another piece does not have.
func (p *piece) alone(i int, other *piece) bool {
	return i >= 0 && i < len(p.content) && !other.TellsOf(p.content[i].stem) && !other.tells(p.content[i].low)
}

// restOf are the words of a piece that another one does not have, and where among them all
// the first one stands that it has, from 0 on; 1 if none does.
func restOf(p, other *piece) (rest []contentWord, shares float64) {
	shares = 1
	for i, w := range p.content {
		if other.TellsOf(w.stem) || other.tells(w.low) {
			if shares == 1 {
				shares = float64(i) / float64(len(p.content))
			}
			continue
		}
		rest = append(rest, w)
	}
	return rest, shares
}

// tells reports whether a piece has a word.
func (p *piece) tells(low string) bool {
	for _, w := range p.content {
		if w.low == low {
			return true
		}
	}
	return false
}

// anotherMeasure reports whether both pieces give amounts and none of one measure.
func anotherMeasure(old, now *piece) bool {
	other := false
	for a := range old.figures {
		for b := range now.figures {
			f, g := &old.figures[a], &now.figures[b]
			if f.Kind != quantity.Amount || g.Kind != quantity.Amount {
				continue
			}
			if f.Unit == "" || g.Unit == "" || f.Rivals(g.Figure) {
				return false
			}
			other = true
		}
	}
	return other
}
