package disk_test

import (
	"dormouse/land/disk"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// A person's file keeps its mode and the link that leads to it, and what they
// write between the reading and the replacing stays.
func TestReplaceHost(t *testing.T) {
	folder := t.TempDir()
	target, link := filepath.Join(folder, "real.toml"), filepath.Join(folder, "config.toml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(target, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	want := func(text string) {
		t.Helper()
		if got, err := os.ReadFile(link); err != nil || string(got) != text {
			t.Errorf("%q %v, want %q", got, err, text)
		}
		if list, err := os.ReadDir(folder); err != nil || len(list) != 2 {
			t.Errorf("%v %v: something is left over", list, err)
		}
	}
	write("a = 1\n")
	if err := os.Symlink("real.toml", link); err != nil {
		t.Skip(err)
	}
	if err := disk.ReplaceHost(link, []byte("a = 1\n"), []byte("a = 2\n")); err != nil {
		t.Fatal(err)
	}
	want("a = 2\n")
	if info, err := os.Lstat(target); err != nil || info.Mode() != 0o640 {
		t.Errorf("mode %v %v", info.Mode(), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v %v", info.Mode(), err)
	}
	write("by = 'hand'\n")
	if err := disk.ReplaceHost(link, []byte("a = 2\n"), []byte("a = 3\n")); !errors.Is(err, disk.ErrChanged) {
		t.Errorf("an edit was overwritten: %v", err)
	}
	if err := disk.ReplaceHost(link, nil, []byte("a = 3\n")); !errors.Is(err, disk.ErrChanged) {
		t.Errorf("a file that came meanwhile was overwritten: %v", err)
	}
	want("by = 'hand'\n")
	fresh := filepath.Join(folder, "new", "deep", "config.toml")
	if err := disk.ReplaceHost(fresh, nil, []byte("a = 1\n")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(fresh); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}
