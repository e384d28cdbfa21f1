package language

import "sync"

// claimTrees are those of Unborne.
var claimTrees = sync.OnceValue(func() *Trees {
	b, err := weights.ReadFile("weights/claim.bin")
	if err != nil {
		panic(err) // embedded
	}
	m, err := DecodeTrees(b)
	if err != nil {
		panic(err)
	}
	return m
})

// Unborne is the probability that a clause of a claim of which this was seen beside what
// was said is not borne out by it: that it is contradicted, or that nothing speaks for it.
func Unborne(seen Sight) float64 { return claimTrees().Of(seen) }
