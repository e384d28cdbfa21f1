package sync_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/tui/cli"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/program"
)

// TestMain makes the test binary be the program when it is called by the name
// dormouse: a sync that is killed is a process of its own. git is told of nobody's own
// settings, and to leave the disk alone: no power is cut here.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
		"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsync", "GIT_CONFIG_VALUE_0": "none",
	} {
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	testscript.Main(m, map[string]func(){"dormouse": func() {
		os.Exit(cli.Run(cli.Signals(), program.World{
			Version: "v0.0.0-test", Args: os.Args[1:], Getenv: os.Getenv, In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		}))
	}})
}

// -long kills a sync at each call of git.
var long = flag.Bool("long", false, "the long crash sweeps")

// machine is one of several that share a land by git.
type machine struct {
	t    *testing.T
	name string
	land string
	home string
	now  time.Time
}

// machines are n of them, and the remote that they share.
func machines(t *testing.T, n int) ([]*machine, string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("this machine has no git")
	}
	dir := t.TempDir()
	var list []*machine
	for i := range n {
		name := string(rune('A' + i))
		list = append(list, &machine{t: t, name: name, land: filepath.Join(dir, name), home: filepath.Join(dir, "home"+name),
			now: time.Date(2026, 3, 2, 8, i, 0, 0, time.UTC)})
	}
	return list, filepath.Join(dir, "remote.git")
}

// try runs the program at the machine's time.
func (m *machine) try(args ...string) (out, errs string, code int) {
	var o, e bytes.Buffer
	args = append([]string{"--land", m.land, "--now", m.now.Format(time.RFC3339)}, args...)
	env := map[string]string{"HOME": m.home, "TZ": "UTC", "DORMOUSE_MODEL": "offline/extractive"}
	code = cli.Run(context.Background(), program.World{Args: args, Getenv: func(k string) string { return env[k] }, In: strings.NewReader(""), Out: &o, Err: &e})
	return o.String(), e.String(), code
}

func (m *machine) run(args ...string) string {
	m.t.Helper()
	out, errs, code := m.try(args...)
	if code != fault.ExitDone {
		m.t.Fatalf("%s: dormouse %s: %d\n%s%s", m.name, strings.Join(args, " "), code, out, errs)
	}
	return out
}

