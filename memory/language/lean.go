package language

import (
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/memory/language/classify"
)

var leanModel = Learned("lean")

// leans is the label of a sentence that leans.
const leans = "leans"

// Leans is the probability that nobody who reads a sentence alone knows what or whom it
// is about, and who reads the one that the same speaker says right before it does:
// "twice a day, with food".
func Leans(before, text string, l Lang) float64 {
	m := leanModel()
	return m.Of(m.Score(LeanFeatures(before, text, l)), leans)
}

// leanEdge is how many words at the front of a sentence are looked at as to what they are.
const leanEdge = 4

// LeanFeatures are what the model of Leans sees: the sentence's own words, letters, classes
// and form, what its first words are, whether it has somebody or something that it tells
// of, and what it has in common with the sentence before.
func LeanFeatures(before, text string, l Lang) classify.Input {
	f := newReading(0)
	ws, low := Words(text), Fold(strings.TrimSpace(text))
	f.words(ws, l)
	f.classes(text, ws, l)
	f.form(low, ws)
	f.letters(ws, low)
	was := Words(before)
	names := 0
	frame := ""
	for i, w := range ws {
		sort := l.leanSort(w, i)
		if sort == "N" {
			names++
		}
		if i < leanEdge {
			frame += sort
			f.Add("frame", frame)
		}
	}
	f.Add("named", classify.Digit(min(names, 2)))
	f.Add("long", classify.Digit(min(len(ws), 9)))
	f.Add("verb", classify.Yes(slices.ContainsFunc(ws, func(w Word) bool { return l.Lists(w.Low).Has(Verb) })))
	f.shared(was, ws, l)
	var had [ClassCount]bool
	for _, c := range l.Cues(before, was) {
		had[c.Class] = true
	}
	for _, c := range l.Cues(text, ws) {
		f.Add("had", classNames[c.Class], classify.Yes(had[People] || had[Animals]), classify.Yes(had[Third]))
	}
	end, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(before))
	f.Add("behind", string(end))
	return classify.Input{Features: f.List()}
}

// shared adds whether two sentences have a word in common that is no common one.
func (f reading) shared(was, is []Word, l Lang) {
	n := 0
	for _, w := range is {
		if !Common(l, w.Low) && slices.ContainsFunc(was, func(o Word) bool { return o.Low == w.Low }) {
			n++
		}
	}
	f.Add("shared", classify.Digit(min(n, 2)))
}

// leanSort is the sort of word i, a letter.
func (l Lang) leanSort(w Word, i int) string {
	of, in := l.Classes(w.Low), l.Lists(w.Low)
	switch {
	case w.Digit():
		return "9"
	case of.Has(Me):
		return "m"
	case of.Has(You):
		return "y"
	case of.Has(Third):
		return "t"
	case of.Has(Question):
		return "q"
	case l.Determines(w.Low):
		return "d"
	case of.Has(People) || of.Has(Animals):
		return "p"
	case l.Names(w) || i > 0 && w.Upper() && !l.NounsHaveCapitals():
		return "N"
	case in.Has(Verb):
		return "v"
	case Common(l, w.Low):
		return "c"
	}
	return "w"
}
