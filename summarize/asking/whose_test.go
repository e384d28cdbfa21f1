package asking

import (
	"testing"
	"time"

	"dormouse/land/transcript"
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
