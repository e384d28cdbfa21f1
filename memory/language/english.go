package language

import (
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/memory/language/vectors"
)

// InEnglish are the English words that a folded word of another language stands
// for, the likeliest first, each with how surely it does. A compound that the
// dictionary does not have is what its parts are.
func (l Lang) InEnglish(low string) []vectors.Near {
	if l == English {
		return nil
	}
	if found := l.dictionary(low); found != nil {
		return found
	}
	head, tail := l.CompoundParts(low)
	if head != "" && tail != "" {
		return weighed(slices.Concat(l.dictionary(tail), l.dictionary(head)), partShare)
	}
	return weighed(l.dictionary(head+tail), halfShare)
}

// StandsFor are the English words that a folded word of any language stands for: those of
// InEnglish, an English one itself, or what kind of thing has a name that is known everywhere.
func (l Lang) StandsFor(low string) []vectors.Near {
	if _, known := vectors.Row(low); known && l == English {
		return []vectors.Near{{Word: low, Weight: 1}}
	}
	if found := l.InEnglish(low); found != nil {
		return found
	}
	if found := vectors.Bridged(vectors.Anywhere + low); found != nil {
		return found
	}
	return vectors.Bridged(vectors.Anywhere + l.Stem(low))
}

// dictionary are the English words that a word leads to over the bridge: as it is, for "hermano" is
// a brother and "hermana" is not; else by its root.
func (l Lang) dictionary(low string) []vectors.Near {
	code := l.String()
	if found := vectors.Bridged(code + vectors.AsItIs + low); found != nil {
		return found
	}
	if found := vectors.Bridged(code + l.Root(low)); found != nil {
		return found
	}
	if _, elided, ok := strings.Cut(low, "'"); ok { // "l'assurance"
		return l.dictionary(elided)
	}
	return nil
}

const (
	leastPart = 4 // letters of a part of a compound
	// partShare is how surely both parts of a compound tell what it is, and halfShare
	// how surely one alone does.
	partShare = 0.7
	halfShare = 0.5
)

// Compounds reports whether the language writes words together to one.
func (l Lang) Compounds() bool { return l == German || l == Dutch || l == English }

// CompoundParts reads a compound as two words, the longest known end first: in Germanic
// languages the last part says what the thing is. Where only one part is known the
// other is "", and both are where nothing is: a short end that the longer, unknown
// beginning may hold by chance gives way to a longer beginning that is known. English
// writes most of its compounds apart, and those that are known have a meaning of their
// own ("breakfast"): one is read as two words where both are known and it is not.
func (l Lang) CompoundParts(low string) (head, tail string) {
	if !l.Compounds() || l == English && l.hasWord(low) {
		return "", ""
	}
	for i := leastPart; i+leastPart <= len(low); i++ {
		if !utf8.RuneStart(low[i]) || !l.hasWord(low[i:]) {
			continue
		}
		if tail == "" && max(len(low)-i, i-1) > leastPart {
			tail = low[i:]
		}
		if h := l.headOf(low[:i]); h != "" {
			return h, low[i:]
		}
	}
	if l == English {
		return "", ""
	}
	for i := len(low) - leastPart; i > max(leastPart, len(tail)); i-- {
		if h := l.headOf(low[:i]); utf8.RuneStart(low[i]) && len(h) > max(leastPart, len(tail)) {
			return h, ""
		}
	}
	return "", tail
}

// headOf is a known word that the beginning of a compound is, without what joins it to
// the next ("Arbeit-s-zimmer"); "" for none.
func (l Lang) headOf(low string) string {
	for _, join := range [...]string{"", "s", "n", "en", "es"} {
		if h, ok := strings.CutSuffix(low, join); ok && len(h) >= leastPart && l.hasWord(h) {
			return h
		}
	}
	return ""
}

// hasWord reports whether a folded word is one of the language, as far as is known.
func (l Lang) hasWord(low string) bool {
	if l == English {
		_, ok := vectors.Row(low)
		return ok
	}
	return l.dictionary(low) != nil
}

func weighed(list []vectors.Near, share float64) []vectors.Near {
	for i := range list {
		list[i].Weight *= share
	}
	return list
}

// EachInEnglish gives for each word of a text of a language without spaces, in order,
// the English words that it stands for. Where several words begin, the longest counts.
func (l Lang) EachInEnglish(text string, each func([]vectors.Near)) {
	for low := Fold(text); low != ""; {
		found, n := l.firstInEnglish(low)
		if found != nil {
			each(found)
		}
		low = low[n:]
	}
}

// firstInEnglish finds the longest known word that a run begins with, and how many bytes
// it has; those of its first character where none is known.
func (l Lang) firstInEnglish(run string) (found []vectors.Near, n int) {
	var ends []int
	for end := 0; end < len(run) && len(ends) < longestWord; {
		_, size := utf8.DecodeRuneInString(run[end:])
		end += size
		ends = append(ends, end)
	}
	for _, end := range slices.Backward(ends) {
		for _, key := range [...]string{l.String(), vectors.Anywhere} {
			if found := vectors.Bridged(key + run[:end]); found != nil {
				return found, end
			}
		}
	}
	return nil, ends[0]
}

const longestWord = 6 // characters of a word in a script without spaces
