package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormouse/tui/cli/fault"
)

// slow is a night that stands still while its model thinks.
type slow struct {
	*bench
	f       *fake
	answer  chan struct{}
	c       *exec.Cmd
	out     bytes.Buffer
	errw    bytes.Buffer
	memory  string // the path of MEMORY.md
	started map[string]string
}

// slowNight imports a conversation, gives the land a MEMORY.md and starts a
// night that waits for its model.
func slowNight(t *testing.T) *slow {
	t.Helper()
	s := &slow{bench: newBench(t), f: newFake(t), answer: make(chan struct{})}
	s.f.will(s.f.waits(s.answer, says(dreamt)), says("Good morning."))
	file := filepath.Join(s.dir, "talk.jsonl")
	if err := os.WriteFile(file, jsonLines(talk(80)), 0o600); err != nil {
		t.Fatal(err)
	}
	s.run(0, "--offline", "import", file)
	s.run(0, "--offline", "memory", "update", "--append", "--text", "Ana keeps bees.")
	s.memory = filepath.Join(s.land, "MEMORY.md")
	s.started = s.sums()
	s.c = s.command(s.f.ask("sleep", "--json")...)
	s.c.Stdout, s.c.Stderr = &s.out, &s.errw
	if err := s.c.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-s.f.stalled:
	case <-time.After(patience):
		s.c.Process.Kill()
		s.c.Wait()
		t.Fatalf("the night never asked its model: %s%s", s.out.String(), s.errw.String())
	}
	t.Cleanup(func() { s.c.Process.Kill() })
	return s
}

func (s *slow) sums() map[string]string {
	s.t.Helper()
	sums, err := landSums(s.land, "MEMORY.md", "memory", "sessions")
	if err != nil {
		s.t.Fatal(err)
	}
	return sums
}

// wake lets the model answer and waits for the end of the night.
func (s *slow) wake() ran {
	s.t.Helper()
	close(s.answer)
	if err := s.c.Wait(); err != nil {
		s.t.Fatalf("the night: %v\n%s", err, s.errw.String())
	}
	return ran{out: s.out.String(), err: s.errw.String()}
}

func (s *slow) read(name string) string {
	s.t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(b)
}

// TestMeanwhileAPersonEdits is GUARANTEES 8 and 12 from outside: what a person
// or another program writes while a night runs is there afterwards, and so is
// the night; a second night is refused.
func TestMeanwhileAPersonEdits(t *testing.T) {
	edits := map[string]func(s *slow, text string) error{
		"in place": func(s *slow, text string) error { return os.WriteFile(s.memory, []byte(text), 0o600) },
		"by rename": func(s *slow, text string) error {
			tmp := filepath.Join(s.land, ".MEMORY.md.swp")
			if err := os.WriteFile(tmp, []byte(text), 0o600); err != nil {
				return err
			}
			return os.Rename(tmp, s.memory)
		},
		"delete and create": func(s *slow, text string) error {
			if err := os.Remove(s.memory); err != nil {
				return err
			}
			return os.WriteFile(s.memory, []byte(text), 0o600)
		},
	}
	for name, edit := range edits {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := slowNight(t)
			text := strings.Replace(s.read(s.memory), "Ana keeps bees.", "Ana keeps bees and two goats.", 1) + "\nA line of mine.\n"
			if err := edit(s, text); err != nil {
				t.Fatal(err)
			}
			s.run(0, "--offline", "memory", "save", "Saved while a night ran.")
			s.run(fault.ExitLand, "--offline", "sleep")
			s.run(0, "--offline", "-p", "Remember that the mill stands in Cork.")
			var n aNight
			s.wake().into(t, &n)
			if n.Engine != "model" || len(n.Entries) == 0 {
				t.Errorf("the night: %+v", n)
			}
			memory := s.read(s.memory)
			for _, want := range []string{"Ana keeps bees and two goats.", "A line of mine.", "The mill stands in Cork"} {
				if strings.Count(memory, want) != 1 {
					t.Errorf("%q stands %d times in MEMORY.md:\n%s", want, strings.Count(memory, want), memory)
				}
			}
			if strings.Contains(memory, "Ana keeps bees.") {
				t.Errorf("the old line came back:\n%s", memory)
			}
			s.run(0, "--offline", "memory", "check")
			if out := s.run(0, "--offline", "memory", "search", "Saved while a night ran").out; !strings.Contains(out, "Saved while") {
				t.Errorf("the note is lost: %s", out)
			}
			if out := s.run(0, "--offline", "memory", "search", "lease in Oslo bill").out; !strings.Contains(out, "lease in Oslo") {
				t.Errorf("the night's entry is not found: %s", out)
			}
		})
	}
}

