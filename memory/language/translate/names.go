package translate

import (
	"strings"
	"sync"

	"dormouse/memory/language"
	"dormouse/memory/language/memo"
	"dormouse/memory/language/vectors"
)

// kindred is how many of the words nearest in meaning tell whether a word is a name,
// and namesAmong how many of them must be.
const (
	kindred    = 8
	namesAmong = 6
)

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

// namesKnown remembers of folded English words whether they are like names.
var namesKnown = sync.OnceValue(func() *memo.Memo[bool] { return memo.New[bool](4096) })

// NameLike reports whether a word that is written as a name is one rather than a
// common word that begins a sentence: no dictionary has it, or the words that are
// used as it is are names themselves.
func NameLike(low string, l language.Lang) bool {
	if l != language.English {
		return len(l.InEnglish(low)) == 0 && !(l.NounsHaveCapitals() && compound(low))
	}
	return namesKnown().Of(low, 0, func() bool { return likeNames(low) })
}

func likeNames(low string) bool {
	if _, ok := vectors.Of(low); !ok {
		return true
	}
	names := 0
	for _, n := range vectors.Likeness.Nearest(low, vectors.All(), kindred, -1) {
		if inflects(low, n.Word) {
			return false
		}
		if !language.Everyday(n.Word) {
			names++
		}
	}
	return names >= namesAmong
}

// inflects reports whether two words that mean nearly the same are two forms of one,
// which names have not: "submitted", "submit".
func inflects(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a) || strings.HasSuffix(b, a) || language.English.Stem(a) == language.English.Stem(b)
}
