package memdisk

import (
	"bytes"
	"dormouse/land/disk"
	"io/fs"
	"path"
)

// The calls in this file are the other hand on the folder: a person with an
// editor. They are no operations of the program, run no hook, and what they
// write is on the disk at once, under the name that the file has then.

// Put writes a file in place, as `>` in a shell does, making it and its folders
// when missing.
func (m *Disk) Put(name string, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok := m.names[name]
	if !ok {
		n = m.newNode(disk.FileMode)
		m.place(name, n)
	}
	m.fill(n, data)
	m.flush(path.Dir(name))
}

// Swap gives the name to a new file, as an editor does that saves by renaming.
func (m *Disk) Swap(name string, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.newNode(disk.FileMode)
	if old, ok := m.names[name]; ok {
		n.mode = old.mode
	}
	m.fill(n, data)
	m.place(name, n)
}

// Move gives a file another name, as an editor does that keeps a backup.
func (m *Disk) Move(name, to string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n, ok := m.names[name]; ok {
		m.change(nameSet{name, nil}, nameSet{to, n})
		m.flush(path.Dir(name))
	}
}

// Place puts something that is no plain file under a name: mode is
// fs.ModeSymlink, fs.ModeNamedPipe and so on.
func (m *Disk) Place(name string, mode fs.FileMode) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.place(name, m.newNode(mode))
}

// Link gives a file a second name.
func (m *Disk) Link(name, second string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.place(second, m.names[name])
}

// Chmod changes the permission bits of a file.
func (m *Disk) Chmod(name string, mode fs.FileMode) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := m.names[name]; n != nil {
		n.mode = n.mode.Type() | mode.Perm()
	}
}

// Delete takes a name away; a missing one is no error.
func (m *Disk) Delete(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.names[name]; ok {
		m.change(nameSet{name, nil})
		m.flush(path.Dir(name))
	}
}

// Get returns what a file holds now.
func (m *Disk) Get(name string) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok := m.names[name]
	if !ok || !n.mode.IsRegular() {
		return nil, false
	}
	return bytes.Clone(n.data), true
}

// Files returns all plain files and what they hold.
func (m *Disk) Files() map[string]string {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := map[string]string{}
	for name, n := range m.names {
		if n.mode.IsRegular() {
			all[name] = string(n.data)
		}
	}
	return all
}

// Hold opens a file as an editor does that writes in place and slowly: what is
// written through it lands in the file that had the name at this moment, even if
// another has the name by then. ok is false when there is no such file.
func (m *Disk) Hold(name string) (h Held, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok := m.names[name]
	return Held{m, n}, ok
}

// Held is a file that an editor has open.
type Held struct {
	m *Disk
	n *node
}

// Write replaces all that the file holds.
func (h Held) Write(data []byte) {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	h.m.fill(h.n, data)
	for name, n := range h.m.names {
		if n == h.n {
			h.m.flush(path.Dir(name))
		}
	}
}

func (m *Disk) fill(n *node, data []byte) {
	n.data = bytes.Clone(data)
	n.synced = n.data
	n.mod = m.tick()
}

func (m *Disk) place(name string, n *node) {
	if dir := path.Dir(name); dir != "." {
		if _, ok := m.names[dir]; !ok {
			m.place(dir, m.newNode(fs.ModeDir|disk.DirMode))
		}
	}
	m.change(nameSet{name, n})
	m.flush(path.Dir(name))
}
