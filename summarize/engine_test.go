package summarize

import (
	"context"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
)

func say(id string, role transcript.Role, name, text string) transcript.Message {
	return transcript.Message{ID: id, Role: role, Name: name, Content: text, Time: time.Date(2023, 5, 8, 13, 56, 0, 0, time.UTC)}
}

func TestOfflineKeepsWhatAPersonSaysOfThemselves(t *testing.T) {
	in := Input{New: []transcript.Message{
		say("a", transcript.User, "", "Hello! I moved to Lisbon yesterday and my sister Ana helped me carry the piano."),
		say("b", transcript.Assistant, "", "That sounds wonderful! Moving can be exciting. Is there anything I can help with?"),
		say("c", transcript.User, "", "Thanks!"),
	}, Location: time.UTC}
	d, err := NewOffline().Digest(context.Background(), in, Budget{Memory: 80, Summary: 100}, View{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Candidates) == 0 {
		t.Fatal("nothing was kept")
	}
	got := d.Candidates[0].Text
	for _, want := range []string{"Lisbon", "2023-05-07", "Ana"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	for _, c := range d.Candidates {
		if c.From[0] == "c" {
			t.Errorf("a thank-you was kept: %q", c.Text)
		}
	}
}
