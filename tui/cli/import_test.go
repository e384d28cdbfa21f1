package cli

import (
	"archive/zip"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormouse/land/transcript/foreign/foreigntest"
)

// export writes a ChatGPT export and returns its path.
func (b *bench) export(e foreigntest.Export) string {
	b.t.Helper()
	var text bytes.Buffer
	if err := e.Write(&text); err != nil {
		b.t.Fatal(err)
	}
	file := filepath.Join(b.dir, "conversations.json")
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		b.t.Fatal(err)
	}
	return file
}

// An import that is killed, or told to stop, at any point and begun again leaves
// the sessions of one that nobody disturbed, byte for byte.
func TestAnImportCanBeStoppedAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("a sweep of processes")
	}
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	e := foreigntest.Export{Talks: 60, Bytes: 600_000, Seed: 3}
	calm := newBench(t).with("DORMOUSE_OFFLINE=true")
	calm.run(0, "import", calm.export(e))
	want, err := landSums(calm.land, "sessions")
	if err != nil {
		t.Fatal(err)
	}
	if len(want) < e.Talks {
		t.Fatalf("%d sessions of %d talks", len(want), e.Talks)
	}
	stopped := 0
	signals := []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM}
	for i := range 20 {
		b := newBench(t).with("DORMOUSE_OFFLINE=true")
		file, sig := b.export(e), signals[i%len(signals)]
		stopped += b.stopAfter(sig, r.IntN(len(want)*8/10), "import", file)
		b.run(0, "import", file)
		got, err := landSums(b.land, "sessions")
		if err != nil {
			t.Fatal(err)
		}
		if d := differing(want, got); len(d) > 0 {
			t.Errorf("stopped by %s: %v", sig, d)
		}
		if i == 0 {
			b.run(0, "memory", "check")
		}
	}
	if stopped == 0 {
		t.Error("none of the imports was stopped before its end")
	}
}

// stopAfter runs the program and sends it a signal once so many sessions are there;
// it returns 1, or 0 where the program was faster.
func (b *bench) stopAfter(sig syscall.Signal, sessions int, args ...string) int {
	b.t.Helper()
	return b.stopOnce(sig, func() bool {
		found, _ := filepath.Glob(filepath.Join(b.land, "sessions", "*.jsonl"))
		return len(found) >= sessions
	}, args...)
}

