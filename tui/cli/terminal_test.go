package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// terminal is a real terminal, a pane of tmux with a shell in it, and a person
// before it who reads the screen before typing on. Nothing here waits for a time
// to pass: only for what the screen shows, or a file holds.
type terminal struct {
	*bench
	socket string
	pid    string // file that holds the program's process id
}

// glance is how long a person looks away between two looks at the screen.
const glance = 25 * time.Millisecond

// soon is how long something may take that a person waits for. The machine may
// be busy.
const soon = time.Minute

// newTerminal opens a terminal of so many cells. Without tmux it skips, and says
// so; in CI it fails.
func newTerminal(b *bench, width, height int) *terminal {
	b.t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		if os.Getenv("CI") != "" {
			b.t.Fatalf("tmux is not installed: %v", err)
		}
		b.t.Skip("tests in a real terminal need tmux, which is not installed")
	}
	dir, err := os.MkdirTemp("", "term") // a socket's path must be short
	if err != nil {
		b.t.Fatal(err)
	}
	x := &terminal{bench: b, socket: filepath.Join(dir, "s"), pid: filepath.Join(dir, "pid")}
	args := append([]string{
		"-u", "-f", os.DevNull, "new-session", "-d", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height),
		"-c", b.dir, "env", "-i",
	}, b.env...)
	x.tmux(append(args, "TERM=screen-256color", "LC_ALL=C.UTF-8", "PS1=$ ", "ENV=", "sh")...)
	b.t.Cleanup(func() {
		x.close()
		os.RemoveAll(dir)
	})
	x.until("the shell's prompt", func(s string) bool { return strings.Contains(s, "$") })
	return x
}

// close closes the terminal: whatever runs in it is hung up.
func (x *terminal) close() { exec.Command("tmux", "-S", x.socket, "kill-server").Run() }

