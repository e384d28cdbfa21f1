package disk_test

import (
	"bytes"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// odd lets the suite put things into a folder that an FS refuses to make.
type odd interface {
	place(name string, mode fs.FileMode)
	link(name, second string)
}

// TestConformance runs one suite against every FS.
func TestConformance(t *testing.T) {
	for name, open := range map[string]func(*testing.T) (disk.FS, odd){
		"Mem": func(t *testing.T) (disk.FS, odd) { m := memdisk.New(); return m, oddMem{m} },
		"Dir": newOddDir,
		"Overlay": func(*testing.T) (disk.FS, odd) {
			m := memdisk.New()
			o := memdisk.NewOverlay(m, now)
			return o, oddMem{m}
		},
	} {
		t.Run(name, func(t *testing.T) {
			for test, run := range map[string]func(*testing.T, disk.FS, odd){
				"files": conformFiles, "folders": conformFolders, "rename": conformRename, "exchange": conformExchange,
				"outside": conformOutside, "not plain": conformPlain, "lock": conformLock, "modes": conformModes,
				"replace": conformWriteFile, "open stays": conformOpenStays,
			} {
				if name == "Overlay" && test == "not plain" {
					continue // a link below stays one, whatever is removed above: TestAnOverlayRefusesWhatIsBelow
				}
				t.Run(test, func(t *testing.T) {
					folder, odd := open(t)
					run(t, folder, odd)
				})
			}
		})
	}
}

type oddMem struct{ m *memdisk.Disk }

func (o oddMem) place(name string, mode fs.FileMode) { o.m.Place(name, mode) }
func (o oddMem) link(name, second string)            { o.m.Link(name, second) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantErr checks that err is one of wants and names the file.
func wantErr(t *testing.T, what string, err error, name string, wants ...error) {
	t.Helper()
	for _, want := range wants {
		var p *fs.PathError
		if errors.Is(err, want) && errors.As(err, &p) && strings.Contains(p.Path, name) {
			return
		}
	}
	t.Errorf("%s: %v; want %v and the name %q", what, err, wants, name)
}

func put(t *testing.T, folder disk.FS, name, text string) {
	t.Helper()
	f, err := folder.Create(name, disk.FileMode)
	must(t, err)
	must(t, disk.Fill(f, []byte(text)))
}

func wantText(t *testing.T, folder disk.FS, name, want string) {
	t.Helper()
	got, err := disk.ReadFile(folder, name)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", name, got, err, want)
	}
}

func conformFiles(t *testing.T, folder disk.FS, _ odd) {
	_, err := folder.Open("a.md")
	wantErr(t, "open", err, "a.md", fs.ErrNotExist)
	put(t, folder, "a.md", "one\n")
	wantText(t, folder, "a.md", "one\n")
	_, err = folder.Create("a.md", disk.FileMode)
	wantErr(t, "create", err, "a.md", fs.ErrExist)
	for range 2 {
		f, err := folder.Append("a.md")
		must(t, err)
		_, err = f.Write([]byte("two\n"))
		must(t, err)
		tail := make([]byte, 4)
		if _, err := f.ReadAt(tail, 4); err != nil || string(tail) != "two\n" {
			t.Errorf("ReadAt in an appended file: %q %v", tail, err)
		}
		must(t, f.Sync())
		must(t, f.Close())
	}
	wantText(t, folder, "a.md", "one\ntwo\ntwo\n")
	_, err = disk.ReadFileMax(folder, "a.md", 11)
	wantErr(t, "read", err, "a.md", disk.ErrTooLarge)
	if b, err := disk.ReadFileMax(folder, "a.md", 12); err != nil || len(b) != 12 {
		t.Errorf("a file of just the limit: %q %v", b, err)
	}
	f, err := folder.Append("b.md")
	must(t, err)
	must(t, f.Close())
	wantText(t, folder, "b.md", "")
	f, err = folder.Open("a.md")
	must(t, err)
	if _, err := f.Write([]byte("x")); err == nil {
		t.Error("wrote into a file that was opened for reading")
	}
	buf := make([]byte, 20)
	if n, err := f.ReadAt(buf, 4); n != 8 || !errors.Is(err, io.EOF) {
		t.Errorf("ReadAt over the end: %d %v", n, err)
	}
	info, err := f.Stat()
	if err != nil || info.Size != 12 || info.Links > 1 || !info.Mode.IsRegular() || info.Name != "a.md" {
		t.Errorf("Stat: %+v %v", info, err)
	}
	must(t, f.Close())
	must(t, folder.Remove("a.md"))
	wantErr(t, "remove", folder.Remove("a.md"), "a.md", fs.ErrNotExist)
	_, err = folder.Stat("a.md")
	wantErr(t, "stat", err, "a.md", fs.ErrNotExist)
}

func conformFolders(t *testing.T, folder disk.FS, _ odd) {
	_, err := folder.Create("no/a.md", disk.FileMode)
	wantErr(t, "create in no folder", err, "no/a.md", fs.ErrNotExist)
	must(t, folder.Mkdir("x/y/z"))
	must(t, folder.Mkdir("x/y"))
	must(t, folder.Mkdir("."))
	put(t, folder, "x/b", "b")
	put(t, folder, "x/a", "a")
	list, err := folder.ReadDir("x")
	must(t, err)
	var names []string
	for _, i := range list {
		names = append(names, i.Name)
	}
	if got := strings.Join(names, " "); got != "a b y" {
		t.Errorf("ReadDir: %q", got)
	}
	if list, err := folder.ReadDir("."); err != nil || len(list) != 1 {
		t.Errorf("the folder itself: %v %v", list, err)
	}
	must(t, folder.SyncDir("x"))
	must(t, folder.SyncDir("."))
	if folder.Mkdir("x/a") == nil || folder.Mkdir("x/a/b") == nil || folder.SyncDir("x/a") == nil {
		t.Error("a file passed for a folder")
	}
	if _, err := folder.ReadDir("x/a"); err == nil {
		t.Error("listed a file")
	}
	if folder.Remove("x") == nil {
		t.Error("removed a folder that is not empty")
	}
	must(t, folder.Remove("x/y/z"))
	_, err = folder.ReadDir("gone")
	wantErr(t, "list", err, "gone", fs.ErrNotExist)
}

func conformRename(t *testing.T, folder disk.FS, _ odd) {
	must(t, folder.Mkdir("d"))
	put(t, folder, "a", "A")
	put(t, folder, "d/b", "B")
	must(t, folder.Rename("a", "d/b"))
	wantText(t, folder, "d/b", "A")
	if _, err := folder.Stat("a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the old name is still there: %v", err)
	}
	must(t, folder.Rename("d/b", "d/b"))
	wantText(t, folder, "d/b", "A")
	wantErr(t, "rename", folder.Rename("none", "c"), "none", fs.ErrNotExist)
	if folder.Rename("d/b", "d") == nil {
		t.Error("a file replaced a folder")
	}
	must(t, folder.Mkdir("d/deep"))
	put(t, folder, "d/deep/c", "C")
	must(t, folder.Rename("d", "e"))
	wantText(t, folder, "e/b", "A")
	wantText(t, folder, "e/deep/c", "C")
	must(t, folder.Mkdir("d/deep"))
	if _, err := folder.Stat("d/deep/c"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was in the folder is still under its old name: %v", err)
	}
}

