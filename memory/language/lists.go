package language

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Wordlist is a set of lists of words that are looked up alone. No model sees them, so that a
// list may grow without training.
type Wordlist uint64

// The lists, in the order of listNames. Every language has each of them.
const (
	Light Wordlist = 1 << iota // says nothing of its own
	Whose                      // tells whose a thing is, which is nothing in one person's memory
	Glad                       // feelings
	Upset
	Danger
	Strong
	Goal // what is wanted, reached, hindered
	Reached
	Hindered
	Address // stands before a person's name and belongs to it
	Unnamed // has a capital and names nothing
	Keep    // may ask for something to be remembered
	Little  // says nothing about what a text is about

	Stop      // function words: never what a line is about
	Dull      // praise, feeling and other words that carry little
	Usual     // everyday words: worth less than a rare one
	Soft      // intensifiers
	Praise    // praise that stands before a noun
	Subject   // pronouns that a clause begins with
	Joint     // joins two clauses
	Link      // joins two words as well as two clauses
	Trails    // begins a clause that only adds to the one before
	Condition // begins what must hold
	Verb      // auxiliary and other very common verbs
	Undone    // marks an open end
	Points    // opens a sentence that only points at what was said
	Yes       // says yes by itself, to what was asked
	No        // or no
	Whens     // tells a day or period
	Intends   // says what will be done, where a sentence opens with it
	Vague     // asks for nothing in particular: what happened, what was said, any news
	That      // begins the clause that another depends on
	Hourly    // stands before a bare number that is a time of day
	Unmoved   // says that an appointment stays at its time and place
	Entire    // means all of several: everything, both
)

var listNames = [...]string{"light", "whose", "glad", "upset", "danger", "strong", "goal", "reached", "hindered", "address", "unnamed", "keep", "little", "stop", "dull", "usual", "soft", "praise", "subject", "joint", "link", "trails", "condition", "verb", "undone", "points", "yes", "no", "whens", "intends", "vague", "that", "hourly", "unmoved", "entire"}

// addLists files the words of all lists, as written and folded.
func (x *lexicon) addLists(lists map[string]string) {
	x.lists = map[string]Wordlist{}
	for i, name := range listNames {
		for _, w := range strings.Fields(lists[name]) {
			x.lists[w] |= 1 << i
			if f := Fold(w); f != w {
				x.lists[f] |= 1 << i
			}
		}
	}
	if x.dense {
		x.listed = phrases[Wordlist]{}
		for w, in := range x.lists {
			x.listed.add(w, in, true)
		}
	}
}

// Lists are the lists that a folded word stands in.
func (l Lang) Lists(low string) Wordlist { return l.lexicon().lists[low] }

// Has reports whether one of the lists is among these.
func (l Wordlist) Has(any Wordlist) bool { return l&any != 0 }

// Tally is how many words a text has, and how many of them stand in which list.
type Tally struct {
	Words int
	of    [len(listNames)]int
}

// Of is how many words stand in a list.
func (t Tally) Of(one Wordlist) (n int) {
	for i := range t.of {
		if one&(1<<i) != 0 {
			n += t.of[i]
		}
	}
	return n
}

// Tally counts the words of a text by their lists.
func (l Lang) Tally(text string) Tally {
	x := l.lexicon()
	var t Tally
	add := func(in Wordlist) {
		for i := range t.of {
			if in&(1<<i) != 0 {
				t.of[i]++
			}
		}
	}
	if !x.dense {
		for _, w := range TokensOf(text) {
			t.Words++
			add(x.lists[w.Fold])
		}
		return t
	}
	low := Fold(text)
	t.Words = utf8.RuneCountInString(low)
	x.listed.within(low, func(in Wordlist, _, _ int) { add(in) })
	return t
}

// Is reports whether a folded word alone belongs to a class.
func (l Lang) Is(c Class, low string) bool {
	return slices.ContainsFunc(l.lexicon().cues[low], func(p phrase[Class]) bool { return p.is == c && len(p.words) == 1 })
}

