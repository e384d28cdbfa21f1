package memdisk

import (
	"dormouse/land/disk"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// Overlay shows a folder and keeps every change of it in memory: nothing that is
// written to an Overlay reaches the folder, and all of it is gone with the
// program. Whatever works on a land works on one, and leaves no trace. It is safe
// for several goroutines; locks hold within this process.
type Overlay struct {
	base disk.FS
	now  func() time.Time

	mu     sync.Mutex
	names  map[string]*sheet // what differs from base; nil for what is removed
	locks  map[string]bool
	inodes uint64
}

// sheet is a file or folder in memory.
type sheet struct {
	inode uint64
	mode  fs.FileMode
	data  []byte
	mod   time.Time
}

// firstInode keeps the numbers of files in memory apart from those of the folder.
const firstInode = 1 << 62

// NewOverlay lays a sheet over base; now gives the times of what is written.
func NewOverlay(base disk.FS, now func() time.Time) *Overlay {
	return &Overlay{base: base, now: now, names: map[string]*sheet{}, locks: map[string]bool{}, inodes: firstInode}
}

// Path implements FS: it is that of the folder below.
func (o *Overlay) Path() string { return o.base.Path() }

func (o *Overlay) sheet(mode fs.FileMode, data []byte) *sheet {
	o.inodes++
	return &sheet{inode: o.inodes, mode: mode, data: data, mod: o.now()}
}

func (s *sheet) info(name string) disk.Info {
	return disk.Info{Name: path.Base(name), Size: int64(len(s.data)), ModTime: s.mod, Mode: s.mode, Inode: s.inode, Links: 1}
}

// stat describes a name; o.mu is held.
func (o *Overlay) stat(name string) (disk.Info, error) {
	if err := disk.Check(name); err != nil {
		return disk.Info{}, err
	}
	if s := o.names[name]; s != nil {
		return s.info(name), nil
	}
	for at := name; at != "."; at = path.Dir(at) {
		switch s, over := o.names[at]; {
		case !over:
			continue
		case s != nil && !s.mode.IsDir():
			return disk.Info{}, disk.ErrNotDir
		}
		return disk.Info{}, fs.ErrNotExist // a folder that was made here hides the one below
	}
	return o.base.Stat(name)
}

// lift brings a file into memory, as it is below; o.mu is held.
func (o *Overlay) lift(name string) (*sheet, error) {
	if s := o.names[name]; s != nil {
		if !s.mode.IsRegular() {
			return nil, disk.ErrNotRegular
		}
		return s, nil
	}
	if _, err := o.stat(name); err != nil {
		return nil, err
	}
	data, err := disk.ReadFile(o.base, name)
	if err != nil {
		return nil, err
	}
	info, err := o.base.Stat(name)
	if err != nil {
		return nil, err
	}
	s := o.sheet(info.Mode, data)
	s.mod = info.ModTime
	o.names[name] = s
	return s, nil
}

// parent wants the folder above a name; o.mu is held.
func (o *Overlay) parent(name string) error {
	if err := disk.Check(name); err != nil {
		return err
	}
	info, err := o.stat(path.Dir(name))
	if err != nil {
		return err
	}
	return dirInfo(info)
}

func dirInfo(info disk.Info) error {
	switch {
	case info.Mode&fs.ModeSymlink != 0:
		return disk.ErrOutside
	case !info.Mode.IsDir():
		return disk.ErrNotDir
	}
	return nil
}

// Open implements FS.
func (o *Overlay) Open(name string) (disk.File, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s, over := o.names[name]
	switch {
	case !over:
		if _, err := o.stat(name); err != nil {
			return nil, disk.PathError("open", name, err)
		}
		return o.base.Open(name)
	case s == nil:
		return nil, disk.PathError("open", name, fs.ErrNotExist)
	case !s.mode.IsRegular():
		return nil, disk.PathError("open", name, disk.ErrNotRegular)
	}
	return &sheetFile{o: o, s: s, name: name}, nil
}

// Create implements FS.
func (o *Overlay) Create(name string, mode fs.FileMode) (disk.File, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	err := o.parent(name)
	if err == nil {
		if _, err = o.stat(name); err == nil {
			err = fs.ErrExist
		}
	}
	if !errors.Is(err, fs.ErrNotExist) || o.parent(name) != nil {
		return nil, disk.PathError("create", name, err)
	}
	return o.make(name, mode), nil
}

// make puts a new file under a name; o.mu is held.
func (o *Overlay) make(name string, mode fs.FileMode) disk.File {
	s := o.sheet(mode.Perm(), nil)
	o.names[name] = s
	return &sheetFile{o: o, s: s, name: name, write: true}
}

// Append implements FS.
func (o *Overlay) Append(name string) (disk.File, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s, err := o.lift(name)
	if errors.Is(err, fs.ErrNotExist) && o.parent(name) == nil {
		return o.make(name, disk.FileMode), nil
	}
	if err != nil {
		return nil, disk.PathError("append", name, err)
	}
	return &sheetFile{o: o, s: s, name: name, write: true}, nil
}

// Overwrite implements FS.
func (o *Overlay) Overwrite(name string, at int64, data []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	s, err := o.lift(name)
	if err == nil && (at < 0 || at+int64(len(data)) > int64(len(s.data))) {
		err = disk.ErrRange
	}
	if err != nil {
		return disk.PathError("overwrite", name, err)
	}
	s.data = slices.Clone(s.data)
	copy(s.data[at:], data)
	s.mod = o.now()
	return nil
}

// Mkdir implements FS.
func (o *Overlay) Mkdir(name string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.mkdir(name); err != nil {
		return disk.PathError("mkdir", name, err)
	}
	return nil
}

func (o *Overlay) mkdir(name string) error {
	info, err := o.stat(name)
	if err == nil {
		return dirInfo(info)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := o.mkdir(path.Dir(name)); err != nil {
		return err
	}
	o.names[name] = o.sheet(fs.ModeDir|disk.DirMode, nil)
	return nil
}

// Rename implements FS.
func (o *Overlay) Rename(from, to string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	info, err := o.stat(from)
	if err == nil {
		err = o.parent(to)
	}
	if err == nil {
		old, there := o.stat(to)
		if there == nil && (old.Mode.IsDir() || info.Mode.IsDir()) {
			err = fs.ErrExist
		}
	}
	if err == nil && from != to {
		err = o.rename(from, to, info)
	}
	if err != nil {
		return disk.PathError("rename", from+" to "+to, err)
	}
	return nil
}

// rename moves a name, and all that is below it; o.mu is held.
func (o *Overlay) rename(from, to string, info disk.Info) error {
	if !info.Mode.IsDir() {
		s, err := o.lift(from)
		if err == nil {
			o.names[from], o.names[to] = nil, s
		}
		return err
	}
	below, err := o.list(from)
	if err != nil {
		return err
	}
	o.names[to] = o.sheet(info.Mode, nil)
	for _, in := range below {
		if err := o.rename(path.Join(from, in.Name), path.Join(to, in.Name), in); err != nil {
			return err
		}
	}
	o.names[from] = nil
	return nil
}

// Exchange implements FS.
func (o *Overlay) Exchange(a, b string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	first, err := o.lift(a)
	var second *sheet
	if err == nil {
		second, err = o.lift(b)
	}
	if err != nil {
		return disk.PathError("exchange", a+" and "+b, err)
	}
	o.names[a], o.names[b] = second, first
	return nil
}

// Remove implements FS.
func (o *Overlay) Remove(name string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	info, err := o.stat(name)
	if err == nil && info.Mode.IsDir() {
		var in []disk.Info
		if in, err = o.list(name); err == nil && len(in) > 0 || name == "." {
			err = errNotEmpty
		}
	}
	if err != nil {
		return disk.PathError("remove", name, err)
	}
	o.names[name] = nil
	return nil
}

// Stat implements FS.
func (o *Overlay) Stat(name string) (disk.Info, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	info, err := o.stat(name)
	if err != nil {
		return info, disk.PathError("stat", name, err)
	}
	return info, nil
}

// ReadDir implements FS.
func (o *Overlay) ReadDir(name string) ([]disk.Info, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	list, err := o.list(name)
	if err != nil {
		return nil, disk.PathError("list", name, err)
	}
	return list, nil
}

// list is what is in a folder; o.mu is held.
func (o *Overlay) list(name string) ([]disk.Info, error) {
	info, err := o.stat(name)
	if err == nil {
		err = dirInfo(info)
	}
	if err != nil {
		return nil, err
	}
	found := map[string]disk.Info{}
	if s, over := o.names[name]; !over || s == nil {
		below, err := o.base.ReadDir(name)
		if err != nil {
			return nil, err
		}
		for _, i := range below {
			found[i.Name] = i
		}
	}
	for other, s := range o.names {
		switch {
		case other == "." || path.Dir(other) != name:
		case s == nil:
			delete(found, path.Base(other))
		default:
			found[path.Base(other)] = s.info(other)
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b disk.Info) int { return strings.Compare(a.Name, b.Name) }), nil
}

// SyncDir implements FS: there is nothing to make durable.
func (o *Overlay) SyncDir(name string) error {
	info, err := o.Stat(name)
	if err == nil {
		if err = dirInfo(info); err != nil {
			err = disk.PathError("sync", name, err)
		}
	}
	return err
}

// Lock implements FS, within this process.
func (o *Overlay) Lock(name string) (io.Closer, error) {
	f, err := o.Append(name)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return nil, disk.PathError("lock", name, err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.locks[name] {
		return nil, disk.PathError("lock", name, disk.ErrBusy)
	}
	o.locks[name] = true
	return &sheetLock{o: o, name: name}, nil
}
