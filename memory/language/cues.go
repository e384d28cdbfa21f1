package language

import (
	"slices"
	"strings"
)

// Cue is a phrase of a class, found in a text.
type Cue struct {
	Class    Class
	From, To int // words from:to; bytes of the folded text where the script is dense
}

// Cues finds the phrases of all classes in a text of a language.
func (l Lang) Cues(text string, ws []Word) []Cue {
	x := l.lexicon()
	var out []Cue
	found := func(c Class, from, to int) { out = append(out, Cue{c, from, to}) }
	if x.dense {
		x.cues.within(Fold(text), found)
		return out
	}
	x.cues.among(ws, func(c Class, from, to int) {
		if to > from+1 || !x.accented[strings.ToLower(ws[from].Text)] {
			found(c, from, to)
		}
	})
	for i, w := range ws {
		for _, c := range x.elided {
			if strings.HasPrefix(w.Low, c.words[0]) {
				found(c.is, i, i+1)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Cue) int { return a.From - b.From })
	return out
}

// Turns reports whether a text has words of negation, ending, change or correction:
// what it says may be the opposite of a text with the same words.
func Turns(text string, l Lang) bool {
	return slices.ContainsFunc(l.Cues(text, Words(text)), func(c Cue) bool {
		return c.Class == Negators || c.Class == End || c.Class == Change || c.Class == Correct
	})
}

// Turning reports whether a folded word is a cue by itself that names no person or
// animal.
func (l Lang) Turning(low string) bool {
	return slices.ContainsFunc(l.lexicon().cues[low], func(c phrase[Class]) bool {
		return len(c.words) == 1 && c.is != People && c.is != Animals
	})
}

// Names reports whether a word is a name, and no word of an attribute or a cue that
// only begins a sentence.
func (l Lang) Names(w Word) bool {
	return IsName(w) && l.Attributes(w.Low) == 0 && len(l.lexicon().cues[w.Low]) == 0
}