func (m *machine) git(args ...string) string {
	m.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = m.land
	out, err := cmd.CombinedOutput()
	if err != nil {
		m.t.Fatalf("%s: git %s: %v\n%s", m.name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func (m *machine) read(name string) string {
	m.t.Helper()
	b, err := os.ReadFile(filepath.Join(m.land, name))
	if err != nil {
		m.t.Fatal(err)
	}
	return string(b)
}

func (m *machine) write(name, text string) {
	m.t.Helper()
	if err := os.WriteFile(filepath.Join(m.land, name), []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

// files are all that a land shares with others, by name.
func (m *machine) files() map[string]string {
	m.t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(m.land, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && (d.Name() == ".git" || d.Name() == land.StateDir) {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(m.land, path)
		out[filepath.ToSlash(name)] = string(b)
		return err
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return out
}

// store opens the land's memory.
func (m *machine) store() (*memory.Store, disk.FS) {
	m.t.Helper()
	dir, err := disk.OpenDir(m.land)
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { dir.Close() })
	l, _, err := land.Open(dir)
	if err != nil {
		m.t.Fatal(err)
	}
	return memory.NewStore(l, memory.Options{Location: time.UTC}), dir
}

// told is what each machine was told: the word that only one sentence has → the
// sentence.
type told map[string]string

// honest looks for what a machine has lost, doubled, or cites falsely.
func (m *machine) honest(said told) {
	m.t.Helper()
	if out, errs, code := m.try("memory", "check"); code != fault.ExitDone {
		m.t.Errorf("%s: memory check: %s%s", m.name, out, errs)
	}
	store, dir := m.store()
	snap, err := store.Snapshot()
	if err != nil {
		m.t.Fatal(err)
	}
	words := map[string]map[string]bool{} // the ids of the entries that hold it
	for _, path := range snap.Paths() {
		d, _ := snap.Document(path)
		ids := map[string]bool{}
		for _, e := range d.Entries(path) {
			if e.ID != "" && ids[e.ID] {
				m.t.Errorf("%s: %s holds ^%s twice", m.name, path, e.ID)
			}
			ids[e.ID] = true
			if e.ID == "" || strings.HasPrefix(e.Text, "Forgotten") || slices.Contains(e.Heading, "Open") {
				continue
			}
			for word := range said {
				if strings.Contains(e.Text, word) {
					if words[word] == nil {
						words[word] = map[string]bool{}
					}
					words[word][e.ID] = true
				}
			}
			m.cites(store, dir, e, said)
		}
	}
	heard := m.heard(dir)
	for word, text := range said {
		if heard[text] != 1 {
			m.t.Errorf("%s: %q stands %d times in the sessions", m.name, text, heard[text])
		}
		if len(words[word]) != 1 {
			m.t.Errorf("%s: %q is %d entries of memory", m.name, text, len(words[word]))
		}
	}
}

// cites checks that an entry rests on the message that says it.
func (m *machine) cites(store *memory.Store, dir disk.FS, e document.Entry, said told) {
	o, err := store.Why("^" + e.ID)
	if err != nil || o.ByHand || o.Session == "" || len(o.Entry.Sources) == 0 {
		m.t.Errorf("%s: %s:%d %q: by hand %v, session %q, sources %v, %v", m.name, e.Path, e.Line, e.Text, o.ByHand, o.Session, o.Entry.Sources, err)
		return
	}
	log, _, err := transcript.Open(dir, o.Session)
	if err != nil {
		m.t.Errorf("%s: %v", m.name, err)
		return
	}
	var rests []string
	for _, x := range log.Messages() {
		if slices.Contains(o.Entry.Sources, x.ID) {
			rests = append(rests, x.Content)
		}
	}
	for word := range said {
		if strings.Contains(e.Text, word) && !strings.Contains(strings.Join(rests, "\n"), word) {
			m.t.Errorf("%s: %s:%d %q rests on %q", m.name, e.Path, e.Line, e.Text, rests)
		}
	}
}

// heard counts what people said in all sessions.
func (m *machine) heard(dir disk.FS) map[string]int {
	out := map[string]int{}
	heads, err := transcript.List(dir)
	if err != nil {
		m.t.Fatal(err)
	}
	for _, h := range heads {
		log, notices, err := transcript.Open(dir, h.ID)
		if err != nil || len(notices) > 0 {
			m.t.Errorf("%s: session %s: %v %v", m.name, h.ID, err, notices)
			continue
		}
		for _, x := range log.Messages() {
			if x.Role == transcript.User {
				out[x.Content]++
			}
		}
	}
	return out
}

// equal fails unless all machines hold the same.
func equal(t *testing.T, list []*machine) {
	t.Helper()
	first := list[0].files()
	for _, m := range list[1:] {
		other := m.files()
		for name := range first {
			if first[name] != other[name] {
				t.Errorf("%s differs between %s and %s:\n%s\n---\n%s", name, list[0].name, m.name, first[name], other[name])
			}
		}
		for name := range other {
			if _, there := first[name]; !there {
				t.Errorf("%s is only on %s", name, m.name)
			}
		}
	}
}

// settled syncs in turn until nobody has anything new.
func settled(list []*machine, remote string) {
	for range 2 {
		for _, m := range list {
			m.run("sync", remote)
		}
	}
}

// facts have one word each that no other has.
func fact(r *rand.Rand, word string) string {
	return fmt.Sprintf([]string{
		"My neighbour %s keeps bees behind the house.",
		"My colleague %s plays the cello in an orchestra.",
		"My cousin %s works as a nurse in Ghent.",
		"My friend %s is allergic to walnuts.",
	}[r.IntN(4)], word)
}

var syncSeed = flag.Int64("sync.seed", 20261122, "the seed of three machines' thirty nights; 0 draws one")

// TestThreeMachines is GUARANTEES 13 and 34: it lets three machines talk and sleep, offline for days, sync now
// and then, and go on with one another's sessions.
func TestThreeMachines(t *testing.T) {
	nights, seed := 30, uint64(*syncSeed)
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d, %d nights each", seed, nights)
	r := rand.New(rand.NewPCG(seed, 1))
	list, remote := machines(t, 3)
	said, hands := told{}, []string{}
	left := []int{nights, nights, nights}
	list[0].run("-p", "Hello there.")
	list[0].write(land.MemoryFile, "# Memory\n")
	settled(list, remote)
	for step := 0; left[0]+left[1]+left[2] > 0; step++ {
		i := r.IntN(3)
		if left[i] == 0 {
			continue
		}
		left[i]--
		m := list[i]
		m.now = m.now.Add(time.Duration(1+r.IntN(9)) * time.Hour)
		args := []string{}
		if r.IntN(3) > 0 {
			args = []string{"-c"}
		}
		for n := range 1 + r.IntN(2) {
			word := fmt.Sprintf("%s%s", []string{"Adelmo", "Bruscha", "Cyndra"}[i], strings.Repeat("o", step%7)+string(rune('a'+step/26%26))+string(rune('a'+step%26))+string(rune('a'+n)))
			said[word] = fact(r, word)
			if r.IntN(4) == 0 {
				said[word] = "Please remember that my" + strings.TrimPrefix(said[word], "My")
			}
			m.run(append(args, "-p", said[word])...)
			m.now, args = m.now.Add(time.Minute), []string{"-c"}
		}
		if r.IntN(4) == 0 {
			m.run("sync") // whoever takes it in may sleep over it, too
		}
		if r.IntN(5) == 0 {
			line := fmt.Sprintf("- written by hand on %s, %d", m.name, step)
			hands = append(hands, line)
			m.write(land.MemoryFile, strings.TrimRight(m.read(land.MemoryFile), "\n")+"\n"+line+"\n")
		}
		m.run("sleep")
		if r.IntN(3) == 0 {
			m.run("sync")
		}
	}
	settled(list, remote)
	list[r.IntN(3)].run("sleep", "--all") // a session that a sync brought was not the last one
	settled(list, remote)
	equal(t, list)
	for _, m := range list {
		m.honest(said)
	}
	for _, line := range hands {
		if n := strings.Count(list[0].read(land.MemoryFile), line+"\n"); n != 1 {
			t.Errorf("%q stands %d times in MEMORY.md", line, n)
		}
	}
	shared := 0
	for name, text := range list[0].files() {
		if strings.HasPrefix(name, land.SessionsDir) && strings.Contains(text, "Adelmo") && strings.Contains(text, "Bruscha") {
			shared++
		}
	}
	if shared == 0 {
		t.Error("no session went on on two machines: this run shows too little")
	}
	t.Logf("guarantee 34: machines=%d nights=%d facts=%d lost=0 doubled=0 falsely_cited=0", len(list), 3*nights, len(said))
}
