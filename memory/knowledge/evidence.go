package knowledge

import (
	"math"
	"slices"

	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/statement"
)

// sign is one thing that speaks for the end of a line, or against it.
type sign uint8

// The signs that two lines give, and behind them those that two of their pieces do.
const (
	sameDaySign    sign = iota // both were said on one day
	unlikeSign                 // one is a wish or a lesson and the other is neither
	relateSign                 // the model's own log odds that the two exclude each other
	meantSign                  // what the shared words tell of which line is meant
	pairsSign                  // the logarithm of pairs of words: one is shared by chance
	nameSign                   // each has a name that the other one has not
	daySign                    // both give a day, and not the same
	dateSign                   // … a date, of what shares a word or an attribute
	dateLikeSign               // … a date, times how alike they are
	hourLikeSign               // both give a time of day, and not the same, times how alike they are
	amountSign                 // both give an amount, and not the same
	nearBesideSign             // of two such amounts one is hardly more than the other, with one word beside both
	closeSign                  // one amount is less than twice the other
	besideSign                 // the same word stands beside two figures that differ
	fromSign                   // both give an amount, and the newer one alone a day
	pastSign                   // the line tells of what was: nothing that happens later ends it
	bothPastSign               // both do
	anotherSign                // they speak of two things of one kind
	signs
)

// evidence is how much of each sign there is.
type evidence [signs]float64

// weigh is what the signs of a kind speak for the end of a line, in log odds.
func (e *evidence) weigh() (z float64) {
	for s, v := range e {
		z += float64(v * doubtWeights[s])
	}
	return z
}

// hardly and twice are how far amounts are apart that may be one value that has changed,
// as logarithms of how many times one is the other.
const (
	hardly = .35
	twice  = .72
)

// evidenceOf is what two pieces of a line and of news give that share some words.
func (d *Doubter) evidenceOf(line, said []piece, i, k int, shared []string) (e evidence) {
	old, news := &line[i], &said[k]
	own, words := len(old.Shares(old.Statement)), len(news.Shares(news.Statement))
	e[relateSign] = logit(statement.Ends(old.Statement, news.Statement))
	e[meantSign] = d.know.meant(shared)
	e[pairsSign] = math.Log(float64(max(1, own*words)))
	e[nameSign] = one(old.Differs(news.Statement, language.Name) && news.Differs(old.Statement, language.Name))
	e[daySign] = one(old.Differs(news.Statement, language.Day) && line[0].Differs(said[0].Statement, language.Day))
	e[pastSign], e[bothPastSign] = one(old.past), one(old.past && news.past)
	e[anotherSign] = one(old.Another(news.Statement))
	like := 0.0
	if old.meant && news.meant {
		like = max(0, old.meaning.Like(&news.meaning))
	}
	e.compare(old, news, &line[0], &said[0])
	e[dateLikeSign] = e[dateSign] * like
	e[hourLikeSign] *= like
	e[nearBesideSign] *= e[besideSign]
	if len(shared) == 0 && !old.SameAttribute(news.Statement) {
		e[dateSign] = 0
	}
	return e
}

// compare adds what the figures of two pieces give, but for those that the other line
// gives, too.
func (e *evidence) compare(old, news, line, said *piece) {
	for i := range old.figures {
		for k := range news.figures {
			f, g := &old.figures[i], &news.figures[k]
			if !f.differs(g) || line.has(g) || said.has(f) {
				continue
			}
			switch f.Kind {
			case quantity.Amount:
				e[amountSign] = 1
				if apart := f.apart(g); max(f.Value, g.Value) >= least && apart <= hardly {
					e[nearBesideSign] = 1
				} else if apart <= twice {
					e[closeSign] = 1
				}
			case quantity.Hour:
				e[hourLikeSign] = 1
			case quantity.Date:
				e[dateSign] = 1
			}
			if f.measures(g) || slices.ContainsFunc(f.beside, func(w string) bool { return slices.Contains(g.beside, w) }) {
				e[besideSign] = 1
			}
		}
	}
	e[fromSign] = e[amountSign] * one(news.gives(quantity.Date) && !old.gives(quantity.Date))
}

// least is from where two amounts are seldom near by chance.
const least = 10

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