// stopOnce runs the program and sends it a signal once that is so; it returns 1, or 0
// where the program was faster.
func (b *bench) stopOnce(sig syscall.Signal, so func() bool, args ...string) int {
	b.t.Helper()
	c := b.command(args...)
	var errw bytes.Buffer
	c.Stderr = &errw
	if err := c.Start(); err != nil {
		b.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	early := so() // before it has done anything: it may not listen yet, and has nothing to go on with
	for is := early; !is; is = so() {
		select {
		case err := <-ended:
			if err != nil {
				b.t.Fatalf("before it was to be stopped: %v\n%s", err, errw.String())
			}
			return 0
		case <-time.After(time.Millisecond):
		}
	}
	told := time.Now()
	_ = c.Process.Signal(sig)
	<-ended
	alone := time.Since(told) < grace // on a busy machine it may be ended where it stands, and has no time for words
	code := c.ProcessState.ExitCode()
	if died, ok := c.ProcessState.Sys().(syscall.WaitStatus); ok && early && died.Signaled() && died.Signal() == sig {
		return 1
	}
	if want := 128 + int(sig); sig != syscall.SIGKILL && code != want && code != 0 {
		b.t.Errorf("%s: exit status %d, want %d\n%s", sig, code, want, errw.String())
	} else if sig != syscall.SIGKILL && code == want && !early && alone && !strings.Contains(errw.String(), "the same command goes on") && !strings.Contains(errw.String(), "next: ") {
		b.t.Errorf("%s: it says nothing of going on: %s", sig, errw.String())
	}
	if code == 0 {
		return 0
	}
	return 1
}

// Nights over all sessions that are killed, or told to stop, at any point and begun
// again leave the memory of ones that nobody disturbed, byte for byte, and one night
// for each session.
func TestSleepingOverAllCanBeStoppedAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("a sweep of processes")
	}
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	e, points := foreigntest.Export{Talks: 8, Bytes: 80_000, Seed: 4, Dense: true}, 4
	if *long {
		e, points = foreigntest.Export{Talks: 24, Bytes: 600_000, Seed: 4, Dense: true}, 20
	}
	sleeping := []string{"--now", "2026-11-20T09:00:00Z", "--seed", "7", "sleep", "--all"}
	calm := newBench(t).with("DORMOUSE_OFFLINE=true")
	calm.run(0, "import", calm.export(e))
	calm.run(0, sleeping...)
	want, err := landSums(calm.land, "memory", "MEMORY.md")
	if err != nil {
		t.Fatal(err)
	}
	stopped := 0
	signals := []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGKILL, syscall.SIGTERM}
	for i := range points {
		b := newBench(t).with("DORMOUSE_OFFLINE=true")
		b.run(0, "import", b.export(e))
		said := b.nightsAndMessages()
		nights, late, sig := r.IntN(e.Talks-1), time.Duration(r.IntN(150))*time.Millisecond, signals[i%len(signals)]
		stopped += b.stopOnce(sig, func() bool {
			lines, _ := os.ReadFile(filepath.Join(b.land, ".dormouse", "nights.jsonl"))
			if bytes.Count(lines, []byte("\n")) < nights {
				return false
			}
			time.Sleep(late)
			return true
		}, sleeping...)
		b.run(0, sleeping...)
		got, err := landSums(b.land, "memory", "MEMORY.md")
		if err != nil {
			t.Fatal(err)
		}
		if d := differing(want, got); len(d) > 0 {
			t.Errorf("stopped by %s after %d nights and %s: %v", sig, nights, late, d)
		}
		for name, now := range b.nightsAndMessages() {
			if was := said[name]; now.messages != was.messages || now.nights != calm.nightsAndMessages()[name].nights {
				t.Errorf("stopped by %s after %d nights and %s: %s has %d nights, or other messages", sig, nights, late, name, now.nights)
			}
		}
		b.run(0, "memory", "check")
	}
	if stopped == 0 {
		t.Error("none of them was stopped before its end")
	}
}

// slept is what a session file holds: its messages, line by line, and how many nights.
type slept struct {
	messages string
	nights   int
}

// nightsAndMessages are those of all sessions, by name.
func (b *bench) nightsAndMessages() map[string]slept {
	b.t.Helper()
	found, err := filepath.Glob(filepath.Join(b.land, "sessions", "*.jsonl"))
	if err != nil {
		b.t.Fatal(err)
	}
	all := map[string]slept{}
	for _, name := range found {
		text, err := os.ReadFile(name)
		if err != nil {
			b.t.Fatal(err)
		}
		var s slept
		for line := range strings.Lines(string(text)) {
			switch {
			case strings.HasPrefix(line, `{"type":"night"`):
				s.nights++
			case strings.HasPrefix(line, `{"type":"message"`):
				s.messages += line
			}
		}
		all[filepath.Base(name)] = s
	}
	return all
}

