package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormouse/land/disk"
)

// TestTerminalSleepStates is sleep as a person meets it: in every state that
// lasts long enough to be met, typing, sending, Esc and Ctrl-C lose nothing that
// was typed. Waking is over before a key can be pressed, and entering_sleep lasts
// only while another night has the land.
func TestTerminalSleepStates(t *testing.T) {
	for name, meet := range map[string]func(*testing.T){
		"awake": meetAwake, "entering": meetEntering, "light": meetLight, "deep": meetDeep, "dreaming": meetDreaming,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			meet(t)
		})
	}
}

func meetAwake(t *testing.T) {
	b := newBench(t).with("DORMOUSE_OFFLINE=true")
	x := newTerminal(b, 80, 24)
	x.start()
	x.say("The loom came from Turin.")
	x.see("The next sleep")
	x.write("not sent")
	x.escape()
	x.write(" yet") // Esc left it as it was
	x.cleared("not sent yet")
	x.press("C-c")
	x.see("again quits")
	x.press("C-c")
	if said := x.ended(); !strings.Contains(said, "resume with: dormouse --session") {
		t.Errorf("no resume command: %s", said)
	}
}

// cleared presses ctrl+c on a draft, wants it gone from the input, and takes it
// back from the history.
func (x *terminal) cleared(draft string) {
	x.t.Helper()
	x.press("C-c")
	x.until("an empty input", func(s string) bool { return draftOf(s) == "" })
	x.press("Up")
	x.until("the draft again", func(s string) bool { return strings.HasSuffix(draftOf(s), draft) })
	x.press("C-c")
	x.until("an empty input", func(s string) bool { return draftOf(s) == "" })
}

// hold takes a lock of the land, as another program would, until the result is
// closed.
func (b *bench) hold(name string) io.Closer {
	b.t.Helper()
	dir, err := disk.OpenDir(b.land)
	if err != nil {
		b.t.Fatal(err)
	}
	lock, err := dir.Lock(name)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { lock.Close(); dir.Close() })
	return lock
}

const (
	saveLock  = ".dormouse/lock"
	nightLock = ".dormouse/locks/night"
)

// imported gives the land a session of so many messages.
func (b *bench) imported(n int) *bench {
	b.t.Helper()
	file := filepath.Join(b.dir, "talk.jsonl")
	if err := os.WriteFile(file, jsonLines(talk(n)), 0o600); err != nil {
		b.t.Fatal(err)
	}
	b.run(0, "--offline", "import", file)
	return b
}

// said counts messages of the person with this text.
func (b *bench) said(text string) int {
	b.t.Helper()
	n := 0
	for _, m := range b.messages() {
		if m.Role == "user" && m.Content == text {
			n++
		}
	}
	return n
}

// wantSaid wants each text to have been said exactly once, and a sound land.
func (b *bench) wantSaid(texts ...string) {
	b.t.Helper()
	for _, text := range texts {
		if n := b.said(text); n != 1 {
			b.t.Errorf("%q is in the session %d times", text, n)
		}
	}
	b.run(0, "memory", "check")
}

// nights are those in the log.
func (b *bench) nights() (list []struct{ Night string }) {
	b.t.Helper()
	b.run(0, "sleep", "log", "--json").into(b.t, &list)
	return list
}

// wantNights wants so many nights in the log.
func (b *bench) wantNights(n int) {
	b.t.Helper()
	if list := b.nights(); len(list) != n {
		b.t.Errorf("want %d nights: %v", n, list)
	}
}

// meetEntering: the context is full, and the night that must come first waits
// for another one.
func meetEntering(t *testing.T) {
	b := newBench(t).with("DORMOUSE_OFFLINE=true").imported(80)
	x := newTerminal(b, 80, 24)
	lock := b.hold(nightLock) // before it starts: a full context is slept over at once
	x.start("-c", "--window", "3500")
	x.say("Where is the beehive kept?")
	x.see("waiting for another night")
	x.say("And the second question?")
	x.see("queued: And the second question?")
	x.write("a draft")
	x.press("C-c")
	x.until("an empty input", func(s string) bool { return draftOf(s) == "" })
	x.write("another draft")
	lock.Close()
	x.until("both sent", func(s string) bool {
		return strings.Contains(s, "│ And the second question?") && !strings.Contains(s, "queued:") && !strings.Contains(s, "stops")
	})
	x.until("the draft", func(s string) bool { return draftOf(s) == "another draft" })
	x.press("C-c", "C-d")
	x.ended()
	b.wantSaid("Where is the beehive kept?", "And the second question?")
	// In so small a window what the second one looks up may be a night more.
	if len(b.nights()) == 0 {
		t.Error("no night was slept")
	}
}

