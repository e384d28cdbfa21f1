//go:build unix

package disk_test

import (
	"dormouse/land/disk"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

type oddDir struct {
	t    *testing.T
	path string
}

func newOddDir(t *testing.T) (disk.FS, odd) {
	d, err := disk.OpenDir(filepath.Join(t.TempDir(), "new", "land"))
	must(t, err)
	t.Cleanup(func() { d.Close() })
	return d, oddDir{t, d.Path()}
}

func (o oddDir) place(name string, mode fs.FileMode) {
	at := filepath.Join(o.path, name)
	switch mode {
	case fs.ModeSymlink:
		must(o.t, os.Symlink("real", at))
	case fs.ModeNamedPipe:
		must(o.t, syscall.Mkfifo(at, 0o600))
	}
}

func (o oddDir) link(name, second string) {
	must(o.t, os.Link(filepath.Join(o.path, name), filepath.Join(o.path, second)))
}

// TestUmask: modes are what was asked for, whatever the umask. It changes the
// whole process, so it does not run beside others.
//
// GUARANTEES 27.
func TestUmask(t *testing.T) {
	for _, mask := range []int{0, 0o22, 0o277, 0o777} {
		old := syscall.Umask(mask)
		dir := filepath.Join(t.TempDir(), "a", "b")
		d, err := disk.OpenDir(dir)
		if err == nil {
			conformModes(t, d, nil)
			d.Close()
		}
		syscall.Umask(old)
		must(t, err)
		for _, p := range []string{dir, filepath.Dir(dir)} {
			if info, err := os.Stat(p); err != nil || info.Mode().Perm() != disk.DirMode {
				t.Errorf("umask %o: %s is %v %v", mask, p, info.Mode(), err)
			}
		}
	}
}

// TestLinksOut: no link in the folder leads out of it, wherever it stands.
func TestLinksOut(t *testing.T) {
	out := t.TempDir()
	must(t, os.WriteFile(filepath.Join(out, "secret.md"), []byte("secret"), 0o600))
	d, err := disk.OpenDir(t.TempDir())
	must(t, err)
	defer d.Close()
	must(t, os.Symlink(out, filepath.Join(d.Path(), "memory")))
	must(t, os.Symlink(filepath.Join(out, "secret.md"), filepath.Join(d.Path(), "MEMORY.md")))
	must(t, os.Symlink("loop", filepath.Join(d.Path(), "loop")))
	must(t, os.Symlink("gone", filepath.Join(d.Path(), "dangling")))
	_, err = d.Open("memory/secret.md")
	wantErr(t, "folder link", err, "memory/secret.md", disk.ErrOutside)
	for _, name := range []string{"MEMORY.md", "loop", "dangling"} {
		_, err = d.Open(name)
		wantErr(t, "file link", err, name, disk.ErrNotRegular)
		_, err = d.Append(name)
		wantErr(t, "file link", err, name, disk.ErrNotRegular)
		if _, err = d.Create(name, disk.FileMode); !errors.Is(err, fs.ErrExist) {
			t.Errorf("create over a link: %v", err)
		}
	}
	wantErr(t, "mkdir", d.Mkdir("memory"), "memory", disk.ErrOutside)
	if entries, err := os.ReadDir(out); err != nil || len(entries) != 1 {
		t.Errorf("something was made outside: %v %v", entries, err)
	}
}

// TestSwappedUnderfoot changes a plain file into a link and back while it is
// read: no read may ever show the link's target.
func TestSwappedUnderfoot(t *testing.T) {
	d, err := disk.OpenDir(t.TempDir())
	must(t, err)
	defer d.Close()
	at := func(name string) string { return filepath.Join(d.Path(), name) }
	must(t, os.WriteFile(at("target"), []byte("target"), 0o600))
	var wg sync.WaitGroup
	wg.Add(1)
	stop := make(chan struct{})
	go func() { // ends when stop is closed
		defer wg.Done()
		for {
			select {
			case <-stop:
				return
			default:
			}
			os.WriteFile(at("plain"), []byte("plain"), 0o600)
			os.Rename(at("plain"), at("x.md"))
			os.Symlink("target", at("link"))
			os.Rename(at("link"), at("x.md"))
		}
	}()
	seen := 0
	for range 3000 {
		if b, err := disk.ReadFile(d, "x.md"); err == nil {
			seen++
			if string(b) == "target" {
				t.Error("a link was followed")
				break
			}
		}
	}
	close(stop)
	wg.Wait()
	t.Logf("%d of 3000 reads met the plain file", seen)
}

// TestLockOfOther holds a lock in another process and then kills it.
func TestLockOfOther(t *testing.T) {
	if dir := os.Getenv("DISK_TEST_HOLD"); dir != "" {
		d, err := disk.OpenDir(dir)
		must(t, err)
		_, err = d.Lock("night")
		must(t, err)
		os.Stdout.WriteString("held\n")
		select {}
	}
	d, err := disk.OpenDir(t.TempDir())
	must(t, err)
	defer d.Close()
	cmd := exec.Command(os.Args[0], "-test.run=^TestLockOfOther$")
	cmd.Env = append(os.Environ(), "DISK_TEST_HOLD="+d.Path())
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	if _, err := out.Read(make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	_, err = d.Lock("night")
	wantErr(t, "lock", err, "night", disk.ErrBusy)
	must(t, cmd.Process.Kill())
	cmd.Wait()
	held, err := d.Lock("night")
	must(t, err)
	must(t, held.Close())
}

func TestReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write anywhere")
	}
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o500))
	d, err := disk.OpenDir(dir)
	must(t, err)
	defer d.Close()
	_, err = d.Create("a", disk.FileMode)
	wantErr(t, "create", err, "a", fs.ErrPermission)
}

