package disk_test

import (
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"errors"
	"slices"
	"syscall"
	"testing"
)

// imagesOf collects what file holds in every crash image; "-" for no file.
func imagesOf(m *memdisk.Disk, file string) []string {
	var list []string
	m.Crashes(func(_ string, image *memdisk.Disk) {
		text := "-"
		if b, ok := image.Get(file); ok {
			text = string(b)
		}
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	})
	slices.Sort(list)
	return list
}

func wantImages(t *testing.T, when string, m *memdisk.Disk, file string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := imagesOf(m, file); !slices.Equal(got, want) {
		t.Errorf("%s: a power cut leaves %q of %s; want %q", when, got, file, want)
	}
}

func TestCrashImages(t *testing.T) {
	m := memdisk.New()
	f, err := m.Create("a", disk.FileMode)
	must(t, err)
	wantImages(t, "created", m, "a", "-", "")
	f.Write([]byte("abcd"))
	wantImages(t, "written", m, "a", "-", "", "a", "ab", "abc", "abcd", "\x00\x00\x00\x00")
	must(t, f.Sync())
	wantImages(t, "file synced", m, "a", "-", "abcd")
	must(t, m.SyncDir("."))
	wantImages(t, "folder synced", m, "a", "abcd")
	f.Write([]byte("ef"))
	wantImages(t, "written on", m, "a", "abcd", "abcde", "abcdef", "abcd\x00\x00")
	must(t, f.Sync())

	put(t, m, "b", "new")
	must(t, m.SyncDir("."))
	must(t, m.Exchange("a", "b"))
	wantImages(t, "exchanged", m, "a", "abcdef", "new")
	m.Crashes(func(label string, image *memdisk.Disk) {
		a, _ := image.Get("a")
		b, _ := image.Get("b")
		if string(a) == string(b) {
			t.Errorf("%s: an exchange came apart", label)
		}
	})
	must(t, m.SyncDir("."))
	wantImages(t, "exchange synced", m, "a", "new")
	must(t, m.Remove("a"))
	wantImages(t, "removed", m, "a", "new", "-")
}

func TestCrashImagesOfTwoFolders(t *testing.T) {
	m := memdisk.New()
	must(t, m.Mkdir("x"))
	must(t, m.Mkdir("y"))
	must(t, m.SyncDir("."))
	put(t, m, "x/a", "A")
	must(t, m.Rename("x/a", "y/a"))
	must(t, m.SyncDir("y"))
	// Syncing one side of a move makes the whole of it durable.
	wantImages(t, "moved", m, "y/a", "A")
	wantImages(t, "moved", m, "x/a", "-")
}

func TestFaults(t *testing.T) {
	m := memdisk.New()
	put(t, m, "a", "A")
	m.Hook(func(op memdisk.Op) error {
		if op.Kind == "write" {
			return &memdisk.Short{N: 2, Err: syscall.ENOSPC}
		}
		return nil
	})
	f, err := m.Append("a")
	must(t, err)
	if n, err := f.Write([]byte("bcd")); n != 2 || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("short write: %d %v", n, err)
	}
	m.Hook(nil)
	wantText(t, m, "a", "Abc")
	m.Hook(memdisk.FailAt(2, syscall.EIO, false))
	var failed []bool
	for range 3 {
		failed = append(failed, m.SyncDir(".") != nil)
	}
	if !slices.Equal(failed, []bool{false, true, false}) {
		t.Errorf("once: %v", failed)
	}
	m.Hook(memdisk.FailAt(2, syscall.EIO, true))
	failed = nil
	for range 3 {
		failed = append(failed, m.SyncDir(".") != nil)
	}
	if _, err := m.Stat("a"); err != nil {
		t.Errorf("a disk that can only be read: %v", err)
	}
	if !slices.Equal(failed, []bool{false, true, true}) {
		t.Errorf("for ever: %v", failed)
	}
}
