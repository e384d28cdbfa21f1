package index

import (
	"io"
	"path"
	"strings"
	"time"

	"dormouse/land/disk"
)

// Store keeps the bytes of the index. What it holds is derived: it may lose
// everything at any time.
type Store interface {
	// Open opens a blob for reading; fs.ErrNotExist when there is none. A blob
	// that was opened stays readable when it is replaced or removed.
	Open(name string) (disk.File, error)
	// Replace writes a blob so that a reader sees the old or the new one.
	Replace(name string, data []byte) error
	Remove(name string) error
	List() ([]string, error)
	// Lock keeps other processes from writing; an error when one is at it.
	Lock() (io.Closer, error)
}

// IndexFolder holds the index in a land.
const IndexFolder = ".dormouse/index"

// StoreIn keeps the index of a land in its folder .dormouse/index.
func StoreIn(folder disk.FS) Store { return diskStore{folder} }

type diskStore struct{ fs disk.FS }

func (d diskStore) Open(name string) (disk.File, error) {
	return d.fs.Open(path.Join(IndexFolder, name))
}

func (d diskStore) Replace(name string, data []byte) error {
	if err := d.fs.Mkdir(IndexFolder); err != nil {
		return err
	}
	return disk.WriteFile(d.fs, path.Join(IndexFolder, name), data)
}

func (d diskStore) Remove(name string) error { return d.fs.Remove(path.Join(IndexFolder, name)) }

func (d diskStore) List() ([]string, error) {
	infos, err := d.fs.ReadDir(IndexFolder)
	var out []string
	for _, i := range infos {
		if i.Mode.IsRegular() && !strings.HasPrefix(i.Name, ".") {
			out = append(out, i.Name)
		}
	}
	return out, err
}

func (d diskStore) Lock() (io.Closer, error) {
	if err := d.fs.Mkdir(IndexFolder); err != nil {
		return nil, err
	}
	return d.fs.Lock(path.Join(IndexFolder, "lock"))
}

// File is one document that can be searched.
type File struct {
	Name    string // "MEMORY.md", "memory/2026-11-21.md", "sessions/….jsonl"
	Size    int64
	ModTime time.Time
	Inode   uint64
}

// Files is the folder a search reads. The files are the truth; an index is
// derived from them.
type Files interface {
	List() ([]File, error)
	Read(name string) ([]byte, error)
}
