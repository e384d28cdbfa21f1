package memdisk

import (
	"dormouse/land/disk"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Stat implements FS.
func (m *Disk) Stat(name string) (disk.Info, error) {
	err := m.begin("stat", name, "", false)
	defer m.mu.Unlock()
	var n *node
	if err == nil {
		n, err = m.look(name)
	}
	if err != nil {
		return disk.Info{}, disk.PathError("stat", name, err)
	}
	return m.info(name, n), nil
}

func (m *Disk) info(name string, n *node) disk.Info {
	return disk.Info{Name: path.Base(name), Size: int64(len(n.data)), ModTime: n.mod, Mode: n.mode, Inode: n.inode, Links: m.links(n)}
}

// ReadDir implements FS.
func (m *Disk) ReadDir(name string) ([]disk.Info, error) {
	err := m.begin("list", name, "", false)
	defer m.mu.Unlock()
	var n *node
	if err == nil {
		n, err = m.look(name)
	}
	if err == nil {
		err = folder(n)
	}
	if err != nil {
		return nil, disk.PathError("list", name, err)
	}
	var list []disk.Info
	for other, n := range m.names {
		if other != "." && path.Dir(other) == name {
			list = append(list, m.info(other, n))
		}
	}
	slices.SortFunc(list, func(a, b disk.Info) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

func folder(n *node) error {
	switch {
	case n.mode&fs.ModeSymlink != 0:
		return disk.ErrOutside
	case !n.mode.IsDir():
		return disk.ErrNotDir
	}
	return nil
}

// SyncDir implements FS.
func (m *Disk) SyncDir(name string) error {
	err := m.begin("syncdir", name, "", true)
	defer m.mu.Unlock()
	var n *node
	if err == nil {
		n, err = m.look(name)
	}
	if err == nil {
		err = folder(n)
	}
	if err != nil {
		return disk.PathError("sync", name, err)
	}
	m.flush(name)
	return nil
}

// errNotEmpty is what is said where a system has its own word.
var errNotEmpty = errors.New("folder not empty")
