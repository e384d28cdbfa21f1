package runtime

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/search"
	"dormouse/memory/snapshot"
	"dormouse/runtime/toolbox"
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
// line the model repeats; the others are scored by the evaluation's own scripts.
func evaluated(t *testing.T, folder, split string, set func(*sleep.Settings), asked bool) (a ablated) {
	began, root := Stopwatch(), t.TempDir()
	files, err := filepath.Glob(filepath.Join(folder, split, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Skipf("no conversations of %s in %s: %v", split, folder, err)
	}
	var hits []any
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		questions := slices.DeleteFunc(readLines[question](t, filepath.Join(folder, "out", split, name, "questions.jsonl")), func(q question) bool {
			return q.Excluded != nil || q.Category > 4 || len(q.Evidence) == 0
		})
		l := newLand(t)
		talk := readTalk(t, path)
		a.names = calledIn(t, path)
		l.past.Set(talk[0].Time)
		c := l.with(func(s *sleep.Settings) { s.Least = 0; set(s) })
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
		} else {
			hits = append(hits, l.answers(t, filepath.Join(root, name), questions)...)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if a.took = began(); !asked {
		a.outside = scored(t, folder, split, root, hits)
	}
	return a
}

// liveAsked lives a talk; after each of its days the questions are asked that can be
// answered since.
func (a *ablated) liveAsked(t *testing.T, l *testLand, c *Conversation, talk []transcript.Message, questions []question) {
	said := map[string]bool{}
	due := slices.Clone(questions)
	for len(talk) > 0 {
		n := 1
		for n < len(talk) && talk[n].Time.Format(time.DateOnly) == talk[0].Time.Format(time.DateOnly) {
			n++
		}
		a.relive(t, l, c, talk[:n])
		for _, m := range talk[:n] {
			said[a.names[m.Content]] = true
		}
		at := talk[n-1].Time.Add(3 * time.Hour)
		if n < len(talk) && talk[n].Time.Before(at) {
			at = talk[n-1].Time
		}
		talk = talk[n:]
		var later []question
		for _, q := range due {
			if slices.ContainsFunc(q.Evidence, func(id string) bool { return !said[id] }) {
				later = append(later, q)
				continue
			}
			a.ask(t, l, c, q, at)
			if q.asked++; q.asked < timesAsked(q) {
				later = append(later, q)
			}
		}
		due = later
	}
}

// timesAsked is how often a person comes back with a question: one in four is of
// those that matter to them.
func timesAsked(q question) int {
	if q.matters() {
		return 4
	}
	return 1
}

// ask is a turn in which the model searches memory and repeats the line that holds
// the answer, where one of the hits does.
func (a *ablated) ask(t *testing.T, l *testLand, c *Conversation, q question, at time.Time) {
	l.past.Set(at)
	found, err := l.store.Search(t.Context(), search.Query{Text: q.Question, Limit: 5, Now: at, Associated: 2})
	if err != nil {
		t.Fatal(err)
	}
	reply, rests := "I do not know that.", a.rests(t, l, c)
	for _, h := range found.Results {
		if meets(rests[h.ID], q.Evidence) {
			reply = h.Matched()
			break
		}
	}
	arguments, err := json.Marshal(map[string]string{"query": q.Question})
	if err != nil {
		t.Fatal(err)
	}
	id := fmt.Sprint("call-", q.ID, "-", q.asked)
	a.relive(t, l, c, []transcript.Message{
		{ID: "q-" + id, Role: transcript.User, Time: at, Content: q.Question},
		{ID: "t-" + id, Role: transcript.Assistant, Time: at, ToolCalls: []transcript.Call{{ID: id, Name: "memory_search", Arguments: string(arguments)}}},
		{ID: "r-" + id, Role: transcript.Tool, Time: at, ToolCallID: id, Content: toolbox.FormatAnswer(found)},
		{ID: "a-" + id, Role: transcript.Assistant, Time: at, Content: reply},
	})
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

// answers searches for each question and copies memory to where the scripts look.
func (l *testLand) answers(t *testing.T, folder string, questions []question) (runs []any) {
	for name, text := range l.mem.Files() {
		if name != land.MemoryFile && !strings.HasPrefix(name, land.MemoryDir+"/") {
			continue
		}
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range questions {
		found, err := l.store.Search(t.Context(), search.Query{Text: q.Question, Limit: 30, Associated: 3})
		if err != nil {
			t.Fatal(err)
		}
		results := []any{}
		for _, h := range found.Results {
			if !strings.HasPrefix(h.Path, land.SessionsDir) {
				results = append(results, map[string]any{"path": h.Path, "start_line": h.Start, "end_line": h.End})
			}
		}
		runs = append(runs, map[string]any{"qid": q.ID, "results": results})
	}
	return runs
}

// scored asks the evaluation's scripts.
func scored(t *testing.T, folder, split, root string, hits []any) (said []string) {
	run := filepath.Join(t.TempDir(), "run.jsonl")
	f, err := os.Create(run)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hits {
		if err := json.NewEncoder(f).Encode(h); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"survival.py", "all", root, "--split", split}, {"e2e.py", "score", root, run, "--split", split}} {
		cmd := exec.CommandContext(t.Context(), "python3", args...)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), "TZ=UTC")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		said = append(said, regexp.MustCompile(`\s+`).ReplaceAllString(lines[len(lines)-1], " "))
	}
	return said
}

// spearman is the rank correlation of two lists of one length.
func spearman(a, b []float64) float64 {
	x, y := ranks(a), ranks(b)
	var mx, my, sxy, sxx, syy float64
	for i := range x {
		mx, my = mx+x[i]/float64(len(x)), my+y[i]/float64(len(x))
	}
	for i := range x {
		sxy, sxx, syy = sxy+(x[i]-mx)*(y[i]-my), sxx+(x[i]-mx)*(x[i]-mx), syy+(y[i]-my)*(y[i]-my)
	}
	if sxx == 0 || syy == 0 {
		return 0
	}
	return sxy / math.Sqrt(sxx*syy)
}

// ranks are those of values, equal ones sharing theirs.
func ranks(list []float64) []float64 {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(list[i], list[j]) })
	out := make([]float64, len(list))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && list[order[j]] == list[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = float64(i+j-1) / 2
		}
		i = j
	}
	return out
}
