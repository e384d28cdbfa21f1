package memory

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/secret"
	"dormouse/memory/document"
	"dormouse/memory/search/index"
)

// Files gives search what it may read: MEMORY.md, notes in memory/, transcripts, and
// of the other Markdown files in the land's folder those that a pattern of include
// names ("notes/**"). These are a person's: they are searched, and never written,
// slept over or put into a prompt by themselves.
func Files(l *land.Land, include ...string) index.Files {
	f := files{land: l}
	for _, pattern := range include {
		if pattern = strings.Trim(pattern, " /"); pattern != "" {
			f.include = append(f.include, globForm(pattern))
		}
	}
	return f
}

type files struct {
	land    *land.Land
	include []*regexp.Regexp
}

// globForm is a pattern of paths: "*" and "?" stand for letters of one name, "**" for
// any number of folders, and a folder for all in it.
func globForm(pattern string) *regexp.Regexp {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch rest := pattern[i:]; {
		case strings.HasPrefix(rest, "**/"):
			b.WriteString("(?:.*/)?")
			i += 2
		case strings.HasPrefix(rest, "**"):
			b.WriteString(".*")
			i++
		case rest[0] == '*':
			b.WriteString("[^/]*")
		case rest[0] == '?':
			b.WriteString("[^/]")
		default:
			b.WriteString(regexp.QuoteMeta(rest[:1]))
		}
	}
	return regexp.MustCompile("^(?s:" + b.String() + ")(?:/.*)?$")
}

// own tells the person's notes that are to be searched.
func (f files) own(name string) bool {
	if !strings.HasSuffix(name, ".md") || disk.Check(name) != nil || land.ConflictCopy(name) {
		return false
	}
	return slices.ContainsFunc(f.include, func(form *regexp.Regexp) bool { return form.MatchString(name) })
}

// Bounds of a person's notes: how deep folders are looked into, and how many files.
const (
	deepestNote = 16
	mostNotes   = 100000
)

// List names the files with what tells whether they changed.
func (f files) List() ([]index.File, error) {
	var out []index.File
	add := func(name string, i disk.Info) {
		if i.Mode.IsRegular() && i.Links <= 1 && (readable(name) || f.own(name)) {
			out = append(out, index.File{Name: name, Size: i.Size, ModTime: i.ModTime, Inode: i.Inode})
		}
	}
	if i, err := f.land.FS().Stat(memoryFile); err == nil {
		add(memoryFile, i)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, dir := range []string{land.MemoryDir, land.SessionsDir} {
		infos, err := f.land.FS().ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, i := range infos {
			add(path.Join(dir, i.Name), i)
		}
	}
	if len(f.include) > 0 {
		left := mostNotes
		f.notes(".", deepestNote, &left, add)
	}
	return out, nil
}

// notes walks through the person's folders. One that cannot be listed is passed over:
// it is no part of memory.
func (f files) notes(dir string, deep int, left *int, add func(string, disk.Info)) {
	infos, err := f.land.FS().ReadDir(dir)
	if err != nil {
		return
	}
	for _, i := range infos {
		name := path.Join(dir, i.Name)
		switch {
		case *left <= 0:
			return
		case strings.HasPrefix(i.Name, "."), name == memoryFile, name == land.MemoryDir, name == land.SessionsDir:
		case i.Mode.IsDir() && deep > 0:
			f.notes(name, deep-1, left, add)
		case f.own(name):
			*left--
			add(name, i)
		}
	}
}

// Read gives a file without what was forgotten of it; a person's own note without
// credentials, which the program's own files never hold.
func (f files) Read(name string) ([]byte, error) {
	if !readable(name) && f.own(name) {
		b, err := disk.ReadFile(f.land.FS(), name)
		return []byte(secret.Redact(string(b))), err
	}
	b, err := f.land.Read(name)
	return document.Veiled(name, b), err
}