func TestHost(t *testing.T) {
	dir := t.TempDir()
	p := filepath.Join(dir, "out.csv")
	f, err := disk.CreateHost(p)
	must(t, err)
	must(t, disk.Fill(f, []byte("a,b\n")))
	f, err = disk.AppendHost(p)
	must(t, err)
	must(t, disk.Fill(f, []byte("1,2\n")))
	if b, err := disk.ReadHost(p, 100); err != nil || string(b) != "a,b\n1,2\n" {
		t.Errorf("%q %v", b, err)
	}
	if _, err := disk.ReadHost(p, 3); !errors.Is(err, disk.ErrTooLarge) {
		t.Errorf("over the limit: %v", err)
	}
	if info, err := disk.StatHost(p); err != nil || info.Mode.Perm() != disk.FileMode {
		t.Errorf("%v %v", info, err)
	}
	if _, err := disk.ReadHost(dir, 100); err == nil {
		t.Error("read a folder")
	}
	must(t, os.Symlink(p, filepath.Join(dir, "link")))
	if _, err := disk.ReadHost(filepath.Join(dir, "link"), 100); err != nil {
		t.Errorf("a person's own link: %v", err)
	}
	must(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	if b, err := disk.ReadHost(filepath.Join(dir, "pipe"), 100); err != nil || len(b) != 0 {
		t.Errorf("a pipe without a writer: %q %v", b, err)
	}
	if list, err := disk.ListHost(dir); err != nil || len(list) != 3 {
		t.Errorf("%v %v", list, err)
	}
	temp, err := disk.TempHost("note-*.md", []byte("draft"))
	must(t, err)
	if b, err := disk.ReadHost(temp, 100); err != nil || string(b) != "draft" {
		t.Errorf("%q %v", b, err)
	}
	must(t, disk.RemoveHost(temp))
}

func TestOpenDirOnFile(t *testing.T) {
	p := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(p, nil, 0o600))
	if _, err := disk.OpenDir(p); err == nil {
		t.Error("a file passed for a folder")
	}
	if _, err := disk.OpenDir(filepath.Join(p, "below")); err == nil {
		t.Error("made a folder below a file")
	}
}
