package runtime

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep/night"
)

// chatty fills a conversation with so many turns and leaves the night to model.
func (l *testLand) chatty(m *llmtest.Model, turns int) *Conversation {
	l.t.Helper()
	for range turns {
		m.Add(llmtest.Say("I see."))
	}
	c := l.begin(m, 32000, "")
	c.o.Engine = "auto"
	for i := range turns {
		if _, err := l.say(c, story(i)); err != nil {
			l.t.Fatal(err)
		}
	}
	return c
}

func TestANightWithAModelIsOneCallThatContinuesTheConversation(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	c := l.chatty(m, 10)
	before := c.Request()
	answer := fmt.Sprintf(`{"note":{"request":["They spoke of friends who moved."],"decisions":[],"in_hand":[],"rejected":[],"last_command":"","open":[],"said":[]},"days":[],"entries":[`+
		`{"type":"fact","text":%q,"importance":0.9,"from":["Ruth moved to Lisbon in 1980"],"open":false,"replaces":""},{"type":"fact","text":"Ruth won 777 crowns in 1999.","importance":0.9,"from":["Ruth moved to Lisbon in 1980"],"open":false,"replaces":""}]}`,
		"Ruth moved to Lisbon in 1980 because the rent doubled.")
	m.Add(llmtest.Say(answer))
	asked := len(m.Requests())
	r, err := c.Sleep(t.Context(), NightOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := len(m.Requests()) - asked; got != 1 || r.Calls != 1 || r.Engine != "model" {
		t.Fatalf("%d calls, report says %d by %s (degraded: %s)", got, r.Calls, r.Engine, r.Degraded)
	}
	sent := m.Requests()[asked]
	if sent.Tail == "" || sent.Schema == nil {
		t.Errorf("tail %q, schema %v", sent.Tail, sent.Schema)
	}
	if sent.Effort != "low" {
		t.Errorf("it thinks with effort %q", sent.Effort)
	}
	sent.Tail, sent.Schema, sent.MaxTokens, sent.Effort = "", nil, before.MaxTokens, before.Effort
	a, _ := json.Marshal(sent)
	b, _ := json.Marshal(before)
	if string(a) != string(b) {
		t.Errorf("the night's request does not continue the conversation's:\n%s\n%s", a, b)
	}
	l.wantFile("MEMORY.md", "Ruth moved to Lisbon in 1980")
	if got, err := l.land.Read("MEMORY.md"); err == nil && strings.Contains(string(got), "777") {
		t.Error("an invented number was remembered")
	}
}

// GUARANTEES 9 and 10.
func TestANightGoesOnOfflineWhenItsModelFails(t *testing.T) {
	replies := map[string]llmtest.Reply{
		"empty":        llmtest.Say(""),
		"half a JSON":  llmtest.Say(`{"summary": "th`),
		"refused":      llmtest.Say("").Stop(llm.Refused),
		"overloaded":   llmtest.Fail(llm.Overloaded, "529"),
		"cut":          llmtest.Say(`{"summary"`).Cut(),
		"ten megabyte": llmtest.Say(strings.Repeat("x", 10<<20)),
	}
	for name, reply := range replies {
		t.Run(name, func(t *testing.T) {
			l := newLand(t)
			m := llmtest.New()
			c := l.chatty(m, 10)
			m.Add(reply)
			m.Otherwise = func(llm.Request) llmtest.Reply { return reply }
			r, err := c.Sleep(t.Context(), NightOptions{})
			if err != nil || r.Engine != "offline" || r.Degraded == "" || len(r.Entries) == 0 {
				t.Errorf("engine %s, degraded %q, %d entries, %v", r.Engine, r.Degraded, len(r.Entries), err)
			}
		})
	}
	t.Logf("guarantee 10: ways_to_fail=%d finished_offline=%d", len(replies), len(replies))
}

func TestANightOverItsBudgetGoesOnOffline(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	c := l.chatty(m, 10)
	c.o.BudgetTokens = 10
	asked := len(m.Requests())
	r, err := c.Sleep(t.Context(), NightOptions{})
	if err != nil || r.Engine != "offline" || len(m.Requests()) != asked || !strings.Contains(r.Degraded, "budget") {
		t.Errorf("engine %s, %d calls, degraded %q, %v", r.Engine, len(m.Requests())-asked, r.Degraded, err)
	}
	if ledgers, err := night.Ledgers(l.land); err != nil || len(ledgers) != 1 || ledgers[0].Degraded == "" {
		t.Errorf("the ledger says %+v, %v", ledgers, err)
	}
}
