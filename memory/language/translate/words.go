// Package translate leads from words of one language to those of another: from those
// that stand for English ones to the words of the same language that are near in
// meaning. It also knows when two words are two ways to write one name. It judges words
// only; what a sentence says is none of its business.
package translate

import (
	"dormouse/memory/language"
	"dormouse/memory/language/vectors"
)

// Row numbers the vector of what a folded word of the language stands for.
func Row(l language.Lang, low string) (row uint16, ok bool) {
	for _, n := range l.StandsFor(low) {
		if row, ok = vectors.Row(n.Word); ok {
			return row, true
		}
	}
	if l != language.English && language.Common(l, low) {
		return 0, false
	}
	return vectors.Row(low)
}
