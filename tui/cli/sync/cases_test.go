package sync_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/tui/cli/fault"
)

// remember tells the program to keep something, and gives the id of its line.
func (m *machine) remember(text string) string {
	m.t.Helper()
	m.now = m.now.Add(time.Minute)
	m.run("-p", "Please remember that "+text)
	return m.idOf(text)
}

// idOf is the id of the line of MEMORY.md that holds a text.
func (m *machine) idOf(text string) string {
	m.t.Helper()
	for line := range strings.Lines(m.read(land.MemoryFile)) {
		if at := strings.LastIndex(line, " ^"); at > 0 && strings.Contains(line, text) {
			return strings.TrimSpace(line[at+2:])
		}
	}
	m.t.Fatalf("%s: no line says %q:\n%s", m.name, text, m.read(land.MemoryFile))
	return ""
}

// fails runs the program and wants this status and these words.
func (m *machine) fails(code int, words string, args ...string) {
	m.t.Helper()
	out, errs, got := m.try(args...)
	if got != code || !strings.Contains(errs, words) || !strings.Contains(errs, "hint: ") {
		m.t.Errorf("%s: dormouse %s: status %d, want %d and %q\n%s%s", m.name, strings.Join(args, " "), got, code, words, out, errs)
	}
}

// TestBothMachinesChangeOneFact keeps both, asks on both, and takes the answer over.
func TestBothMachinesChangeOneFact(t *testing.T) {
	list, remote := machines(t, 2)
	a, b := list[0], list[1]
	a.remember("Ana lives in Oslo.")
	settled(list, remote)
	a.remember("Ana moved to Bergen.")
	b.remember("Ana moved to Hamburg.")
	settled(list, remote)
	equal(t, list)
	text := a.read(land.MemoryFile)
	if strings.Count(text, "~~Ana lives in Oslo.~~") != 1 || strings.Count(text, "Ana moved to Bergen.") != 1 ||
		strings.Count(text, "Ana moved to Hamburg.") != 1 || strings.Count(text, "(differs from ^") != 1 {
		t.Fatalf("the two do not stand side by side:\n%s", text)
	}
	for _, m := range list {
		for _, args := range [][]string{{"sync"}, {"memory", "check"}} {
			if out := m.run(args...); !strings.Contains(out, "Two machines changed it") || !strings.Contains(out, "dormouse edit") {
				t.Errorf("%s: %v does not ask:\n%s", m.name, args, out)
			}
		}
	}
	// The person decides on one machine.
	var kept []string
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "(differs from ^") {
			kept = append(kept, line)
		}
	}
	b.write(land.MemoryFile, strings.Join(kept, ""))
	settled([]*machine{b, a}, remote)
	equal(t, list)
	for _, m := range list {
		if out := m.run("sync"); strings.Contains(out, "Two machines") || strings.Contains(m.read(land.MemoryFile), "differs from") {
			t.Errorf("%s: it is asked again:\n%s", m.name, out)
		}
	}
}

// TestANightTakenBackElsewhere is no deletion by hand: what is told again is
// remembered again.
func TestANightTakenBackElsewhere(t *testing.T) {
	list, remote := machines(t, 2)
	a, b := list[0], list[1]
	const said = "My sister Ana works as a nurse in Ghent."
	a.remember("Karl lives in Oslo.")
	a.run("-p", said)
	a.run("sleep")
	settled(list, remote)
	if !strings.Contains(b.read(land.MemoryFile), "nurse in Ghent") {
		t.Fatalf("the night did not come over:\n%s", b.read(land.MemoryFile))
	}
	a.now = a.now.Add(time.Hour)
	a.run("sleep", "undo")
	settled(list, remote)
	equal(t, list)
	if text := b.files()[land.MemoryFile]; strings.Contains(text, "nurse in Ghent") {
		t.Fatalf("it is not taken back there:\n%s", text)
	}
	b.now = b.now.Add(48 * time.Hour)
	b.run("-p", said)
	b.run("sleep")
	if !strings.Contains(b.read(land.MemoryFile), "nurse in Ghent") {
		t.Errorf("what was taken back elsewhere counts as deleted by hand:\n%s", b.read(land.MemoryFile))
	}
}

