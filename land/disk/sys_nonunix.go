//go:build !unix

package disk

import (
	"errors"
	"io/fs"
	"os"
)

// ErrNotDir is the system's word for a name that passes through a file.
var ErrNotDir = errors.New("not a folder")

const (
	openFlags = 0
	hostFlags = 0
)

// identity is unknown here; a second hard link cannot be seen.
func identity(fs.FileInfo) (inode, links uint64) { return 0, 0 }

// syncFolder does nothing: a folder cannot be synced by its handle here, names
// are made durable with the files.
func syncFolder(*os.File) error { return nil }
