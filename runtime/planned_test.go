package runtime

import (
	"errors"
	"maps"
	"testing"

	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep/night"
)

// TestAPlanOfAModelIsAppliedWithoutAskingAgain: a dry run writes the plan alone;
// applying it asks nobody and gives what the night itself would have given.
func TestAPlanOfAModelIsAppliedWithoutAskingAgain(t *testing.T) {
	found := finding(entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", "Ruth moved to Lisbon in 1980", ""))
	talk := func(plan bool) (l *testLand, c *Conversation, m *llmtest.Model, p *night.Plan) {
		l, m = newLand(t), llmtest.New()
		c = l.chatty(m, 10)
		m.Add(found)
		if !plan {
			if r, err := c.Sleep(t.Context(), NightOptions{}); err != nil || r.Engine != "model" {
				t.Fatal(err, r.Engine, r.Degraded)
			}
			return l, c, m, nil
		}
		before := l.mem.Files()
		r, err := c.PlanNight(t.Context(), NightOptions{})
		if err != nil || r.Plan == "" || len(r.Diffs) == 0 || r.Calls != 1 || len(r.Entries) != 1 {
			t.Fatalf("planned: %v, %+v", err, r)
		}
		for name, text := range l.mem.Files() {
			if before[name] != text && name != r.Plan {
				t.Errorf("the dry run wrote %s", name)
			}
		}
		b, err := l.land.Read(r.Plan)
		if err != nil {
			t.Fatal(err)
		}
		if p, err = night.ReadPlan(b); err != nil {
			t.Fatal(err)
		}
		return l, c, m, p
	}
	direct, _, _, _ := talk(false)
	l, c, m, p := talk(true)
	asked := len(m.Requests())
	if r, err := c.ApplyPlan(p); err != nil || len(r.Entries) != 1 {
		t.Fatalf("applied: %v, %+v", err, r)
	}
	if len(m.Requests()) != asked {
		t.Error("applying asked the model again")
	}
	if !maps.Equal(l.memoryFiles(), direct.memoryFiles()) {
		t.Errorf("applied gives %v, the night itself %v", l.memoryFiles(), direct.memoryFiles())
	}
	if _, err := c.ApplyPlan(p); !errors.Is(err, night.ErrStale) {
		t.Errorf("applied twice: %v", err)
	}
	k := &kindLand{testLand: l, c: c, m: m}
	if a, err := k.again(p.Night); err != nil || !a.Identical {
		t.Errorf("again: %v, %+v", err, a)
	}
	for name, change := range map[string]func(l *testLand, c *Conversation){
		"something was said": func(l *testLand, c *Conversation) { l.say(c, "One more thing.") },
		"memory was edited": func(l *testLand, c *Conversation) {
			l.mem.Put("MEMORY.md", []byte("# Memory\n\n## Facts\n\n- Mine.\n"))
		},
	} {
		l, c, m, p := talk(true)
		m.Add(llmtest.Say("I see."))
		change(l, c)
		files := l.memoryFiles()
		if _, err := c.ApplyPlan(p); !errors.Is(err, night.ErrStale) || !maps.Equal(files, l.memoryFiles()) {
			t.Errorf("%s: a stale plan gave %v", name, err)
		}
	}
}
