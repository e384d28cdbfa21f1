package disk

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Check refuses a name that is not a clean relative one. "." is the folder
// itself.
func Check(name string) error {
	if name == "." {
		return nil
	}
	if name == "" || path.IsAbs(name) || path.Clean(name) != name || strings.ContainsRune(name, 0) {
		return ErrOutside
	}
	if name == ".." || strings.HasPrefix(name, "../") || !filepath.IsLocal(filepath.FromSlash(name)) {
		return ErrOutside
	}
	return nil
}

// within is the folder that holds a name: a root of its own, so that nothing
// above it can be swapped for a link between the check and the use.
type within struct {
	root *os.Root
	base string
	own  bool
}

func (w within) close() {
	if w.own {
		w.root.Close()
	}
}

// enter walks to the folder that holds name, refusing links on the way.
func (d *Dir) enter(name string) (within, error) {
	if err := Check(name); err != nil {
		return within{}, err
	}
	at := within{root: d.root, base: name}
	for {
		first, rest, more := strings.Cut(at.base, "/")
		if !more {
			return at, nil
		}
		sub, err := step(at.root, first)
		at.close()
		if err != nil {
			return within{}, err
		}
		at = within{root: sub, base: rest, own: true}
	}
}

// step opens one folder below root and makes sure that what was opened is what
// was looked at.
func step(root *os.Root, name string) (*os.Root, error) {
	before, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if before.Mode()&fs.ModeSymlink != 0 {
		return nil, ErrOutside
	}
	if !before.IsDir() {
		return nil, ErrNotDir
	}
	sub, err := root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	after, err := sub.Stat(".")
	if err != nil || !os.SameFile(before, after) {
		sub.Close()
		return nil, ErrOutside
	}
	return sub, nil
}
