package statement

import (
	"testing"

	"dormouse/memory/language"
)

func TestRequested(t *testing.T) {
	for text, want := range map[string]string{
		"remember that my sister lives in Oslo":                     "my sister lives in Oslo",
		"Remember: the code is 4471":                                "the code is 4471",
		"I'm allergic to penicillin, please remember that":          "I'm allergic to penicillin",
		"The boat is called Sula – don't forget that.":              "The boat is called Sula",
		"Ich vertrage keine Nüsse, merk dir das bitte":              "Ich vertrage keine Nüsse",
		"My sister is ill, remember that she needs pills on Friday": "she needs pills on Friday",
	} {
		if got := Requested(text, language.Guess(text)); got != want {
			t.Errorf("%q asks to keep %q, want %q", text, got, want)
		}
	}
}
