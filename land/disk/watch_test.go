package disk_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
)

// soon tells whether a watch sees a change within so long.
func soon(t *testing.T, w *disk.Watch, within time.Duration) bool {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), within)
	defer stop()
	err := w.Wait(ctx)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	return err == nil
}

// What an editor does to a file is told at once, whatever way it saves: in place, by a
// new file, by a folder that was not there.
func TestAWatchTellsAtOnce(t *testing.T) {
	dir := t.TempDir()
	d, err := disk.OpenDir(dir)
	must(t, err)
	defer d.Close()
	w := disk.NewWatch(d, ".", "memory")
	defer w.Close()
	if why := w.Looks(); why != nil {
		t.Skip("nobody tells here: ", why)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		what string
		do   func() error
	}{
		{"a new file", func() error { return os.WriteFile(at("MEMORY.md"), []byte("- a\n"), 0o600) }},
		{"written in place", func() error { return os.WriteFile(at("MEMORY.md"), []byte("- b and more\n"), 0o600) }},
		{"another file in its place", func() error {
			must(t, os.WriteFile(at(".MEMORY.md.swp"), []byte("- c\n"), 0o600))
			return os.Rename(at(".MEMORY.md.swp"), at("MEMORY.md"))
		}},
		{"a folder that was not there, with a file", func() error {
			must(t, os.Mkdir(at("memory"), 0o700))
			return os.WriteFile(at("memory/2026-11-21.md"), []byte("# day\n"), 0o600)
		}},
		{"written there", func() error { return os.WriteFile(at("memory/2026-11-21.md"), []byte("# day two\n"), 0o600) }},
		{"gone", func() error { return os.Remove(at("MEMORY.md")) }},
	} {
		must(t, c.do())
		if !soon(t, w, 10*time.Second) { // a look of its own comes after 30 s
			t.Errorf("%s: nothing was told", c.what)
		}
	}
	must(t, os.Mkdir(at("sessions"), 0o700))
	must(t, os.WriteFile(at("sessions/a.jsonl"), []byte("{}\n"), 0o600))
	if soon(t, w, 300*time.Millisecond) {
		t.Error("a file of a folder that is not watched was told of")
	}
}

// elsewhere is a folder whose path nobody can watch.
type elsewhere struct {
	disk.FS
	path string
}

func (e elsewhere) Path() string { return e.path }

// Where nobody tells of changes they are found by looking, and the reason is told.
func TestAWatchLooksWhereNobodyTells(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	synctest.Test(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			fs  disk.FS
			why string
		}{
			"in memory":       {memdisk.New(), "not on a disk"},
			"not to be added": {elsewhere{memdisk.New(), file}, disk.ErrNotDir.Error()},
		} {
			w := disk.NewWatch(c.fs, ".", "memory")
			if why := w.Looks(); why == nil || !strings.Contains(why.Error(), c.why) {
				t.Errorf("%s: looks for %v, want %v", name, why, c.why)
			}
			must(t, disk.WriteFile(c.fs, "MEMORY.md", []byte("- a\n")))
			if !soon(t, w, 2*time.Second) {
				t.Errorf("%s: nothing was seen", name)
			}
			if soon(t, w, time.Minute) {
				t.Errorf("%s: something was seen that did not happen", name)
			}
			must(t, w.Close())
		}
	})
}
