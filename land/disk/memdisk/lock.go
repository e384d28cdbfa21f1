package memdisk

import (
	"dormouse/land/disk"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
)

// Lock implements FS.
func (m *Disk) Lock(name string) (io.Closer, error) {
	err := m.begin("lock", name, "", true)
	defer m.mu.Unlock()
	if err == nil {
		if _, err = m.plain(name); errors.Is(err, fs.ErrNotExist) {
			_, err = m.create(name, disk.FileMode)
		}
	}
	if err == nil && m.locks[name] {
		err = disk.ErrBusy
	}
	if err != nil {
		return nil, disk.PathError("lock", name, err)
	}
	m.locks[name] = true
	return &memLock{m: m, name: name}, nil
}

type memLock struct {
	once sync.Once
	m    *Disk
	name string
}

func (l *memLock) Close() error {
	err := fmt.Errorf("unlock %s: %w", l.name, fs.ErrClosed)
	l.once.Do(func() {
		l.m.mu.Lock()
		defer l.m.mu.Unlock()
		delete(l.m.locks, l.name)
		err = nil
	})
	return err
}

// Kill ends the program that works on the folder: its locks are free, and what
// it wrote is there. What a power cut would leave is told by Crashes.
func (m *Disk) Kill() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.locks)
	m.hook = nil
}
