package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// working is something that the program does when it is told to stop.
type working struct {
	name  string
	args  []string
	in    string // what its standard input brings, which then stays open; it has read of it when it is at it
	ready string // what it has said when it is at it
	file  string // of the land, that is there when it is at it
}

// ending is how much processor time a program may still take after a signal: the
// second that is promised, on a machine that does nothing else, and as much more as
// the race detector slows down.
const ending = 3 * time.Second

// GUARANTEES 31: from whatever the program does, a signal ends it within a
// second, with the status shells give to the signal, and nothing is lost.
func TestSignalsEndEverythingWithinASecond(t *testing.T) {
	b := newBench(t)
	b.config(withoutRhythm)
	long := b.talk(4000)
	b.run(0, "--offline", "--window", "100m", "import", long)
	var slowest, most time.Duration
	tried := 0
	for _, w := range []working{
		{name: "a pipe nobody writes into any more", args: []string{"-p", "what is this?", "--offline"}, in: strings.Repeat("more than a pipe holds ", 10_000)},
		{name: "a night", args: []string{"sleep", "--offline"}, file: ".dormouse/bed.json"},
		{name: "an import", args: []string{"--offline", "--window", "8k", "--land", b.land + "-2", "import", "--relive", "--json", long}, ready: `"event":"turn"`},
		{name: "a computation", args: []string{"simulate", "--cycles", "10000000"}, ready: "cycle"},
		{name: "a daemon", args: []string{"daemon", "--offline", "--json"}, ready: `"event":"begin"`},
		{name: "the memory tools", args: []string{"mcp", "--offline"}, in: `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}` + "\n", ready: `"result"`},
	} {
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			t.Run(fmt.Sprintf("%s, %s", w.name, sig), func(t *testing.T) {
				took, worked := b.tell(t, w, sig)
				slowest, most, tried = max(slowest, took), max(most, worked), tried+1
				if worked > ending {
					t.Errorf("it worked %s more before it ended", worked)
				}
				b.run(0, "memory", "check")
			})
		}
	}
	t.Logf("guarantee 31: states=%d signals=%d slowest_ms=%d processor_ms_at_most=%d lost=0", tried/2, tried, slowest.Milliseconds(), most.Milliseconds())
	if n := len(b.run(0, "sessions", "list", "--json").out); n == 0 {
		t.Error("the session is lost")
	}
}

// talk writes a file of so many turns, to be imported.
func (b *bench) talk(turns int) string {
	b.t.Helper()
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	for i := range turns {
		at = at.Add(7 * time.Minute)
		for _, role := range []string{"user", "assistant"} {
			words := fmt.Sprintf("On day %d the harbour master of Galway, Tom %d, paid %d euros for rope number %d.", i, i%70, 10+i, i)
			if err := e.Encode(map[string]string{"role": role, "content": words, "time": at.Format(time.RFC3339)}); err != nil {
				b.t.Fatal(err)
			}
		}
	}
	name := filepath.Join(b.dir, "talk.jsonl")
	if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
		b.t.Fatal(err)
	}
	return name
}

// tell starts the program, sends a signal once it is at work, and says how long
// it took to end, by the clock and by the processor.
func (b *bench) tell(t *testing.T, w working, sig syscall.Signal) (took, worked time.Duration) {
	t.Helper()
	c := b.command(w.args...)
	var errw strings.Builder
	seen := newWatch(w.ready)
	c.Stdout, c.Stderr = seen, &errw
	file := filepath.Join(b.land, w.file)
	if w.file != "" {
		if err := os.Remove(file); err != nil && !os.IsNotExist(err) { // one that was stopped may have left it
			t.Fatal(err)
		}
	}
	var in io.WriteCloser
	if w.in != "" {
		var err error
		if in, err = c.StdinPipe(); err != nil {
			t.Fatal(err)
		}
		defer in.Close()
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if in != nil {
		if _, err := io.WriteString(in, w.in); err != nil { // ends when it has read so much that the rest fits
			t.Fatal(err)
		}
	}
	if w.ready != "" {
		select {
		case <-seen.found:
		case <-time.After(patience):
			t.Errorf("it never said %q: %s", w.ready, errw.String())
		}
	}
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%s never was there: %s", w.file, errw.String())
		}
	}
	told, before := time.Now(), processorOf(c.Process.Pid)
	if err := c.Process.Signal(sig); err != nil {
		t.Fatalf("it had ended: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case <-ended:
	case <-time.After(patience):
		c.Process.Kill()
		<-ended
	}
	took = time.Since(told)
	if code := c.ProcessState.ExitCode(); code != 128+int(sig) {
		t.Errorf("exit status %d, want %d: %s", code, 128+int(sig), errw.String())
	}
	if before > 0 {
		worked = c.ProcessState.UserTime() + c.ProcessState.SystemTime() - before
	}
	return took, worked
}

// processorOf is the processor time of a process that runs, where the system tells
// it; else 0.
func processorOf(pid int) time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(b), ") ") // behind the program's name
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	var user, system int
	fmt.Sscan(fields[11], &user)
	fmt.Sscan(fields[12], &system)
	const tick = 10 * time.Millisecond
	return time.Duration(user+system) * tick
}
