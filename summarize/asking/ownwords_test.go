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
		n := night{in: in, d: &summarize.Digest{}, heard: voices.Listen(in.New), labels: labelsOf(in.New, nil)}
		e, _ := n.ownWords(foundEntry{Type: document.Fact, Text: c.claim, From: []string{m.ID}}, listen(in).Own(c.claim, m.ID))
		if e.Text != c.want {
			t.Errorf("%q of %q: written %q, want %q", c.claim, c.said, e.Text, c.want)
		}
	}
	p := claims.Passage{Text: "Sold.", Lang: language.English}
	if got := clausesOf(p); got != p.Text {
		t.Errorf("without a word to look for: %q", got)
	}
}

// TestOwnWordsTell: words that stand in for a line tell it. What stands in another message
// and tells little, the head of a letter, what somebody else wrote, and what a kept line
// tells already do not; a "no" before them is not cut off.
func TestOwnWordsTell(t *testing.T) {
	say := []transcript.Message{
		{ID: "a", Content: "Tove here, traffic planner at the ferries."},
		{ID: "b", Content: "We cast the pipe with 28 % tin, the rest is lead."},
		{ID: "c", Content: "Mum did not know me, I cry here in the workshop."},
		{ID: "d", Content: "He has a dog, Bolle, and Tjark is a bit scared of it."},
		{ID: "e", Content: "To: Tove\nMaja is coeliac, so please nothing with gluten."},
		{ID: "f", Content: "[Cande, chat]: Balta, the order is confirmed, 16 pieces."},
		{ID: "g", Content: "vale no lo tomo, me lo consigue la farmacia"},
	}
	for i := range say {
		say[i].Role, say[i].Time = transcript.User, time.Date(2026, 11, 4, 9, i, 0, 0, time.UTC)
	}
	in := summarize.Input{New: say, Location: time.UTC}
	kept := summarize.Candidate{Text: "Hinni's dog is called Bolle; Tjark is a little scared of it.", From: []string{"d"}, Complete: true}
	for _, c := range []struct {
		of          string
		text        string
		said        []string
		adds        []float64
		want        string
		untoldAtAll bool
	}{
		{"b", "The workshop casts the pipe of 28 % tin and 72 % lead.", []string{"b", "c"}, []float64{.6, .12}, "We cast the pipe with 28 % tin, the rest is lead.", false},
		{"b", "The workshop cast the bells of tin.", []string{"b"}, []float64{.1}, "", true},
		{"c", "Her mother did not know her.", []string{"c", "a"}, []float64{.3, .25}, "Mum did not know me, I cry here in the workshop.", false},
		{"d", "Hinni is scared of Bolle, the dog of Tjark.", []string{"d"}, []float64{.8}, "", true},
		{"e", "Tove is coeliac.", []string{"e"}, []float64{.5}, "", true},
		{"f", "Balta confirmed the order.", []string{"f"}, []float64{.5}, "", true},
		{"g", "Balta will not take it.", []string{"g"}, []float64{.5}, "No lo tomo, me lo consigue la farmacia.", false},
	} {
		n := night{in: in, d: &summarize.Digest{Candidates: []summarize.Candidate{kept}}, heard: voices.Listen(in.New), labels: labelsOf(in.New, nil)}
		var said []claims.Passage
		for i, id := range c.said {
			text := say[n.place(id)].Content
			if c.text == "Tove is coeliac." {
				text = "To: Tove"
			}
			said = append(said, claims.Passage{Text: text, Lang: language.Guess(text), ID: id, Role: transcript.User, Adds: c.adds[i]})
		}
		got, more := n.ownWords(foundEntry{Type: document.Fact, Text: c.text, From: []string{c.of}}, said)
		if got.Text != c.want || more == c.untoldAtAll {
			t.Errorf("for %q stands %q, want %q", c.text, got.Text, c.want)
		}
	}
}
