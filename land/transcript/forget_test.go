package transcript

import (
	"strings"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
)

// TestForgetHidesEverywhere: what one line hides is in no view of the session, and
// a second line brings it back.
func TestForgetHidesEverywhere(t *testing.T) {
	m := memdisk.New()
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	l, err := Create(m, Session{ID: "a", Time: now})
	if err != nil {
		t.Fatal(err)
	}
	add := func(r Record) {
		t.Helper()
		if err := l.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	const pin = "My PIN is 4711."
	add(Record{Wake: &Wake{Time: now, Memory: "## Facts\n\n- " + pin}})
	add(Record{Message: &Message{ID: "m1", Time: now, Role: User, Content: pin + " And Ana lives in Oslo.", Note: "[" + pin + "]", Tokens: 9}})
	add(Record{Message: &Message{ID: "m2", Time: now, Role: Assistant, Content: "Noted.", ToolCalls: []Call{{ID: "c", Name: "memory_save", Arguments: `{"text":"` + pin + `"}`}}}})
	add(Record{Message: &Message{ID: "m3", Time: now, Role: Tool, ToolCallID: "c", Content: "saved: " + pin}})
	add(Record{Night: &Night{ID: "n1", Time: now, From: "m1", To: "m1", Summary: "Ana lives in Oslo. " + pin, Cursor: "m3"}})
	parts := Hiding(l.Records(), func(x Text) [][2]int {
		i := strings.Index(x.Text, pin)
		switch {
		case i < 0:
			return nil
		case x.In == InCall:
			return [][2]int{{0, len(x.Text)}}
		}
		return [][2]int{{i, i + len(pin)}}
	})
	if len(parts) != 6 {
		t.Fatalf("found %d parts: %+v", len(parts), parts)
	}
	hide, back := Hide("f1", parts, now)
	for _, step := range []struct {
		line   []byte
		hidden bool
	}{{hide, true}, {back, false}, {hide, true}} {
		r, err := Read(step.line)
		if err != nil {
			t.Fatal(err)
		}
		add(r)
		opened, notices, err := Open(m, "a")
		if err != nil || len(notices) > 0 {
			t.Fatal(err, notices)
		}
		file, _ := disk.ReadFile(m, File("a"))
		heads, _ := List(m)
		for name, view := range map[string]string{
			"export": string(JSON(opened.Records())), "markdown": Markdown(opened.Records()), "context": Replay(opened.Records()).Summary + Replay(opened.Records()).Wake.Memory,
			"file as search reads it": string(VeilFile(file)), "title": heads[0].Title, "of the open log": string(JSON(l.Records())),
		} {
			if strings.Contains(view, "4711") == step.hidden || !strings.Contains(view, "Oslo") && name != "title" {
				t.Errorf("hidden %v, %s: %s", step.hidden, name, view)
			}
		}
		if got, want := strings.Count(string(VeilFile(file)), "\n"), strings.Count(string(file), "\n"); got != want {
			t.Errorf("%d lines of %d", got, want)
		}
		if whole := string(JSON(opened.Whole())); !strings.Contains(whole, pin) {
			t.Errorf("asked for all: %s", whole)
		}
		if strings.Contains(string(step.line), "4711") {
			t.Errorf("the tombstone tells it: %s", step.line)
		}
		// A part whose text is another one by now hides nothing.
		if odd, _ := hiddenIn(opened.Whole()).veil(Record{Message: &Message{ID: "m1", Content: "Ana's boat is red and blue"}}); odd.Message.Content != "Ana's boat is red and blue" {
			t.Errorf("another text was hidden: %q", odd.Message.Content)
		}
	}
	fork, err := Fork(m, l, "", Session{ID: "b", Time: now})
	if err != nil || strings.Contains(string(JSON(fork.Whole())), "4711") {
		t.Errorf("a fork tells it: %v", err)
	}
}
