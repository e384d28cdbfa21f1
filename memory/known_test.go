package memory

import (
	"testing"

	"dormouse/memory/document"
	"dormouse/memory/knowledge"
)

func TestJudgeDates(t *testing.T) {
	s := newStore(t)
	s.night(t, 1, clock("2026-05-01 10:00"), document.Entry{Text: "Ann works at Acme", Importance: 0.9})
	for _, c := range []struct {
		text, since string
		want        knowledge.JudgementKind
	}{
		{"Ann works at Acme", "2026-06-01", knowledge.Same},
		{"Ann now works at Initech", "2026-06-01", knowledge.Newer},
		{"Ann now works at Initech", "2026-05-01", knowledge.Newer},
		{"Ann now works at Initech", "2026-04-01", knowledge.Older},
		{"Ann has a dog", "2026-04-01", knowledge.New},
	} {
		if j := s.snap(t).Knowledge().Judge(document.Entry{Type: document.Fact, Text: c.text, Since: date(c.since)}); j.Kind != c.want {
			t.Errorf("%q on %s: %q, want %q", c.text, c.since, j.Kind, c.want)
		}
	}
	if j := s.snap(t).Knowledge().Judge(document.Entry{Type: document.Happening, Text: "Ann works at the fair for three days", Since: date("2026-06-01")}); j.Kind != knowledge.New {
		t.Errorf("an event superseded: %+v", j)
	}
}

// What ends a line is judged by what was said, where the entry tells it in fewer words.
func TestJudgeSaid(t *testing.T) {
	s := newStore(t)
	var all []document.Entry
	for _, text := range []string{"Mr Haugen picks up the World Cup tickets on 19 December", "Greta likes cardamom buns", "My bike is at the shop on Elm Street", "The heating is serviced every October", "Ann works at Acme", "Nina plays the viola"} {
		all = append(all, document.Entry{Text: text, Importance: .9})
	}
	s.night(t, 1, clock("2026-05-01 10:00"), all...)
	e := document.Entry{Type: document.Fact, Text: "Mr Haugen picks it up on the 21st", Since: date("2026-06-01")}
	k := s.snap(t).Knowledge()
	said, _ := k.JudgeSaid(e, "no wait, actually Mr Haugen picks it up on the 21st now")
	if cut := k.Judge(e); said.Kind != knowledge.Newer || said.Entry.Text != all[0].Text || cut.Kind == knowledge.Newer && cut.Score >= said.Score {
		t.Errorf("by what was said %+v, by the entry alone %+v", said, cut)
	}
}
