package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// The calls in this file leave the land, because a person named a path on the
// command line or in their own config. Nothing that a model or a file of the
// land says may reach them.

// ReadHost reads a file of at most max bytes anywhere on this machine. Links are
// followed, as a person expects of their own files; a folder and a device, which
// may have no end, are refused; a FIFO is read until its writer closes it.
func ReadHost(path string, max int64) ([]byte, error) {
	f, err := OpenHost(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f, path, max)
}

// OpenHost opens a file anywhere on this machine for reading, for what is too
// long to be read at once.
func OpenHost(path string) (File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|hostFlags, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = &fs.PathError{Op: "open", Path: path, Err: errors.New("is a folder")}
	case info.Mode()&(fs.ModeDevice|fs.ModeSocket) != 0:
		err = &fs.PathError{Op: "open", Path: path, Err: errors.New("is a device or a socket, not a file")}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &dirFile{f: f, name: path}, nil
}

// CreateHost opens a file anywhere on this machine for writing from its
// beginning, for output that a person asked for. A new file gets FileMode, since
// it may hold a conversation; an existing one is emptied and keeps its mode.
func CreateHost(path string) (File, error) {
	return openHost(path, os.O_TRUNC)
}

// AppendHost is CreateHost without emptying the file: for logs.
func AppendHost(path string) (File, error) {
	return openHost(path, os.O_APPEND)
}

func openHost(path string, flag int) (File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|flag, FileMode)
	if err != nil {
		return nil, err
	}
	return &dirFile{f: f, name: path}, nil
}

// StatHost describes a path anywhere on this machine, following links.
func StatHost(path string) (Info, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Info{}, err
	}
	return describe(info), nil
}

// ListHost lists a folder anywhere on this machine, sorted by name.
func ListHost(path string) ([]Info, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var list []Info
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			list = append(list, describe(info))
		}
	}
	return list, nil
}

// TempHost writes data into a new private file for another program, such as an
// editor, and returns its path. pattern is as in os.CreateTemp. The caller
// removes it with RemoveHost.
func TempHost(pattern string, data []byte) (string, error) {
	f, err := os.CreateTemp("", pattern)
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error says why
		return "", err
	}
	return f.Name(), nil
}

// RemoveHost removes a file that TempHost made.
func RemoveHost(path string) error { return os.Remove(path) }

// AbsHost makes a path absolute by the working folder.
func AbsHost(path string) (string, error) { return filepath.Abs(path) }

// Pause waits. It stands here because no other package below the loop may know
// about time passing; callers take it as a function and give tests another.
func Pause(d time.Duration) { time.Sleep(d) }

// Now is the machine's clock, which tells how long ago a file was written. It is
// passed on like Pause.
func Now() time.Time { return time.Now() }
