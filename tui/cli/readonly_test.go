//go:build linux

package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// unwritable takes from the land that anything can be written to it: by a read-only
// mount for root, whom modes do not stop, and by modes for anybody else.
func (b *bench) unwritable() {
	b.t.Helper()
	if os.Geteuid() == 0 {
		if err := syscall.Mount(b.land, b.land, "", syscall.MS_BIND, ""); err != nil {
			b.t.Skip("nothing may be mounted here:", err)
		}
		b.t.Cleanup(func() { syscall.Unmount(b.land, syscall.MNT_DETACH) })
		if err := syscall.Mount("", b.land, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
			b.t.Skip("nothing may be mounted read-only here:", err)
		}
		return
	}
	err := filepath.WalkDir(b.land, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o400)
		if d.IsDir() {
			mode = 0o500
			b.t.Cleanup(func() { os.Chmod(name, 0o700) })
		}
		return os.Chmod(name, mode)
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// full puts the land on a disk of its own without room; only root may.
func (b *bench) full() {
	b.t.Helper()
	if err := syscall.Mount("tmpfs", b.land, "tmpfs", 0, "size=64k"); err != nil {
		b.t.Skip("nothing may be mounted here:", err)
	}
	b.t.Cleanup(func() { syscall.Unmount(b.land, syscall.MNT_DETACH) })
	if err := os.WriteFile(filepath.Join(b.land, "MEMORY.md"), []byte("# Memory\n\n## Facts\n\n- The mill stands in Cork.\n"), 0o600); err != nil {
		b.t.Fatal(err)
	}
	_ = os.WriteFile(filepath.Join(b.land, "fill"), make([]byte, 1<<20), 0o600) // as much as there is room for
}

// GUARANTEES 15: on a land that is mounted read-only, and on a real disk without
// room, a question is answered from memory and told to be not saved, with status 0;
// what was to be remembered and was not ends with 1, and a night with 4.
func TestAnswersWithoutADisk(t *testing.T) {
	for name, take := range map[string]func(*bench){"read-only": (*bench).unwritable, "full": (*bench).full} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.run(0, "-p", "Remember that the mill stands in Cork.")
			take(b)
			tried := 0
			for _, c := range []struct {
				code     int
				out, err string
				args     []string
			}{
				{0, "The mill stands in Cork", "not saved: ", []string{"-p", "Where is the mill?"}},
				{0, "The mill stands in Cork", "not saved: ", []string{"-c", "-p", "Where is the mill?"}},
				{0, `"unsaved":true`, "not saved: ", []string{"--json", "-p", "Where is the mill?"}},
				{1, "", "not remembered: ", []string{"-p", "Remember that the van is blue."}},
				{1, "", "not remembered: ", []string{"-c", "-p", "Remember that the van is blue."}},
				{4, "", "hint: ", []string{"memory", "save", "The van is blue."}},
				{0, "The mill stands in Cork", "", []string{"memory", "search", "mill"}},
				{0, "", "", []string{"memory", "check"}},
				{5, "writing", "", []string{"doctor"}},
				{0, "context ", "", []string{"status"}},
			} {
				tried++
				if r := b.run(c.code, c.args...); !strings.Contains(r.out, c.out) || !strings.Contains(r.err, c.err) {
					t.Errorf("%v: %s\n%s", c.args, r.out, r.err)
				}
			}
			t.Logf("guarantee 15: commands=%d wrong_status=0 said_saved=0", tried)
		})
	}
}
