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

	"dormouse/land/transcript"
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
	x.say("/remember the spare key is with Henrik")
	x.see("saved memory/")
	x.say("/why spare key")
	x.see("the spare key is with Henrik", "Typed in this session, 20")
	x.press("Escape")
	x.see("saved memory/")
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
	session, _ := b.session()
	found := regexp.MustCompile(`memory/\S+\.md:\d+`).FindString(b.run(0, "memory", "search", "spare key").out)
	if why := b.run(0, "memory", "why", found).out; !strings.Contains(why, "typed in session "+transcript.ShortID(strings.TrimSuffix(filepath.Base(session), ".jsonl"))+", 20") {
		t.Errorf("why %s:\n%s", found, why)
	}
	memory, err := os.ReadFile(filepath.Join(b.land, "MEMORY.md"))
	if err != nil || !strings.Contains(string(memory), "allergic to hazelnuts") {
		t.Errorf("MEMORY.md: %v %s", err, memory)
	}
	if _, lines := b.session(); len(lines) < 10 {
		t.Errorf("the session has %d lines: %+v", len(lines), lines)
	}
}

// TestTerminalResume goes on with sessions by their titles. Where none is meant for
// sure, or another program holds it, the talk that is open goes on.
func TestTerminalResume(t *testing.T) {
	t.Parallel()
	b := newBench(t).with("DORMOUSE_OFFLINE=true")
	for _, text := range []string{"The first boat is blue", "The second boat is red", "the second boat is red"} {
		b.run(0, "-p", text)
	}
	x := newTerminal(b, 80, 24)
	x.start()
	x.command("/resume nope")
	x.see(`! there is no session "nope"`, "/sessions lists them")
	x.command("/resume The second boat is red")
	x.see(`! 2 sessions are called "The second boat is red": `)
	x.command("/resume THE FIRST boat is blue")
	x.see("│ The first boat is blue")
	x.gone("nope")
	x.idle() // what was typed is no draft any more, which the other would begin with

	other := newTerminal(b, 80, 24)
	other.start()
	other.say("Ana works at the harbour library")
	other.see("│ Ana works at the harbour library")
	other.command("/resume the first boat is blue")
	other.see("│ Ana works at the harbour library", "another dormouse has it open")
	other.command("Where does Ana work?")
	other.see("│ Where does Ana work?")
	for _, x := range []*terminal{x, other} {
		x.idle()
		x.press("C-d")
		x.ended()
	}
	b.run(0, "memory", "check")
}
