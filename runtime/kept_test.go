package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
)

// position is where a message stands in the next request, as it is sent; -1 when
// it is not there.
func (l *testLand) position(c *Conversation, id string) int {
	return slices.IndexFunc(c.Request().Messages, func(m transcript.Message) bool { return m.ID == id })
}

// sentAs is the message with that id in the next request, without what is
// counted.
func sentAs(c *Conversation, id string) string {
	for _, m := range c.Request().Messages {
		if m.ID == id {
			m.Tokens, m.Usage, m.Pinned = 0, nil, false
			b, _ := json.Marshal(m)
			return string(b)
		}
	}
	return ""
}

// TestPinnedMessagesStayThroughManyNights pins a user's message, a reply and a
// tool's result, and sleeps nine nights over talk that would push them out.
func TestPinnedMessagesStayThroughManyNights(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
	c := l.begin(m, 4000, "")
	m.Add(llmtest.Say("Noted: the blue valve opens to the left."),
		llmtest.Say("").CallID("c1", "memory_search", `{"query":"valve"}`), llmtest.Say("There is one valve."))
	for _, s := range []string{"The code of the boiler is 48-15-16, typed within ten seconds.", "Look up the valve."} {
		if _, err := l.say(c, s); err != nil {
			t.Fatal(err)
		}
	}
	var pinned []string
	third := c.Messages()[2].ID
	for i, m := range c.Messages() {
		if i < 2 || m.Role == transcript.Tool {
			if _, err := c.Pin(m.ID, true); err != nil {
				t.Fatal(err)
			}
			pinned = append(pinned, m.ID)
		}
	}
	if len(pinned) != 3 {
		t.Fatalf("pinned are %v", pinned)
	}
	was := map[string]string{}
	for _, id := range pinned {
		was[id] = sentAs(c, id)
	}
	for night := range 9 {
		for i := range 8 {
			if _, err := l.say(c, story(8*night+i)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.Sleep(t.Context(), NightOptions{}); err != nil {
			t.Fatal(err)
		}
		if night == 4 { // another program goes on
			session := c.Session()
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			c = l.begin(m, 4000, session)
		}
		for _, id := range pinned {
			if got := sentAs(c, id); got != was[id] {
				t.Fatalf("night %d: message %s is sent as %q, was %q", night, id, got, was[id])
			}
		}
		if l.position(c, third) >= 0 && night > 2 {
			t.Fatalf("night %d: nothing leaves the context", night)
		}
		whole(t, c.Request().Messages)
	}
	if len(c.Nights()) < 9 {
		t.Errorf("%d nights", len(c.Nights()))
	}
	if _, err := c.Pin(pinned[0], false); err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		if _, err := l.say(c, story(i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Sleep(t.Context(), NightOptions{}); err != nil {
		t.Fatal(err)
	}
	if sentAs(c, pinned[0]) != "" || sentAs(c, pinned[1]) == "" {
		t.Error("what is not pinned any more stays, or what is leaves")
	}
}

// whole fails where a call has no result right behind it, or a result no call.
func whole(t *testing.T, list []transcript.Message) {
	t.Helper()
	var open []string
	for _, m := range list {
		if m.Role == transcript.Tool {
			if len(open) == 0 || open[0] != m.ToolCallID {
				t.Fatalf("the result %s stands without its call", m.ID)
			}
			open = open[1:]
			continue
		}
		if len(open) > 0 {
			t.Fatalf("a call before %s has no result", m.ID)
		}
		for _, c := range m.ToolCalls {
			open = append(open, c.ID)
		}
	}
}

// TestWhatAPersonSaidStaysWordForWord: whatever user's message a night keeps is
// in the request as it was said, and the newest is always kept.
func TestWhatAPersonSaidStaysWordForWord(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
	c := l.begin(m, 4000, "")
	said := map[string]string{}
	kept := 0
	for night := range 8 {
		for i := range 7 {
			text := fmt.Sprintf("  %s\n\tUnchanged, «%d»;   spaces too. ", story(7*night+i), night)
			if _, err := l.say(c, text); err != nil {
				t.Fatal(err)
			}
			all := c.Messages()
			said[all[len(all)-2].ID] = text
		}
		if _, err := c.Sleep(t.Context(), NightOptions{}); err != nil {
			t.Fatal(err)
		}
		newest := ""
		for _, m := range c.Request().Messages {
			if m.Role != transcript.User {
				continue
			}
			if said[m.ID] != m.Content {
				t.Fatalf("night %d: %s is %q, said was %q", night, m.ID, m.Content, said[m.ID])
			}
			newest = m.ID
			kept++
		}
		if all := c.Messages(); newest == "" || !strings.Contains(said[newest], fmt.Sprintf("«%d»", night)) || len(all) == 0 {
			t.Fatalf("night %d: the newest message is not kept", night)
		}
	}
	if kept < 16 {
		t.Errorf("only %d messages were kept in all", kept)
	}
}

// TestLargeToolResultsShrinkFirst: before any message leaves, an old result
// becomes a pointer to its line in the transcript.
func TestLargeToolResultsShrinkFirst(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
	big := "# 2026-11-01\n\n"
	for i := range 120 {
		big += fmt.Sprintf("- Reading %d of the gauge in the boiler room was %d.\n", i, 7000+13*i)
	}
	l.mem.Put("memory/2026-11-01.md", []byte(big))
	c := l.begin(m, 5000, "")
	m.Add(llmtest.Say("").CallID("c1", "memory_get", `{"path":"memory/2026-11-01.md"}`), llmtest.Say("Those are the readings."))
	for i, s := range []string{"Show me the readings.", "Thank you."} {
		if _, err := l.say(c, s); err != nil {
			t.Fatal(i, err)
		}
	}
	before := c.Request().Messages
	if _, err := c.Sleep(t.Context(), NightOptions{}); err != nil {
		t.Fatal(err)
	}
	after := c.Request().Messages
	whole(t, after)
	pointer := ""
	for _, m := range after {
		if m.Role == transcript.Tool {
			pointer = m.Content
		}
	}
	var result transcript.Message
	for _, m := range before {
		if m.Role == transcript.Tool {
			result = m
		}
	}
	if len(result.Content) < 2500 || pointer != transcript.Pointer(c.Session(), result) || !strings.Contains(pointer, "sessions/"+c.Session()+".jsonl") {
		t.Errorf("the result of %d bytes is now %q", len(result.Content), pointer)
	}
	if len(after) != len(before) {
		t.Errorf("%d messages of %d are left: the result shrinks before anything leaves", len(after), len(before))
	}
	for i, m := range after {
		if m.Role != transcript.Tool && m.Content != before[i].Content {
			t.Errorf("%s changed", m.ID)
		}
	}
}
