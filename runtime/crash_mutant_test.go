package runtime

import (
	"io/fs"
	"testing"

	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
)

// noFileSync and noFolderSync are disks that only say that they have written:
// the sweep must see it, or it proves nothing.
type noFileSync struct{ disk.FS }

func (n noFileSync) Create(name string, mode fs.FileMode) (disk.File, error) {
	f, err := n.FS.Create(name, mode)
	return unsynced{f}, err
}

func (n noFileSync) Append(name string) (disk.File, error) {
	f, err := n.FS.Append(name)
	return unsynced{f}, err
}

type unsynced struct{ disk.File }

func (unsynced) Sync() error { return nil }

type noFolderSync struct{ disk.FS }

func (noFolderSync) SyncDir(string) error { return nil }

func TestCrashActsOnMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	mutants := map[string]func(*memdisk.Disk) disk.FS{
		"no file sync":   func(m *memdisk.Disk) disk.FS { return noFileSync{m} },
		"no folder sync": func(m *memdisk.Disk) disk.FS { return noFolderSync{m} },
	}
	caught := 0
	for name, over := range mutants {
		for _, a := range acts()[2:4] {
			s := newStage(t, a)
			r := s.sweep(t, a, over, 3, func(r *run, image *memdisk.Disk, done bool) error { return s.recovered(r, image, done) })
			if r.lost+r.mixed > 0 {
				caught++
				continue
			}
			t.Errorf("%s: the sweep of %s did not see it", name, a.name)
		}
	}
	t.Logf("guarantee 6: mutants=%d caught=%d", len(mutants)*2, caught)
}
