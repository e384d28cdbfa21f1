package runtime

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign/foreigntest"
	"dormouse/runtime/llm/llmtest"
	"dormouse/runtime/tokens"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// third is a part of a talk that becomes a session of its own.
type third struct {
	name     string
	messages []transcript.Message
}

// thirds are the four talks of summarize in three parts each, in the order in
// which they were said, and the identifiers that matter in them.
func thirds(t *testing.T) (parts []third, matters []string) {
	t.Helper()
	dir := filepath.Join("..", "summarize", "testdata", "talks")
	for _, name := range []string{"coding", "planning", "research", "german"} {
		b, err := os.ReadFile(filepath.Join(dir, name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var about struct{ Identifiers []string }
		if err := json.Unmarshal(b, &about); err != nil {
			t.Fatal(err)
		}
		matters = append(matters, about.Identifiers...)
		if b, err = os.ReadFile(filepath.Join(dir, name+".jsonl")); err != nil {
			t.Fatal(err)
		}
		all, err := foreigntest.Messages(name+".jsonl", b, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		from := 0
		for k := 1; k <= 3; k++ {
			to := k * len(all) / 3
			for k < 3 && all[to].Role != transcript.User {
				to++
			}
			parts = append(parts, third{fmt.Sprintf("%s-%d", name, k), all[from:to]})
			from = to
		}
	}
	slices.SortStableFunc(parts, func(a, b third) int { return a.messages[0].Time.Compare(b.messages[0].Time) })
	return parts, matters
}

// remembered are those of the words that some line of memory holds.
func (l *testLand) remembered(words []string) map[string]bool {
	all := ""
	for name, text := range l.memoryFiles() {
		all += name + "\n" + strings.ToLower(text)
	}
	out := map[string]bool{}
	for _, w := range words {
		if strings.Contains(all, strings.ToLower(w)) {
			out[w] = true
		}
	}
	return out
}

func (l *testLand) memoryFiles() map[string]string {
	out := map[string]string{}
	for name, text := range l.mem.Files() {
		if name == "MEMORY.md" || strings.HasPrefix(name, "memory/") {
			out[name] = text
		}
	}
	return out
}

// TestTwelveNightsLoseNothing lives four long talks in one land, a third at a
// time and a deep night after each: what memory held after any night it holds
// after the twelfth, MEMORY.md stays under its budget, and sleeping over all of
// it again changes nothing.
//
// GUARANTEES 7.
func TestTwelveNightsLoseNothing(t *testing.T) {
	l := newLand(t)
	parts, matters := thirds(t)
	if len(parts) != 12 || len(matters) < 100 {
		t.Fatalf("%d parts, %d identifiers", len(parts), len(matters))
	}
	count := tokens.For("").Count
	settings := sleep.DefaultSettings()
	settings.LongTerm = 1500 // so that MEMORY.md has to let go of some
	held := map[string]int{} // by the night that first had it
	retired := 0
	for n, p := range parts {
		r := l.sleepOver(t, p, settings)
		retired += len(r.Retired)
		now := l.remembered(matters)
		for w := range now {
			if held[w] == 0 {
				held[w] = n + 1
			}
		}
		for w, first := range held {
			if !now[w] {
				t.Errorf("night %d, over %s, lost %q of night %d", n+1, p.name, w, first)
			}
		}
		b, _ := l.land.Read("MEMORY.md")
		if size := count(string(b)); size > settings.LongTerm+settings.LongTerm/25 { // a struck line is a few tokens longer
			t.Errorf("night %d: MEMORY.md has %d tokens, %d are its budget", n+1, size, settings.LongTerm)
		}
	}
	t.Logf("%d of %d identifiers are remembered, %d entries were retired", len(held), len(matters), retired)
	if len(held) < 40 || retired == 0 {
		t.Errorf("%d identifiers were ever held and %d entries retired: that tries nothing", len(held), retired)
	}
	before := l.memoryFiles()
	for _, p := range parts {
		l.past.Set(l.past.at.Add(time.Hour))
		c := l.begin(llmtest.New(), 200_000, p.name)
		if _, err := c.Sleep(t.Context(), NightOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if !maps.Equal(before, l.memoryFiles()) {
		t.Error("sleeping over all of it again changed memory")
	}
}

// sleepOver makes a session of a part and sleeps a deep night over it.
func (l *testLand) sleepOver(t *testing.T, p third, s sleep.Settings) night.Report {
	t.Helper()
	log, err := transcript.Create(l.mem, transcript.Session{ID: p.name, Time: p.messages[0].Time})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range p.messages {
		if !log.Free(m.ID) {
			t.Fatalf("the id %q is taken", m.ID)
		}
		if err := log.Append(transcript.Record{Message: &m}); err != nil {
			t.Fatal(err)
		}
	}
	l.past.Set(p.messages[len(p.messages)-1].Time.Add(time.Hour))
	c := l.begin(llmtest.New(), 200_000, p.name)
	defer c.Close()
	c.o.Settings = s
	r, err := c.Sleep(t.Context(), NightOptions{Depth: sleep.Deep})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
