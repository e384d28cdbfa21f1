//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// ErrNotDir is the system's word for a name that passes through a file.
const ErrNotDir = syscall.ENOTDIR

// openFlags keep an open from following a link and from waiting for the other
// end of a FIFO.
const openFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// hostFlags let a person's own links be followed.
const hostFlags = syscall.O_NONBLOCK

func identity(info fs.FileInfo) (inode, links uint64) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino), uint64(s.Nlink)
	}
	return 0, 0
}

// syncFolder forgives file systems that cannot sync a folder at all: there is
// nothing a caller could do, and they keep names in order in other ways.
func syncFolder(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
