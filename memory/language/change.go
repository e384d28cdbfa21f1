package language

import (
	"strings"

	"dormouse/memory/language/classify"
)

var changeModel = Learned("change")

// changes is the label of a statement that tells of a change.
const changes = "changes"

// Changes is the probability that a statement tells of a change: that something said
// before, whatever it is, no longer holds.
func Changes(text string, l Lang) float64 {
	m := changeModel()
	return m.Of(m.Score(ChangeFeatures(text, l, m.Use)), changes)
}

// anybody stands for each name: who it is that moved does not say whether somebody did.
const anybody = "N"

// ChangeFeatures are what the model of Changes sees.
func ChangeFeatures(text string, l Lang, use classify.Group) classify.Input {
	var b strings.Builder
	at := 0
	for i, w := range Words(text) {
		if l.Names(w) || i > 0 && w.Upper() && !w.Digit() && !l.NounsHaveCapitals() && len(w.Low) > 1 {
			b.WriteString(text[at:w.Start])
			b.WriteString(anybody)
			at = w.Start + len(w.Text)
		}
	}
	b.WriteString(text[at:])
	return Features(b.String(), l, Person, use)
}
