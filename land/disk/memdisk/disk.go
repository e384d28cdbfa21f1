// Package memdisk keeps folders in memory: a Disk with a power switch, which shows
// every image that a power cut could leave behind and fails any operation it is
// asked to, and an Overlay, which shows another folder and keeps every change of it
// to itself. Both behave like a folder behind os.Root, which one suite of tests in
// the folder above holds all three to.
package memdisk

import (
	"bytes"
	"dormouse/land/disk"
	"errors"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"
)

// Disk is a folder in memory that behaves like a disk with a power switch: it
// knows which bytes and which names were synced, can fail any operation, and can
// show every state that a power cut at this moment could leave behind (Crashes).
// It is safe for several goroutines.
type Disk struct {
	mu      sync.Mutex
	names   map[string]*node // as a running program sees them
	durable map[string]*node // as they are after a power cut
	pending []nameOp         // changes of names that no SyncDir has covered yet
	locks   map[string]bool
	inodes  uint64
	passed  time.Duration // by the folder's own clock
	ops     []Op
	hook    func(Op) error
}

// node is one file or folder, whatever its names are.
type node struct {
	inode  uint64
	mode   fs.FileMode
	data   []byte
	synced []byte
	mod    time.Time
}

// nameOp is one atomic change of names; a nil node takes the name away.
type nameOp struct {
	sets []nameSet
}

type nameSet struct {
	name string
	node *node
}

// New returns an empty folder.
func New() *Disk {
	m := &Disk{names: map[string]*node{}, durable: map[string]*node{}, locks: map[string]bool{}}
	root := m.newNode(fs.ModeDir | disk.DirMode)
	m.names["."], m.durable["."] = root, root
	return m
}

func (m *Disk) newNode(mode fs.FileMode) *node {
	m.inodes++
	return &node{inode: m.inodes, mode: mode, mod: m.tick()}
}

// tick is the time of a change: always later than the one before, never the
// machine's.
func (m *Disk) tick() time.Time {
	m.passed += time.Millisecond
	return m.clock()
}

func (m *Disk) clock() time.Time { return time.Unix(1_600_000_000, 0).UTC().Add(m.passed) }

// Now is the folder's own clock, which stands still but for a millisecond with
// each change and for Pass.
func (m *Disk) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.clock()
}

// Pass lets time pass.
func (m *Disk) Pass(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.passed += d
}

