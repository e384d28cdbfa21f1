package runtime

import (
	"cmp"
	"dormouse/land"
	"dormouse/memory/search"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// copyMemory copies memory to where the scripts look.
func (l *testLand) copyMemory(t *testing.T, folder string) {
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
}

// answers searches for each question.
func (l *testLand) answers(t *testing.T, look mechanism, questions []question) (runs []any) {
	store, associated := l.minded(look.mute), 3
	if look.apart {
		associated = 0
	}
	for _, q := range questions {
		found, err := store.Search(t.Context(), search.Query{Text: q.Question, Limit: 30, Associated: associated})
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

// answer is whether a question can be answered from what a search returns.
type answer struct {
	category, within, tenth int // whether within 500 tokens, and within ten hits
}

// readable prints the answers as e2e.py judges them.
const readable = `
import sys, e2e
from retrieval import load_run
for category, row in e2e.score(sys.argv[1], load_run(sys.argv[2]), sys.argv[3]):
    print(row["qid"], category, int(row["500tok"]), int(row[10]))
`

// script runs one of the evaluation's scripts and returns its lines.
func script(t *testing.T, folder string, args ...string) []string {
	cmd := exec.CommandContext(t.Context(), "python3", args...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "TZ=UTC")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// survivesOf is the share of the questions whose answer survives.
func survivesOf(t *testing.T, folder, split, root string) (share float64) {
	table := script(t, folder, "survival.py", "all", root, "--split", split)
	if _, err := fmt.Sscan(strings.Fields(table[len(table)-1])[3], &share); err != nil {
		t.Fatal(err)
	}
	return share
}

// readableOf are the answers that can be read of some hits, by question.
func readableOf(t *testing.T, folder, split, root string, hits []any) map[string]answer {
	run := filepath.Join(t.TempDir(), "run.jsonl")
	var text []byte
	for _, h := range hits {
		line, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		text = append(append(text, line...), '\n')
	}
	if err := os.WriteFile(run, text, 0o600); err != nil {
		t.Fatal(err)
	}
	answers := map[string]answer{}
	for _, line := range script(t, folder, "-c", readable, root, run, split) {
		var id string
		var a answer
		if _, err := fmt.Sscan(line, &id, &a.category, &a.within, &a.tenth); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		answers[split+" "+id] = a
	}
	return answers
}

// several is the category of questions that take several memories.
const several = 1

// share is the part of some answers that can be read.
func share(answers map[string]answer, wanted func(answer) bool, read func(answer) int) float64 {
	var n, of int
	for _, a := range answers {
		if wanted(a) {
			n, of = n+read(a), of+1
		}
	}
	return float64(n) / float64(max(1, of))
}

func all(answer) bool       { return true }
func takes(a answer) bool   { return a.category == several }
func in500(a answer) int    { return a.within }
func amongTen(a answer) int { return a.tenth }

// against is by how much more of the same questions can be answered, and the interval
// that 95 of 100 draws of as many questions fall into.
func against(mine, other map[string]answer) (mean, low, high float64) {
	var d []float64
	for _, id := range slices.Sorted(maps.Keys(mine)) {
		if o, ok := other[id]; ok {
			d = append(d, float64(mine[id].within-o.within))
		}
	}
	if len(d) == 0 {
		return 0, 0, 0
	}
	const draws = 2000
	random, means := rand.New(rand.NewPCG(1, 1)), make([]float64, draws)
	for i := range means {
		for range d {
			means[i] += d[random.IntN(len(d))] / float64(len(d))
		}
	}
	slices.Sort(means)
	for _, x := range d {
		mean += x / float64(len(d))
	}
	return mean, means[draws/40], means[draws-draws/40-1]
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
