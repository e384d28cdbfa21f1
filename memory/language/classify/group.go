package classify

// narrowBits is how many hash buckets a model has, as a power of two; wideBits how
// many one has whose labels hang on what words mean rather than on small ones: with
// more, fewer of the words of ten languages share a weight. A model of many labels has
// middleBits of them, for it is as large as they are many.
const (
	narrowBits = 14
	middleBits = 15
	wideBits   = 16
)

// Group is a class of features; a model may leave some out.
type Group uint8

const (
	WordGroup    Group = 1 << iota // words, pairs of words
	LetterGroup                    // runs of letters
	ClassGroup                     // classes of small words
	FormGroup                      // punctuation, digits, length, place
	RoleGroup                      // who speaks
	Wide                           // no features: wideBits of buckets
	Middle                         // no features: middleBits of buckets
	MeaningGroup                   // no features: Input.Meaning
	AllGroups    = WordGroup | LetterGroup | ClassGroup | FormGroup | RoleGroup | MeaningGroup
)

// Bits is how many buckets there are, as a power of two.
func (g Group) Bits() int {
	switch {
	case g&Wide != 0:
		return wideBits
	case g&Middle != 0:
		return middleBits
	}
	return narrowBits
}
