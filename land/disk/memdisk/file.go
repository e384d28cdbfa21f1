package memdisk

import (
	"bytes"
	"dormouse/land/disk"
	"errors"
	"io"
	"io/fs"
)

// memFile is an open file of a Disk. Like a real one it stays with its node when
// the name is taken away or given to another.
type memFile struct {
	m      *Disk
	n      *node
	name   string
	at     int64
	write  bool
	closed bool
}

func (f *memFile) begin(kind string, changes bool) error {
	err := f.m.begin(kind, f.name, "", changes)
	if err == nil && f.closed {
		err = fs.ErrClosed
	}
	return err
}

func (f *memFile) Read(p []byte) (int, error) {
	err := f.begin("read", false)
	defer f.m.mu.Unlock()
	if err != nil {
		return 0, disk.PathError("read", f.name, err)
	}
	if f.at >= int64(len(f.n.data)) && len(p) > 0 {
		return 0, io.EOF
	}
	n := copy(p, f.n.data[min(f.at, int64(len(f.n.data))):])
	f.at += int64(n)
	return n, nil
}

func (f *memFile) ReadAt(p []byte, off int64) (int, error) {
	err := f.begin("read", false)
	defer f.m.mu.Unlock()
	if err != nil {
		return 0, disk.PathError("read", f.name, err)
	}
	if off >= int64(len(f.n.data)) {
		return 0, io.EOF
	}
	n := copy(p, f.n.data[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Write adds to the end: no caller writes anywhere else.
func (f *memFile) Write(p []byte) (int, error) {
	err := f.begin("write", true)
	defer f.m.mu.Unlock()
	if err == nil && !f.write {
		err = errors.New("opened for reading")
	}
	n := len(p)
	if err != nil {
		var short *Short
		if n = 0; errors.As(err, &short) {
			n = min(short.N, len(p))
		}
	}
	if n > 0 {
		f.n.data = append(bytes.Clone(f.n.data), p[:n]...)
		f.n.mod = f.m.tick()
	}
	if err != nil {
		return n, disk.PathError("write", f.name, err)
	}
	return n, nil
}

func (f *memFile) Sync() error {
	err := f.begin("sync", true)
	defer f.m.mu.Unlock()
	if err != nil {
		return disk.PathError("sync", f.name, err)
	}
	f.n.synced = f.n.data
	return nil
}

func (f *memFile) Close() error {
	err := f.begin("close", false)
	defer f.m.mu.Unlock()
	f.closed = true
	if err != nil {
		return disk.PathError("close", f.name, err)
	}
	return nil
}

func (f *memFile) Stat() (disk.Info, error) {
	err := f.begin("stat", false)
	defer f.m.mu.Unlock()
	if err != nil {
		return disk.Info{}, disk.PathError("stat", f.name, err)
	}
	return f.m.info(f.name, f.n), nil
}