func conformExchange(t *testing.T, folder disk.FS, _ odd) {
	must(t, folder.Mkdir("d"))
	put(t, folder, "a", "A")
	put(t, folder, "d/b", "B")
	err := folder.Exchange("a", "d/b")
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip("this system cannot swap names")
	}
	must(t, err)
	wantText(t, folder, "a", "B")
	wantText(t, folder, "d/b", "A")
	wantErr(t, "exchange", folder.Exchange("a", "none"), "none", fs.ErrNotExist)
	wantErr(t, "exchange", folder.Exchange("none", "a"), "none", fs.ErrNotExist)
	wantText(t, folder, "a", "B")
}

func conformOutside(t *testing.T, folder disk.FS, o odd) {
	must(t, folder.Mkdir("real"))
	put(t, folder, "real/f", "x")
	o.place("way", fs.ModeSymlink)
	for _, name := range []string{"", "/", "/etc/passwd", "..", "../x", "a/../../x", "a/..", "./a", "a//b", "a/", "a\x00b", "way/f"} {
		_, err := folder.Open(name)
		wantErr(t, "open", err, name, disk.ErrOutside)
		_, err = folder.Create(name, disk.FileMode)
		wantErr(t, "create", err, name, disk.ErrOutside)
		_, err = folder.Append(name)
		wantErr(t, "append", err, name, disk.ErrOutside)
		_, err = folder.Stat(name)
		wantErr(t, "stat", err, name, disk.ErrOutside)
		_, err = folder.Lock(name)
		wantErr(t, "lock", err, name, disk.ErrOutside)
		wantErr(t, "mkdir", folder.Mkdir(name), "", disk.ErrOutside)
		wantErr(t, "remove", folder.Remove(name), name, disk.ErrOutside)
		wantErr(t, "rename", folder.Rename("real/f", name), name, disk.ErrOutside)
		wantErr(t, "rename", folder.Rename(name, "real/g"), name, disk.ErrOutside)
		wantErr(t, "exchange", folder.Exchange("real/f", name), name, disk.ErrOutside)
	}
	for _, name := range []string{"way", "way/d", "../x"} {
		_, err := folder.ReadDir(name)
		wantErr(t, "list", err, name, disk.ErrOutside)
		wantErr(t, "sync", folder.SyncDir(name), name, disk.ErrOutside)
	}
	wantText(t, folder, "real/f", "x")
}

