package land

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
)

// -long makes the crash sweeps try every pair of an edit and a crash, and every
// crash during the recovery from a crash.
var long = flag.Bool("long", false, "the long crash sweeps")

var noPause = passing{func(time.Duration) {}, disk.Now}

func openDir(t testing.TB) *disk.Dir {
	t.Helper()
	d, err := disk.OpenDir(t.TempDir() + "/land")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func newLand(t testing.TB, folder disk.FS) *Land {
	t.Helper()
	l, _, err := open(folder, noPause)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

const (
	memoryBefore = "# Memory\n\n## Facts\n\n- Lives in Berlin ^k1\n- Has a cat named Tom ^k2\n\n## Preferences\n\n- Drinks tea ^k3\n"
	memoryAfter  = "# Memory\n\n## Facts\n\n- ~~Lives in Berlin~~ (until 2026-11-20 → ^k4) ^k1\n- Has a cat named Tom ^k2\n- Lives in Oslo ^k4\n\n## Preferences\n\n- Drinks tea ^k3\n- Likes quiet mornings ^k5\n"
	logBefore    = "# 2026-11-19\n\n## Notes\n\n- Packed boxes ^n1\n"
	logAfter     = logBefore + "- Booked the van ^n2\n"
	newLog       = "# 2026-11-20\n\n## 23:10 · night 1 · context 81%\n\nMoved to Oslo.\n"
	sessionFile  = "sessions/s1.jsonl"
	nightsFile   = ".dormouse/nights.jsonl"
	stateFile    = ".dormouse/state.json"
)

// lived is a land with something in it.
func lived(t testing.TB) *memdisk.Disk {
	m := memdisk.New()
	newLand(t, m)
	m.Put(MemoryFile, []byte(memoryBefore))
	m.Put("memory/2026-11-19.md", []byte(logBefore))
	m.Put(sessionFile, []byte("{\"type\":\"session\"}\n{\"id\":\"m1\"}\n"))
	m.Put(stateFile, []byte(`{"cursor":"m0"}`))
	newLand(t, m)
	return m.Clone()
}

// night is what a typical night saves.
func night() Tx {
	return Tx{ID: "night-1", Kind: "night", Time: time.Unix(1_790_000_000, 0).UTC(), Undoable: true, Changes: []Change{
		{Path: MemoryFile, Before: []byte(memoryBefore), After: []byte(memoryAfter)},
		{Path: "memory/2026-11-19.md", Before: []byte(logBefore), After: []byte(logAfter)},
		{Path: "memory/2026-11-20.md", After: []byte(newLog)},
		{Path: sessionFile, Append: []byte("{\"type\":\"night\",\"id\":\"night-1\"}\n")},
		{Path: nightsFile, Append: []byte("{\"night\":\"night-1\"}")},
		{Path: stateFile, Before: nil, After: []byte(`{"cursor":"m1","nights":1}`), Force: true},
	}}
}

// visible is what a land holds, without the land's own machinery.
func visible(m *memdisk.Disk) map[string]string {
	all := m.Files()
	maps.DeleteFunc(all, func(name, _ string) bool {
		dir := path.Dir(name)
		return slices.Contains([]string{journalDir, undoDir, tempDir, lockDir}, dir) || name == saveLock
	})
	// A power cut may leave a line with zeros in a file that is only added to: it
	// costs itself alone.
	for name, text := range all {
		if strings.HasSuffix(name, ".jsonl") && strings.ContainsRune(text, 0) {
			var whole strings.Builder
			for l := range strings.Lines(text) {
				if !strings.ContainsRune(l, 0) {
					whole.WriteString(l)
				}
			}
			all[name] = whole.String()
		}
	}
	return all
}

func diffFiles(got, want map[string]string) string {
	var b strings.Builder
	names := slices.Sorted(maps.Keys(got))
	for name := range want {
		if _, ok := got[name]; !ok {
			names = append(names, name)
		}
	}
	for _, name := range names {
		g, okG := got[name]
		w, okW := want[name]
		if g != w || okG != okW {
			fmt.Fprintf(&b, "%s:\n  is   %q (%v)\n  want %q (%v)\n", name, g, okG, w, okW)
		}
	}
	return b.String()
}

func TestSave(t *testing.T) {
	mem := lived(t)
	dir := openDir(t)
	copyTo(t, mem, dir)
	for name, folder := range map[string]disk.FS{"mem": mem, "dir": dir, "no exchange": noExchange{lived(t)}} {
		t.Run(name, func(t *testing.T) {
			l := newLand(t, folder)
			before := snapshot(t, folder)
			saved, err := l.Save(night())
			if err != nil || saved.Repeated || len(saved.Files) != 6 {
				t.Fatalf("Save = %+v, %v", saved, err)
			}
			for p, want := range map[string]string{
				MemoryFile: memoryAfter, "memory/2026-11-19.md": logAfter, "memory/2026-11-20.md": newLog,
				sessionFile: "{\"type\":\"session\"}\n{\"id\":\"m1\"}\n{\"type\":\"night\",\"id\":\"night-1\"}\n",
				nightsFile:  "{\"night\":\"night-1\"}\n", stateFile: `{"cursor":"m1","nights":1}`,
			} {
				if got, err := l.Read(p); err != nil || string(got) != want {
					t.Errorf("%s = %q, %v; want %q", p, got, err, want)
				}
			}
			after := snapshot(t, folder)
			if saved, err = l.Save(night()); err != nil || !saved.Repeated {
				t.Fatalf("Save again = %+v, %v", saved, err)
			}
			if d := diffFiles(snapshot(t, folder), after); d != "" {
				t.Errorf("saving twice changed\n%s", d)
			}
			testUndo(t, l, folder, before, after)
		})
	}
}

func testUndo(t *testing.T, l *Land, folder disk.FS, before, after map[string]string) {
	keepLines := func(m map[string]string) {
		m[sessionFile], m[nightsFile] = after[sessionFile], after[nightsFile]
	}
	keepLines(before)
	now := time.Unix(1_790_000_100, 0)
	for range 2 {
		if _, err := l.Undo("night-1", now); err != nil {
			t.Fatal(err)
		}
		if d := diffFiles(snapshot(t, folder), before); d != "" {
			t.Fatalf("after undo\n%s", d)
		}
		if _, err := l.Undo("night-1", now); !errors.Is(err, ErrUndone) {
			t.Fatalf("second undo: %v", err)
		}
		if _, err := l.Redo("night-1", now); err != nil {
			t.Fatal(err)
		}
		if d := diffFiles(snapshot(t, folder), after); d != "" {
			t.Fatalf("after redo\n%s", d)
		}
	}
	if _, err := l.Undo("night-9", now); !errors.Is(err, ErrUnknown) {
		t.Errorf("undo of nothing: %v", err)
	}
	if ids, err := l.Transactions(); err != nil || !slices.Equal(ids, []string{"night-1"}) {
		t.Errorf("Transactions = %q, %v", ids, err)
	}
}

func TestUndoKeepsLaterEdits(t *testing.T) {
	m := lived(t)
	l := newLand(t, m)
	if _, err := l.Save(night()); err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(memoryAfter, "Lives in Oslo ^k4", "Lives in Oslo, by the harbour ^k4", 1) + "- Written by hand\n"
	m.Swap(MemoryFile, []byte(edited))
	m.Put("memory/2026-11-20.md", []byte(newLog+"\nMy own note.\n"))
	saved, err := l.Undo("night-1", time.Unix(5, 0), Change{Path: sessionFile, Append: []byte("{\"type\":\"undo\"}\n")})
	if err != nil {
		t.Fatal(err)
	}
	got := visible(m)
	want := "# Memory\n\n## Facts\n\n- Lives in Berlin ^k1\n- Has a cat named Tom ^k2\n- Lives in Oslo, by the harbour ^k4\n\n## Preferences\n\n- Drinks tea ^k3\n- Written by hand\n"
	if got[MemoryFile] != want {
		t.Errorf("MEMORY.md = %q\nwant %q", got[MemoryFile], want)
	}
	if got["memory/2026-11-20.md"] != "\nMy own note.\n" {
		t.Errorf("log = %q", got["memory/2026-11-20.md"])
	}
	if !strings.HasSuffix(got[sessionFile], "\"night-1\"}\n{\"type\":\"undo\"}\n") {
		t.Errorf("session = %q", got[sessionFile])
	}
	c := saved.Files[0].Conflicts
	if len(c) != 1 || c[0].Line != 7 || c[0].Ours != "" || !strings.Contains(c[0].Theirs, "harbour") || !saved.Files[0].Merged {
		t.Errorf("conflicts = %+v", saved.Files[0])
	}
}

// TestDeletedByHand: what the person deleted stays deleted, what is new is
// written.
func TestDeletedByHand(t *testing.T) {
	m := lived(t)
	l := newLand(t, m)
	m.Delete(MemoryFile)
	saved, err := l.Save(night())
	if err != nil || !saved.Files[0].Merged {
		t.Fatalf("%+v %v", saved, err)
	}
	got := visible(m)[MemoryFile]
	for _, want := range []string{"- Lives in Oslo ^k4\n", "- Likes quiet mornings ^k5\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	if strings.Contains(got, "Tom") || strings.Contains(got, "tea") {
		t.Errorf("deleted lines came back: %q", got)
	}
}

func TestRefused(t *testing.T) {
	m := lived(t)
	l := newLand(t, m)
	m.Place("memory/pipe.md", fs.ModeNamedPipe)
	m.Place("memory/link.md", fs.ModeSymlink)
	m.Put("memory/one.md", []byte("x"))
	m.Link("memory/one.md", "memory/two.md")
	before := m.Files()
	for _, c := range []struct {
		path string
		want error
	}{
		{"../x", disk.ErrOutside}, {"/etc/passwd", disk.ErrOutside}, {"memory/../../x", disk.ErrOutside},
		{"config.toml", disk.ErrOutside}, {"", disk.ErrOutside}, {"memory", disk.ErrOutside}, {"memory/a\x00.md", disk.ErrOutside},
		{"memory/pipe.md", disk.ErrNotRegular}, {"memory/link.md", disk.ErrNotRegular}, {"memory/two.md", disk.ErrNotRegular},
		{".dormouse/journal/x", ErrTx}, {".dormouse/tmp/x", ErrTx},
		{"memory/" + strings.Repeat("a", 200) + ".md", ErrTx},
	} {
		tx := Tx{ID: "t", Changes: []Change{{Path: "memory/new.md", After: []byte("new")}, {Path: c.path, After: []byte("y")}}}
		if _, err := l.Save(tx); !errors.Is(err, c.want) {
			t.Errorf("Save %q: %v; want %v", c.path, err, c.want)
		}
		if !errors.Is(c.want, ErrTx) {
			if _, err := l.Read(c.path); !errors.Is(err, c.want) {
				t.Errorf("Read %q: %v; want %v", c.path, err, c.want)
			}
		}
	}
	for _, id := range []string{"", ".", "..", "a/b", "a~b", "ü", strings.Repeat("x", 81)} {
		if _, err := l.Save(Tx{ID: id}); !errors.Is(err, ErrTx) {
			t.Errorf("id %q: %v", id, err)
		}
	}
	twice := []Change{{Path: MemoryFile, After: []byte("a")}, {Path: MemoryFile, After: []byte("b")}}
	if _, err := l.Save(Tx{ID: "t", Changes: twice}); !errors.Is(err, ErrTx) {
		t.Errorf("a file named twice: %v", err)
	}
	delete(before, saveLock)
	after := m.Files()
	delete(after, saveLock)
	if d := diffFiles(after, before); d != "" {
		t.Errorf("a refused transaction changed\n%s", d)
	}
}

// TestUTF16IsNotWrittenInto: lines of UTF-8 in it would destroy it; taken back it may be.
func TestUTF16IsNotWrittenInto(t *testing.T) {
	for _, mark := range []string{"\xff\xfe#\x00 \x00M\x00", "\xfe\xff\x00#\x00 \x00M"} {
		m := memdisk.New()
		l, _, err := Open(m)
		if err != nil {
			t.Fatal(err)
		}
		m.Put(MemoryFile, []byte(mark))
		tx := Tx{ID: "t", Changes: []Change{{Path: MemoryFile, Before: []byte(mark), After: []byte(mark + "\n- more\n")}}}
		if _, err := l.Save(tx); !errors.Is(err, ErrUTF16) {
			t.Errorf("%q: %v", mark, err)
		}
		if got, _ := l.Read(MemoryFile); string(got) != mark {
			t.Errorf("it holds %q now", got)
		}
	}
}

func TestModes(t *testing.T) {
	m := lived(t)
	m.Chmod(MemoryFile, 0o640)
	l := newLand(t, m)
	if _, err := l.Save(night()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{MemoryFile: 0o640, "memory/2026-11-20.md": 0o600, nightsFile: 0o600, "memory": 0o700, StateDir: 0o700} {
		info, err := m.Stat(name)
		if err != nil || info.Mode.Perm() != want {
			t.Errorf("%s: %v %v; want %v", name, info.Mode, err, want)
		}
	}
}

func TestNotices(t *testing.T) {
	m := lived(t)
	l := newLand(t, m)
	for name, text := range map[string]string{
		"MEMORY (conflicted copy 2026-11-20).md": "x", "memory/2026-11-19.sync-conflict-20261120-101010-ABC.md": "x",
		"memory/.2026-11-19.md.swp": "x", "memory/2026-11-19.md~": "x", "memory/#x.md": "x", "memory/notes.md": "a\n<<<<<<< ours\nb\n",
	} {
		m.Put(name, []byte(text))
	}
	m.Place("memory/pipe.md", fs.ModeNamedPipe)
	logs, err := l.Logs()
	if want := []string{"memory/2026-11-19.md", "memory/notes.md"}; err != nil || !slices.Equal(logs, want) {
		t.Errorf("Logs = %q, %v; want %q", logs, err, want)
	}
	notices, err := l.Notices()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range notices {
		got = append(got, fmt.Sprintf("%s:%d", n.Path, n.Line))
	}
	slices.Sort(got)
	want := []string{"MEMORY (conflicted copy 2026-11-20).md:0", "memory/2026-11-19.sync-conflict-20261120-101010-ABC.md:0", "memory/notes.md:2", "memory/pipe.md:0"}
	if !slices.Equal(got, want) {
		t.Errorf("notices %q; want %q", got, want)
	}
}

func TestStableRead(t *testing.T) {
	m := lived(t)
	paused := 0
	var onPause func(int)
	l, _, err := open(m, passing{func(d time.Duration) {
		m.Pass(d)
		paused++
		if onPause != nil {
			onPause(paused)
		}
	}, m.Now})
	if err != nil {
		t.Fatal(err)
	}
	if b, err := l.Read(MemoryFile); string(b) != memoryBefore || err != nil || paused != 0 {
		t.Fatalf("%q %v, paused %d times for a quiet file", b, err, paused)
	}
	half := func(writes int, content string) func(int) {
		return func(n int) {
			if n == writes {
				m.Put(MemoryFile, []byte(content))
			}
		}
	}
	longer := memoryBefore + "- more\n"
	for at := 1; at <= readTries; at++ {
		paused, onPause = 0, half(at, longer)
		m.Put(MemoryFile, nil)
		if b, err := l.Read(MemoryFile); string(b) != longer || err != nil {
			t.Errorf("filled at pause %d: read %q %v", at, b, err)
		}
		paused = 0
		m.Delete(MemoryFile)
		if b, err := l.Read(MemoryFile); string(b) != longer || err != nil {
			t.Errorf("made again at pause %d: read %q %v", at, b, err)
		}
	}
	onPause, paused = nil, 0
	m.Put(MemoryFile, nil)
	if b, err := l.Read(MemoryFile); len(b) != 0 || err != nil || paused > readTries {
		t.Errorf("emptied for good: %q %v after %d pauses", b, err, paused)
	}
	paused = 0
	if _, err := l.Read(MemoryFile); err != nil || paused != 0 {
		t.Errorf("known to be empty: %v after %d pauses", err, paused)
	}
	m = lived(t)
	if l, _, err = open(m, passing{func(time.Duration) { paused++ }, m.Now}); err != nil {
		t.Fatal(err)
	}
	for _, act := range []func() (Saved, error){
		func() (Saved, error) { return l.Save(night()) },
		func() (Saved, error) { return l.Undo("night-1", time.Unix(1, 0)) },
	} {
		paused = 0
		if _, err := act(); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{MemoryFile, "memory/2026-11-20.md", stateFile, sessionFile} {
			l.Read(name)
		}
		if paused != 0 {
			t.Errorf("waited %d times for our own writing", paused)
		}
	}
	if total := readTries * readPause; total > 400*time.Millisecond {
		t.Errorf("a read may wait %v", total)
	}
}

func TestReadOnly(t *testing.T) {
	for _, cause := range []error{fs.ErrPermission, errReadOnly} {
		m := lived(t)
		m.Hook(func(op memdisk.Op) error {
			if op.Changes {
				return cause
			}
			return nil
		})
		l, notices, err := open(m, noPause)
		if err != nil || len(notices) != 1 {
			t.Fatalf("open: %v %v", notices, err)
		}
		if b, err := l.Read(MemoryFile); err != nil || string(b) != memoryBefore {
			t.Errorf("read: %q %v", b, err)
		}
		if _, err := l.Save(night()); !errors.Is(err, ErrUnwritable) || !errors.Is(err, cause) {
			t.Errorf("save: %v", err)
		}
		if _, err := l.Lock("night"); !errors.Is(err, ErrUnwritable) {
			t.Errorf("lock: %v", err)
		}
		m.Hook(nil)
		if _, err := l.Save(night()); err != nil {
			t.Errorf("save when there is room again: %v", err)
		}
	}
}

// TestFoldersInTheWay: a folder in the place of a state file, or a file in that
// of a state folder, is set aside and said; the land works as without it.
func TestFoldersInTheWay(t *testing.T) {
	dir := openDir(t)
	copyTo(t, lived(t), dir)
	for name, folder := range map[string]disk.FS{"mem": lived(t), "dir": dir, "overlay": memdisk.NewOverlay(lived(t), disk.Now)} {
		t.Run(name, func(t *testing.T) {
			newLand(t, folder)
			inWay := []string{stateFile, nightsFile, saveLock, ".dormouse/entries/memory.jsonl", lockDir + "/night"}
			for _, name := range append(inWay, journalDir) {
				if err := folder.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
					t.Fatal(err)
				}
			}
			for _, name := range inWay {
				if err := errors.Join(folder.Mkdir(name), disk.WriteFile(folder, name+"/mine.txt", []byte("mine"))); err != nil {
					t.Fatal(err)
				}
			}
			if err := disk.WriteFile(folder, journalDir, []byte("no folder")); err != nil {
				t.Fatal(err)
			}
			l, notices, err := open(folder, noPause)
			if err != nil || len(notices) != len(inWay)+1 {
				t.Fatalf("%v, %d notices: %v", err, len(notices), notices)
			}
			if _, err := l.Save(night()); err != nil {
				t.Fatal(err)
			}
			lock, err := l.Lock("night")
			if err != nil {
				t.Fatal(err)
			}
			lock.Close()
			for _, name := range inWay {
				if text, err := disk.ReadFile(folder, name+asideMark+"/mine.txt"); err != nil || string(text) != "mine" {
					t.Errorf("%s: %q %v", name, text, err)
				}
			}
			if _, notices, err := open(folder, noPause); err != nil || len(notices) != 0 {
				t.Errorf("the second time: %v %v", notices, err)
			}
			t.Logf("guarantee 14: in_the_way=%d set_aside=%d", len(inWay)+1, len(notices))
		})
	}
}

func TestLocks(t *testing.T) {
	m := lived(t)
	one, two := newLand(t, m), newLand(t, m)
	held, err := one.Lock("night")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []*Land{one, two} {
		if _, err := l.Lock("night"); !errors.Is(err, ErrBusy) {
			t.Errorf("second lock: %v", err)
		}
	}
	other, err := two.Lock("session-s1")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(held.Close(), other.Close()); err != nil {
		t.Fatal(err)
	}
	if held, err = two.Lock("night"); err != nil {
		t.Fatal(err)
	}
	held.Close()
	if _, err := one.Lock("../x"); !errors.Is(err, ErrTx) {
		t.Errorf("lock outside: %v", err)
	}
	busy, err := m.Lock(saveLock)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.Save(night()); !errors.Is(err, ErrBusy) {
		t.Errorf("save while another saves: %v", err)
	}
	busy.Close()
}
