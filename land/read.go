package land

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"time"

	"dormouse/land/disk"
)

const (
	// readMax bounds a file that is read at once, in bytes.
	readMax = disk.MaxFile
	// readTries × readPause is how long an editor that has emptied a file may
	// take to fill it again; a file that is simply there is read without waiting.
	readTries = 5
	readPause = 18 * time.Millisecond
)

// Read returns what a file holds, read again until nobody was writing into it
// meanwhile. A file that is suddenly gone, empty or shorter may be an editor half
// way: it gets up to 90 ms. fs.ErrNotExist when absent; disk.ErrOutside for
// anything but MEMORY.md, memory/, sessions/ and .dormouse/; disk.ErrNotRegular
// for links and the like; disk.ErrTooLarge above disk.MaxFile.
func (l *Land) Read(name string) ([]byte, error) {
	if err := inside("read", name); err != nil {
		return nil, err
	}
	if l.pending.Load() {
		l.retry()
	}
	c, err := l.read(name, l.known(name))
	if err != nil {
		return nil, err
	}
	l.remember(name, int64(len(c.data)))
	if !c.exists {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	return c.data, nil
}

// known is how long a file was when last seen, in bytes. A file never seen
// counts as one byte: that it is empty is worth a second look.
func (l *Land) known(name string) int64 {
	l.reading.Lock()
	defer l.reading.Unlock()
	if n, ok := l.sizes[name]; ok {
		return n
	}
	return 1
}

func (l *Land) remember(name string, size int64) {
	l.reading.Lock()
	defer l.reading.Unlock()
	l.sizes[name] = size
}

// read reads a file until it is stable. Less than known bytes are believed only
// when they stay so.
func (l *Land) read(name string, known int64) (content, error) {
	var last content
	quiet := 0
	for try := 0; ; try++ {
		c, still, err := l.look(name)
		if err != nil {
			return content{}, err
		}
		// A name that is missing and was never there is the common case of a
		// land that is new; no editor is half way there.
		missed := !c.exists && known > 1
		short := c.exists && int64(len(c.data)) < known
		if still && !missed && !short {
			return c, nil
		}
		if still && !c.exists && !missed {
			return c, nil
		}
		if try > 0 && still && c.exists == last.exists && c.same(last) {
			quiet++
		} else {
			quiet = 0
		}
		// Something short that has not changed over three looks is what it is;
		// an empty or missing file gets all the time there is.
		if try == readTries || quiet >= 2 && len(c.data) > 0 {
			return c, nil
		}
		last = c
		l.pause(readPause)
	}
}

// look reads a file once. still is false when somebody wrote to it or replaced
// it meanwhile.
func (l *Land) look(name string) (c content, still bool, err error) {
	f, err := l.fs.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return content{}, true, nil
	}
	if err != nil {
		return content{}, false, err
	}
	before, err := f.Stat()
	var data []byte
	if err == nil {
		data, err = disk.ReadAll(f, name, readMax)
	}
	f.Close()
	if err != nil {
		return content{}, false, err
	}
	after, err := l.fs.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return content{data, true}, false, nil
	}
	if err != nil {
		return content{}, false, err
	}
	still = before.Inode == after.Inode && before.Size == after.Size && before.ModTime.Equal(after.ModTime) &&
		int64(len(data)) == after.Size
	return content{data, true}, still, nil
}

// Logs lists the daily logs and other notes directly in memory/, sorted:
// "memory/2026-11-20.md". Dotfiles, swap files, "*~" and conflict copies are not
// memory, nor is anything but a plain file.
func (l *Land) Logs() ([]string, error) {
	infos, err := l.fs.ReadDir(MemoryDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, info := range infos {
		if info.Mode.IsRegular() && info.Links <= 1 && note(info.Name) {
			names = append(names, path.Join(MemoryDir, info.Name))
		}
	}
	return names, nil
}

// note tells whether a file's own name is one of a note.
func note(base string) bool {
	return strings.HasSuffix(base, ".md") && base[0] != '.' && base[0] != '#' && !ConflictCopy(base)
}