// TestMeanwhileADeletionByHand: a file that a person deletes while a night runs
// does not come back with its old lines.
func TestMeanwhileADeletionByHand(t *testing.T) {
	t.Parallel()
	s := slowNight(t)
	if err := os.Remove(s.memory); err != nil {
		t.Fatal(err)
	}
	s.wake()
	if text, err := os.ReadFile(s.memory); err == nil && strings.Contains(string(text), "Ana keeps bees") {
		t.Errorf("the deleted line came back:\n%s", text)
	}
	s.run(0, "--offline", "memory", "check")
}

// TestMeanwhileKilled is GUARANTEES 6 and 12: a night killed before it saves
// leaves everything as it was, its lock is free, and the next one works.
func TestMeanwhileKilled(t *testing.T) {
	t.Parallel()
	s := slowNight(t)
	if err := s.c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.c.Wait() // it was killed
	s.run(0, "--offline", "memory", "check")
	if d := differing(s.started, s.sums()); len(d) > 0 {
		t.Errorf("the killed night left %v", d)
	}
	s.run(0, "--offline", "sleep")
	s.run(0, "--offline", "memory", "check")
}

// TestMeanwhileInterrupted: Ctrl-C wakes from a night that has not begun to
// save, without a trace.
func TestMeanwhileInterrupted(t *testing.T) {
	t.Parallel()
	s := slowNight(t)
	if err := s.c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = s.c.Wait() // its status is looked at next
	if code := exitCode(s.c); code != fault.ExitInterrupted {
		t.Errorf("exit status %d: %s", code, s.errw.String())
	}
	if d := differing(s.started, s.sums()); len(d) > 0 {
		t.Errorf("the interrupted night left %v", d)
	}
	s.run(0, "--offline", "memory", "check")
}

// TestResumeSendsTheSameBytes: the request of a session that another process
// goes on with begins with the bytes of the last one, also when a person
// changed memory in between; what changed comes with the new message.
func TestResumeSendsTheSameBytes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	f := newFake(t, calls("call_1"), says("In April."), says("Yes."), says("And yes."))
	b.run(0, "--offline", "memory", "update", "--append", "--text", "Ana keeps bees.")
	b.run(0, f.ask("-p", "When does the heron nest?")...)
	memory := filepath.Join(b.land, "MEMORY.md")
	text, err := os.ReadFile(memory)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(memory, append(text, "\nThe gate is green.\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run(0, f.ask("-c", "-p", "Are you sure?")...)
	b.run(0, f.ask("-c", "-p", "Really?")...)
	sent := f.sent()
	if len(sent) != 4 {
		t.Fatalf("%d requests, want 4", len(sent))
	}
	for i := 1; i < len(sent); i++ {
		before, after := sent[i-1], sent[i]
		if !bytes.Equal(before.Tools, after.Tools) {
			t.Errorf("request %d has other tools", i)
		}
		if len(after.Messages) < len(before.Messages) {
			t.Fatalf("request %d is shorter", i)
		}
		for j, m := range before.Messages {
			if !bytes.Equal(m, after.Messages[j]) {
				t.Errorf("request %d, message %d changed:\n%s\n%s", i, j, m, after.Messages[j])
			}
		}
	}
	second := string(sent[2].Messages[len(sent[2].Messages)-1])
	if !strings.Contains(second, "The gate is green") || !strings.Contains(second, "Are you sure?") {
		t.Errorf("the change by hand is not told: %s", second)
	}
	if third := string(sent[3].Messages[len(sent[3].Messages)-1]); strings.Contains(third, "The gate is green") {
		t.Errorf("the change by hand is told twice: %s", third)
	}
}
