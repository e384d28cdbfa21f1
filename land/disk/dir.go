package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Dir is a real folder. It is safe for several goroutines and processes.
type Dir struct {
	root *os.Root
	path string
}

// OpenDir opens the folder at path, which may be relative to the working folder
// and may itself be a link. A missing folder is made, with its parents, all with
// DirMode.
func OpenDir(path string) (*Dir, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := makeHost(abs); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, err
	}
	return &Dir{root: root, path: abs}, nil
}

// makeHost makes a folder and its missing parents. The mode is set again after
// mkdir because the umask may have taken bits away from it.
func makeHost(abs string) error {
	if info, err := os.Stat(abs); err == nil {
		if !info.IsDir() {
			return &fs.PathError{Op: "open", Path: abs, Err: ErrNotDir}
		}
		return nil
	}
	if parent := filepath.Dir(abs); parent != abs {
		if err := makeHost(parent); err != nil {
			return err
		}
	}
	err := os.Mkdir(abs, DirMode)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return os.Chmod(abs, DirMode)
}

// Close releases the folder. Open files stay usable.
func (d *Dir) Close() error { return d.root.Close() }

// Path implements FS.
func (d *Dir) Path() string { return d.path }

// PathError names the act and the file once, whatever the library below called it.
func PathError(op, name string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	var s *os.SyscallError
	for {
		switch {
		case errors.As(err, &p):
			err = p.Err
		case errors.As(err, &l):
			err = l.Err
		case errors.As(err, &s):
			err = s.Err
		default:
			return &fs.PathError{Op: op, Path: name, Err: err}
		}
	}
}

