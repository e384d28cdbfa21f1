package asking

import (
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/summarize"
	"dormouse/summarize/voices"
)

// TestWhatIsBroughtInTakesNoLine: a text that was pasted somewhere in a talk makes no line
// foreign that the person's own words carry, in other words or another language; what
// that text or a reply alone says does not become theirs, whatever words are pointed to.
func TestWhatIsBroughtInTakesNoLine(t *testing.T) {
	day := time.Date(2026, 11, 9, 18, 0, 0, 0, time.UTC)
	say := func(id, typed, pasted string) transcript.Message {
		return transcript.Message{ID: id, Role: transcript.User, Time: day, Content: typed + pasted, Spans: []transcript.Span{{From: len(typed), To: len(typed + pasted), Origin: transcript.Pasted}}}
	}
	talk := []transcript.Message{
		say("m1", "dad (Bengt, d. 2019) would've been 80 tomorrow. mum, karin and me go to the grave at 4pm and eat at Åtellet after.", ""),
		{ID: "m2", Role: transcript.Assistant, Time: day, Content: "I would take flowers along and keep the evening free for your mother."},
		say("m3", "what do they want from us? my boss sent the new rules:\n", "Alle Lieferungen werden ab Januar mit dem gelben Lastwagen nach Bergen gefahren. Die Kühlkammer bleibt nachts verschlossen."),
		{ID: "m4", Role: transcript.Assistant, Time: day, Content: "They are about the lorry and the cold room."},
		say("m5", "nee, die Kühlkammer bleibt bei uns offen, das hab ich so entschieden", ""),
	}
	in := summarize.Input{New: talk, Old: talk, Location: time.UTC, Count: quarter}
	n := night{in: in, d: &summarize.Digest{}, heard: voices.Listen(in.New), check: listen(in)}
	for _, c := range []struct {
		text  string
		cites []int
		shown bool
		want  transcript.Origin
	}{
		{"On 2026-11-10 at 16:00 the User visits her father's grave with her mother and Karin; afterwards they eat at Åtellet.", []int{0}, false, transcript.Typed},
		{"The User's father Bengt died in 2019; he would have turned 80 on 2026-11-10.", []int{0}, false, transcript.Typed},
		{"The User decided that their cold room stays open.", []int{4}, true, transcript.Typed},
		{"From January on all deliveries go to Bergen by the yellow lorry.", []int{2}, false, transcript.Modelled},
		{"The User has all deliveries driven to Bergen by the yellow lorry.", []int{2}, true, transcript.Modelled},
		{"Alle Lieferungen werden mit dem gelben Lastwagen gefahren.", []int{2}, true, transcript.Pasted},
		{"The User takes flowers along and keeps the evening free for her mother.", []int{0}, false, transcript.Modelled},
	} {
		var cited []transcript.Message
		for _, i := range c.cites {
			cited = append(cited, talk[i])
		}
		if got := n.whose(c.text, c.shown, cited); got.Origin != c.want {
			t.Errorf("%q is of %q, want %q", c.text, got.Origin, c.want)
		}
	}
	if got := typed(talk[1:3]); len(got) != 1 || pointsTo("gelben Lastwagen nach Bergen gefahren", got) || !pointsTo("my boss sent the new rules", got) {
		t.Errorf("the person's own words are %v", got)
	}
}

// TestACorrectionIsNotKnown: a line that the person's words carry is not known already
// because memory holds one like it that somebody else said.
func TestACorrectionIsNotKnown(t *testing.T) {
	day := time.Date(2026, 11, 6, 18, 0, 0, 0, time.UTC)
	talk := []transcript.Message{
		{ID: "m1", Role: transcript.User, Time: day, Content: "physio donnerstags fällt ab jetzt weg, nur noch di"},
		{ID: "m2", Role: transcript.Assistant, Time: day, Content: "Alles klar."},
		{ID: "m3", Role: transcript.User, Time: day, Content: "und die boote liegen am steg"},
	}
	known := []*document.Entry{
		{ID: "aaaaaa", Text: "Assistant: Henrike hat bis Weihnachten 2026 zweimal pro Woche Physiotherapie, dienstags und donnerstags um 17:15 Uhr.", Origin: transcript.Modelled},
		{ID: "bbbbbb", Text: "pasted text: Der gelbe Lastwagen fährt montags nach Bergen.", Origin: transcript.Pasted},
	}
	in := summarize.Input{New: talk, Old: talk, Known: known, Names: map[transcript.Role]string{transcript.User: "Henrike"}, Location: time.UTC, Count: quarter}
	n := night{in: in, d: &summarize.Digest{}, heard: voices.Listen(in.New), labels: labelsOf(in.New, nil)}
	for _, e := range known {
		n.heard.Remember(e.Text)
	}
	for text, from := range map[string]string{
		"Henrike hat nur noch dienstags um 17:15 Uhr Physiotherapie; der Donnerstagstermin entfällt.": "m1",
		"Henrikes gelber Lastwagen fährt montags nach Bergen.":                                        "m3",
	} {
		_, r := n.candidate(foundEntry{Type: document.Fact, Text: text, Importance: .6, From: []string{from}})
		if known := !r.claim; known != (from == "m3") {
			t.Errorf("%q is known: %v (%s)", text, known, r.why)
		}
	}
}

// TestWhoIsCalled: a name that the person gave in small letters is theirs where the model
// calls them by it; what they are is none.
func TestWhoIsCalled(t *testing.T) {
	day := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	in := summarize.Input{Location: time.UTC, Count: quarter}
	for i, text := range []string{"tove here, i plan the traffic", "i am tired", "i drive her on fridays, my sister Karin does tuesdays"} {
		in.New = append(in.New, transcript.Message{ID: string(rune('a' + i)), Role: transcript.User, Time: day, Content: text})
	}
	entries := []foundEntry{{Text: "Tove plans the traffic."}, {Text: "Tove's mother lives at home."}, {Text: "Karin drives her on Fridays and Tove on Tuesdays."}, {Text: "Tired people sleep."}}
	n := night{in: in, d: &summarize.Digest{}, heard: voices.Listen(in.New), labels: labelsOf(in.New, nil)}
	if got := n.called(entries); len(got) != 1 || got[0] != "tove" {
		t.Fatalf("the person is called %q", got)
	}
	const turned = "Karin drives her on Fridays and Tove on Tuesdays."
	if v := listen(in, n.called(entries)...).Check(turned, "c"); v.Holds != "" || v.Doubt < hopeless {
		t.Errorf("of %q holds %q, doubted %.2f", turned, v.Holds, v.Doubt)
	}
}