// meetLight: the model is asked for the night's work and takes its time.
func meetLight(t *testing.T) {
	b := newBench(t)
	s := newSleeper(t)
	x := newTerminal(b, 80, 24)
	x.start(s.ask()...)
	x.say("We decided to drain the heron pond in May.")
	x.see("Heron number 1")

	x.command("/sleep")
	s.asleep(t)
	x.see("asleep")
	x.write("cleared")
	x.cleared("cleared")
	x.write("kept")
	x.see("asleep")
	x.press("Escape")
	x.see("changed nothing")
	x.gone("asleep")
	x.write(" and sent")
	x.press("Enter")
	x.see("Heron number 2")

	x.command("/sleep")
	s.asleep(t)
	x.see("asleep")
	x.say("this one wakes it")
	x.see("Heron number 3")
	x.gone("asleep")
	if _, err := os.Stat(filepath.Join(b.land, "MEMORY.md")); err == nil {
		t.Error("a night that was dropped wrote MEMORY.md")
	}

	close(s.letGo)
	x.command("/sleep")
	x.see("slept:")
	x.press("C-d")
	x.ended()
	b.wantSaid("kept and sent", "this one wakes it")
}

// meetDeep: the night saves, and another program has the land's lock.
func meetDeep(t *testing.T) {
	b := newBench(t).with("DORMOUSE_OFFLINE=true").imported(80)
	x := newTerminal(b, 80, 24)
	x.start("-c")
	lock := b.hold(saveLock)
	x.command("/sleep")
	x.see("deep sleep")
	x.say("sent while it saves")
	x.see("queued: sent while it saves")
	x.write("cleared")
	x.press("C-c")
	x.write("kept")
	x.escape()
	x.write(" on")
	lock.Close()
	x.gone("asleep")
	screen := x.until("it sent", func(s string) bool {
		return strings.Contains(s, "│ sent while it saves") && !strings.Contains(s, "stops") && !strings.Contains(s, "queued:")
	})
	if got := draftOf(screen); got != "kept on" {
		t.Errorf("the draft is %q", got)
	}
	x.press("C-c", "C-d")
	x.ended()
	b.wantSaid("sent while it saves")
	b.wantNights(1) // Esc came too late to drop it
}

// halveMemory takes every other entry out of MEMORY.md by hand, so that there are
// associations whose end is gone.
func (b *bench) halveMemory() {
	b.t.Helper()
	name := filepath.Join(b.land, "MEMORY.md")
	text, err := os.ReadFile(name)
	if err != nil {
		b.t.Fatal(err)
	}
	var left []string
	entries := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "- ") {
			if entries++; entries%2 == 0 {
				continue
			}
		}
		left = append(left, line)
	}
	if err := os.WriteFile(name, []byte(strings.Join(left, "")), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// meetDreaming: a dream wants to save what it changed.
func meetDreaming(t *testing.T) {
	b := newBench(t).with("DORMOUSE_OFFLINE=true").imported(80)
	b.run(0, "sleep")
	b.halveMemory()
	x := newTerminal(b, 80, 24)
	x.start("-c")
	lock := b.hold(saveLock)
	x.command("/sleep deep") // there is nothing to compact: it dreams at once
	x.see("dreaming")
	x.say("sent into a dream")
	x.see("queued: sent into a dream")
	x.write("kept")
	x.escape()
	x.write(" on")
	x.escape() // deep nights want it twice
	lock.Close()
	x.gone("asleep")
	screen := x.until("it sent", func(s string) bool {
		return strings.Contains(s, "│ sent into a dream") && !strings.Contains(s, "stops") && !strings.Contains(s, "queued:")
	})
	if got := draftOf(screen); got != "kept on" {
		t.Errorf("the draft is %q", got)
	}
	x.press("C-c", "C-d")
	x.ended()
	b.wantSaid("sent into a dream")
}
