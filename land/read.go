package land

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"dormouse/land/disk"
)

const (
	// readMax bounds a file that is read at once, in bytes.
	readMax = disk.MaxFile
	// readTries × readPause is how long a reader waits for an editor that is half
	// way; a file that is simply there is read without waiting.
	readTries = 20
	readPause = 18 * time.Millisecond
	// halfFor is how long an editor may take in all. What is empty or cut off for
	// longer is what the person wants it to be.
	halfFor = 8 * time.Second
)

// Read returns what a file holds, read again until nobody was writing into it
// meanwhile. A file that is suddenly gone, empty or shorter may be an editor half
// way: it gets up to 360 ms. fs.ErrNotExist when absent; disk.ErrOutside for
// anything but MEMORY.md, memory/, sessions/ and .dormouse/; disk.ErrNotRegular
// for links and the like; disk.ErrTooLarge above disk.MaxFile.
func (l *Land) Read(name string) ([]byte, error) {
	if err := inside("read", name); err != nil {
		return nil, err
	}
	if l.pending.Load() {
		l.retry()
	}
	c, err := l.reader.read(name, l.reader.known(name))
	if err != nil {
		return nil, err
	}
	l.reader.remember(name, int64(len(c.data)))
	if name == MemoryFile {
		l.reader.noteWhole(c, false)
	}
	if !c.exists {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	return c.data, nil
}

// reader reads the files of a land that others write to, and remembers what it saw.
// Its methods are safe for several goroutines.
type reader struct {
	fs   disk.FS
	time passing

	mu     sync.Mutex
	sizes  map[string]int64 // what each file held when last read, in bytes
	seen   seen
	wholes map[string]bool // hashes of what MEMORY.md held
}

func newReader(folder disk.FS, time passing) *reader {
	return &reader{fs: folder, time: time, sizes: map[string]int64{}, wholes: map[string]bool{}}
}

// known is how long a file was when last seen, in bytes. A file never seen
// counts as one byte: that it is empty is worth a second look.
func (r *reader) known(name string) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n, ok := r.sizes[name]; ok {
		return n
	}
	return 1
}

func (r *reader) remember(name string, size int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sizes[name] = size
}

// read reads a file until it is stable. Less than known bytes are believed only
// when they stay so.
func (r *reader) read(name string, known int64) (content, error) {
	c, _, err := r.steady(name, func(c content) bool {
		// A name that is missing and was never there is the common case of a land
		// that is new; no editor is half way there.
		return !c.exists && known > 1 || c.exists && len(c.data) == 0 && known > 0
	})
	for range 2 { // something short that stays so over three looks is what it is
		if err != nil || len(c.data) == 0 || int64(len(c.data)) >= known {
			break
		}
		r.time.pause(readPause)
		c, _, err = r.steady(name, func(content) bool { return false })
	}
	return c, err
}

// steady reads a file until nobody writes into it and it is not half any more, or
// the time for that is up; then the result says that it is half still. half
// judges by what was there before. A file that stays away, or that has been as it
// is for halfFor, is not half.
func (r *reader) steady(name string, half func(content) bool) (c content, stillHalf bool, err error) {
	var last sight
	for try := 0; ; try++ {
		s, err := r.look(name)
		if err != nil {
			return content{}, false, err
		}
		doubt := half(s.content) && (!s.exists || r.fresh(s.changed))
		if s.still && !doubt {
			return s.content, false, nil
		}
		quiet := try > 1 && s.still && s.exists == last.exists && s.same(last.content)
		if try == readTries || quiet && !doubt {
			return s.content, doubt && s.exists, nil
		}
		last = s
		r.time.pause(readPause)
	}
}

// fresh tells whether an editor may still be at work on what it wrote then. A
// time in the future is of a clock that was set back.
func (r *reader) fresh(changed time.Time) bool {
	age := r.time.now().Sub(changed)
	return age < halfFor && age > -halfFor
}

// half tells whether a text may be what an editor shows that is half way from
// another text to a third one: nothing, or cut off within a line. One that ends
// with a whole line passes: a person may have deleted the rest, and where they
// have not, the rest is merged when it comes.
func (c content) half(was content) bool {
	if len(was.data) == 0 || len(c.data) == 0 {
		return len(was.data) > 0
	}
	last := string(c.data[bytes.LastIndexByte(c.data, '\n')+1:])
	if last == "" {
		return false
	}
	cut := false
	for l := range strings.Lines(string(was.data)) {
		l = strings.TrimRight(l, "\r\n")
		if l == last {
			return false
		}
		cut = cut || strings.HasPrefix(l, last)
	}
	return cut
}

// sight is a file as one look shows it.
type sight struct {
	content
	changed time.Time
	still   bool // nobody wrote to it or replaced it meanwhile
}

// look reads a file once.
func (r *reader) look(name string) (sight, error) {
	f, err := r.fs.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return sight{still: true}, nil
	}
	if err != nil {
		return sight{}, err
	}
	before, err := f.Stat()
	var data []byte
	if err == nil {
		data, err = disk.ReadAll(f, name, readMax)
	}
	f.Close()
	if err != nil {
		return sight{}, err
	}
	s := sight{content: content{data, true}, changed: before.ModTime}
	after, err := r.fs.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return sight{}, err
	}
	s.still = before.Inode == after.Inode && before.Size == after.Size && before.ModTime.Equal(after.ModTime) &&
		int64(len(data)) == after.Size
	return s, nil
}

// Logs lists the daily logs and other notes directly in memory/, sorted:
// "memory/2026-11-20.md". Dotfiles, swap files, "*~" and conflict copies are not
// memory, nor is anything but a plain file.
func (l *Land) Logs() ([]string, error) {
	notes, err := l.Notes()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, info := range notes {
		names = append(names, MemoryDir+"/"+info.Name)
	}
	return names, nil
}

// Notes is Logs with what the disk says of each; the names are those within memory/.
func (l *Land) Notes() ([]disk.Info, error) {
	infos, err := l.fs.ReadDir(MemoryDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return slices.DeleteFunc(infos, func(i disk.Info) bool { return !i.Mode.IsRegular() || i.Links > 1 || !note(i.Name) }), err
}

// note tells whether a file's own name is one of a note.
func note(base string) bool {
	return strings.HasSuffix(base, ".md") && base[0] != '.' && base[0] != '#' && !ConflictCopy(base)
}
