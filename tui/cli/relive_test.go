package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// bench is a place to run the program in: folders and an environment of its own.
type bench struct {
	t    *testing.T
	dir  string
	land string
	env  []string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	dir := t.TempDir()
	b := &bench{t: t, dir: dir, land: filepath.Join(dir, "land")}
	b.env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(dir, "home"), "XDG_CONFIG_HOME=" + filepath.Join(dir, "config"),
		"DORMOUSE_LAND=" + b.land, "TZ=America/New_York", "TERM=dumb", "TMPDIR=" + dir, "GORACE=" + noRaceSleep,
	}
	return b
}

// with adds variables to the environment.
func (b *bench) with(vars ...string) *bench {
	b.env = append(b.env, vars...)
	return b
}

// config writes the person's own config.
func (b *bench) config(text string) {
	b.t.Helper()
	dir := filepath.Join(b.dir, "config", "dormouse")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config.toml"), []byte(text), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// ran is what one run of the program said.
type ran struct {
	out, err string
	code     int
}

func (b *bench) command(args ...string) *exec.Cmd {
	c := exec.Command("dormouse", args...)
	c.Env, c.Dir = b.env, b.dir
	return c
}

// run runs the program and wants an exit status.
func (b *bench) run(code int, args ...string) ran {
	b.t.Helper()
	c := b.command(args...)
	var out, errw bytes.Buffer
	c.Stdout, c.Stderr = &out, &errw
	err := c.Run()
	r := ran{out.String(), errw.String(), c.ProcessState.ExitCode()}
	if r.code != code {
		b.t.Fatalf("dormouse %s: exit status %d, want %d (%v)\n%s\n%s", strings.Join(args, " "), r.code, code, err, r.out, r.err)
	}
	return r
}

// into decodes standard output.
func (r ran) into(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(r.out), v); err != nil {
		t.Fatalf("%v\n%s", err, r.out)
	}
}

// event is a line of `import --relive --json`.
type event struct {
	Event   string
	Turn    int
	Message string
	Time    time.Time
	Used    int
	Window  int
	Percent float64
	Tokens  int
	// of a night
	Night        string
	Trigger      string
	TokensBefore int `json:"tokens_before"`
	TokensAfter  int `json:"tokens_after"`
	Entries      []struct{ ID, Text, Path string }
	// of the end
	Turns  int
	Nights int
}

func (b *bench) relive(file string, flags ...string) []event {
	b.t.Helper()
	r := b.run(0, append(flags, "import", "--relive", "--json", file)...)
	var list []event
	lines := bufio.NewScanner(strings.NewReader(r.out))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			b.t.Fatalf("%v: %s", err, lines.Text())
		}
		list = append(list, e)
	}
	return list
}

// TestReliveFallsAsleepWhereItShould lives a conversation of several days: nights
// at 80% of the window and nowhere else, each under half of it afterwards, the
// window never passed, each day's log with the messages of that local day, and
// nothing consumed twice.
func TestReliveFallsAsleepWhereItShould(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	for _, size := range []struct {
		name   string
		window int
		nights int // at least
	}{{"4k", 4000, 3}, {"8k", 8000, 1}} {
		t.Run(size.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t).with("DORMOUSE_OFFLINE=true")
			said := talk(240)
			file := filepath.Join(b.dir, "talk.jsonl")
			if err := os.WriteFile(file, jsonLines(said), 0o600); err != nil {
				t.Fatal(err)
			}
			list := b.relive(file, "--seed", "7", "--window", size.name)
			before, err := landSums(b.land)
			if err != nil {
				t.Fatal(err)
			}
			checkNights(t, list, size.window, size.nights)
			checkDays(t, b.land, said)
			b.run(0, "memory", "check")
			checkTranscript(t, b, said)

			again := b.relive(file, "--seed", "7", "--window", size.name)
			if last := again[len(again)-1]; last.Turns != 0 || last.Nights != 0 {
				t.Errorf("imported again: %d turns, %d nights", last.Turns, last.Nights)
			}
			twin := newBench(t).with("DORMOUSE_OFFLINE=true")
			twin.relive(file, "--seed", "7", "--window", size.name)
			after, err := landSums(b.land, "MEMORY.md", "memory", "sessions")
			if err != nil {
				t.Fatal(err)
			}
			for name, sum := range after {
				if before[name] != sum {
					t.Errorf("importing again changed %s", name)
				}
			}
			theirs, err := landSums(twin.land)
			if err != nil {
				t.Fatal(err)
			}
			if d := differing(before, theirs); len(d) > 0 {
				t.Errorf("the same seed gave another land: %v", d)
			}
		})
	}
}

