package memory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/memory/document"
	"dormouse/memory/search"
	"dormouse/memory/snapshot"
)

// Snapshot reads MEMORY.md, all notes in memory/ and the records. Notes of the
// same size, time and inode as at the last call are not read again.
func (s *Store) Snapshot() (snapshot.Snapshot, error) { return s.files.Read(nil) }

// Entries is Snapshot().Entries().
func (s *Store) Entries() ([]document.Entry, error) {
	snap, err := s.Snapshot()
	if err != nil {
		return nil, err
	}
	return snap.Entries(), nil
}

// errNoSearch is returned when the store was made without a searcher: a bug of
// the caller.
var errNoSearch = errors.New("this memory was opened without search")

// Search answers a query. What is forgotten is not among the hits, what is
// superseded is marked: both stand in the files that the search reads. What is
// strongly associated with one of the first hits comes behind the first five, as
// q.Associated asks; with each stands what was told before it, as q.Before asks.
func (s *Store) Search(ctx context.Context, q search.Query) (search.Answer, error) {
	if s.search == nil {
		return search.Answer{Query: q.Text, Verdict: search.StaleIndex}, errNoSearch
	}
	a, err := s.search.Search(ctx, q)
	if err != nil {
		return a, err
	}
	if err = s.remind(ctx, q, &a); err == nil {
		err = s.told(q, &a)
	}
	return a, err
}

const (
	getLines = 40
	getMax   = 200
	// getBytes bounds what Get returns, so that one line of 100 MB in a
	// transcript does not fill a context.
	getBytes = 16 << 10
)

// Get returns lines of MEMORY.md, of a note in memory/ or, to read only, of a
// transcript in sessions/. from is 1-based; lines is at most 200, 0 means 40.
// ErrOutside for any other path, fs.ErrNotExist where there is no file, ErrNoLine where
// it ends before from; of that the excerpt says how many lines there are.
func (s *Store) Get(name string, from, lines int) (Excerpt, error) {
	name = path.Clean(strings.TrimPrefix(name, "./"))
	if !readable(name) {
		return Excerpt{}, fmt.Errorf("read %q: %w", name, ErrOutside)
	}
	b, err := s.land.Read(name)
	if err != nil {
		return Excerpt{}, err // it names the file
	}
	x := excerpt(name, document.Told(name, b), from, lines)
	if from > max(x.Lines, 1) {
		return x, fmt.Errorf("read %s:%d: %w: the file ends at line %d", name, from, ErrNoLine, x.Lines)
	}
	return x, nil
}

func excerpt(name string, b []byte, from, lines int) Excerpt {
	if lines <= 0 {
		lines = getLines
	}
	from, lines = max(from, 1), min(lines, getMax)
	x := Excerpt{Path: name, Lines: bytes.Count(b, []byte("\n"))}
	if len(b) > 0 && b[len(b)-1] != '\n' {
		x.Lines++
	}
	start := 0
	for range min(from, x.Lines+1) - 1 {
		start = document.LineEnd(b, start)
	}
	end := start
	for n := 0; n < lines && end < len(b); n++ {
		end = document.LineEnd(b, end)
		x.From, x.To = from, from+n
	}
	text := b[start:end]
	x.More = end < len(b)
	if len(text) > getBytes {
		text = text[:getBytes]
		for len(text) > 0 && !utf8.Valid(text[max(0, len(text)-utf8.UTFMax):]) && len(text) > getBytes-utf8.UTFMax {
			text = text[:len(text)-1]
		}
		x.To = from + bytes.Count(text, []byte("\n"))
		x.More = true
	}
	x.Text = string(text)
	return x
}

// readable reports whether a path is one that Get may read.
func readable(name string) bool {
	if disk.Check(name) != nil || land.ConflictCopy(name) || strings.HasPrefix(path.Base(name), ".") {
		return false
	}
	dir, base := path.Split(name)
	switch dir {
	case "":
		return base == memoryFile
	case land.MemoryDir + "/":
		return strings.HasSuffix(base, ".md")
	case land.SessionsDir + "/":
		return strings.HasSuffix(base, ".jsonl")
	}
	return false
}