func conformPlain(t *testing.T, folder disk.FS, o odd) {
	must(t, folder.Mkdir("dir"))
	o.place("link", fs.ModeSymlink)
	o.place("pipe", fs.ModeNamedPipe)
	put(t, folder, "one", "x")
	o.link("one", "two")
	for _, name := range []string{"dir", "link", "pipe", "one", "two"} {
		_, err := folder.Open(name)
		wantErr(t, "open", err, name, disk.ErrNotRegular)
		_, err = folder.Append(name)
		wantErr(t, "append", err, name, disk.ErrNotRegular)
		_, err = folder.Lock(name)
		wantErr(t, "lock", err, name, disk.ErrNotRegular)
	}
	info, err := folder.Stat("link")
	if err != nil || info.Mode&fs.ModeSymlink == 0 {
		t.Errorf("Stat followed a link: %+v %v", info, err)
	}
	must(t, folder.Remove("two"))
	wantText(t, folder, "one", "x")
	must(t, folder.Remove("link"))
	must(t, folder.Remove("pipe"))
}

func conformLock(t *testing.T, folder disk.FS, _ odd) {
	held, err := folder.Lock("lock")
	must(t, err)
	_, err = folder.Lock("lock")
	wantErr(t, "lock", err, "lock", disk.ErrBusy)
	other, err := folder.Lock("other")
	must(t, err)
	must(t, other.Close())
	must(t, held.Close())
	held, err = folder.Lock("lock")
	must(t, err)
	must(t, held.Close())
	if held.Close() == nil {
		t.Error("closed twice")
	}
	if _, err = folder.Lock("no/lock"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("lock in no folder: %v", err)
	}
}

func conformModes(t *testing.T, folder disk.FS, _ odd) {
	must(t, folder.Mkdir("d/e"))
	put(t, folder, "d/private", "x")
	f, err := folder.Create("d/shared", 0o664)
	must(t, err)
	must(t, f.Close())
	f, err = folder.Append("d/log")
	must(t, err)
	must(t, f.Close())
	for name, want := range map[string]fs.FileMode{"d": 0o700, "d/e": 0o700, "d/private": 0o600, "d/shared": 0o664, "d/log": 0o600} {
		if info, err := folder.Stat(name); err != nil || info.Mode.Perm() != want {
			t.Errorf("%s: %v %v; want %v", name, info.Mode, err, want)
		}
	}
}

func conformWriteFile(t *testing.T, folder disk.FS, _ odd) {
	must(t, folder.Mkdir("s"))
	for _, text := range []string{"one", "", strings.Repeat("x", 1<<20)} {
		must(t, disk.WriteFile(folder, "s/state", []byte(text)))
		wantText(t, folder, "s/state", text)
	}
	put(t, folder, "s/.state.0.tmp", "left by a crash")
	must(t, disk.WriteFile(folder, "s/state", []byte("two")))
	wantText(t, folder, "s/state", "two")
	list, err := folder.ReadDir("s")
	if err != nil || len(list) != 2 || !disk.IsTemp(list[0].Name) || disk.IsTemp(list[1].Name) {
		t.Errorf("left behind: %v %v", list, err)
	}
}

// conformOpenStays: an open file is the same file when its name is another's.
func conformOpenStays(t *testing.T, folder disk.FS, _ odd) {
	put(t, folder, "a", "old")
	put(t, folder, "b", "new")
	f, err := folder.Open("a")
	must(t, err)
	must(t, folder.Rename("b", "a"))
	b, err := io.ReadAll(f)
	if err != nil || !bytes.Equal(b, []byte("old")) {
		t.Errorf("the open file reads %q %v", b, err)
	}
	must(t, f.Close())
	wantText(t, folder, "a", "new")
}

// now is a clock whose every reading is later than the one before.
var now = func() func() time.Time {
	var n atomic.Int64
	return func() time.Time { return time.Unix(1_700_000_000, n.Add(1)) }
}()
