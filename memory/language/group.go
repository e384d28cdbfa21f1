package language

// narrowBits is how many hash buckets a model has, as a power of two; wideBits how
// many one has whose labels hang on what words mean rather than on small ones: with
// more, fewer of the words of ten languages share a weight.
const (
	narrowBits = 14
	wideBits   = 16
)

// Group is a class of features; a model may leave some out.
type Group uint8

const (
	wordGroup   Group = 1 << iota // words, pairs of words
	letterGroup                   // runs of letters
	classGroup                    // classes of small words
	formGroup                     // punctuation, digits, length, place
	roleGroup                     // who speaks
	wide                          // no features: wideBits of buckets
	allGroups   = wordGroup | letterGroup | classGroup | formGroup | roleGroup
)

// Bits is how many buckets there are, as a power of two.
func (g Group) Bits() int {
	if g&wide != 0 {
		return wideBits
	}
	return narrowBits
}

// Groups are the classes of features by name.
var Groups = map[string]Group{"words": wordGroup, "letters": letterGroup, "classes": classGroup, "form": formGroup, "role": roleGroup}
