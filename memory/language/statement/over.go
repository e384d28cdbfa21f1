package statement

import (
	"dormouse/memory/language"
	"dormouse/memory/language/classify"
)

var overModel = language.Learned("over")

// ended is the label of a statement that a newer one ended.
const ended = "over"

// Over is the probability that of two statements of one memory the newer one ended the
// older one. Where Relate has learned from pairs that were written to be compared, this has
// learned from what stands beside each other in whole lives, too.
func Over(older, newer Statement) float64 { return OverBy(overModel(), older, newer) }

// OverBy is Over by another model than the embedded one.
func OverBy(m *classify.Model, older, newer Statement) float64 {
	return m.Of(m.Score(RelateInput(older, newer)), ended)
}