func checkNights(t *testing.T, list []event, window, least int) {
	t.Helper()
	nights, turns, tokens := 0, 0, 0
	for _, e := range list {
		switch e.Event {
		case "turn":
			turns++
			tokens += e.Tokens
			if e.Turn != turns {
				t.Errorf("turn %d follows turn %d", e.Turn, turns-1)
			}
			if e.Used > window || e.Window != window {
				t.Errorf("turn %d: %d of %d tokens used", e.Turn, e.Used, e.Window)
			}
			if e.Used >= window*8/10 {
				t.Errorf("turn %d ended at %d tokens, and no night followed", e.Turn, e.Used)
			}
		case "night":
			nights++
			if e.Trigger != "context" {
				t.Errorf("night %d: trigger %s", nights, e.Trigger)
			}
			if e.TokensBefore < window*8/10 || e.TokensBefore > window {
				t.Errorf("night %d began at %d of %d tokens", nights, e.TokensBefore, window)
			}
			if e.TokensAfter >= window/2 {
				t.Errorf("night %d left %d of %d tokens", nights, e.TokensAfter, window)
			}
			if len(e.Entries) == 0 {
				t.Errorf("night %d remembered nothing", nights)
			}
		}
	}
	if nights < least {
		t.Errorf("%d nights, want %d at least", nights, least)
	}
	if done := list[len(list)-1]; done.Event != "done" || done.Turns != turns || done.Nights != nights || done.Tokens != tokens {
		t.Errorf("the end says %+v; seen were %d turns, %d nights, %d tokens", done, turns, nights, tokens)
	}
}

// checkDays wants a log for no other days than those on which something was
// said, and every number in a log said on that day.
func checkDays(t *testing.T, land string, said []spoken) {
	t.Helper()
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	days := map[string]string{}
	for _, s := range said {
		day := s.Time.In(zone).Format(time.DateOnly)
		days[day] += s.Content + "\n"
	}
	logs, err := filepath.Glob(filepath.Join(land, "memory", "*.md"))
	if err != nil || len(logs) == 0 {
		t.Fatalf("no logs (%v)", err)
	}
	number := regexp.MustCompile(`(?:bill was|room|number|every|never before) (\d+)`)
	for _, name := range logs {
		day := strings.TrimSuffix(filepath.Base(name), ".md")
		if days[day] == "" {
			t.Errorf("nothing was said on %s, and there is a log of it", day)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(text), "# "+day+"\n") {
			t.Errorf("%s begins with %.30q", name, text)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if !strings.HasPrefix(line, "- ") {
				continue
			}
			for _, m := range number.FindAllStringSubmatch(line, -1) {
				if !strings.Contains(days[day], m[0]) {
					t.Errorf("%s holds %q, which was said on another day\n%s", day, m[0], text)
				}
			}
		}
	}
}

// checkTranscript wants every message, once, in order, with its own time.
func checkTranscript(t *testing.T, b *bench, said []spoken) {
	t.Helper()
	var export struct {
		Messages []spoken
		Nights   []struct{ ID, From, To string }
	}
	b.run(0, "sessions", "show", "--json").into(t, &export)
	same := slices.EqualFunc(export.Messages, said, func(a, b spoken) bool {
		return a.Role == b.Role && a.Content == b.Content && a.Time.Equal(b.Time)
	})
	if !same {
		t.Errorf("the transcript holds %d messages, said were %d, or they differ", len(export.Messages), len(said))
	}
	covered := map[string]bool{}
	for _, n := range export.Nights {
		if covered[n.From+n.To] {
			t.Errorf("messages %s…%s were slept over twice", n.From, n.To)
		}
		covered[n.From+n.To] = true
	}
}

// TestSleepingOverEverythingTwiceAddsNothing: over a whole import.
//
// GUARANTEES 7.
func TestSleepingOverEverythingTwiceAddsNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	t.Parallel()
	b := newBench(t).with("DORMOUSE_OFFLINE=true")
	file := filepath.Join(b.dir, "talk.jsonl")
	if err := os.WriteFile(file, jsonLines(talk(120)), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run(0, "--seed", "7", "--window", "4k", "import", "--relive", file)
	b.run(0, "--seed", "7", "--window", "4k", "sleep", "--all", "--now", "2026-03-20T10:00:00Z")
	before, err := landSums(b.land, "MEMORY.md", "memory")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		b.run(0, "--seed", "7", "--window", "4k", "sleep", "--now", fmt.Sprintf("2026-03-2%dT10:00:00Z", i+1))
	}
	after, err := landSums(b.land, "MEMORY.md", "memory")
	if err != nil {
		t.Fatal(err)
	}
	if d := differing(before, after); len(d) > 0 {
		t.Errorf("sleeping again: %v", d)
	}
}

// An import that was killed has its session half written; the same import again
// goes on after what is there, and a third one finds nothing to do.
func TestAnInterruptedImportGoesOn(t *testing.T) {
	b := newBench(t)
	file := filepath.Join(b.dir, "talk.jsonl")
	if err := os.WriteFile(file, jsonLines(talk(120)), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"--window", "8k", "--seed", "1", "--json", "import", "--relive", file}
	b.run(0, args...)
	session, err := filepath.Glob(filepath.Join(b.land, "sessions", "*.jsonl"))
	if err != nil || len(session) != 1 {
		t.Fatalf("%v, %v", session, err)
	}
	whole, err := os.ReadFile(session[0])
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	if err := os.WriteFile(session[0], bytes.Join(lines[:41], nil), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := b.run(0, args...); !strings.Contains(got.err, "imported in part") {
		t.Errorf("going on says %q", got.err)
	}
	again, err := os.ReadFile(session[0])
	if err != nil {
		t.Fatal(err)
	}
	count := func(text []byte) int { return bytes.Count(text, []byte(`{"type":"message"`)) }
	if count(again) != count(whole) {
		t.Errorf("%d messages after going on, %d were said", count(again), count(whole))
	}
	if got := b.run(0, args...); !strings.Contains(got.err, "imported already") {
		t.Errorf("a third time says %q", got.err)
	}
}
