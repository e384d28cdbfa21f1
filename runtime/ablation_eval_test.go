package runtime

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/snapshot"
	"dormouse/sleep"
	"dormouse/sleep/replay"
)

// question is one of the evaluation's.
type question struct {
	ID       string   `json:"qid"`
	Category int      `json:"category"`
	Question string   `json:"question"`
	Evidence []string `json:"evidence"`
	Excluded *string  `json:"excluded"`

	asked int
}

// matters tells whether it is one of those that are asked again and again.
func (q question) matters() bool { return len(q.ID) > 0 && (q.ID[len(q.ID)-1]-'0')%4 == 0 }

func readLines[T any](t *testing.T, path string) (list []T) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		list = append(list, v)
	}
	return list
}

// evaluated lives the conversations of a split. asked lets the person come back with
// the questions as soon as they can be answered, in a turn with a search whose best
// line the model repeats. What is left is searched in each of the ways, and scored by
// the evaluation's own scripts; it is lived as the first of them is.
func evaluated(t *testing.T, folder, split string, looks []mechanism, asked bool) (a ablated, answers map[string]map[string]answer) {
	began, root, m := Stopwatch(), t.TempDir(), looks[0]
	files, err := filepath.Glob(filepath.Join(folder, split, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Skipf("no conversations of %s in %s: %v", split, folder, err)
	}
	hits := map[string][]any{}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		questions := slices.DeleteFunc(readLines[question](t, filepath.Join(folder, "out", split, name, "questions.jsonl")), func(q question) bool {
			return q.Excluded != nil || q.Category > 4 || len(q.Evidence) == 0
		})
		l := newLand(t)
		l.mute = m.mute
		talk := readTalk(t, path)
		a.names = calledIn(t, path)
		l.past.Set(talk[0].Time)
		c := l.with(func(s *sleep.Settings) { s.Least = 0; m.set(s) })
		if asked {
			a.liveAsked(t, l, c, talk, questions)
		} else {
			a.relive(t, l, c, talk)
		}
		l.past.Set(talk[len(talk)-1].Time)
		r, err := c.Sleep(t.Context(), NightOptions{})
		if err != nil {
			t.Fatal(err)
		}
		a.slept(r)
		a.weigh(l, talk)
		if asked {
			a.look(t, l, c, questions)
		}
		l.copyMemory(t, filepath.Join(root, name))
		for _, look := range looks {
			hits[look.name] = append(hits[look.name], l.answers(t, look, questions)...)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	answers = map[string]map[string]answer{}
	for _, look := range looks {
		answers[look.name] = readableOf(t, folder, split, root, hits[look.name])
	}
	a.survives = survivesOf(t, folder, split, root)
	a.took = began()
	return a, answers
}

// calledIn is what each message of a talk is called in the evaluation, by its text.
func calledIn(t *testing.T, path string) map[string]string {
	names := map[string]string{}
	for _, m := range readLines[struct{ ID, Content string }](t, path) {
		names[m.Content] = m.ID
	}
	return names
}

// rests is what entries rest on, in the evaluation's names.
func (a *ablated) rests(t *testing.T, l *testLand, c *Conversation) map[string][]string {
	t.Helper()
	if n := len(c.Nights()); a.resting != nil && a.atNight == n && a.in == c {
		return a.resting // memory changes with a night
	}
	names := map[string]string{}
	for _, m := range c.session.Messages() {
		names[m.ID] = a.names[m.Content]
	}
	snap, err := snapshot.Read(l.land)
	if err != nil {
		t.Fatal(err)
	}
	turns := map[string][]string{}
	for _, e := range snap.Entries() {
		r, _ := snap.Record(e.ID)
		for _, id := range r.Sources {
			if names[id] != "" {
				turns[e.ID] = append(turns[e.ID], names[id])
			}
		}
	}
	a.resting, a.atNight, a.in = turns, len(c.Nights()), c
	return turns
}

func meets(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
}

// look says what of the evidence is in the prompt, and whether strength goes with it.
func (a *ablated) look(t *testing.T, l *testLand, c *Conversation, questions []question) {
	entries, err := l.store.Entries()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.wake(); err != nil {
		t.Fatal(err)
	}
	evidence, inPrompt := map[string]bool{}, map[string]bool{}
	for _, q := range questions {
		for _, id := range q.Evidence {
			evidence[id] = true
		}
	}
	snap, err := snapshot.Read(l.land)
	if err != nil {
		t.Fatal(err)
	}
	rests := a.rests(t, l, c)
	for _, e := range entries {
		record, ok := snap.Record(e.ID)
		if !ok {
			continue
		}
		turns := rests[e.ID]
		holds := slices.ContainsFunc(turns, func(id string) bool { return evidence[id] })
		a.strong, a.holds = append(a.strong, record.Held(l.past.at)), append(a.holds, map[bool]float64{true: 1}[holds])
		if e.Path == land.MemoryFile && record.Uses > 0 {
			a.held.count(holds)
		}
		if strings.Contains(c.prompt.Prefix.Memory, document.Flat(e.Text)) {
			for _, id := range turns {
				inPrompt[id] = true
			}
		}
	}
	for _, q := range questions {
		there := !slices.ContainsFunc(q.Evidence, func(id string) bool { return !inPrompt[id] })
		a.shown.count(there)
		if q.matters() {
			a.matter.count(there)
		}
	}
	for _, turn := range replay.Turns(c.session.Messages()) {
		holds := slices.ContainsFunc(turn, func(m transcript.Message) bool { return evidence[a.names[m.Content]] })
		a.chance.count(holds)
		for range a.again[turn[0].ID] {
			a.chosen.count(holds)
		}
	}
	a.again = nil
}
