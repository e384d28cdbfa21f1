package language

var changeModel = Learned("change")

// changes is the label of a statement that tells of a change.
const changes = "changes"

// Changes is the probability that a statement tells of a change: that something said
// before, whatever it is, no longer holds.
func Changes(text string, l Lang) float64 {
	m := changeModel()
	return m.Of(m.Score(Features(text, l, Person, m.Use)), changes)
}