func TestSyncRefuses(t *testing.T) {
	list, remote := machines(t, 3)
	a, b, c := list[0], list[1], list[2]
	a.remember("Tea, no sugar.")
	t.Run("a credential", func(t *testing.T) {
		text := a.read(land.MemoryFile)
		a.write(land.MemoryFile, text+"- key: sk-ant-api03-Zx81kQmN72bVcP0sLwErTy5uIoPaSdFgHjKl9ZxCvBnM1234567890abcdefghijklmnopqrstuvwxyzAA-x1Y2z3AA\n")
		a.fails(fault.ExitFound, "MEMORY.md:", "sync", remote)
		a.write(land.MemoryFile, text)
		a.run("sync", remote)
	})
	t.Run("marks of a merge", func(t *testing.T) {
		text := a.read(land.MemoryFile)
		a.write(land.MemoryFile, text+"<<<<<<< ours\n- x\n=======\n- y\n>>>>>>> theirs\n")
		a.fails(fault.ExitFound, "not merged by hand", "sync")
		a.write(land.MemoryFile, text)
	})
	t.Run("another remote", func(t *testing.T) { a.fails(fault.ExitUsage, "not with", "sync", remote+"2") })
	t.Run("no remote", func(t *testing.T) {
		b.fails(fault.ExitFailed, "cannot be reached", "sync", "file:///nowhere/at/all.git")
	})
	t.Run("what is no land", func(t *testing.T) {
		other := filepath.Join(t.TempDir(), "code")
		for _, args := range [][]string{{"init", "-q", other}, {"-C", other, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "--allow-empty", "-m", "x"}} {
			if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
				t.Fatalf("%v %s", err, out)
			}
		}
		if err := os.WriteFile(filepath.Join(other, "main.c"), []byte("int main;"), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"-C", other, "add", "."}, {"-C", other, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "-m", "x"}} {
			if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
				t.Fatalf("%v %s", err, out)
			}
		}
		c.fails(fault.ExitFailed, "no land", "sync", other)
		if _, err := os.Stat(filepath.Join(c.land, "main.c")); err == nil {
			t.Error("it was taken in all the same")
		}
	})
	t.Run("another repository around it", func(t *testing.T) {
		m := &machine{t: t, name: "D", land: filepath.Join(t.TempDir(), "notes", "land"), home: a.home, now: a.now}
		if err := os.MkdirAll(m.land, 0o700); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("git", "init", "-q", filepath.Dir(m.land)).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		m.fails(fault.ExitFailed, "another repository", "sync", remote)
	})
	t.Run("no git", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		a.fails(fault.ExitFailed, "git program is not there", "sync")
	})
}

// TestSyncCommitsNothingOfItsOwn looks at what was pushed.
func TestSyncCommitsNothingOfItsOwn(t *testing.T) {
	list, remote := machines(t, 1)
	a := list[0]
	a.run("-p", "My sister Ana works as a nurse in Ghent.")
	a.run("sync", remote)
	before := strings.TrimSpace(a.git("rev-list", "--count", "HEAD"))
	a.write("memory/.2026-03-02.md.swp", "x")
	a.write("memory/2026-03-02 (conflicted copy B).md", "x")
	a.write("letters.md", "mine")
	a.run("sleep") // commits
	if after := strings.TrimSpace(a.git("rev-list", "--count", "HEAD")); after == before {
		t.Error("the night was not committed")
	}
	for name := range strings.Lines(a.git("ls-tree", "-r", "--name-only", "HEAD")) {
		name = strings.TrimSpace(name)
		if strings.HasPrefix(name, land.StateDir) || strings.Contains(name, "copy") || strings.HasSuffix(name, "swp") || name == "letters.md" {
			t.Errorf("%s was committed", name)
		}
	}
	if status := a.git("status", "--short"); strings.TrimSpace(status) != "?? letters.md" {
		t.Errorf("git status says\n%s", status)
	}
	a.run("config", "set", "sync.commit", "false")
	a.now = a.now.Add(time.Hour)
	a.run("-c", "-p", "My cousin Karl plays the cello in an orchestra.")
	count := a.git("rev-list", "--count", "HEAD")
	a.run("sleep")
	if a.git("rev-list", "--count", "HEAD") != count {
		t.Error("a night was committed though sync.commit is off")
	}
}