// openPlain opens a regular file with one link. It looks before it opens, so
// that a device is never touched, and again after, so that a swap in between is
// seen.
func (d *Dir) openPlain(name string, flag int) (*os.File, error) {
	at, err := d.enter(name)
	if err != nil {
		return nil, err
	}
	defer at.close()
	before, err := at.root.Lstat(at.base)
	if err != nil {
		return nil, err
	}
	if err := plain(before); err != nil {
		return nil, err
	}
	f, err := at.root.OpenFile(at.base, flag|openFlags, 0)
	if err != nil {
		return nil, err
	}
	after, err := f.Stat()
	if err == nil {
		err = plain(after)
	}
	// A file that was replaced between the two looks is as good as the one
	// before it, as long as the name was not followed through a link: ask again.
	if err == nil && !os.SameFile(before, after) {
		if before, err = at.root.Lstat(at.base); err == nil && !os.SameFile(before, after) {
			err = ErrNotRegular
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func plain(info fs.FileInfo) error {
	if !info.Mode().IsRegular() || describe(info).Links > 1 {
		return ErrNotRegular
	}
	return nil
}

// Open implements FS.
func (d *Dir) Open(name string) (File, error) {
	f, err := d.openPlain(name, os.O_RDONLY)
	if err != nil {
		return nil, PathError("open", name, err)
	}
	return &dirFile{f: f, name: name}, nil
}

// Create implements FS.
func (d *Dir) Create(name string, mode fs.FileMode) (File, error) {
	f, err := d.create(name, mode, 0)
	if err != nil {
		return nil, PathError("create", name, err)
	}
	return &dirFile{f: f, name: name}, nil
}

func (d *Dir) create(name string, mode fs.FileMode, flag int) (*os.File, error) {
	at, err := d.enter(name)
	if err != nil {
		return nil, err
	}
	defer at.close()
	f, err := at.root.OpenFile(at.base, os.O_RDWR|os.O_CREATE|os.O_EXCL|flag, mode.Perm())
	if err != nil {
		return nil, err
	}
	if err := f.Chmod(mode.Perm()); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Append implements FS.
func (d *Dir) Append(name string) (File, error) {
	f, err := d.openPlain(name, os.O_RDWR|os.O_APPEND)
	if errors.Is(err, fs.ErrNotExist) {
		if f, err = d.create(name, FileMode, os.O_APPEND); errors.Is(err, fs.ErrExist) {
			f, err = d.openPlain(name, os.O_RDWR|os.O_APPEND)
		}
	}
	if err != nil {
		return nil, PathError("append", name, err)
	}
	return &dirFile{f: f, name: name}, nil
}

// Overwrite implements FS.
func (d *Dir) Overwrite(name string, at int64, data []byte) error {
	f, err := d.openPlain(name, os.O_RDWR)
	if err != nil {
		return PathError("overwrite", name, err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case at < 0 || at+int64(len(data)) > info.Size():
		err = ErrRange
	default:
		if _, err = f.WriteAt(data, at); err == nil {
			err = f.Sync()
		}
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return PathError("overwrite", name, err)
	}
	return nil
}

// Mkdir implements FS.
func (d *Dir) Mkdir(name string) error {
	if err := Check(name); err != nil {
		return PathError("mkdir", name, err)
	}
	if name == "." {
		return nil
	}
	if parent := path.Dir(name); parent != "." {
		if err := d.Mkdir(parent); err != nil {
			return err
		}
	}
	at, err := d.enter(name)
	if err != nil {
		return PathError("mkdir", name, err)
	}
	defer at.close()
	err = at.root.Mkdir(at.base, DirMode)
	if errors.Is(err, fs.ErrExist) {
		sub, err := step(at.root, at.base)
		if err != nil {
			return PathError("mkdir", name, err)
		}
		return sub.Close()
	}
	if err == nil {
		err = at.root.Chmod(at.base, DirMode)
	}
	if err != nil {
		return PathError("mkdir", name, err)
	}
	return nil
}

// Rename implements FS.
func (d *Dir) Rename(from, to string) error {
	if err := d.pair(from, to, func(a, b within) error {
		return renamePair(d.root, from, to, a, b)
	}); err != nil {
		return PathError("rename", from+" to "+to, err)
	}
	return nil
}

// Exchange implements FS.
func (d *Dir) Exchange(a, b string) error {
	if err := d.pair(a, b, exchangePair); err != nil {
		return PathError("exchange", a+" and "+b, err)
	}
	return nil
}

func (d *Dir) pair(a, b string, act func(a, b within) error) error {
	from, err := d.enter(a)
	if err != nil {
		return err
	}
	defer from.close()
	to, err := d.enter(b)
	if err != nil {
		return err
	}
	defer to.close()
	return act(from, to)
}

// Remove implements FS.
func (d *Dir) Remove(name string) error {
	at, err := d.enter(name)
	if err != nil {
		return PathError("remove", name, err)
	}
	defer at.close()
	if err := at.root.Remove(at.base); err != nil {
		return PathError("remove", name, err)
	}
	return nil
}

// Stat implements FS.
func (d *Dir) Stat(name string) (Info, error) {
	at, err := d.enter(name)
	if err != nil {
		return Info{}, PathError("stat", name, err)
	}
	defer at.close()
	info, err := at.root.Lstat(at.base)
	if err != nil {
		return Info{}, PathError("stat", name, err)
	}
	return describe(info), nil
}

// openFolder opens a folder for listing and syncing.
func (d *Dir) openFolder(name string) (*os.File, error) {
	at, err := d.enter(name)
	if err != nil {
		return nil, err
	}
	defer at.close()
	if at.base == "." {
		return at.root.Open(".")
	}
	sub, err := step(at.root, at.base)
	if err != nil {
		return nil, err
	}
	defer sub.Close()
	return sub.Open(".")
}

// ReadDir implements FS. A name that vanishes while the folder is read is left
// out.
func (d *Dir) ReadDir(name string) ([]Info, error) {
	f, err := d.openFolder(name)
	if err != nil {
		return nil, PathError("list", name, err)
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, PathError("list", name, err)
	}
	list := make([]Info, 0, len(entries))
	for _, e := range entries {
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, PathError("list", name, err)
		}
		list = append(list, describe(info))
	}
	slices.SortFunc(list, func(a, b Info) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// SyncDir implements FS.
func (d *Dir) SyncDir(name string) error {
	f, err := d.openFolder(name)
	if err != nil {
		return PathError("sync", name, err)
	}
	defer f.Close()
	if err := syncFolder(f); err != nil {
		return PathError("sync", name, err)
	}
	return nil
}

// Lock implements FS. The lock file stays when the lock is released: removing
// it would let two holders lock two different files of the same name.
func (d *Dir) Lock(name string) (io.Closer, error) {
	for range 8 {
		f, err := d.openPlain(name, os.O_RDWR)
		if errors.Is(err, fs.ErrNotExist) {
			if f, err = d.create(name, FileMode, 0); errors.Is(err, fs.ErrExist) {
				continue
			}
		}
		if err != nil {
			return nil, PathError("lock", name, err)
		}
		if err := lockFile(f); err != nil {
			f.Close()
			return nil, PathError("lock", name, err)
		}
		// Whoever deleted the file meanwhile has made this lock worthless.
		mine, err1 := f.Stat()
		now, err2 := d.root.Lstat(name)
		if err1 == nil && err2 == nil && os.SameFile(mine, now) {
			return f, nil
		}
		f.Close()
	}
	return nil, PathError("lock", name, fmt.Errorf("%w: its file keeps changing", ErrBusy))
}