// look finds a name, refusing what Dir refuses.
func (m *Disk) look(name string) (*node, error) {
	if err := m.way(name); err != nil {
		return nil, err
	}
	n, ok := m.names[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return n, nil
}

// way checks that the folders above name are folders.
func (m *Disk) way(name string) error {
	if err := disk.Check(name); err != nil {
		return err
	}
	for at := name; at != "."; {
		at = path.Dir(at)
		n, ok := m.names[at]
		switch {
		case !ok:
			continue // a missing folder above a missing one is named first
		case n.mode&fs.ModeSymlink != 0:
			return disk.ErrOutside
		case !n.mode.IsDir():
			return disk.ErrNotDir
		}
	}
	if _, ok := m.names[path.Dir(name)]; !ok {
		return fs.ErrNotExist
	}
	return nil
}

func (m *Disk) plain(name string) (*node, error) {
	n, err := m.look(name)
	if err != nil {
		return nil, err
	}
	if !n.mode.IsRegular() || m.links(n) > 1 {
		return nil, disk.ErrNotRegular
	}
	return n, nil
}

func (m *Disk) links(n *node) uint64 {
	var count uint64
	for _, other := range m.names {
		if other == n {
			count++
		}
	}
	return count
}

// change applies an atomic change of names and remembers it until a SyncDir. The
// time of a folder is that of its last change of names.
func (m *Disk) change(sets ...nameSet) {
	op := nameOp{sets}
	op.apply(m.names)
	m.pending = append(m.pending, op)
	for _, s := range sets {
		if folder := m.names[path.Dir(s.name)]; folder != nil {
			folder.mod = m.tick()
		}
	}
}

func (op nameOp) apply(names map[string]*node) {
	for _, s := range op.sets {
		if s.node == nil {
			delete(names, s.name)
		} else {
			names[s.name] = s.node
		}
	}
}

// Path implements FS; a folder in memory has none.
func (m *Disk) Path() string { return "" }

// Open implements FS.
func (m *Disk) Open(name string) (disk.File, error) {
	err := m.begin("open", name, "", false)
	defer m.mu.Unlock()
	var n *node
	if err == nil {
		n, err = m.plain(name)
	}
	if err != nil {
		return nil, disk.PathError("open", name, err)
	}
	return &memFile{m: m, n: n, name: name}, nil
}

// Create implements FS.
func (m *Disk) Create(name string, mode fs.FileMode) (disk.File, error) {
	err := m.begin("create", name, "", true)
	defer m.mu.Unlock()
	var n *node
	if err == nil {
		n, err = m.create(name, mode)
	}
	if err != nil {
		return nil, disk.PathError("create", name, err)
	}
	return &memFile{m: m, n: n, name: name, write: true}, nil
}

func (m *Disk) create(name string, mode fs.FileMode) (*node, error) {
	if err := m.way(name); err != nil {
		return nil, err
	}
	if _, ok := m.names[name]; ok {
		return nil, fs.ErrExist
	}
	n := m.newNode(mode.Perm())
	m.change(nameSet{name, n})
	return n, nil
}

// Append implements FS.
func (m *Disk) Append(name string) (disk.File, error) {
	err := m.begin("append", name, "", true)
	defer m.mu.Unlock()
	var n *node
	if err == nil {
		n, err = m.plain(name)
		if errors.Is(err, fs.ErrNotExist) {
			n, err = m.create(name, disk.FileMode)
		}
	}
	if err != nil {
		return nil, disk.PathError("append", name, err)
	}
	return &memFile{m: m, n: n, name: name, write: true}, nil
}

// Overwrite implements FS. It is two operations, as on a disk: between them a
// power cut may leave any part of the new bytes.
func (m *Disk) Overwrite(name string, at int64, data []byte) error {
	err := m.begin("overwrite", name, "", true)
	var n *node
	if err == nil {
		if n, err = m.plain(name); err == nil && (at < 0 || at+int64(len(data)) > int64(len(n.data))) {
			err = disk.ErrRange
		}
	}
	if err == nil {
		n.data = bytes.Clone(n.data)
		copy(n.data[at:], data)
		n.mod = m.tick()
	}
	m.mu.Unlock()
	if err != nil {
		return disk.PathError("overwrite", name, err)
	}
	err = m.begin("sync", name, "", true)
	defer m.mu.Unlock()
	if err != nil {
		return disk.PathError("overwrite", name, err)
	}
	n.synced = n.data
	return nil
}

// Mkdir implements FS.
func (m *Disk) Mkdir(name string) error {
	err := m.begin("mkdir", name, "", true)
	defer m.mu.Unlock()
	if err == nil {
		err = m.mkdir(name)
	}
	if err != nil {
		return disk.PathError("mkdir", name, err)
	}
	return nil
}

func (m *Disk) mkdir(name string) error {
	if err := disk.Check(name); err != nil {
		return err
	}
	if n, ok := m.names[name]; ok {
		switch {
		case n.mode&fs.ModeSymlink != 0:
			return disk.ErrOutside
		case !n.mode.IsDir():
			return disk.ErrNotDir
		}
		return nil
	}
	if err := m.mkdir(path.Dir(name)); err != nil {
		return err
	}
	m.change(nameSet{name, m.newNode(fs.ModeDir | disk.DirMode)})
	return nil
}

// Rename implements FS.
func (m *Disk) Rename(from, to string) error {
	err := m.begin("rename", from, to, true)
	defer m.mu.Unlock()
	var n *node
	if err == nil {
		if n, err = m.look(from); err == nil {
			err = m.way(to)
		}
	}
	if old, ok := m.names[to]; err == nil && ok && (old.mode.IsDir() || n.mode.IsDir()) {
		err = fs.ErrExist
	}
	if err != nil {
		return disk.PathError("rename", from+" to "+to, err)
	}
	if from != to {
		sets := []nameSet{{from, nil}, {to, n}}
		for name, below := range m.names {
			if rest, ok := strings.CutPrefix(name, from+"/"); ok {
				sets = append(sets, nameSet{name, nil}, nameSet{to + "/" + rest, below})
			}
		}
		m.change(sets...)
	}
	return nil
}

// Exchange implements FS.
func (m *Disk) Exchange(a, b string) error {
	err := m.begin("exchange", a, b, true)
	defer m.mu.Unlock()
	var na, nb *node
	if err == nil {
		if na, err = m.look(a); err == nil {
			nb, err = m.look(b)
		}
	}
	if err != nil {
		return disk.PathError("exchange", a+" and "+b, err)
	}
	m.change(nameSet{a, nb}, nameSet{b, na})
	return nil
}

// Remove implements FS.
func (m *Disk) Remove(name string) error {
	err := m.begin("remove", name, "", true)
	defer m.mu.Unlock()
	if err == nil {
		_, err = m.look(name)
	}
	if err == nil && m.under(name) {
		err = errNotEmpty
	}
	if err != nil {
		return disk.PathError("remove", name, err)
	}
	m.change(nameSet{name, nil})
	return nil
}

func (m *Disk) under(name string) bool {
	for other := range m.names {
		if strings.HasPrefix(other, name+"/") {
			return true
		}
	}
	return name == "."
}
