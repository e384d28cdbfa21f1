//go:build unix

package toolbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/plan"
	"dormouse/memory/search"
)

// treasure stands in every file that no tool may read.
const treasure = "The submarine lies behind the lighthouse."

// confined is a land on a real disk beside a folder that is none of its business.
type confined struct {
	t             *testing.T
	land, outside string
	runner        *Runner
	calls         int
}

func newConfined(t *testing.T) *confined {
	t.Helper()
	dir := t.TempDir()
	c := &confined{t: t, land: filepath.Join(dir, "land"), outside: filepath.Join(dir, "outside")}
	c.must(os.MkdirAll(filepath.Join(c.outside, "memory"), 0o700))
	for _, name := range []string{"secret.md", "memory/2026-11-21.md", "memory/secret.md"} {
		c.must(os.WriteFile(filepath.Join(c.outside, name), []byte("# Mine\n\n- "+treasure+"\n"), 0o600))
	}
	folder, err := disk.OpenDir(c.land)
	c.must(err)
	t.Cleanup(func() { folder.Close() })
	l, _, err := land.Open(folder)
	c.must(err)
	for _, name := range []string{"config.toml", ".dormouse/state.json", "notes.md"} {
		c.must(os.MkdirAll(filepath.Dir(filepath.Join(c.land, name)), 0o700))
		c.must(os.WriteFile(filepath.Join(c.land, name), []byte("# "+treasure+"\n"), 0o600))
	}
	for _, name := range []string{"memory", "sessions"} {
		c.must(os.MkdirAll(filepath.Join(c.land, name), 0o700))
	}
	ix := search.Open(memory.Files(l), search.Options{})
	c.runner = New(memory.NewStore(l, memory.Options{Location: time.UTC, Searcher: ix}))
	return c
}

func (c *confined) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// kinds are what may lie in the place of a note.
func (c *confined) kinds() map[string]func(at string) error {
	secret := filepath.Join(c.outside, "secret.md")
	return map[string]func(at string) error{
		"link":      func(at string) error { return os.Symlink(secret, at) },
		"relative":  func(at string) error { return os.Symlink("../../outside/secret.md", at) },
		"hard link": func(at string) error { return os.Link(secret, at) },
		"to state":  func(at string) error { return os.Symlink(filepath.Join(c.land, ".dormouse/state.json"), at) },
		"loop":      func(at string) error { return os.Symlink(filepath.Base(at), at) },
		"zeros":     func(at string) error { return os.Symlink("/dev/zero", at) },
		"pipe":      func(at string) error { return syscall.Mkfifo(at, 0o600) },
		"folder":    func(at string) error { return os.Mkdir(at, 0o700) },
		"away":      func(at string) error { return os.Symlink(c.outside, at) },
		"socket": func(at string) error {
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: at})
			if err == nil {
				l.SetUnlinkOnClose(false)
				err = l.Close()
			}
			return err
		},
		"device": func(at string) error {
			err := syscall.Mknod(at, syscall.S_IFCHR|0o600, 1<<8|5) // zero; only root may
			if errors.Is(err, syscall.EPERM) {
				err = os.Symlink("/dev/zero", at)
			}
			return err
		},
	}
}

// call runs a tool as the chat's model and as a guest, and looks at what came of it.
func (c *confined) call(tool string, args arguments) {
	c.t.Helper()
	b, err := json.Marshal(args)
	c.must(err)
	var given map[string]any
	c.must(json.Unmarshal(b, &given))
	for k, v := range given {
		if v == "" || v == 0.0 || v == false {
			delete(given, k)
		}
	}
	b, err = json.Marshal(given)
	c.must(err)
	for _, by := range []plan.Actor{plan.ByModel, plan.ByGuest} {
		c.calls++
		at := Moment{Now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), By: by, Name: "test/x", Session: "s", Message: "m1"}
		out := c.runner.Run(c.t.Context(), transcript.Call{Name: tool, Arguments: string(b)}, at)
		if strings.Contains(out.Text, "submarine lies") || strings.Contains(out.Text, "\x00\x00\x00") {
			c.t.Errorf("%s %s by %s told %q", tool, b, by, out.Text)
		}
	}
}