// A re-export with one more turn in some talks adds these and nothing else; the
// branches that were not shown are kept, and no night reads them.
func TestAnExportOfLaterAddsWhatIsNew(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	t.Parallel()
	b := newBench(t).with("DORMOUSE_OFFLINE=true")
	file := b.export(foreigntest.Export{Talks: 12, Bytes: 60_000, Seed: 5, Branch: 30})
	var done struct{ New, Continued, Already, Forks, Messages int }
	b.run(0, "--json", "import", "--dry-run", file).into(t, &done)
	if _, err := os.Stat(filepath.Join(b.land, "sessions")); err == nil && done.New == 12 {
		if found, _ := filepath.Glob(filepath.Join(b.land, "sessions", "*")); len(found) > 0 {
			t.Errorf("a dry run wrote %v", found)
		}
	}
	dry := done
	b.run(0, "--json", "import", file).into(t, &done)
	if done != dry || done.New != 12 || done.Forks == 0 {
		t.Errorf("imported %+v, the dry run said %+v", done, dry)
	}
	before, _ := landSums(b.land, "sessions")
	if b.run(0, "--json", "import", file).into(t, &done); done.Messages != 0 || done.Already != 12 {
		t.Errorf("again: %+v", done)
	}
	after, _ := landSums(b.land, "sessions")
	if d := differing(before, after); len(d) > 0 {
		t.Errorf("again changed %v", d)
	}
	nights := strings.Count(b.run(0, "--json", "sleep", "--all").out, `"night":`)
	if nights != 12 {
		t.Errorf("%d nights for 12 talks and %d branches", nights, dry.Forks)
	}
	if again := b.run(0, "sleep", "--all"); !strings.Contains(again.err, "slept over already") {
		t.Errorf("sleeping again: %s", again.err)
	}
}

