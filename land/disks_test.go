package land

import (
	"errors"
	"io/fs"
	"path"
	"syscall"
	"testing"

	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
)

var errReadOnly = syscall.EROFS

// noExchange is a disk whose system cannot swap two names.
type noExchange struct{ disk.FS }

func (noExchange) Exchange(a, b string) error { return errors.ErrUnsupported }

// noFileSync is the mutant that believes written bytes are on the disk.
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

// noDirSync is the mutant that believes a rename is on the disk.
type noDirSync struct{ disk.FS }

func (noDirSync) SyncDir(string) error { return nil }

// snapshot reads all that a land shows, of any disk.
func snapshot(t testing.TB, folder disk.FS) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, dir := range []string{".", MemoryDir, SessionsDir, StateDir} {
		infos, err := folder.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, info := range infos {
			name := path.Join(dir, info.Name)
			if !info.Mode.IsRegular() || name == saveLock {
				continue
			}
			text, err := disk.ReadFile(folder, name)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = string(text)
		}
	}
	return all
}

func copyTo(t testing.TB, from *memdisk.Disk, to disk.FS) {
	t.Helper()
	for name, text := range visible(from) {
		if err := to.Mkdir(path.Dir(name)); err != nil {
			t.Fatal(err)
		}
		f, err := to.Create(name, disk.FileMode)
		if err == nil {
			err = disk.Fill(f, []byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
