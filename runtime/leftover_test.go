package runtime

import (
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/runtime/offline"
	"dormouse/sleep"
)

// TestATalkThatEndedBeforeANight: a short talk is slept over when the next one begins, an
// hour after it at the earliest, once, and where nights ask a model not at all.
func TestATalkThatEndedBeforeANight(t *testing.T) {
	l := newLand(t)
	c := l.begin(offline.Model{}, 32000, "")
	for _, said := range []string{"I'm Petra and I keep bees in Graz.", "I'm allergic to ibuprofen."} {
		if _, err := l.say(c, said); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	over := func(m llm.Model) int {
		t.Helper()
		done, err := Leftover(t.Context(), Options{
			Land: l.land, Store: l.store, Zone: time.UTC, Clock: l.past.Clock(), Seed: 1,
			Brain:    llm.Brain{Model: m, Window: 32000, WindowSource: llm.FromFlag, Reply: 500},
			Settings: sleep.DefaultSettings(), Engine: "auto", Emit: func(Event) {},
		})
		if err != nil {
			t.Fatal(err)
		}
		return len(done)
	}
	if n := over(offline.Model{}); n != 0 {
		t.Errorf("%d nights at once", n)
	}
	l.past.at = l.past.at.Add(2 * time.Hour)
	if n := over(llmtest.New()); n != 0 {
		t.Errorf("%d nights where a model is asked", n)
	}
	last := l.begin(offline.Model{}, 32000, "")
	if _, err := l.say(last, "hello"); err != nil {
		t.Fatal(err)
	}
	newest := last.Session()
	if err := last.Close(); err != nil {
		t.Fatal(err)
	}
	if n := over(offline.Model{}); n != 1 {
		t.Errorf("%d nights", n)
	}
	if id, err := transcript.Last(l.mem); err != nil || id != newest {
		t.Errorf("the last session is %s, not %s: %v", id, newest, err)
	}
	b, err := l.land.Read(land.MemoryFile)
	if err != nil || !strings.Contains(string(b), "ibuprofen") {
		t.Errorf("%v: MEMORY.md is\n%s", err, b)
	}
	if n := over(offline.Model{}); n != 0 {
		t.Errorf("%d nights more", n)
	}
	again := l.begin(offline.Model{}, 32000, c.Session())
	if _, err := again.UndoNight(""); err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if n := over(offline.Model{}); n != 0 {
		t.Errorf("%d nights after one was taken back", n)
	}
}
