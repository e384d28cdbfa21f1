package language

import (
	"slices"
	"strings"
)

// Mode is what makes a statement less, more or other than a plain one.
type Mode uint32

// The modes, in the order of modeNames, and what tells who does what.
const (
	Allows Mode = 1 << iota
	Forbids
	Obliges
	Doubts // might, perhaps, if, whether
	Wants
	Decides
	Refuses // does not, by its own word: declined, instead of, lost
	Excepts // leaves out what follows
	Reasons // gives a reason
	ByMe    // the person who speaks, as the one who does it
	ByThem  // a pronoun for others who do it
	Agent   // before the one who does it, of a passive: "by"
	Passive
	Toward // before whom or what something is done to
	Negates
)

var modeNames = [...]string{"allow", "forbid", "must", "might", "want", "decide", "refuse", "except", "reason", "i", "he", "by", "passive", "toward"}

// modeWords are the phrases of a language for each mode, by first word or, where the
// script is dense, first rune; single words by their stems.
type modeWords struct {
	phrases phrases[Mode]
	stems   map[string]Mode
	self    []selfPhrase
	against map[string][]string // stem → stems of what means the opposite
}

// selfPhrase is a way to say one's own name: the words before and behind it.
type selfPhrase struct{ before, after []string }

func (x *lexicon) addModes(lists map[string][]string) {
	m := &x.modes
	m.phrases, m.stems, m.against = phrases[Mode]{}, map[string]Mode{}, map[string][]string{}
	for i, name := range modeNames {
		for _, phrase := range lists[name] {
			low, mode := Fold(phrase), Mode(1)<<i
			if x.dense || strings.Contains(low, " ") || mode >= Reasons || len(low) <= 3 {
				m.phrases.add(low, mode, x.dense)
			} else {
				m.stems[x.stem(low)] |= mode
			}
		}
	}
	for _, pair := range lists["opposites"] {
		a, b, _ := strings.Cut(Fold(pair), " ")
		a, b = x.stem(a), x.stem(b)
		m.against[a], m.against[b] = append(m.against[a], b), append(m.against[b], a)
	}
	for _, phrase := range lists["self"] {
		before, after, _ := strings.Cut(Fold(phrase), "*")
		m.self = append(m.self, selfPhrase{strings.Fields(before), strings.Fields(after)})
	}
}

// Marked is a phrase of a mode: words from:to.
type Marked struct {
	Mode     Mode
	From, To int
}

// Modes finds the phrases of modes among the words of a text, those of one place in
// one, and its negators.
func (l Lang) Modes(text string, ws []Word) []Marked {
	x := l.lexicon()
	var out []Marked
	found := func(m Mode, from, to int) { out = append(out, Marked{m, from, to}) }
	if x.dense {
		x.modes.phrases.within(Fold(text), found)
	} else {
		for i, w := range ws {
			if m := l.ModeOf(w.Low); m != 0 {
				found(m, i, i+1)
			}
		}
		x.modes.phrases.among(ws, func(m Mode, from, to int) {
			if to > from+1 {
				found(m, from, to)
			}
		})
		slices.SortStableFunc(out, func(a, b Marked) int { return a.From - b.From })
	}
	for _, c := range l.Cues(text, ws) {
		if c.Class == Negators {
			found(Negates, c.From, c.To)
		}
	}
	if x.dense {
		for i := range out {
			out[i].From, out[i].To = inWords(ws, out[i].From, out[i].To)
		}
	}
	return out
}

// inWords are the words of a text in which bytes from:to of it lie; the text begins with
// the first of them.
func inWords(ws []Word, from, to int) (first, end int) {
	for i, w := range ws {
		at := w.Start - ws[0].Start
		if at <= from {
			first = i
		}
		if at < to {
			end = i + 1
		}
	}
	return first, end
}

// OwnNames are the words by which a speaker says to be called: "I'm Ada", "Ada here".
func (l Lang) OwnNames(text string) []string { return l.selfNames(text, Word.Upper) }

// MayOwnNames are the words that stand where somebody says who they are, also in small
// letters: a name, or what they are.
func (l Lang) MayOwnNames(text string) []string {
	return l.selfNames(text, func(Word) bool { return true })
}

func (l Lang) selfNames(text string, may func(Word) bool) []string {
	x, ws := l.lexicon(), Words(text)
	var out []string
	for i := range ws {
		for _, p := range x.modes.self {
			at := i + len(p.before)
			if at >= len(ws) || !matches(ws[i:], p.before) || !matches(ws[at+1:], p.after) || !may(ws[at]) || len(p.before) == 0 && at > 0 && !EndsClause(text, ws[at-1]) {
				continue
			}
			if !ws[at].Upper() {
				out = append(out, ws[at].Low)
				continue
			}
			for ; at < len(ws) && IsName(ws[at]) && (at == i+len(p.before) || ws[at].Start == ws[at-1].Start+len(ws[at-1].Text)+1 && text[ws[at].Start-1] == ' '); at++ {
				out = append(out, ws[at].Low)
			}
		}
	}
	return out
}

// Parts are the clauses of a text, as from and to of its words: between marks, and
// from words that begin one.
func (l Lang) Parts(text string, ws []Word) [][2]int {
	x := l.lexicon()
	var out [][2]int
	from := 0
	for i := 1; i < len(ws); i++ {
		between := text[ws[i-1].Start+len(ws[i-1].Text) : ws[i].Start]
		mark := strings.ContainsAny(between, ",;:()[]–—.!?，。；：、！？") && !(ws[i-1].Digit() && ws[i].Digit())
		if mark && !(between == ". " && x.abbr[ws[i-1].Low]) || x.breaks.Has(ws[i].Low) || x.begins(ws[i:]) {
			out, from = append(out, [2]int{from, i}), i
		}
	}
	if from < len(ws) {
		out = append(out, [2]int{from, len(ws)})
	}
	return out
}

// begins reports whether some words begin a clause that gives a reason or leaves
// something out.
func (x *lexicon) begins(ws []Word) bool {
	return slices.ContainsFunc(x.modes.phrases[ws[0].Low], func(p phrase[Mode]) bool {
		return p.is&(Reasons|Excepts) != 0 && matches(ws, p.words)
	})
}

// Joins reports whether a word begins a clause that is told of the same as the one
// before it: "and", "while".
func (l Lang) Joins(low string) bool {
	return l.lexicon().breaks.Has(low) || l.Is(Connectives, low)
}

// ModeOf are the modes that a folded word alone stands for.
func (l Lang) ModeOf(low string) Mode {
	x := l.lexicon()
	var m Mode
	for _, p := range x.modes.phrases[low] {
		if len(p.words) == 1 {
			m |= p.is
		}
	}
	return m | x.modes.stems[x.stem(low)]
}

// Determines reports whether a folded word may stand before a noun, and before a
// name rarely: "the", "my".
func (l Lang) Determines(low string) bool {
	x := l.lexicon()
	return x.determiners[low] || x.number[low] == 1 || x.file.Nouns && l.Is(Third, low)
}

// Relates reports whether a folded word is a preposition of times and places: "since".
func (l Lang) Relates(low string) bool { return l.lexicon().prepositions[low] }

// Opposed reports whether two stems mean the opposite: "cheap", "expensive".
func (l Lang) Opposed(a, b string) bool { return slices.Contains(l.lexicon().modes.against[a], b) }
