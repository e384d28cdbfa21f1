package memdisk

import (
	"dormouse/land/disk"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
)

// sheetFile is an open file of an Overlay that is in memory.
type sheetFile struct {
	o      *Overlay
	s      *sheet
	name   string
	at     int64
	write  bool
	closed bool
}

// held takes the overlay's lock, and fails where the file is closed.
func (f *sheetFile) held(op string) error {
	f.o.mu.Lock()
	if f.closed {
		return disk.PathError(op, f.name, fs.ErrClosed)
	}
	return nil
}

func (f *sheetFile) Read(p []byte) (int, error) {
	n, err := f.ReadAt(p, f.at)
	f.at += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

func (f *sheetFile) ReadAt(p []byte, off int64) (int, error) {
	err := f.held("read")
	defer f.o.mu.Unlock()
	if err != nil {
		return 0, err
	}
	n := copy(p, f.s.data[min(off, int64(len(f.s.data))):])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (f *sheetFile) Write(p []byte) (int, error) {
	err := f.held("write")
	defer f.o.mu.Unlock()
	if err == nil && !f.write {
		err = disk.PathError("write", f.name, errors.New("opened for reading"))
	}
	if err != nil {
		return 0, err
	}
	f.s.data = append(f.s.data, p...)
	f.s.mod = f.o.now()
	return len(p), nil
}

func (f *sheetFile) Sync() error {
	err := f.held("sync")
	f.o.mu.Unlock()
	return err
}

func (f *sheetFile) Close() error {
	err := f.held("close")
	f.closed = true
	f.o.mu.Unlock()
	return err
}

func (f *sheetFile) Stat() (disk.Info, error) {
	err := f.held("stat")
	defer f.o.mu.Unlock()
	if err != nil {
		return disk.Info{}, err
	}
	return f.s.info(f.name), nil
}

// sheetLock is a lock of an Overlay.
type sheetLock struct {
	once sync.Once
	o    *Overlay
	name string
}

func (l *sheetLock) Close() error {
	err := fmt.Errorf("unlock %s: %w", l.name, fs.ErrClosed)
	l.once.Do(func() {
		l.o.mu.Lock()
		defer l.o.mu.Unlock()
		delete(l.o.locks, l.name)
		err = nil
	})
	return err
}
