// Package disk is the only place where Dormouse touches an operating system's
// files. Everything above it sees an FS: one folder, named by slash-separated
// relative names, that cannot be left.
//
// There are two real implementations: Dir, a folder behind os.Root, and
// memdisk.Disk, a folder in memory that remembers which writes were fsynced and
// can produce every image a power cut could leave behind.
//
// # Why
//
// A memory that a person trusts with their only notes must survive kill -9, a
// full disk and an editor that writes at the same moment. Those promises are
// tested by failing every single file operation in turn, and that needs the
// list of operations to be short. It is the list of methods below.
package disk

import (
	"io"
	"io/fs"
	"time"
)

// Modes of everything the program creates, whatever the umask.
const (
	DirMode  fs.FileMode = 0o700
	FileMode fs.FileMode = 0o600
)

// FS is one folder. Names are slash-separated, relative and clean; a name that
// would leave the folder is refused with ErrOutside.
type FS interface {
	// Open opens a regular file with exactly one link for reading. It never
	// follows a link in the last element and never blocks on a FIFO; anything
	// but a plain file is ErrNotRegular.
	Open(name string) (File, error)
	// Create makes a new file for writing; fs.ErrExist when there is one.
	Create(name string, mode fs.FileMode) (File, error)
	// Append opens a file so that every Write lands at its end, making it
	// (FileMode) when absent. Files that Open refuses are refused here too.
	Append(name string) (File, error)
	// Overwrite puts data over as many bytes of an existing file, from at on, and
	// syncs them. The file keeps its length and its inode, so that whoever
	// appends to it at the same moment is not disturbed. A range that is not
	// wholly within the file is ErrRange.
	Overwrite(name string, at int64, data []byte) error
	// Mkdir makes a folder and its missing parents with DirMode; one that is
	// there already is not an error.
	Mkdir(name string) error
	// Rename moves from to to, replacing to.
	Rename(from, to string) error
	// Exchange swaps two existing files in one step, so that nothing written
	// between a read and the swap is lost: it comes out under the other name.
	// errors.ErrUnsupported where the system has no such call.
	Exchange(a, b string) error
	// Remove removes a file or an empty folder.
	Remove(name string) error
	// Stat describes a name without following a link in its last element.
	Stat(name string) (Info, error)
	// ReadDir lists a folder sorted by name, without following links.
	ReadDir(name string) ([]Info, error)
	// SyncDir makes the folder's names durable.
	SyncDir(name string) error
	// Lock takes the exclusive advisory lock on a file, making it when absent.
	// ErrBusy when another process or another holder in this one has it; the
	// lock of a process that died is free. Closing the result releases it.
	Lock(name string) (io.Closer, error)
	// Path is the folder's absolute path for messages to people and for
	// libraries that open files themselves; "" where there is none.
	Path() string
}

// File is an open file. Write and Sync errors are final: the kernel may have
// dropped the dirty page, so nothing retries on the same File.
type File interface {
	io.Reader
	io.ReaderAt
	io.Writer
	io.Closer
	Sync() error
	Stat() (Info, error)
}

// Info is what Stat tells of a name. Inode and Links are 0 where unknown.
type Info struct {
	Name    string // last element
	Size    int64  // bytes
	ModTime time.Time
	Mode    fs.FileMode
	Inode   uint64
	Links   uint64
}
