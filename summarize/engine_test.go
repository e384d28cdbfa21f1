package summarize

import (
	"context"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
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

// A few words that end an entry are news, as little as they tell by themselves, and a
// candidate carries the words that its text was cut from.
func TestOfflineKeepsWhatEndsAnEntry(t *testing.T) {
	digest := func(text string, known ...document.Entry) []Candidate {
		d, err := NewOffline().Digest(context.Background(), Input{New: []transcript.Message{say("a", transcript.User, "", text)}, Known: document.Pointers(known), Location: time.UTC}, Budget{Memory: 200, Summary: 100}, View{})
		if err != nil {
			t.Fatal(err)
		}
		return d.Candidates
	}
	const over = "gave up on the accordion"
	if got := digest(over, document.Entry{ID: "aaaaaa", Text: "I'm learning the accordion"}); len(got) != 1 || got[0].From[0] != "a" {
		t.Errorf("it ends an entry and was not kept: %+v", got)
	}
	got := digest("Actually Mr Haugen picks the tickets up on 21 December in Tromsø!")
	if len(got) != 1 || strings.Contains(got[0].Text, "ctually") || !strings.Contains(got[0].Said, "Actually Mr Haugen picks") {
		t.Errorf("want a text without its opener, and the words that were said: %+v", got)
	}
}

// Whom a pronoun means stands in front of an entry, and a remark is no part of the
// entry beside it.
func TestOfflineEntriesStandAlone(t *testing.T) {
	d, err := NewOffline().Digest(context.Background(), Input{New: []transcript.Message{
		say("a", transcript.User, "", "My brother Torvald lives in Oulu and pays 250 a month towards Dad's flat."),
		say("b", transcript.Assistant, "", "That is kind of him, and it must take some weight off your shoulders."),
		say("c", transcript.User, "", "He's going up to 410 a month from March."),
		say("d", transcript.User, "", "What a day. My dentist is Dr Quill in Harbour Street. Ha, ha."),
	}, Location: time.UTC}, Budget{Memory: 400, Summary: 100}, View{})
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, c := range d.Candidates {
		text += c.Text + "\n"
		if strings.Contains(c.Text, "Dr Quill") && strings.Contains(c.Text, "What a day") {
			t.Errorf("two things in one entry: %q", c.Text)
		}
		if strings.Contains(c.Text, "410") && !strings.Contains(strings.ToLower(c.Text), "brother") {
			t.Errorf("nobody knows who: %q", c.Text)
		}
	}
	if !strings.Contains(text, "410") || !strings.Contains(text, "Dr Quill") {
		t.Errorf("not kept: %s", text)
	}
}

// What every talk needs is kept in a small budget, beside stories with many names.
func TestOfflineKeepsWhatEveryTalkNeeds(t *testing.T) {
	in := Input{Location: time.UTC, New: []transcript.Message{
		say("a", transcript.User, "", "Our boat Solveig was built in Rosendal in 1911 for the brothers Kvamme and has an engine from a Bergen tram."),
		say("b", transcript.User, "", "i'm allergic to latex"),
		say("c", transcript.User, "", "My uncle Torvald keeps forty sheep above Odda and sells the wool to a mill in Salhus every October."),
		say("d", transcript.User, "", "never use emojis when you write to me"),
	}}
	d, err := NewOffline().Digest(context.Background(), in, Budget{Memory: 60, Summary: 100}, View{})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, c := range d.Candidates {
		all = append(all, c.Text)
	}
	got := strings.Join(all, "\n")
	for _, want := range []string{"latex", "emojis"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not kept:\n%s", want, got)
		}
	}
}

// However much of one evening lasts, all of it may stand in long-term memory: what somebody tells
// of themselves on the first day is not the best seventh of anything.
func TestAllThatLastsMayStandInLongTermMemory(t *testing.T) {
	var in Input
	in.Location = time.UTC
	told := []string{
		"My name is Brannagh Tolliver and I have restored church organs for twenty-two years.", "I live in Ludlow with my wife, above the saddler's shop on the Buttercross.",
		"My wife Ottilie teaches the cello at the girls' school in Shrewsbury.", "My two sons are called Piran and Jory, they are nine and six years old.",
		"My younger son can't eat sesame, not even traces of it in bread.", "I'm allergic to aspirin, it brings me out in hives within the hour.",
		"My mother is called Morwen and lives by herself in a bungalow in Tenby.", "I have had a lurcher named Quill since he was a puppy.",
		"I gave up coffee for good after the ulcer and drink rooibos instead.", "I drive a grey Berlingo with a roof rack, my father's old one.",
		"I always want your answers in short sentences, please.", "My boss at the workshop is called Mr Trelawney and never reads email.",
		"I have a workshop of my own at 4 Mill Yard, behind the chapel.", "My blood group is O negative and I give blood twice a year.",
	}
	for i, text := range told {
		in.New = append(in.New, say(string(rune('a'+i)), transcript.User, "", text))
	}
	d, err := NewOffline().Digest(context.Background(), in, Budget{Memory: 2000, Summary: 100}, View{})
	if err != nil {
		t.Fatal(err)
	}
	lasting := 0
	for _, c := range d.Candidates {
		if c.Importance > .7 {
			lasting++
		}
	}
	if least := len(told) - 2; lasting < least { // of two the judgement may be wrong
		t.Errorf("%d of %d may stand in long-term memory, want %d: %+v", lasting, len(told), least, d.Candidates)
	}
}

// What concerns health and begins today is of use longer than today.
func TestADoseFromTodayOnLasts(t *testing.T) {
	in := Input{Location: time.UTC, New: []transcript.Message{say("a", transcript.User, "", "bloods came back tsh still up so the doctor has put the levothyroxine up to 125, started today")}}
	d, err := NewOffline().Digest(context.Background(), in, Budget{Memory: 200, Summary: 100}, View{})
	if err != nil || len(d.Candidates) != 1 || d.Candidates[0].Importance <= .7 {
		t.Errorf("%v, %+v", err, d.Candidates)
	}
}

// A day without its month or year means something only beside the day on which it was said.
func TestADayOfAMonthIsToldWithTheDayOfSayingIt(t *testing.T) {
	in := Input{Location: time.UTC, New: []transcript.Message{say("a", transcript.User, "", "The dentist is on the 23rd")}}
	d, err := NewOffline().Digest(context.Background(), in, Budget{Memory: 200, Summary: 100}, View{})
	if err != nil || len(d.Candidates) != 1 || d.Candidates[0].Importance <= .7 || !strings.HasSuffix(d.Candidates[0].Text, "23rd (said 2023-05-08)") {
		t.Errorf("%v, %+v", err, d.Candidates)
	}
}
