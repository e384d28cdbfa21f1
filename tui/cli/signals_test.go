package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// working is something that the program does when it is told to stop.
type working struct {
	name   string
	args   []string
	ready  string // what it has said when it is at it; "" is told by time
	silent bool   // its standard input stays open, and nothing comes
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
	began := time.Now()
	b.run(0, "version")
	start := time.Since(began) // of a process, as busy as this machine is now
	b.run(0, "--offline", "--window", "100m", "import", long)
	var slowest, most time.Duration
	tried := 0
	for _, w := range []working{
		{"a pipe nobody writes into", []string{"-p", "what is this?", "--offline"}, "", true},
		{"a night", []string{"sleep", "--offline"}, "", false},
		{"an import", []string{"--offline", "--window", "8k", "--land", b.land + "-2", "import", "--relive", "--json", long}, `"event":"turn"`, false},
		{"a computation", []string{"simulate", "--cycles", "10000000"}, "", false},
		{"a daemon", []string{"daemon", "--offline", "--json"}, `"event":"begin"`, false},
		{"the memory tools", []string{"mcp", "--offline"}, "", true},
	} {
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			t.Run(fmt.Sprintf("%s, %s", w.name, sig), func(t *testing.T) {
				took, worked := b.tell(t, w, sig, 4*start)
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

// tell starts the program, sends a signal when it is at work, and says how long
// it took to end, by the clock and by the processor.
func (b *bench) tell(t *testing.T, w working, sig syscall.Signal, busy time.Duration) (took, worked time.Duration) {
	t.Helper()
	c := b.command(w.args...)
	var errw strings.Builder
	seen := newWatch(w.ready)
	c.Stdout, c.Stderr = seen, &errw
	if w.silent {
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if w.ready == "" {
		time.Sleep(busy)
	} else {
		select {
		case <-seen.found:
		case <-time.After(patience):
			t.Errorf("it never said %q: %s", w.ready, errw.String())
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