func (x *terminal) tmux(args ...string) string {
	x.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", x.socket}, args...)...).CombinedOutput()
	if err != nil {
		x.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// start runs the program as a person does, by a line typed into the shell, and
// waits for its input line.
func (x *terminal) start(args ...string) {
	x.t.Helper()
	os.Remove(x.pid)
	line := "dormouse"
	for _, a := range args {
		line += " '" + a + "'"
	}
	x.tmux("send-keys", "-l", fmt.Sprintf("clear; sh -c 'echo $$ > %s; exec \"$@\"' sh %s", x.pid, line))
	x.tmux("send-keys", "Enter")
	x.until("the program's screen", func(string) bool { return x.running() })
	x.until("the chat", func(s string) bool { return strings.Contains(s, "\n>") })
}

// running tells whether the program has the screen: the shell never has the
// alternate one.
func (x *terminal) running() bool {
	return strings.TrimSpace(x.tmux("display-message", "-p", "#{alternate_on}")) == "1"
}

// ended waits for the shell's prompt and returns what stands above it.
func (x *terminal) ended() string {
	x.t.Helper()
	x.until("the shell's screen", func(string) bool { return !x.running() })
	return x.until("the shell's prompt", func(s string) bool { return strings.HasSuffix(strings.TrimRight(s, " \n"), "$") })
}

// screen is what the terminal shows, without colours.
func (x *terminal) screen() string { return x.tmux("capture-pane", "-p") }

// until looks at the screen until it is right, and returns it.
func (x *terminal) until(what string, right func(screen string) bool) string {
	x.t.Helper()
	for end := time.Now().Add(soon); ; time.Sleep(glance) {
		s := x.screen()
		if right(s) {
			return s
		}
		if time.Now().After(end) {
			x.t.Fatalf("never seen: %s\n%s", what, s)
		}
	}
}

// see waits until all needles are on the screen at once. A needle is found also
// where a line was broken in it.
func (x *terminal) see(needles ...string) string {
	x.t.Helper()
	return x.until(fmt.Sprintf("%q", needles), func(s string) bool {
		s = joined(s)
		for _, n := range needles {
			if !strings.Contains(s, n) {
				return false
			}
		}
		return true
	})
}

// gone waits until a needle is not on the screen.
func (x *terminal) gone(needle string) string {
	x.t.Helper()
	return x.until("no "+strconv.Quote(needle), func(s string) bool { return !strings.Contains(joined(s), needle) })
}

// joined is a screen as one line of words.
func joined(screen string) string { return strings.Join(strings.Fields(screen), " ") }

// draftOf is what the screen shows as being written: the text between the rule
// and the meter, which is the last line. A screen with few lines has no rule.
func draftOf(screen string) string {
	lines := strings.Split(strings.TrimRight(screen, "\n"), "\n")
	lines = lines[:len(lines)-1]
	for i := len(lines) - 1; i >= 0; i-- {
		if strings.HasPrefix(lines[i], "──") {
			return joined(strings.TrimPrefix(strings.Join(lines[i+1:], "\n"), ">"))
		}
	}
	at := strings.LastIndex("\n"+strings.Join(lines, "\n"), "\n>")
	if at < 0 {
		return ""
	}
	return joined(strings.TrimPrefix(("\n" + strings.Join(lines, "\n"))[at+1:], ">"))
}

// write types a text and waits until it stands in the input.
func (x *terminal) write(text string) {
	x.t.Helper()
	x.tmux("send-keys", "-l", text)
	x.until("the draft "+strconv.Quote(text), func(s string) bool { return strings.HasSuffix(draftOf(s), joined(text)) })
}

// say writes a text and sends it.
func (x *terminal) say(text string) {
	x.t.Helper()
	x.write(text)
	x.press("Enter")
	x.until("an empty input", func(s string) bool { return !x.running() || draftOf(s) == "" })
}

// command sends a command when nothing else is going on.
func (x *terminal) command(text string) {
	x.t.Helper()
	x.idle()
	x.say(text)
}

// idle waits until no turn and no night runs: the rule above the input says which.
func (x *terminal) idle() {
	x.t.Helper()
	x.until("nothing going on", func(s string) bool { return !strings.Contains(s, "\n── ") })
}

// press presses keys, by tmux's names.
func (x *terminal) press(keys ...string) {
	x.t.Helper()
	x.tmux(append([]string{"send-keys"}, keys...)...)
}

// escape presses Esc as terminals with the newer keyboard protocol send it. The
// old single byte means Alt to whatever follows at once, so that is for where the
// effect is seen before something else is typed.
func (x *terminal) escape() { x.t.Helper(); x.tmux("send-keys", "-l", "\x1b[27u") }

// resize changes the terminal's size.
func (x *terminal) resize(width, height int) {
	x.t.Helper()
	x.tmux("resize-window", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height))
}

// fit is resize, and waits until the program can know of it. After many sizes in
// a row tmux may keep the last one to itself; then it is told again.
func (x *terminal) fit(width, height int) {
	x.t.Helper()
	tty := strings.TrimSpace(x.tmux("display-message", "-p", "#{pane_tty}"))
	x.resize(width, height)
	looks := 0
	x.until("a terminal of its size", func(string) bool {
		out, err := exec.Command("sh", "-c", "stty size <"+tty).Output()
		if err == nil && string(out) == fmt.Sprintf("%d %d\n", height, width) {
			return true
		}
		if looks++; looks%40 == 0 {
			x.resize(width+1, height)
			x.resize(width, height)
		}
		return false
	})
}

// process is the program's number.
func (x *terminal) process() int {
	x.t.Helper()
	text, err := os.ReadFile(x.pid)
	if err != nil {
		x.t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		x.t.Fatal(err)
	}
	return pid
}

// kill kills the program at once; it cannot do anything about it. What it leaves
// of the terminal is not looked at again.
func (x *terminal) kill() {
	x.t.Helper()
	if err := syscall.Kill(x.process(), syscall.SIGKILL); err != nil {
		x.t.Fatal(err)
	}
	x.until("the shell's word on the end", func(s string) bool { return strings.Contains(s, "Killed") || strings.Contains(s, "killed") })
	x.close()
}

// hangUp closes the terminal's window while the program runs, and waits for its
// end.
func (x *terminal) hangUp() {
	x.t.Helper()
	pid := x.process()
	x.close()
	for end := time.Now().Add(soon); syscall.Kill(pid, 0) == nil; time.Sleep(glance) {
		if time.Now().After(end) {
			syscall.Kill(pid, syscall.SIGKILL)
			x.t.Fatal("the program goes on without a terminal")
		}
	}
}

// kept waits until the draft on disk holds a text.
func (x *terminal) kept(text string) {
	x.t.Helper()
	name := filepath.Join(x.land, ".dormouse", "screen", "draft")
	for end := time.Now().Add(soon); ; time.Sleep(glance) {
		b, _ := os.ReadFile(name) // it may not be there yet
		if strings.Contains(string(b), text) {
			return
		}
		if time.Now().After(end) {
			x.t.Fatalf("the draft never held %q: %s", text, b)
		}
	}
}
