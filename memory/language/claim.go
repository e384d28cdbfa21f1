package language

import (
	"dormouse/memory/language/classify"
	"sync"
)

// claimTrees are those of Unborne.
var claimTrees = sync.OnceValue(func() *classify.Trees {
	b, err := weights.ReadFile("weights/claim.bin")
	if err != nil {
		panic(err) // embedded
	}
	m, err := classify.DecodeTrees(b)
	if err != nil {
		panic(err)
	}
	return m
})

// Unborne is the probability that a clause of a claim of which this was seen beside what
// was said is not borne out by it: that it is contradicted, or that nothing speaks for it.
func Unborne(seen classify.Sight) float64 { return claimTrees().Of(seen) }
