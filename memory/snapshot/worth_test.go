package snapshot

import (
	"testing"
	"time"

	"dormouse/memory/document"
)

// How to answer the person is in every prompt, also behind the words that announce it
// and behind the owner's label; what another person says in a talk is not.
func TestOrdersComeFirst(t *testing.T) {
	today := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	for text, first := range map[string]int{
		"Always answer in five sentences at most":                       1,
		"First the rules: always answer in five sentences at most":      1,
		"User: Rules: always answer in five sentences at most":          1,
		"Vorweg ein paar Regeln: antworte mir immer auf Deutsch":        1,
		"Melanie: Always answer in five sentences at most":              0,
		"The ferry to Kiel carries 1,200 people in the summer":          0,
		"User: Ferries: the one to Kiel carries 1,200 people in summer": 0,
	} {
		if w := (Snapshot{}).Worth(document.Entry{Text: text, Type: document.Preference, Since: today}, today); w.First != first {
			t.Errorf("%q: first %d, want %d", text, w.First, first)
		}
	}
}

// A remark that names an illness has no place in every prompt; an illness has.
func TestAnIllnessComesFirst(t *testing.T) {
	today := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	for text, first := range map[string]int{
		"Leif is allergic to penicillin, came out in hives in 2011": 1,
		"Blood results in": 0,
	} {
		if w := (Snapshot{}).Worth(document.Entry{Text: text, Type: document.Fact, Since: today}, today); w.First != first {
			t.Errorf("%q: first %d, want %d", text, w.First, first)
		}
	}
}
