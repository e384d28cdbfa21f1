package main

import (
	"testing"

	"dormouse/memory/language"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

// What translate reads was written by what is here, of the vectors and the vocabulary of today.
func TestNamesAreThoseOfTheVectors(t *testing.T) {
	const one = 997 // in so many words
	for row := 0; row < vectors.Words(); row += one {
		low := vectors.WordAt(row)
		if want := likeNames(low); translate.NameLike(low, language.English) != want {
			t.Errorf("%q is like names: %v; run make train, or train names", low, want)
		}
	}
}
