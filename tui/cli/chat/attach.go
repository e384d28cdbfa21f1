package chat

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/land/disk"
	"dormouse/land/transcript/media"
	"dormouse/runtime"
	"dormouse/tui/backend"
)

// maxAttached is the longest text that can be attached, in bytes; walked, how
// many names of a tree are looked at for one completion; deepest, how far down.
const (
	maxAttached = 1 << 20
	walked      = 4000
	deepest     = 8
)

// attachments are the files that @ offers: those below the folder the program was
// started in. disk.Dir lets no path and no link lead out of it.
type attachments struct{}

// working opens the working folder; it is there, or the shell could not be in it.
func (attachments) working() (*disk.Dir, error) {
	info, err := disk.StatHost(".")
	if err == nil && !info.Mode.IsDir() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, fmt.Errorf("open the working folder: %w", err)
	}
	return disk.OpenDir(".")
}

// Read gives a file. What is no text and no picture, or too large, says so.
func (w attachments) Read(name string) (backend.Attached, error) {
	b, err := w.bytes(name)
	if err != nil {
		return backend.Attached{}, err
	}
	m, err := media.Look(path.Base(name), b)
	switch {
	case err == nil:
		return backend.Attached{Media: &runtime.Upload{Media: m, Data: b}}, nil
	case !errors.Is(err, media.ErrMedia):
		return backend.Attached{}, err
	case len(b) > maxAttached:
		return backend.Attached{}, fmt.Errorf("it has %.1f MB, and at most %d MB of text can be attached", float64(len(b))/1e6, maxAttached>>20)
	}
	text := strings.TrimPrefix(string(b), "\ufeff")
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return backend.Attached{}, errors.New("it is no text in UTF-8, no picture and no PDF")
	}
	return backend.Attached{Text: text}, nil
}

// Media gives a picture or a document anywhere on this machine.
func (attachments) Media(name string) (runtime.Upload, error) {
	b, err := disk.ReadHost(name, media.MostBytes)
	if err != nil {
		return runtime.Upload{}, fs.ErrNotExist // a text like any other
	}
	m, err := media.Look(filepath.Base(name), b)
	if errors.Is(err, media.ErrMedia) {
		return runtime.Upload{}, fs.ErrNotExist
	}
	return runtime.Upload{Media: m, Data: b}, err
}

func (w attachments) bytes(name string) ([]byte, error) {
	if clean := path.Clean(name); path.IsAbs(name) || clean == ".." || strings.HasPrefix(clean, "../") || strings.HasPrefix(name, "~") {
		return nil, backend.ErrOutside
	}
	dir, err := w.working()
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	name = path.Clean(name)
	info, err := dir.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.Mode.IsDir():
		return nil, backend.ErrFolder
	case info.Size > media.MostBytes:
		return nil, fmt.Errorf("it has %.1f MB, and at most %d MB can be attached", float64(info.Size)/1e6, media.MostBytes>>20)
	}
	b, err := disk.ReadFileMax(dir, name, media.MostBytes)
	if errors.Is(err, disk.ErrNotRegular) {
		return nil, errors.New("it is a link or no ordinary file")
	}
	return b, err
}

// Find completes a path: what stands in the folder that is typed and begins so,
// then what holds the letters anywhere below it.
func (w attachments) Find(typed string, limit int) ([]backend.FileChoice, error) {
	if path.IsAbs(typed) || strings.HasPrefix(typed, "~") {
		return nil, nil
	}
	dir, err := w.working()
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	at, word := path.Split(typed)
	at = strings.TrimSuffix(at, "/")
	if at != "" && !fs.ValidPath(at) {
		return nil, nil
	}
	t := tree{dir: dir, word: strings.ToLower(word), hidden: strings.HasPrefix(word, ".")}
	t.walk(at)
	slices.SortStableFunc(t.found, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(strings.Count(a.Path, "/"), strings.Count(b.Path, "/")), cmp.Compare(a.Path, b.Path))
	})
	var out []backend.FileChoice
	for _, f := range t.found[:min(limit, len(t.found))] {
		out = append(out, f.FileChoice)
	}
	return out, nil
}

// ranked is a find: 0 begins with the word and stands where was looked, 1 begins
// with it further down, 2 holds it.
type ranked struct {
	backend.FileChoice
	rank int
}

// tree looks for names below one folder, the nearest first.
type tree struct {
	dir    *disk.Dir
	word   string
	hidden bool // names with a dot are wanted
	found  []ranked
	seen   int
}

func (t *tree) walk(at string) {
	level := []string{at}
	for depth := 0; len(level) > 0 && depth < deepest; depth++ {
		var next []string
		for _, folder := range level {
			list, err := t.dir.ReadDir(cmp.Or(folder, "."))
			if err != nil {
				continue
			}
			for _, info := range list {
				if t.seen++; t.seen > walked {
					return
				}
				name := path.Join(folder, info.Name)
				t.look(name, info, depth)
				if info.Mode.IsDir() && t.word != "" && !skipped(info.Name) {
					next = append(next, name)
				}
			}
		}
		level = next
	}
}

func (t *tree) look(name string, info disk.Info, depth int) {
	base := strings.ToLower(info.Name)
	if !info.Mode.IsDir() && !info.Mode.IsRegular() || strings.HasPrefix(base, ".") && !t.hidden {
		return
	}
	rank := 2
	switch {
	case strings.HasPrefix(base, t.word) && depth == 0:
		rank = 0
	case strings.HasPrefix(base, t.word):
		rank = 1
	case !strings.Contains(base, t.word):
		return
	}
	t.found = append(t.found, ranked{backend.FileChoice{Path: name, Folder: info.Mode.IsDir(), Size: info.Size}, rank})
}

// skipped are folders nobody looks for a text in by letters.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules" || name == "vendor"
}