// TestPersonsOwnFilesAndIndex leaves what a person prepared for a commit of theirs
// alone, and merges what they committed elsewhere.
func TestPersonsOwnFilesAndIndex(t *testing.T) {
	list, remote := machines(t, 2)
	a, b := list[0], list[1]
	a.remember("Tea, no sugar.")
	settled(list, remote)
	commit := func(m *machine, name, text string) {
		m.write(name, text)
		m.git("add", name)
		m.git("-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "-m", name)
	}
	commit(a, "letters.md", "one\ntwo\nthree\n")
	settled(list, remote)
	if b.read("letters.md") != "one\ntwo\nthree\n" {
		t.Errorf("the letters are %q", b.read("letters.md"))
	}
	commit(a, "letters.md", "ONE\ntwo\nthree\n")
	commit(b, "letters.md", "one\ntwo\nTHREE\n")
	settled(list, remote)
	equal(t, list)
	if a.read("letters.md") != "ONE\ntwo\nTHREE\n" {
		t.Errorf("the letters are %q", a.read("letters.md"))
	}
	a.write("draft.md", "staged")
	a.git("add", "draft.md")
	a.remember("Ana keeps bees.")
	a.run("sync")
	if out := a.git("status", "--short"); strings.TrimSpace(out) != "A  draft.md" {
		t.Errorf("git status says\n%s", out)
	}
	a.git("reset", "-q", "draft.md")
	commit(b, "letters.md", "from b\n")
	b.run("sync")
	a.write("letters.md", "not committed\n")
	a.fails(fault.ExitFailed, "not committed", "sync")
	if a.read("letters.md") != "not committed\n" {
		t.Error("a file that was not committed is overwritten")
	}
}

// TestPullByHand is git itself, with the merge that .gitattributes names.
func TestPullByHand(t *testing.T) {
	list, remote := machines(t, 2)
	a, b := list[0], list[1]
	a.run("-p", "Hello there.")
	a.remember("Tea, no sugar.")
	settled(list, remote)
	for i, m := range list {
		m.now = m.now.Add(time.Duration(i+1) * time.Hour)
		m.run("-c", "-p", fmt.Sprintf("My cousin Karl%d plays the cello in an orchestra.", i))
		m.run("sleep")
	}
	a.run("sync")
	program, err := exec.LookPath("dormouse")
	if err != nil {
		t.Fatal(err)
	}
	b.git("config", "merge.dormouse.driver", "'"+program+"' sync merge-file %O %A %B %P")
	b.git("-c", "user.name=x", "-c", "user.email=x@y", "pull", "-q", "--no-rebase", "origin", "main")
	settled(list, remote)
	equal(t, list)
	said := told{}
	for i := range list {
		said[fmt.Sprintf("Karl%d", i)] = fmt.Sprintf("My cousin Karl%d plays the cello in an orchestra.", i)
	}
	for _, m := range list {
		for word := range said {
			if !strings.Contains(m.read(land.MemoryFile), word) {
				t.Errorf("%s: %s is lost", m.name, word)
			}
			out := m.run("memory", "why", "^"+m.idOf(word))
			if !strings.Contains(out, said[word]) || strings.Contains(out, "by hand") {
				t.Errorf("%s: %s", m.name, out)
			}
		}
	}
}

// TestSyncKilledAnywhere is GUARANTEES 34: it kills a sync at each call of git, and lets the next one go
// on.
func TestSyncKilledAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("a sweep")
	}
	real, err := exec.LookPath("git")
	if err != nil {
		t.Skip("this machine has no git")
	}
	program, err := exec.LookPath("dormouse")
	if err != nil {
		t.Fatal(err)
	}
	list, remote := machines(t, 2)
	a, b := list[0], list[1]
	a.run("-p", "Hello there.")
	settled(list, remote)
	said := told{}
	bin := t.TempDir()
	count := filepath.Join(bin, "count")
	script := "#!/bin/sh\nn=$(cat '" + count + "'); n=$((n-1)); echo $n >'" + count + "'\n" +
		"if [ $n -eq 0 ]; then kill -9 $PPID; exit 1; fi\nexec '" + real + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	step := 5
	if *long {
		step = 1
	}
	killed := 0
	for k := 1; ; k += step {
		for i, m := range list {
			m.now = m.now.Add(time.Hour)
			word := fmt.Sprintf("Karl%d%sx", 1000*i+k, strings.Repeat("a", k%9))
			said[word] = fmt.Sprintf("My cousin %s plays the cello in an orchestra.", word)
			m.run("-c", "-p", said[word])
			m.run("sleep")
		}
		a.run("sync")
		if err := os.WriteFile(count, []byte(strconv.Itoa(k)), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(program, "--land", b.land, "--now", b.now.Format(time.RFC3339), "sync")
		cmd.Env = append(os.Environ(), "HOME="+b.home, "PATH="+bin+":"+os.Getenv("PATH"), "TZ=UTC")
		out, err := cmd.CombinedOutput()
		b.run("memory", "check")
		settled([]*machine{b, a}, remote)
		equal(t, list)
		if err == nil {
			break
		}
		if !strings.Contains(err.Error(), "killed") {
			t.Fatalf("call %d: %v\n%s", k, err, out)
		}
		killed++
		if t.Failed() {
			t.Fatalf("killed at call %d", k)
		}
	}
	for _, m := range list {
		m.honest(said)
	}
	if killed < 5 {
		t.Errorf("killed %d times only", killed)
	}
	t.Logf("guarantee 34: syncs_killed=%d lost=0", killed)
}
