package language

import (
	"fmt"
	"strings"
)

// Mode is what makes a statement less, more or other than a plain one.
type Mode uint16

// The modes, in the order of modeNames, and what tells who does what.
const (
	Allows Mode = 1 << iota
	Forbids
	Obliges
	Doubts // might, perhaps, if, whether
	Wants
	Decides
	Refuses // does not, by its own word: declined, instead of, lost
	Reasons // gives a reason
	ByMe    // the person who speaks, as the one who does it
	Agent   // before the one who does it, of a passive: "by"
	Passive
	Toward // before whom or what something is done to
	Negates
)

var modeNames = [...]string{"allow", "forbid", "must", "might", "want", "decide", "refuse", "reason", "i", "by", "passive", "toward"}

// modeWords are the phrases of a language for each mode, by first word or, where the
// script is dense, first rune; single words by their stems.
type modeWords struct {
	phrases map[string][]modePhrase
	stems   map[string]Mode
	self    []selfPhrase
}

type modePhrase struct {
	words []string
	mode  Mode
}

// selfPhrase is a way to say one's own name: the words before and behind it.
type selfPhrase struct{ before, after []string }

func newModeWords(lists map[string][]string, x *lexicon) (modeWords, error) {
	m := modeWords{phrases: map[string][]modePhrase{}, stems: map[string]Mode{}}
	for i, name := range modeNames {
		if len(lists[name]) == 0 {
			return m, fmt.Errorf("mode %q is missing", name)
		}
		for _, phrase := range lists[name] {
			m.add(Fold(phrase), Mode(1)<<i, x)
		}
	}
	if len(lists["self"]) == 0 || len(lists) != len(modeNames)+1 {
		return m, fmt.Errorf("%d modes, want %d with self", len(lists), len(modeNames)+1)
	}
	for _, phrase := range lists["self"] {
		before, after, ok := strings.Cut(Fold(phrase), "*")
		if !ok {
			return m, fmt.Errorf("%q has no star for the name", phrase)
		}
		m.self = append(m.self, selfPhrase{strings.Fields(before), strings.Fields(after)})
	}
	return m, nil
}

func (m *modeWords) add(phrase string, mode Mode, x *lexicon) {
	words := strings.Fields(phrase)
	switch {
	case x.dense:
		first := firstRune(phrase)
		m.phrases[first] = append(m.phrases[first], modePhrase{[]string{phrase}, mode})
	case len(words) == 1 && mode < Reasons && len(phrase) > 3:
		m.stems[x.stem(phrase)] |= mode
	default:
		m.phrases[words[0]] = append(m.phrases[words[0]], modePhrase{words, mode})
	}
}

// Marked is a phrase of a mode: words from:to.
type Marked struct {
	Mode     Mode
	From, To int
}

// Modes finds the phrases of modes among the words of a text. Negators are there as
// Refuses, with those words that say so by themselves.
func (l Lang) Modes(text string, ws []Word) []Marked {
	x := l.lexicon()
	if x.dense {
		return x.denseModes(text)
	}
	var out []Marked
	for i, w := range ws {
		if m := x.modes.stems[x.stem(w.Low)]; m != 0 {
			out = append(out, Marked{m, i, i + 1})
		}
		for _, p := range x.modes.phrases[w.Low] {
			if matches(ws[i:], p.words) {
				out = append(out, Marked{p.mode, i, i + len(p.words)})
			}
		}
	}
	for _, c := range l.Cues(text, ws) {
		if c.Class == Negators {
			out = append(out, Marked{Negates, c.From, c.To})
		}
	}
	return out
}

func (x *lexicon) denseModes(text string) []Marked {
	var out []Marked
	low := Fold(text)
	for i := range low {
		for _, p := range x.modes.phrases[firstRune(low[i:])] {
			if strings.HasPrefix(low[i:], p.words[0]) {
				out = append(out, Marked{p.mode, i, i + len(p.words[0])})
			}
		}
	}
	for _, c := range x.denseCues(low) {
		if c.Class == Negators {
			out = append(out, Marked{Negates, c.From, c.To})
		}
	}
	return out
}

// OwnNames are the words by which a speaker says to be called: "I'm Ada", "Ada here".
func (l Lang) OwnNames(text string) []string {
	x, ws := l.lexicon(), Words(text)
	var out []string
	for i := range ws {
		for _, p := range x.modes.self {
			at := i + len(p.before)
			if at >= len(ws) || !matches(ws[i:], p.before) || !matches(ws[at+1:], p.after) && len(p.after) > 0 || !ws[at].Upper() || len(p.before) == 0 && at > 0 && !endsClause(text, ws[at-1]) {
				continue
			}
			for ; at < len(ws) && IsName(ws[at]) && (at == i+len(p.before) || ws[at].Start == ws[at-1].Start+len(ws[at-1].Text)+1 && text[ws[at].Start-1] == ' '); at++ {
				out = append(out, ws[at].Low)
			}
		}
	}
	return out
}
