package memory

import "strings"

// sign is what a word says of the time that its clause speaks of.
type sign uint8

const (
	saysPast sign = 1 << iota
	saysFuture
	saysNeither // a wish, a condition, a habit, or one of several
)

// clause is the part of a sentence around a time expression, words[from:to];
// the expression is words[at : at+n].
type clause struct {
	words    []word
	from, to int
	at, n    int
}

// word returns the folded word at i; "" outside of the clause and within the
// expression itself.
func (c clause) word(i int) string {
	if i < c.from || i >= c.to || i >= c.at && i < c.at+c.n {
		return ""
	}
	return c.words[i].text
}

// after returns how many words stand between the one at i and the expression; a
// large number where the expression comes first.
func (c clause) after(i int) int {
	if i > c.at {
		return 1 << 20
	}
	return c.at - i - 1
}

// grammar is what is known of a language for telling past from future.
type grammar struct {
	breaks map[string]bool // words that begin another clause
	says   func(clause, int) sign
}

// unsettled are words in whose sentence a day is a habit, a condition or a wish.
var unsettled = setOf(`every each always usually often weekly sometimes whenever generally typically normally regularly
mostly would could might may if unless whether wish wished supposed
immer jeden jede jeder jedes oft meistens manchmal gewöhnlich normalerweise regelmäßig würde würden hätte hätten wäre wären könnte könnten sollte falls ob
toujours chaque tous toutes souvent parfois habituellement d'habitude aurait serait pourrait voudrait j'aurais serais
siempre cada suele suelen suelo soler menudo normalmente hubiera hubiese sería podría si
всегда каждый каждую каждое каждого обычно часто иногда бы если ли`)

// tense says whether the clause of the expression of n words speaks of what was
// (-1) or of what is to come (1). 0 means that it cannot be told.
func (p *phrase) tense(n int, g grammar) int {
	from, to := p.sentence(n)
	for i := from; i < to; i++ {
		if unsettled[p.words[i].text] && (i < p.at || i >= p.at+n) {
			return 0
		}
	}
	c := clause{words: p.words, at: p.at, n: n}
	c.from, c.to = p.around(n, from, to, g)
	if c.to-c.from == n { // "On Monday, I moved": what it stands beside
		switch {
		case c.to < to:
			beside := &phrase{text: p.text, words: p.words, at: c.to}
			_, c.to = beside.around(1, from, to, g)
		case c.from > from:
			beside := &phrase{text: p.text, words: p.words, at: c.from - 1}
			c.from, _ = beside.around(1, from, to, g)
		}
	}
	var s sign
	for i := c.from; i < c.to; i++ {
		if i < p.at || i >= p.at+n {
			s |= g.says(c, i)
		}
	}
	switch s {
	case saysPast:
		return -1
	case saysFuture:
		return 1
	}
	return 0
}

// sentence returns the words of the sentence that the expression stands in.
func (p *phrase) sentence(n int) (from, to int) {
	from, to = p.at, p.at+n
	for from > 0 && !strings.ContainsAny(p.gap(from), ".!?;\n…") {
		from--
	}
	for to < len(p.words) && !strings.ContainsAny(p.gap(to), ".!?;\n…") {
		to++
	}
	return from, to
}

// around returns the words of the clause within a sentence.
func (p *phrase) around(n, first, last int, g grammar) (from, to int) {
	const marks = ",:()[]—–\"“”«»"
	from, to = p.at, p.at+n
	for from > first && !strings.ContainsAny(p.gap(from), marks) && !g.breaks[p.words[from].text] {
		from--
	}
	for to < last && !strings.ContainsAny(p.gap(to), marks) && !g.breaks[p.words[to].text] {
		to++
	}
	return from, to
}

// gap returns what stands before the word at i.
func (p *phrase) gap(i int) string { return p.text[p.words[i-1].end:p.words[i].start] }

// English.

var englishGrammar = grammar{
	breaks: setOf(`and but so because although though while which who where`),
	says:   englishSays,
}

var (
	// pastWords are past forms that are no present and no participle in "is …".
	pastWords = setOf(`was were went had did got came saw made took bought gave found felt ran ate won lost
began started broke wrote drove flew rode swam sang spoke stood sat slept spent sent sold taught threw woke wore kept grew
fell chose caught brought built became drew drank paid led hid dug fought froze shook shot stole met rang rose held left
didn't wasn't weren't hadn't couldn't`)
	// saying are past forms whose object may lie at another time: "she said the
	// shop opens on Monday". They count directly before the day alone.
	saying = setOf(`said told heard thought knew mentioned announced learned learnt read forgot remembered realized realised
noticed explained asked wrote`)
	// arranging are verbs that speak at one time of another.
	arranging = setOf(`booked scheduled planned arranged invited agreed promised registered applied decided wanted hoped
needed expected reserved organised organized intended aimed offered signed`)
	futureWords = setOf(`will won't shall gonna upcoming need must should plan planning hope hoping i'll we'll he'll she'll
they'll you'll it'll that'll there'll remind deadline due can can't cannot lets`)
	// goings are the verbs of which "I'm …ing on Monday" is a plan.
	goings = setOf(`going leaving moving flying meeting starting coming driving traveling travelling visiting having seeing
taking getting hosting celebrating playing returning heading opening running throwing picking arriving`)
	// nobody are words before which "…ed" is no verb: "the tired shop".
	nobody = setOf(`the a an my our his her your its their this that these those some any no very so too more most
really quite well is are am be been being feel feels get gets getting of in with by for at from as`)
	noPast = setOf(`need speed indeed hundred exceed proceed succeed breed embed united naked wicked sacred kindred shred biped`)
)

func englishSays(c clause, i int) sign {
	w := c.words[i].text
	before := c.word(i - 1)
	raw := c.raw(i - 1)
	is := before == "am" || before == "is" || before == "are" || strings.HasSuffix(raw, "'m") || strings.HasSuffix(raw, "'re") || strings.HasSuffix(raw, "'s")
	perfect := strings.HasSuffix(raw, "'ve") || before == "have" || before == "has" || before == "haven't" || before == "hasn't"
	switch {
	case arranging[w]:
		return saysNeither
	case saying[w]:
		if c.after(i) <= 1 || w == "wrote" {
			return saysPast
		}
		return saysNeither
	case w == "will" && c.words[i].upper && i > c.from: // a name
		return 0
	case futureWords[w] || c.raw(i) == "let's" || strings.HasSuffix(w, "'ll"):
		return saysFuture
	case goings[w] && is:
		return saysFuture
	case perfect && (pastWords[w] || strings.HasSuffix(w, "ed")):
		return saysNeither
	case pastWords[w] || len(w) > 4 && strings.HasSuffix(w, "ed") && !noPast[w] && !nobody[before] && !is:
		return saysPast | c.about(i)
	}
	return 0
}

// raw returns the word at i as it is written, in small letters.
func (c clause) raw(i int) string {
	if i < c.from || i >= c.to {
		return ""
	}
	return strings.ReplaceAll(strings.ToLower(c.words[i].raw), "’", "'")
}

// about says that a verb's object may be of another time: "was nervous about the
// exam on Monday".
func (c clause) about(i int) sign {
	for k := i + 1; k < c.at; k++ {
		if w := c.word(k); w == "about" || w == "for" || w == "until" || w == "till" {
			return saysNeither
		}
	}
	return 0
}
