package cli

import (
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTerminalFirstSession is the first session of somebody who has nothing: no
// config, no key, an empty home.
func TestTerminalFirstSession(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.env = slices.DeleteFunc(b.env, func(v string) bool { return strings.HasPrefix(v, "DORMOUSE_") || strings.HasPrefix(v, "XDG_") })
	b.land = filepath.Join(b.dir, "home", ".local", "share", "dormouse")
	if c, err := net.DialTimeout("tcp", "127.0.0.1:11434", time.Second); err == nil {
		c.Close()
		b.with("DORMOUSE_OFFLINE=true") // a model on this machine would answer
	}
	x := newTerminal(b, 80, 24)
	x.start()
	first := x.see("offline/extractive", "Memory lives", "enter")
	if n := len(strings.Split(strings.TrimSpace(first[:strings.Index(first, "\n──")]), "\n")); n > 7 {
		t.Errorf("the first screen says %d lines:\n%s", n, first)
	}
	x.say("Ana works at the harbour library in Bergen.")
	x.see("│ Ana works at the harbour library", "The next sleep keeps")
	x.say("remember that I am allergic to hazelnuts")
	x.see("MEMORY.md:", "Remembered")
	x.say("Where does Ana work?")
	x.see("harbour library in Bergen. —")
	x.say("/memory")
	x.see("MEMORY.md", "I am allergic to hazelnuts ^")
	x.press("Escape")
	x.see("Remembered")
	x.command("/sleep")
	x.see("slept:", "tokens", "remembered")
	x.say("/quit")
	said := x.ended()
	resume := regexp.MustCompile(`resume with: dormouse (--session) (\S+)`).FindStringSubmatch(said)
	if resume == nil {
		t.Fatalf("no resume command:\n%s", said)
	}
	x.start(resume[1:]...)
	x.see("│ Ana works at the harbour library", "Remembered", "slept")
	x.say("Where does Ana work?")
	x.see("harbour library in Bergen. —")
	x.press("C-d")
	x.ended()

	b.run(0, "memory", "check")
	memory, err := os.ReadFile(filepath.Join(b.land, "MEMORY.md"))
	if err != nil || !strings.Contains(string(memory), "allergic to hazelnuts") {
		t.Errorf("MEMORY.md: %v %s", err, memory)
	}
	if _, lines := b.session(); len(lines) < 10 {
		t.Errorf("the session has %d lines: %+v", len(lines), lines)
	}
}
