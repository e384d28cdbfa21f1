package summarize

import (
	"dormouse/land/transcript"
	"dormouse/summarize/extract"
)

// unit is that in which a choice counts what it writes, the one in which a night
// prices it: tokens in a talk with a program; words, as a reader counts them, where
// people with names chat, for there a name or a date is one, though it has several
// tokens.
type unit struct {
	words bool
	of    func(text string) int
	day   int // headings of a day's block
	date  int // " (2023-05-08)", of what is written apart from its day
	line  int // what a line has besides
	begun int // the same, as a new line is charged: it says again what it is about
}

func unitOf(in Input, nameless bool) unit {
	if nameless {
		return unit{of: in.Count, day: 22, date: 7, line: 1, begun: LineCost}
	}
	return unit{words: true, of: extract.CountWords, day: 17, date: 1, line: 2, begun: 3}
}

// budget is one of so many tokens, in the unit.
func (u unit) budget(tokens int, ms []transcript.Message, count func(string) int) int {
	if !u.words {
		return tokens
	}
	return int(float64(tokens) / TokensPerWord(ms, count))
}

// TokensPerWord is how many tokens a word of messages has, as they are read: with who
// says each, where they have a name.
func TokensPerWord(ms []transcript.Message, count func(string) int) float64 {
	tokens, words := 0, 0
	for _, m := range ms {
		tokens += count(m.Content)
		words += extract.CountWords(m.Content) + extract.CountWords(m.Name)
	}
	if tokens == 0 || words == 0 {
		return 1
	}
	return float64(tokens) / float64(words)
}
