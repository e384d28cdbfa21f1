package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// dirFile is an open file of a Dir. It exists to give every error the land's
// name of the file instead of a path on this machine.
type dirFile struct {
	f    *os.File
	name string
}

func (d *dirFile) done(op string, err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return PathError(op, d.name, err)
}

func (d *dirFile) Read(p []byte) (int, error) {
	n, err := d.f.Read(p)
	return n, d.done("read", err)
}

func (d *dirFile) ReadAt(p []byte, off int64) (int, error) {
	n, err := d.f.ReadAt(p, off)
	return n, d.done("read", err)
}

func (d *dirFile) Write(p []byte) (int, error) {
	n, err := d.f.Write(p)
	return n, d.done("write", err)
}

func (d *dirFile) Sync() error  { return d.done("sync", d.f.Sync()) }
func (d *dirFile) Close() error { return d.done("close", d.f.Close()) }

func (d *dirFile) Stat() (Info, error) {
	info, err := d.f.Stat()
	if err != nil {
		return Info{}, d.done("stat", err)
	}
	return describe(info), nil
}

// describe turns the library's description into ours.
func describe(info fs.FileInfo) Info {
	inode, links := identity(info)
	return Info{
		Name:    info.Name(),
		Size:    info.Size(),
		ModTime: info.ModTime(),
		Mode:    info.Mode(),
		Inode:   inode,
		Links:   links,
	}
}
