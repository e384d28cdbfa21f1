package land

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
)

// entriesDir is where memory keeps what it knows of each entry.
const entriesDir = StateDir + "/entries"

// asideMark ends the name of what stood in the way.
const asideMark = ".aside"

// tidy sets aside what stands in the place of the program's own files and
// folders: a folder where a file should be, anything else where a folder should
// be. A state file's name has an extension, a state folder's has none.
func (l *Land) tidy() ([]Notice, error) {
	var notices []Notice
	put := func(name, what string) error {
		to, err := l.setAside(name)
		if err == nil && to != "" {
			notices = append(notices, Notice{Path: name, Text: fmt.Sprintf("was %s: it is set aside as %s, and what belongs there is made anew", what, to)})
		}
		return err
	}
	for _, dir := range []string{StateDir, journalDir, undoDir, tempDir, lockDir} {
		info, err := l.fs.Stat(dir)
		if err == nil && !info.Mode.IsDir() {
			err = put(dir, "no folder")
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return notices, err
		}
	}
	for _, dir := range []string{StateDir, lockDir, entriesDir} {
		infos, err := l.fs.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return notices, err
		}
		for _, info := range infos {
			name := dir + "/" + info.Name
			file := path.Ext(name) != "" || name == saveLock || dir == lockDir
			if !info.Mode.IsDir() || !file || path.Ext(name) == asideMark {
				continue
			}
			if err := put(name, "a folder"); err != nil {
				return notices, err
			}
		}
	}
	return notices, nil
}

// setAside gives what stands in the way a free name beside it.
func (l *Land) setAside(name string) (string, error) {
	for n := 1; ; n++ {
		to := name + asideMark
		if n > 1 {
			to = fmt.Sprintf("%s-%d%s", name, n, asideMark)
		}
		if _, err := l.fs.Stat(to); err == nil {
			continue
		}
		err := l.fs.Rename(name, to)
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil // another program was faster
		}
		if err == nil {
			err = l.fs.SyncDir(path.Dir(name))
		}
		return to, err
	}
}
