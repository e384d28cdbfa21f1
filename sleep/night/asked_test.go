package night

import (
	"testing"

	"dormouse/land/transcript"
)

// TestAskingIsNoMatter: how something was asked to be remembered says nothing, before it
// or behind it.
func TestAskingIsNoMatter(t *testing.T) {
	for said, want := range map[string]string{
		"remember that the boiler is serviced in October":               "the boiler is serviced in October",
		"I'm allergic to penicillin, please remember that":              "I'm allergic to penicillin",
		"I'm allergic to penicillin, please remember that. Ana is not.": "I'm allergic to penicillin. Ana is not.",
		"Ana lives in Oslo.": "Ana lives in Oslo.",
	} {
		if got := withoutAsking(transcript.Message{Role: transcript.User, Content: said}).Content; got != want {
			t.Errorf("%q is read as %q, want %q", said, got, want)
		}
	}
}

// What was pasted behind an asking stays, and stays foreign, however short it is.
func TestAskingBeforeAPaste(t *testing.T) {
	typed := "I'm allergic to penicillin, please remember that.\n"
	m := transcript.Message{Role: transcript.User, Content: typed + "ok\n", Spans: []transcript.Span{{From: len(typed), To: len(typed) + 3, Origin: transcript.Piped}}}
	m = withoutAsking(m)
	if p := m.Parts(); len(p) != 2 || p[0].Text != "I'm allergic to penicillin.\n" || p[1].Text != "ok\n" || !p[1].Origin.Foreign() {
		t.Errorf("%+v", m.Parts())
	}
}
