package night

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"dormouse/land/transcript"
)

// GUARANTEES 11: a plan is read and can be written again, or refused.
func FuzzPlan(f *testing.F) {
	f.Add([]byte(`{"night":"n1","session":"s1"}`))
	f.Add([]byte(`[]`))
	f.Add([]byte("dormouse plan\n{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := ReadPlan(b)
		if err != nil {
			return
		}
		once, err := p.Write()
		if err != nil {
			t.Fatalf("read, and not written: %v", err)
		}
		again, err := ReadPlan(once)
		if err != nil {
			t.Fatalf("written, and not read: %v", err)
		}
		if twice, err := again.Write(); err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%v\n%s\n%s", err, once, twice)
		}
	})
}

// GUARANTEES 32: what a night reads of a message is bounded, is text where it was,
// and begins and ends as the message does.
func FuzzHeard(f *testing.F) {
	f.Add("some words\n", 300)
	f.Add("漢字", 70_000)
	f.Fuzz(func(t *testing.T, unit string, times int) {
		if len(unit) == 0 || len(unit) > 64 || times < 0 || times*len(unit) > 4*longestRead {
			t.Skip()
		}
		m := transcript.Message{Content: string(bytes.Repeat([]byte(unit), times))}
		got := excerpt(m).Content
		if len(got) > longestRead+2 || len(m.Content) <= longestRead && got != m.Content {
			t.Fatalf("%d of %d bytes", len(got), len(m.Content))
		}
		if utf8.ValidString(m.Content) && !utf8.ValidString(got) {
			t.Error("a character was cut")
		}
	})
}

// What a night leaves out of a large message moves no word to another origin.
func TestHeardKeepsOrigins(t *testing.T) {
	typed := "What is this?\n\n"
	text := typed + string(bytes.Repeat([]byte("A pasted line of words.\n"), 20_000))
	m := transcript.Message{Role: transcript.User, Content: text, Spans: []transcript.Span{{From: len(typed), To: len(text), Origin: transcript.Piped}}}
	for _, p := range excerpt(m).Parts() {
		if p.Origin == transcript.Typed && p.Text != typed {
			t.Errorf("taken for typed: %.60q", p.Text)
		}
	}
}
