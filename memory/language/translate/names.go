package translate

import (
	_ "embed"

	"dormouse/memory/language"
	"dormouse/memory/language/vectors"
)

// likeNames has a bit for each word that has a vector, set where it is like names: what
// `train names` writes.
//
//go:embed names.bin
var likeNames string

const leastPart = 4 // letters of a part of a compound

// compound reports whether a word begins and ends with everyday words.
func compound(low string) bool {
	for i := leastPart; i+leastPart <= len(low); i++ {
		if language.Everyday(low[:i]) || language.Everyday(low[i:]) {
			return true
		}
	}
	return false
}

// NameLike reports whether a word that is written as a name is one rather than a
// common word that begins a sentence: no dictionary has it, or the words that are
// used as it is are names themselves.
func NameLike(low string, l language.Lang) bool {
	if l != language.English {
		return len(l.InEnglish(low)) == 0 && !(l.NounsHaveCapitals() && compound(low))
	}
	v, ok := vectors.Of(low)
	return !ok || likeNames[v.Row()/8]>>(v.Row()%8)&1 != 0
}
