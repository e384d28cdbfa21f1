package search

import (
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"slices"
	"time"

	"dormouse/memory/search/index"
)

// collection is one kind of files with its index: MEMORY.md and the logs, or
// the transcripts.
type collection struct {
	name  string
	files index.Files
	store index.Store
	small int64 // smallText, but in tests
	cut   func([]byte) []index.Passage
	takes func(name string) bool
	// meaning holds the vectors of passages; nil for going by words alone
	meaning *meaning

	open    bool
	parts   []part
	where   map[string]fileRef // the live entry of each file
	scanned time.Time          // by the disk's clock, when the entries were last compared
	saved   []string           // names of the parts' blobs; "" for one in memory only
	unread  int                // files that could not be read
	notes   noteBook
}

// fileRef is a file of a segment in use.
type fileRef struct{ part, file int }

func (c *collection) file(r fileRef) *index.FileEntry { return &c.parts[r.part].seg.Files[r.file] }

// The levels an index has at most: the base, a middle one, and a small top
// that takes what changed and is not written down. A level that has grown too
// large is folded into the one below by reading its files again.
const (
	// smallText is how many bytes of text are read anew by each process instead of
	// being indexed on disk.
	smallText = 1 << 20
	levels    = 3
	topSize   = 128 << 10 // bytes of text in the top level
	midSize   = 4 << 20
	// recent is how long after a look at the files one of them may still change
	// without its time changing.
	recent = 2 * time.Second
)

// reset forgets everything.
func (c *collection) reset() {
	for _, p := range c.parts {
		p.seg.Close()
	}
	c.open, c.parts, c.where, c.saved, c.scanned = false, nil, nil, nil, time.Time{}
}

// refresh brings the index in step with the files listed.
func (c *collection) refresh(ctx context.Context, list []index.File) error {
	files := slices.DeleteFunc(slices.Clone(list), func(f index.File) bool { return !c.takes(f.Name) })
	keep := c.store != nil && textSize(files) > c.small
	if !c.open && keep {
		c.load()
	}
	if !c.open {
		c.markLive(files)
		c.open = true
	}
	changed, checked := c.compare(files)
	if len(changed) > 0 {
		return c.update(ctx, files, changed, keep)
	}
	if checked > 16 && keep {
		c.stamp()
	}
	if len(c.where) != len(files) { // some are gone
		c.markLive(files)
	}
	return ctx.Err()
}

// compare takes away the entries that do not hold any more, and gives their files. One
// that was written at about the time of the last look is read and compared by its hash;
// checked is how many were.
func (c *collection) compare(files []index.File) (changed []index.File, checked int) {
	for _, f := range files {
		if ref, ok := c.where[f.Name]; ok && c.file(ref).Size == f.Size {
			e := c.file(ref)
			touched := !e.ModTime.Equal(f.ModTime) || e.Inode != f.Inode
			if !touched && !c.scanned.IsZero() && !f.ModTime.After(c.scanned.Add(-recent)) {
				continue
			}
			if !touched {
				checked++
			}
			if data, err := c.files.Read(f.Name); err == nil && contentHash(data) == e.Hash {
				e.ModTime, e.Inode = f.ModTime, f.Inode
				continue
			}
		}
		delete(c.where, f.Name)
		changed = append(changed, f)
	}
	return changed, checked
}

// contentHash is FNV-1a of 64 bits, eight bytes at a step.
func contentHash(b []byte) uint64 {
	const prime = 1099511628211
	h := uint64(14695981039346656037) ^ uint64(len(b))
	for len(b) >= 8 {
		h = (h ^ binary.LittleEndian.Uint64(b)) * prime
		h ^= h >> 29
		b = b[8:]
	}
	for _, x := range b {
		h = (h ^ uint64(x)) * prime
	}
	return h ^ h>>32
}

// update indexes what changed, in the level that has room for it, and writes
// the index down when reading the same files again would cost more.
func (c *collection) update(ctx context.Context, files, changed []index.File, keep bool) error {
	level, todo := c.plan(files, changed)
	if level > 0 && textSize(todo) <= topSize {
		keep = false
	}
	if keep {
		if now := c.diskTime(); now.IsZero() {
			keep = false
		} else if l, err := c.store.Lock(); err == nil {
			defer l.Close()
			c.scanned = now
		} else {
			keep = false // another process is writing: answer from memory
		}
	}
	b := index.NewBuilder()
	c.unread = 0
	for _, f := range todo {
		if err := ctx.Err(); err != nil {
			return err
		}
		data, err := c.files.Read(f.Name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			c.unread++
			continue
		}
		b.Add(f, contentHash(data), c.cut(data))
	}
	for _, p := range c.parts[level:] {
		p.seg.Close()
	}
	c.parts, c.saved = append(c.parts[:level], part{seg: b.Seg}), append(c.saved[:level], "")
	c.markLive(files)
	if keep {
		c.save()
	}
	return nil
}

func textSize(files []index.File) int64 {
	n := int64(0)
	for _, f := range files {
		n += f.Size
	}
	return n
}

// plan chooses the level that takes the changed files, and what it must hold.
func (c *collection) plan(files, changed []index.File) (level int, todo []index.File) {
	if len(c.parts) == 0 {
		return 0, files
	}
	base := int64(0)
	for _, e := range c.parts[0].seg.Files {
		base += e.Size
	}
	limits := [levels]int64{0, max(midSize, base/8), topSize}
	for level := min(len(c.parts), levels-1); level > 0; level-- {
		todo := append([]index.File{}, changed...)
		for _, f := range files {
			if ref, ok := c.where[f.Name]; ok && ref.part >= level {
				todo = append(todo, f)
			}
		}
		if textSize(todo) <= limits[level] {
			return level, todo
		}
	}
	return 0, files
}

// markLive works out which entries are live.
func (c *collection) markLive(files []index.File) {
	listed := make(map[string]bool, len(files))
	for _, f := range files {
		listed[f.Name] = true
	}
	c.where = make(map[string]fileRef, len(files))
	base := index.Slot(0)
	for i := range c.parts {
		p := &c.parts[i]
		p.base, p.dead = base, nil
		base += index.Slot(len(p.seg.Lengths)+index.Window-1) / index.Window * index.Window
		for j, e := range p.seg.Files {
			if !listed[e.Name] {
				p.kill(j)
				continue
			}
			if old, ok := c.where[e.Name]; ok {
				c.parts[old.part].kill(old.file)
			}
			c.where[e.Name] = fileRef{i, j}
		}
	}
	c.notes = c.readNotes()
}

func (p *part) kill(file int) {
	if p.dead == nil {
		p.dead = make([]bool, len(p.seg.Files))
	}
	p.dead[file] = true
}
