package runtime

import (
	"encoding/json"
	"strings"
	"testing"

	"dormouse/land/transcript"
	"dormouse/runtime/offline"
)

// What the built-in engine looks up is sent and counted until the next message, and no longer:
// a question a minute would fill the window with what it found.
func TestLookupsLeaveTheContextWithTheNextMessage(t *testing.T) {
	l := newLand(t)
	c := l.begin(offline.Model{}, 8000, "")
	for _, s := range []string{"My sister Henrike breeds goats near Husum.", "Where does Henrike breed goats?", "What is the name of my dentist?"} {
		if _, err := l.say(c, s); err != nil {
			t.Fatal(err)
		}
	}
	looked := func(c *Conversation) (calls int, questions []string) {
		for _, m := range c.Request().Messages {
			calls += len(m.ToolCalls)
			if m.Role == transcript.User {
				questions = append(questions, m.Content)
			}
		}
		return calls, questions
	}
	if calls, questions := looked(c); calls == 0 || len(questions) != 3 {
		t.Fatalf("the last question was looked up by %d calls, of %q", calls, questions)
	}
	before := c.Meter().Used
	if _, err := l.say(c, "My brother Gregor mends nets in Büsum."); err != nil {
		t.Fatal(err)
	}
	calls, questions := looked(c)
	if calls > 0 || len(questions) != 4 {
		t.Errorf("%d calls of before are sent, beside %q", calls, questions)
	}
	if after := c.Meter().Used; after >= before {
		t.Errorf("%d tokens without what was looked up, %d with it", after, before)
	}
	counted := 0
	for _, m := range c.Request().Messages {
		counted += m.Tokens
	}
	if b := c.Meter().Breakdown; b.Messages != counted {
		t.Errorf("%d tokens of messages are counted, %d are sent", b.Messages, counted)
	}
	want, _ := json.Marshal(c.Request())
	c.Close()
	l.reopen()
	again := l.begin(offline.Model{}, 8000, c.Session())
	if got, _ := json.Marshal(again.Request()); string(got) != string(want) {
		t.Errorf("after a resume\n%s\nbefore\n%s", got, want)
	}
	if b := again.Meter().Breakdown; b.Messages != counted {
		t.Errorf("after a resume %d tokens are counted, %d are sent", b.Messages, counted)
	}
	whole, err := l.land.Read(transcript.Folder + "/" + c.Session() + ".jsonl")
	if err != nil || !strings.Contains(string(whole), transcript.MemorySearch) {
		t.Errorf("the session has lost what was looked up (%v)", err)
	}
}
