package asking

import (
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/claims"
	"dormouse/summarize"
	"dormouse/summarize/voices"
)

// TestOwnWordsAreBrief: of a sentence that stands in for a claim the clauses are written
// that tell of it, with all that says how sure it is; behind a name without "I".
func TestOwnWordsAreBrief(t *testing.T) {
	for _, c := range []struct{ name, said, claim, want string }{
		{"", "We moved the boat to Cork in May, which took us all of two long and rainy weekends.", "The boat was transferred to Cork in May", "We moved the boat to Cork in May 2025."},
		{"", "I keep bees behind the school, nine hives, two of them weak.", "User: Has an apiary behind the school", "I keep bees behind the school."},
		{"", "Rent goes up to 910 in June, unless the council objects, the letter came today.", "The rent rises to 910 in June", "Rent goes up to 910 in June, unless the council objects."},
		{"", "My aunt Hilde runs the ferry at Wesel, and her son Tim sells tickets on it.", "Tim, the son of Hilde, works as a ticket seller", "My aunt Hilde runs the ferry at Wesel, and her son Tim sells tickets on it."},
		{"", "Das Auto habe ich an meinen Bruder Malte verkauft, für dreitausend.", "Malte kaufte das Auto für 3.000", "Das Auto habe ich an meinen Bruder Malte verkauft, für dreitausend."},
		{"", "Seit Januar bin ich Pfleger. Die Nachtschichten sind nichts für mich, deshalb bin ich auf Tagdienst gewechselt.", "Wechsel in den Tagdienst wegen der Nachtschichten", "Die Nachtschichten sind nichts für mich, deshalb bin ich auf Tagdienst gewechselt."},
		{"Nora", "I keep bees behind the school, nine hives, two of them weak.", "Nora has an apiary behind the school", "Nora: Keep bees behind the school."},
		{"", "Wir ziehen im Mai nach Bonn um, vielleicht auch erst im Juni, mal sehen.", "Umzug nach Bonn im Mai", "Wir ziehen im Mai nach Bonn um, vielleicht auch erst im Juni."},
	} {
		m := transcript.Message{ID: "m", Role: transcript.User, Content: c.said, Time: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
		in := summarize.Input{New: []transcript.Message{m}, Location: time.UTC}
		if c.name != "" {
			in.Names = map[transcript.Role]string{transcript.User: c.name}
		}
		n := night{in: in, d: &summarize.Digest{}, heard: voices.Listen(in.New)}
		e, _ := n.ownWords(foundEntry{Type: document.Fact, Text: c.claim, From: []string{m.ID}}, listen(in).Own(c.claim, m.ID))
		if e.Text != c.want {
			t.Errorf("%q of %q: written %q, want %q", c.claim, c.said, e.Text, c.want)
		}
	}
	p := claims.Passage{Text: "Sold.", Lang: language.English}
	if got := telling(p); got != p.Text {
		t.Errorf("without a word to look for: %q", got)
	}
}
