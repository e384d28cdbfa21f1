package snapshot

import (
	"fmt"
	"slices"
	"sync"

	"dormouse/land"
	"dormouse/land/disk"
)

// Cache reads the snapshots of one land and keeps what it read: a file of the same
// size, time and inode is not read again. Its methods may be called from several
// goroutines.
type Cache struct {
	land *land.Land

	mu      sync.Mutex
	parsed  map[string]parsed // guarded by mu: each note as it was last read
	records recordsRead       // guarded by mu: as they were last read
}

// parsed is a note and what the disk said about it then.
type parsed struct {
	file
	info disk.Info
}

// NewCache is one that has read nothing yet.
func NewCache(l *land.Land) *Cache { return &Cache{land: l, parsed: map[string]parsed{}} }

// Read reads MEMORY.md, the records, and the notes that wanted names: ten years of logs
// take seconds to read. nil means all.
func (c *Cache) Read(wanted func(path string) bool) (Snapshot, error) {
	infos, err := c.land.Notes()
	if err != nil {
		return Snapshot{}, fmt.Errorf("read memory: %w", err)
	}
	notes := make([]noteFile, 0, len(infos)+1)
	for _, i := range infos {
		notes = append(notes, noteFile{path: land.MemoryDir + "/" + i.Name, info: i})
	}
	return read(c.land, append(notes, c.note(land.MemoryFile)), c.open, c.recorded, wanted), nil
}

// ReadAfter reads MEMORY.md and these logs, whether they are there or not, as they will
// be when files hold what after has for them.
func (c *Cache) ReadAfter(after map[string][]byte, logs []string) Snapshot {
	var notes []noteFile
	for _, path := range append(slices.Clone(logs), land.MemoryFile) {
		notes = append(notes, c.note(path))
	}
	return read(c.land, notes, func(n noteFile) (file, error) {
		if b := after[n.path]; b != nil {
			return newFile(n.path, string(b)), nil
		}
		return c.open(n)
	}, c.recorded, nil)
}

// note is one that is there, perhaps, and what the disk says of it.
func (c *Cache) note(path string) noteFile { return noteFile{path: path, info: c.stat(path)} }

// stat is what the disk says of a file; zero where it says nothing.
func (c *Cache) stat(path string) disk.Info {
	info, _ := c.land.FS().Stat(path)
	return info
}

// unchanged reports whether what the disk says of a file tells that it is the same.
func unchanged(was, is disk.Info) bool {
	return is.Inode != 0 && was.Inode == is.Inode && was.Size == is.Size && was.ModTime.Equal(is.ModTime)
}

// recorded reads the files of records that have changed.
func (c *Cache) recorded(paths []string) (r recordsRead, failed map[string]error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.records, failed = c.records.again(paths, c.stat, func(path string) ([]byte, error) { return disk.ReadFile(c.land.FS(), path) })
	return c.records, failed
}

// open reads a note, or gives what was read when nothing says that it changed.
func (c *Cache) open(n noteFile) (file, error) {
	path, now := n.path, n.info
	c.mu.Lock()
	last, ok := c.parsed[path]
	c.mu.Unlock()
	if ok && unchanged(last.info, now) {
		return last.file, nil
	}
	f, err := readFile(c.land, path)
	if err != nil {
		return f, err
	}
	if now.Inode != 0 && int64(len(f.text)) == now.Size {
		c.mu.Lock()
		c.parsed[path] = parsed{f, now}
		c.mu.Unlock()
	}
	return f, nil
}
