package runtime

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign/foreigntest"
	"dormouse/memory/search"
	"dormouse/runtime/llm/llmtest"
)

// fixture is a talk between a person and an assistant, with what somebody who
// read it would want to be known a month later, and what must not hold then.
type fixture struct {
	name     string
	messages []transcript.Message
	Lang     string     `json:"lang"`
	Field    string     `json:"field"`
	Facts    []expected `json:"facts"` // 20
	Stale    []expected `json:"stale"` // 10: old values, moods, errands
}

// expected is one such thing. A line holds it when it has all words of one of the
// alternatives.
type expected struct {
	ID       string     `json:"id"`
	Said     string     `json:"said"`
	Question string     `json:"question"`
	Holds    [][]string `json:"holds"`
}

func (x expected) in(line string) bool {
	line = strings.ToLower(line)
	for _, words := range x.Holds {
		all := true
		for _, w := range words {
			all = all && strings.Contains(line, strings.ToLower(w))
		}
		if all {
			return true
		}
	}
	return false
}

func (x expected) inOne(lines []string) bool {
	for _, l := range lines {
		if x.in(l) {
			return true
		}
	}
	return false
}

const fixtures = "testdata/remembered"

func readFixtures(t *testing.T) []fixture {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(fixtures, "*.facts.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no talks in %s: %v", fixtures, err)
	}
	var list []fixture
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := fixture{name: strings.TrimSuffix(filepath.Base(path), ".facts.json")}
		if err := json.Unmarshal(raw, &f); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		f.messages = readTalk(t, filepath.Join(fixtures, f.name+".jsonl"))
		list = append(list, f)
	}
	return list
}

func readTalk(t *testing.T, path string) []transcript.Message {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := foreigntest.Messages(filepath.Base(path), raw, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// outcome is how much of a talk is remembered a month later.
type outcome struct {
	somewhere int // facts that stand in a living line of any file
	found     int // facts among the first five hits for their question
	prompt    int // facts in the prompt of a new session
	stale     int // of what must not hold, lines of MEMORY.md
	ended     int // facts that stand in struck lines alone
}

func (o outcome) String() string {
	return fmt.Sprintf("somewhere=%d found=%d prompt=%d stale=%d ended=%d", o.somewhere, o.found, o.prompt, o.stale, o.ended)
}

// live lives a talk at a window of 8k and sleeps at its end.
func (l *testLand) live(t *testing.T, messages []transcript.Message) {
	t.Helper()
	l.past.Set(messages[0].Time)
	c := l.begin(llmtest.New(), 8192, "")
	if err := c.Relive(t.Context(), l.past, messages, func(Relived) error { return nil }); err != nil {
		t.Fatal(err)
	}
	l.past.Set(messages[len(messages)-1].Time.Add(time.Hour))
	if _, err := c.Sleep(t.Context(), NightOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// recall looks a month after the talk.
func (l *testLand) recall(t *testing.T, f fixture) (out outcome) {
	t.Helper()
	l.past.Set(f.messages[len(f.messages)-1].Time.AddDate(0, 1, 0))
	c := l.begin(llmtest.New(), 8192, "")
	prompt := strings.Split(c.prompt.Prefix.Memory, "\n")
	entries, err := l.store.Entries()
	if err != nil {
		t.Fatal(err)
	}
	var all, lasting, struck []string
	for _, e := range entries {
		if e.Struck {
			struck = append(struck, e.Text)
			continue
		}
		all = append(all, e.Text)
		if e.Path == land.MemoryFile {
			lasting = append(lasting, e.Text)
		}
	}
	for _, x := range f.Facts {
		there, shown := x.inOne(all), x.inOne(prompt)
		found := l.finds(t, x)
		count(&out.somewhere, there)
		count(&out.ended, !there && x.inOne(struck))
		count(&out.prompt, shown)
		count(&out.found, there && found)
		t.Logf("%s %s somewhere=%t found=%t prompt=%t: %s", f.name, x.ID, there, found, shown, x.Said)
	}
	for _, x := range f.Stale {
		if x.inOne(lasting) {
			out.stale++
			t.Logf("%s %s is current: %s", f.name, x.ID, x.Said)
		}
	}
	return out
}

func count(n *int, yes bool) {
	if yes {
		*n++
	}
}

// finds tells whether one of the first five hits for the question holds it.
func (l *testLand) finds(t *testing.T, x expected) bool {
	t.Helper()
	a, err := l.store.Search(t.Context(), search.Query{Text: x.Question, Limit: 5, Now: l.past.at})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range a.Results {
		if !strings.HasPrefix(h.Path, land.SessionsDir) && x.inOne(strings.Split(h.Text, "\n")) {
			return true
		}
	}
	return false
}

// TestRemembered: of what a person told an assistant in passing, most is there a
// month later, can be found by a question in other words, and stands in the prompt
// where it matters; what is over is not.
func TestRemembered(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	var sum outcome
	list := readFixtures(t)
	for _, f := range list {
		l := newLand(t)
		l.live(t, f.messages)
		o := l.recall(t, f)
		t.Logf("%s: %v of %d facts, %d stale", f.name, o, len(f.Facts), len(f.Stale))
		sum.somewhere, sum.found, sum.prompt, sum.stale, sum.ended = sum.somewhere+o.somewhere, sum.found+o.found, sum.prompt+o.prompt, sum.stale+o.stale, sum.ended+o.ended
	}
	t.Logf("of %d talks: %v", len(list), sum)
	// What is reached today, less what one retraining of the models moves.
	if sum.somewhere < 216 || sum.found < 168 || sum.prompt < 188 || sum.stale > 32 || sum.ended > 4 {
		t.Errorf("of %d talks: %v", len(list), sum)
	}
}
