package disk

import (
	"errors"
	"io/fs"
	"syscall"
)

// What a folder refuses. All of them are wrapped in an *fs.PathError that names
// the file.
var (
	// ErrOutside is returned when a name is absolute, not clean, holds "..", or
	// passes through a link; the caller should treat the name as hostile.
	ErrOutside = errors.New("outside the folder")
	// ErrChanged is returned by ReplaceHost when the file is no longer what the
	// caller read; the caller should read it again.
	ErrChanged = errors.New("changed by somebody else meanwhile")
	// ErrNotRegular is returned for links, FIFOs, sockets, devices, folders and
	// files with a second hard link; the caller should leave them alone and say so.
	ErrNotRegular = errors.New("not a plain file with one link")
	// ErrBusy is returned by Lock when another holder has it; the caller should
	// wait or tell who holds it.
	ErrBusy = errors.New("locked by another holder")
	// ErrTooLarge is returned when a file is longer than the reader allows; the
	// caller should name the limit.
	ErrTooLarge = errors.New("file too large")
	// ErrRange is returned when bytes are to be overwritten that are not there;
	// the caller should read the file again.
	ErrRange = errors.New("not within the file")
)

// Refused tells whether an error is what a system says when it takes no more
// bytes: no room, no permission, a broken disk.
func Refused(err error) bool {
	for _, no := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS, syscall.EIO, syscall.EMFILE, syscall.ENFILE} {
		if errors.Is(err, no) {
			return true
		}
	}
	return errors.Is(err, fs.ErrPermission)
}
