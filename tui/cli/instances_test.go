package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dormouse/tui/cli/fault"
)

// -long makes the instances talk 200 turns each.
var long = flag.Bool("long", false, "the long crash sweeps")

// house is a land on which several programs talk and a daemon sleeps, while
// somebody kills and stops them.
type house struct {
	*bench
	mu     sync.Mutex
	said   map[string]bool // what was said; true: the program told that it was done
	killed int
	paused int
	daemon *exec.Cmd
	out    *watch // what the daemons say
}

// instance is one of the programs: it begins a session, and leaves it after a
// few turns for the daemon.
type instance struct {
	*house
	number  int
	r       *rand.Rand
	session string
	turns   int
}

func (h *house) saying(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.said[text] = false
}

// turn says one thing in a process of its own.
func (i *instance) turn(n int) error {
	text := fmt.Sprintf("What about heron h%dt%d?", i.number, n)
	if n%3 == 0 {
		text = fmt.Sprintf("Remember that drawer d%dt%d is locked.", i.number, n)
	}
	i.saying(text)
	args := []string{"--now", spokenAt, "--window", "4k", "--json", "-p", text}
	if i.session != "" && i.turns < 7 {
		args = append(args, "--session", i.session)
	} else {
		i.session, i.turns = "", 0
	}
	c := i.command(args...)
	var out, errw bytes.Buffer
	c.Stdout, c.Stderr = &out, &errw
	if err := c.Start(); err != nil {
		return err
	}
	spared := i.disturb(c)
	err := c.Wait()
	switch {
	case !spared && err != nil:
		return nil
	case err != nil && exitCode(c) == fault.ExitLand && strings.Contains(errw.String(), "busy"):
		return nil
	case err != nil:
		return fmt.Errorf("%s: %w: %s", text, err, errw.String())
	}
	var reply struct{ Session string }
	if err := json.Unmarshal(out.Bytes(), &reply); err != nil {
		return fmt.Errorf("%w: %s", err, out.String())
	}
	i.session, i.turns = reply.Session, i.turns+1
	i.mu.Lock()
	defer i.mu.Unlock()
	i.said[text] = true
	return nil
}

// disturb kills a process, stops it for a while, or spares it.
func (i *instance) disturb(c *exec.Cmd) (spared bool) {
	at := time.Duration(i.r.IntN(250)) * time.Millisecond
	switch i.r.IntN(4) {
	case 0:
		time.Sleep(at)
		c.Process.Kill()
		i.mu.Lock()
		i.killed++
		i.mu.Unlock()
		return false
	case 1:
		time.Sleep(at)
		c.Process.Signal(syscall.SIGSTOP)
		time.Sleep(time.Duration(i.r.IntN(400)) * time.Millisecond)
		c.Process.Signal(syscall.SIGCONT)
		i.mu.Lock()
		i.paused++
		i.mu.Unlock()
	}
	return true
}

// watch keeps a daemon alive until told to stop, and kills it now and then.
func (h *house) watch(stop <-chan struct{}, r *rand.Rand) {
	for {
		h.daemon = h.command("daemon", "--json", "--now", anHourOn)
		h.daemon.Stdout = h.out
		if h.daemon.Start() != nil {
			return
		}
		select {
		case <-stop:
			h.daemon.Process.Signal(syscall.SIGTERM)
			h.daemon.Wait()
			return
		case <-time.After(time.Duration(4000+r.IntN(4000)) * time.Millisecond):
			h.daemon.Process.Kill()
			h.daemon.Wait()
		}
	}
}

// everyLine reads files of the land into one text.
func (h *house) everyLine(patterns ...string) string {
	h.t.Helper()
	var all strings.Builder
	for _, p := range patterns {
		names, err := filepath.Glob(filepath.Join(h.land, p))
		if err != nil {
			h.t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				h.t.Fatal(err)
			}
			all.Write(text)
		}
	}
	return all.String()
}

var drawer = regexp.MustCompile(`d\d+t\d+ is locked`)

// TestInstancesKilledAndStopped is guarantee 12 under fire: what a program told
// to be done is there once, what it was killed over at most once.
func TestInstancesKilledAndStopped(t *testing.T) {
	t.Parallel()
	const instances = 4
	turns := 6
	if *long {
		turns = 200
	}
	h := &house{bench: newBench(t).with("DORMOUSE_OFFLINE=true"), said: map[string]bool{}, out: newWatch(`"event":"night"`)}
	h.config(withoutRhythm + "awake_tick = \"1s\"\n")
	h.run(0, "--now", spokenAt, "-p", movedWords) // for the daemon to sleep over
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() { // ends when it is told to stop
		defer close(ended)
		h.watch(stop, rand.New(rand.NewPCG(9, 9)))
	}()
	var all sync.WaitGroup
	for n := range instances {
		i := &instance{house: h, number: n, r: rand.New(rand.NewPCG(7, uint64(n)))}
		all.Go(func() { // ends after its turns
			for n := range turns {
				if err := i.turn(n); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	select {
	case <-h.out.found:
	case <-time.After(patience):
		t.Error("the daemon never slept")
	}
	close(stop)
	<-ended
	h.run(0, "memory", "check")
	h.figures(instances, turns)
}

// figures compares what was said with what is there.
func (h *house) figures(instances, turns int) {
	sessions, memory := map[string]int{}, map[string]int{}
	for line := range strings.Lines(h.everyLine("sessions/*.jsonl")) {
		var r recordLine
		if json.Unmarshal([]byte(line), &r) == nil && r.Type == "message" && r.Role == "user" {
			sessions[r.Content]++
		}
	}
	for line := range strings.Lines(h.everyLine("MEMORY.md")) {
		if d := drawer.FindString(line); d != "" {
			memory[d]++
		}
	}
	lost, doubled, done := 0, 0, 0
	for text, told := range h.said {
		d := drawer.FindString(text)
		if told {
			done++
		}
		switch n := sessions[text]; {
		case told && n == 0:
			lost++
			h.t.Errorf("%q was said and is in no session", text)
		case n > 1:
			doubled++
			h.t.Errorf("%q stands %d times in the sessions", text, n)
		case d != "" && told && memory[d] == 0:
			lost++
			h.t.Errorf("%q is not in MEMORY.md", d)
		case d != "" && memory[d] > 1:
			doubled++
			h.t.Errorf("%q stands %d times in MEMORY.md", d, memory[d])
		}
	}
	nights := strings.Count(h.out.String(), `"event":"night"`)
	if nights == 0 {
		h.t.Errorf("the daemon never slept: %s", h.out.String())
	}
	h.t.Logf("guarantee 12: instances=%d turns=%d done=%d killed=%d stopped=%d nights=%d lost=%d doubled=%d", instances, instances*turns, done, h.killed, h.paused, nights, lost, doubled)
}
