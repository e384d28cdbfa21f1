package main

import (
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/vectors"
)

// kindred is how many of the words nearest in meaning tell whether a word is a name,
// and namesAmong how many of them must be.
const (
	kindred    = 8
	namesAmong = 6
)

// names has a bit for each word that has a vector, the lowest of a byte first: whether it is
// like names.
func names() ([]byte, error) {
	out := make([]byte, (vectors.Words()+7)/8)
	for row := range vectors.Words() {
		if likeNames(vectors.WordAt(row)) {
			out[row/8] |= 1 << (row % 8)
		}
	}
	return out, nil
}

// likeNames reports whether the words that are used as a word is are names.
func likeNames(low string) bool {
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