// home lays out a home folder in which every program has left its files, and returns
// a zip with the same.
func (b *bench) home() (packed []byte) {
	b.t.Helper()
	files := map[string]string{
		"home/.openclaw/workspace/AGENTS.md": "Be kind.", "home/.openclaw/workspace/MEMORY.md": "# Memory\n\nAna prefers the slow train.\n",
		"home/.openclaw/workspace/memory/2026-05-01.md":   "She bought a saddle.\n",
		"home/.claude/projects/-srv-app/memory/MEMORY.md": "Ana wants her tests red first.\n", "user.json": `{"id":"user-1"}`,
	}
	for at, sample := range map[string]string{
		"home/.claude/projects/-srv-app/s-build.jsonl": "claude-code.jsonl", "home/.codex/sessions/2026/04/01/rollout-1.jsonl": "codex.jsonl",
		"home/.gemini/tmp/79b6/chats/session-1.json": "gemini.json", "home/.openclaw/agents/main/sessions/oc-1.jsonl": "openclaw.jsonl",
		"home/.config/io.datasette.llm/logs.db": "llm.db", "home/.config/aichat/sessions/barn.yaml": "aichat.yaml",
		"vault/garden/notes-2026-02-03.md": "notes-2026-02-03.md",
	} {
		text, err := os.ReadFile(filepath.Join("../../land/transcript/foreign/testdata", sample))
		if err != nil {
			b.t.Fatal(err)
		}
		files[at] = string(text)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for at, text := range files {
		file := filepath.Join(b.dir, filepath.FromSlash(at))
		w, err := z.Create(at)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err == nil {
			err = os.MkdirAll(filepath.Dir(file), 0o700)
		}
		if err == nil {
			err = os.WriteFile(file, []byte(text), 0o600)
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		b.t.Fatal(err)
	}
	return out.Bytes()
}

// A source is a file, a folder, a zip, standard input or a program of this machine;
// whichever way the same talks come, they come in once.
func TestSourcesOfEveryKind(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	t.Parallel()
	b := newBench(t).with("DORMOUSE_OFFLINE=true")
	packed := b.home()
	all := filepath.Join(b.dir, "all.zip")
	if err := os.WriteFile(all, packed, 0o600); err != nil {
		t.Fatal(err)
	}
	var found []struct{ Program string }
	b.run(0, "--json", "import", "--find").into(t, &found)
	if len(found) != 7 {
		t.Errorf("found %v", found)
	}
	var done struct {
		New, Already, Messages int
		Files                  int `json:"not_conversations"`
	}
	b.run(0, "--json", "import", "claude-code", "codex", "gemini", "openclaw", "llm", "aichat", filepath.Join(b.dir, "vault")).into(t, &done)
	if done.New != 11 {
		t.Errorf("programs and a folder: %+v", done)
	}
	b.wantAgents("prefers the slow train", "bought a saddle", "tests red first")
	if b.run(0, "--json", "import", filepath.Join(b.dir, "home", ".codex"), "codex").into(t, &done); done.Messages != 0 || done.Already == 0 {
		t.Errorf("a folder again: %+v", done)
	}
	c := b.command("--json", "import", "-")
	c.Stdin, _ = os.Open(filepath.Join(b.dir, "home/.claude/projects/-srv-app/s-build.jsonl"))
	if out, err := c.Output(); err != nil || !strings.Contains(string(out), `"already":1`) {
		t.Errorf("standard input: %v\n%s", err, out)
	}
	b.run(0, "memory", "check")
	other := newBench(t).with("DORMOUSE_OFFLINE=true")
	other.run(0, "--json", "import", all).into(t, &done)
	if done.New != 11 || done.Files != 1 {
		t.Errorf("a zip: %+v", done)
	}
	other.wantAgents("prefers the slow train", "bought a saddle", "tests red first")
	other.run(1, "import", filepath.Join(b.dir, "nowhere"))
	if err := os.WriteFile(filepath.Join(b.dir, "half.zip"), packed[:len(packed)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if r := other.run(1, "import", filepath.Join(b.dir, "half.zip")); !strings.Contains(r.err, "no whole zip") {
		t.Errorf("half a zip: %s", r.err)
	}
}

// wantAgents wants lines to be those of a model, whoever's message they stand in.
func (b *bench) wantAgents(lines ...string) {
	b.t.Helper()
	files, _ := filepath.Glob(filepath.Join(b.land, "sessions", "*.jsonl"))
	all := ""
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			b.t.Fatal(err)
		}
		all += string(text)
	}
	for _, l := range lines {
		_, rest, ok := strings.Cut(all, l)
		rest, _, _ = strings.Cut(rest, "\n")
		if !ok || !strings.Contains(rest, `"origin":"model"`) {
			b.t.Errorf("%q is not an agent's: %s", l, rest)
		}
	}
}

// A note is slept over to its end, though nobody answers it.
func TestTheLastWordOfANoteIsSleptOver(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	t.Parallel()
	b := newBench(t).with("DORMOUSE_OFFLINE=true")
	file := filepath.Join(b.dir, "garden-2026-03-02.md")
	if err := os.WriteFile(file, []byte("# Garden\n\nThe beds are watered on Mondays by my neighbour Ruth.\n\nThe shed is painted green.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run(0, "import", file)
	b.run(0, "sleep", "--all")
	logs, _ := filepath.Glob(filepath.Join(b.land, "memory", "*.md"))
	all := ""
	for _, l := range logs {
		text, err := os.ReadFile(l)
		if err != nil {
			t.Fatal(err)
		}
		all += string(text)
	}
	if !strings.Contains(all, "painted green") {
		t.Errorf("the last word is not remembered:\n%s", all)
	}
}

// Four sessions are slept over one after the other; --since leaves out what
// ended before.
func TestSleepAllSince(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	t.Parallel()
	b := newBench(t).with("DORMOUSE_OFFLINE=true")
	for day := 1; day <= 4; day++ {
		file := filepath.Join(b.dir, fmt.Sprintf("talk%d.jsonl", day))
		text := fmt.Sprintf(`{"role":"user","content":"The shed number %d has a green door and a brass lock.","time":"2026-03-0%dT10:00:00Z"}
{"role":"assistant","content":"Noted.","time":"2026-03-0%dT10:00:05Z"}`, day, day, day)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b.run(0, "import", b.dir)
	if n := strings.Count(b.run(0, "--json", "sleep", "--all", "--since", "2026-03-03").out, `"night":`); n != 2 {
		t.Errorf("%d nights since the third", n)
	}
	if n := strings.Count(b.run(0, "--json", "sleep", "--all").out, `"night":`); n != 2 {
		t.Errorf("%d nights for the rest", n)
	}
	b.run(2, "sleep", "--since", "2026-03-03")
	b.run(2, "sleep", "--all", "--since", "yesterday")
}
