package disk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// MaxFile is the longest file, in bytes, that ReadFile reads at once. Memory
// files are thousands of times smaller; transcripts are read as streams.
const MaxFile = 256 << 20

// ReadFile reads a whole file of at most MaxFile bytes; a longer one is
// ErrTooLarge.
func ReadFile(folder FS, name string) ([]byte, error) {
	return ReadFileMax(folder, name, MaxFile)
}

// ReadFileMax reads a whole file of at most max bytes; a longer one is
// ErrTooLarge, and nothing of it is returned.
func ReadFileMax(folder FS, name string, max int64) ([]byte, error) {
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f, name, max)
}

// ReadAll reads the rest of an open file, of at most max bytes; name is for the
// error.
func ReadAll(f File, name string, max int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size > max {
		return nil, tooLarge(name, max)
	}
	// One byte beyond the limit tells a file that grew from one that fits.
	b := make([]byte, 0, info.Size+1)
	for {
		n, err := f.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if int64(len(b)) > max {
			return nil, tooLarge(name, max)
		}
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return nil, err
		}
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
	}
}

func tooLarge(name string, max int64) error {
	return &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("%w: over %d bytes", ErrTooLarge, max)}
}

// TempSuffix ends the names of WriteFile's temporary files; they begin with a
// dot. One that a crash left behind may be removed at any time: a writer that
// finds its own gone begins again.
const TempSuffix = ".tmp"

// WriteFile replaces a file that only the program writes (state, index, plan)
// with data: after a crash it is the old or the new one. What a person may edit
// goes through land.Save instead, because a rename silently overwrites an edit.
func WriteFile(folder FS, name string, data []byte) error {
	for try := 0; ; try++ {
		temp, err := writeTemp(folder, name, data)
		if err != nil {
			return err
		}
		err = folder.Rename(temp, name)
		if errors.Is(err, fs.ErrNotExist) && try < 3 {
			continue
		}
		if err != nil {
			_ = folder.Remove(temp) // what stays is known by its name
			return err
		}
		return folder.SyncDir(path.Dir(name))
	}
}

// writeTemp writes and syncs data under a free name beside name.
func writeTemp(folder FS, name string, data []byte) (string, error) {
	dir, base := path.Split(name)
	for n := 0; ; n++ {
		temp := fmt.Sprintf("%s.%s.%d%s", dir, base, n, TempSuffix)
		f, err := folder.Create(temp, FileMode)
		if errors.Is(err, fs.ErrExist) && n < 1000 {
			continue
		}
		if err != nil {
			return "", err
		}
		if err := Fill(f, data); err != nil {
			_ = folder.Remove(temp) // what stays is known by its name
			return "", err
		}
		return temp, nil
	}
}

// Fill writes data, syncs and closes f. The first error is returned and the file
// is closed in any case.
func Fill(f File, data []byte) error {
	_, err := f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// IsTemp tells whether a name is one of WriteFile's temporary files.
func IsTemp(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, ".") && strings.HasSuffix(base, TempSuffix)
}

// ReadLine reads a line with its end, of at most so many bytes. A longer one fails
// with ErrTooLarge, and what follows is left unread: nobody writes such a line, and
// it may have no end.
func ReadLine(in *bufio.Reader, most int) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) > most {
			return "", fmt.Errorf("%w: a line of more than %d MB", ErrTooLarge, most>>20)
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return string(line), err
		}
	}
}
