package memory

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/memory/document"
)

// What every talk needs is in a small prompt, whatever else is remembered, and
// however much of it of one person.
func TestPromptHoldsWhatEveryTalkNeeds(t *testing.T) {
	s := newStore(t)
	var b strings.Builder
	b.WriteString("# Memory\n\n## Facts\n\n")
	for i := range 120 {
		fmt.Fprintf(&b, "- Melanie: I painted another lake at sunrise, number %d, and the kids loved it.\n", i)
	}
	needed := []string{
		"I'm allergic to penicillin.", "My name is Edda and I work as a hydrologist in Graz.",
		"Always show me the command before you run it.", "Ich nehme morgens 5 mg Ramipril.", "Bitte duze mich.",
		"Toujours répondre en français, s'il te plaît.", "私は左利きです。",
	}
	for _, line := range needed {
		b.WriteString("- " + line + "\n")
	}
	for i := range 40 {
		fmt.Fprintf(&b, "- The museum in Oslo moved its boat hall number %d to another wing.\n", i)
	}
	if err := disk.WriteFile(s.land.FS(), "MEMORY.md", []byte(b.String())); err != nil {
		t.Fatal(err)
	}
	in, err := s.Prompt(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), 400, words)
	if err != nil {
		t.Fatal(err)
	}
	missing := 0
	for _, line := range needed {
		if !strings.Contains(in.Text, line) {
			missing++
			t.Log("not in the prompt:", line)
		}
	}
	if missing > 1 { // the judgement is learned: of seven kinds one may be missed
		t.Errorf("%d of %d are missing", missing, len(needed))
	}
	if n := strings.Count(in.Text, "Melanie"); n > 20 {
		t.Errorf("one person fills the prompt: %d lines", n)
	}
	if !strings.Contains(in.Text, "museum") {
		t.Error("another topic has no line at all")
	}
}

// What is for a day is worth nothing a month later, what is still to come
// everything.
func TestWorthFades(t *testing.T) {
	s := newStore(t)
	snap, err := s.files.Read(func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	worth := func(text string, days int) float64 {
		e := document.Entry{Text: text, Type: document.Happening, Since: now.AddDate(0, 0, -days), Importance: 0.8}
		return snap.Worth(e, now).Value
	}
	if a, b := worth("I'm so tired today, the bus was late.", 0), worth("I'm so tired today, the bus was late.", 30); b > a/2 {
		t.Errorf("a mood is worth %.2f, and a month later %.2f", a, b)
	}
	if a, b := worth("My boat has its inspection on 2026-12-10.", 60), worth("My boat had its inspection on 2026-09-30.", 60); a <= b {
		t.Errorf("what is to come %.2f, what is past %.2f", a, b)
	}
}

// Of a day that is over the prompt shows what is still to come and what every talk
// needs, and nothing of the moment.
func TestPromptHoldsWhatIsStillToCome(t *testing.T) {
	s := newStore(t)
	s.night(t, 1, clock("2026-11-02 20:00"),
		document.Entry{Text: "My hearing is on 2026-12-17 in Bergen", Type: document.Happening, Importance: 0.6},
		document.Entry{Text: "My hearing was on 2026-10-17 in Bergen", Type: document.Happening, Importance: 0.3},
		document.Entry{Text: "The bus was late again this morning", Type: document.Happening, Importance: 0.3})
	for _, x := range []struct {
		at    string
		shown bool
	}{{"2026-11-25 09:00", true}, {"2027-02-01 09:00", false}} {
		in, err := s.Prompt(clock(x.at), 1000, words)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(in.Text, "2026-12-17") != x.shown || strings.Contains(in.Text, "2026-10-17") || strings.Contains(in.Text, "the bus") {
			t.Errorf("at %s:\n%s", x.at, in.Text)
		}
	}
}
