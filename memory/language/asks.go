package language

import (
	"cmp"
	"slices"
	"strings"
)

// Asked is what the answer to a question is.
type Asked uint8

// The answers that a question may ask for.
const (
	Anything Asked = iota
	ForTime
	ForNumber
	ForPerson
	ForPlace
)

// askedNames are those of ForTime and what follows it.
var askedNames = [...]string{"time", "number", "person", "place"}

// addAsks files the phrases, the longest first: "how long" before "how".
func (x *lexicon) addAsks(d map[string]string) {
	for i, name := range askedNames {
		for said := range strings.SplitSeq(d[name], "/") {
			x.asks = append(x.asks, phrase[Asked]{strings.Fields(Fold(said)), Asked(i + 1)})
		}
	}
	slices.SortStableFunc(x.asks, func(a, b phrase[Asked]) int {
		return cmp.Or(len(b.words)-len(a.words), len(b.words[0])-len(a.words[0]))
	})
}

// firstAsked is how many words of a question may stand before the one that asks:
// "so since when", "and where".
const firstAsked = 2

// AskedFor tells what a question asks for.
func (l Lang) AskedFor(text string) Asked {
	if l.Dense() {
		return l.AsksIn(text)
	}
	var words []string
	for _, w := range Words(text) {
		words = append(words, w.Low)
	}
	return l.Asks(words)
}

// Asks tells what a question asks for, by the folded words that it begins with.
func (l Lang) Asks(words []string) Asked {
	for i := range min(len(words), firstAsked) {
		for _, a := range l.lexicon().asks {
			if n := len(a.words); i+n <= len(words) && slices.Equal(a.words, words[i:i+n]) {
				return a.is
			}
		}
	}
	return Anything
}

// AsksIn is Asks for a text in a script without spaces, where the word that asks
// stands anywhere.
func (l Lang) AsksIn(text string) Asked {
	low := Fold(text)
	for _, a := range l.lexicon().asks {
		if strings.Contains(low, a.words[0]) {
			return a.is
		}
	}
	return Anything
}
