package language

import "dormouse/memory/language/classify"

var (
	claimTrees = embedded("claim", classify.DecodeTrees)
	endedTrees = embedded("ended", classify.DecodeTrees)
)

// Unborne is the probability that a clause of a claim of which this was seen beside what
// was said is not borne out by it: that it is contradicted, or that nothing speaks for it.
func Unborne(seen classify.Sight) float64 { return claimTrees().Of(seen) }

// Ended is the probability that a line of memory of which this was seen beside news no
// longer holds.
func Ended(seen classify.Sight) float64 { return endedTrees().Of(seen) }