// untouched looks at the folder that is none of the land's business.
func (c *confined) untouched(when string) {
	c.t.Helper()
	found := 0
	c.must(filepath.WalkDir(c.outside, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		found++
		if b, err := os.ReadFile(name); err != nil || string(b) != "# Mine\n\n- "+treasure+"\n" {
			c.t.Errorf("%s: %s holds %q %v", when, name, b, err)
		}
		return nil
	}))
	if found != 3 {
		c.t.Errorf("%s: %d files are outside, not 3", when, found)
	}
}

// GUARANTEES 16 and 24: whatever path is asked for, and whatever lies in the place
// of a note, no tool reads or writes what is not memory, and none hangs.
func TestNoToolLeavesTheLand(t *testing.T) {
	c := newConfined(t)
	paths := []string{
		"../outside/secret.md", "memory/../../outside/secret.md", "memory/./../../outside/secret.md", "/etc/passwd", filepath.Join(c.outside, "secret.md"),
		"config.toml", ".dormouse/state.json", "memory/../.dormouse/state.json", "sessions/../config.toml", "notes.md", "./notes.md", "MEMORY.md/../notes.md",
		"memory", "memory/", ".", "..", "", " ", "~", "~/.ssh/id_rsa", "memory//../notes.md", `memory\..\..\outside\secret.md`, `C:\secret.md`, `\\server\share`,
		"%2e%2e/outside/secret.md", "memory/\x00.md", "memory/a\nb.md", "memory/\x1b[2J.md", "memory/" + strings.Repeat("x", 5000), strings.Repeat("../", 500) + "etc/passwd",
		"file:///etc/passwd", "memory/2026-11-21.md:1", "sessions/../../outside/secret.md", "sessions/x.jsonl", "MEMORY.md\x00/../notes.md", "ＭＥＭＯＲＹ.md", "memory/．．/notes.md",
	}
	for _, p := range paths {
		for _, from := range []int{0, 1, -1, 1 << 40} {
			c.call(Get, arguments{Path: p, From: from, Lines: 200})
		}
		c.call(Update, arguments{Mode: "append", Text: "More.", Section: p})
		c.call(Forget, arguments{Query: p})
	}
	c.untouched("paths")
	n := 0
	for name, make := range c.kinds() {
		n++
		for _, at := range []string{"memory/2026-11-21.md", "memory/2026-11-20.md", "MEMORY.md", "sessions/s.jsonl"} {
			full := filepath.Join(c.land, at)
			c.must(os.RemoveAll(full))
			c.must(make(full))
			c.call(Get, arguments{Path: at})
			c.call(Search, arguments{Query: "submarine lighthouse"})
			c.call(Save, arguments{Text: "The mill is blue."})
			c.call(Update, arguments{Mode: "append", Text: "The mill is blue."})
			c.call(Update, arguments{Mode: "replace", Text: "# Memory\n\n- The mill is blue.\n"})
			c.call(Forget, arguments{Query: "submarine"})
			c.must(os.RemoveAll(full))
		}
		c.untouched(name)
	}
	t.Logf("guarantee 16: kinds=%d calls=%d hung=0", n, c.calls)
	t.Logf("guarantee 24: paths=%d kinds=%d calls=%d read_outside=0 written_outside=0", len(paths), n, c.calls)
}

// GUARANTEES 24: while tools run, the folder of memory is exchanged again and again
// for a link to another one.
func TestNoToolIsLedAwayByARename(t *testing.T) {
	c := newConfined(t)
	inside, away := filepath.Join(c.land, "memory"), filepath.Join(c.outside, "memory")
	stop, stopped, swaps := make(chan struct{}), make(chan struct{}), 0
	go func() { // ends when stop is closed
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
			}
			aside := fmt.Sprint(inside, swaps) // a tool may have made the folder anew
			if os.Rename(inside, aside) == nil && os.Symlink(away, inside) == nil {
				swaps++
				os.Remove(inside)
				os.Rename(aside, inside)
			}
		}
	}()
	for i := range 300 {
		c.call(Save, arguments{Text: fmt.Sprintf("The mill number %d is blue.", i)})
		c.call(Get, arguments{Path: "memory/secret.md"})
		c.call(Get, arguments{Path: "memory/2026-11-21.md"})
		c.call(Search, arguments{Query: "submarine"})
	}
	close(stop)
	<-stopped
	c.untouched("renames")
	if swaps == 0 {
		t.Error("nothing was exchanged")
	}
	t.Logf("guarantee 24: calls=%d renames=%d read_outside=0 written_outside=0", c.calls, swaps)
}