// mostAnswer is of how many words a clause is at most that answers with its first, where
// that may be another word: "sí", and "si llueve".
const mostAnswer = 3

// Answers is what a text answers to a question that wants yes or no, and where in it the
// words begin and end that do: the first of its clauses that says either by itself, or begins with it
// and says little more, or goes on with a word for somebody. end is 0 where it does not answer.
func (l Lang) Answers(text string) (yes bool, from, end int) {
	x := l.lexicon()
	for at := 0; at < len(text); {
		n := strings.IndexAny(text[at:], ",.;:!?–，。！、")
		if n < 0 {
			n = len(text) - at
		}
		clause := text[at : at+n]
		if words := strings.Fields(Fold(clause)); len(words) > 0 {
			in, short := x.lists[words[0]], len(words) <= mostAnswer
			if whole := x.lists[strings.Join(words, " ")]; whole.Has(No) || whole.Has(Yes) {
				in, short = whole, true
			}
			if says := in.Has(No) || in.Has(Yes); says && short {
				return !in.Has(No), at, at + n
			} else if says && l.speaksOf(words[1]) {
				return !in.Has(No), at, at + strings.Index(clause, strings.Fields(clause)[1])
			}
		}
		_, mark := utf8.DecodeRuneInString(text[at+n:])
		at += n + mark
	}
	return false, 0, 0
}

// speaksOf reports whether a folded word stands for somebody or something.
func (l Lang) speaksOf(low string) bool {
	return slices.ContainsFunc([]Class{Me, You, Third}, func(c Class) bool { return l.Is(c, low) })
}

// Calendar reports whether a folded word is the name of a month or a weekday.
func (l Lang) Calendar(low string) bool {
	_, weekday := l.Weekday(low)
	return weekday || l.Month(low) > 0
}

// Span reports whether a folded word is a unit of time: "month".
func (l Lang) Span(low string) bool { return l.lexicon().spans[low] }

// ToldByVerb reports whether a folded word ends as verbs do that tell by themselves that
// the speaker is meant: "vivo". Some nouns end so too.
func (l Lang) ToldByVerb(low string) bool { return l.lexicon().teller.Has(low) }

// Company reports whether a folded word brings in who is there, too: "with".
func (l Lang) Company(low string) bool { return l.lexicon().company[low] }

// Speaks reports whether a phrase of a class stands in a text.
func (l Lang) Speaks(c Class, text string) bool {
	return slices.ContainsFunc(l.Cues(text, Words(text)), func(cue Cue) bool { return cue.Class == c })
}

// inAny are the lists of all languages together: for lines of which it is not known
// in which language they are.
var inAny = sync.OnceValue(func() map[string]Wordlist {
	all := map[string]Wordlist{}
	for _, l := range Langs() {
		x := l.lexicon()
		for w, in := range x.lists {
			all[w] |= in
		}
		for w, cues := range x.cues {
			for _, c := range cues {
				if c.is == Negators && len(c.words) == 1 {
					all[w] |= negates
				}
			}
		}
	}
	return all
})

// negates is the list of the class of negators.
const negates Wordlist = 1 << 63

// InAny are the lists that a word stands in, in lower case, in any language.
func InAny[T string | []byte](low T) Wordlist { return inAny()[string(low)] }

// Negates reports whether one of the lists is that of the negators.
func (l Wordlist) Negates() bool { return l&negates != 0 }

// Listed are the words of one list.
func (l Lang) Listed(one Wordlist) map[string]bool {
	out := map[string]bool{}
	for w, in := range l.lexicon().lists {
		if in.Has(one) {
			out[w] = true
		}
	}
	return out
}

// Members are the folded words that are phrases of a class by themselves.
func (l Lang) Members(c Class) []string {
	var out []string
	for _, cues := range l.lexicon().cues {
		for _, x := range cues {
			if x.is == c && len(x.words) == 1 {
				out = append(out, x.words[0])
			}
		}
	}
	return out
}
