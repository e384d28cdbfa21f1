package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// ReplaceHost puts data in the place of a person's own file, which held before
// when it was read; a nil before makes a new file, and its folder. A link is
// followed and stays, and so does the mode. ErrChanged when the file holds
// something else now: where the system can swap two files, nothing that somebody
// writes meanwhile is lost; elsewhere only what they wrote before the last look
// is seen.
func ReplaceHost(path string, before, data []byte) error {
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) && before == nil {
		target, err = path, nil
	}
	if err != nil {
		return err
	}
	dir, err := OpenDir(filepath.Dir(target))
	if err != nil {
		return err
	}
	defer dir.Close()
	return replace(dir, filepath.Base(target), before, data)
}

func replace(dir FS, name string, before, data []byte) error {
	mode := FileMode
	info, err := dir.Stat(name)
	if err == nil {
		mode = info.Mode.Perm()
	}
	if before == nil && !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(changed(name), err)
	}
	temp, err := fileBeside(dir, name, mode, data)
	if err != nil {
		return err
	}
	if before == nil {
		err = dir.Rename(temp, name)
	} else {
		err = swapIn(dir, temp, name, before)
	}
	if err != nil {
		_ = dir.Remove(temp) // what stays is known by its name
		return err
	}
	return dir.SyncDir(".")
}

// swapIn exchanges temp with the file and looks at what came out; that goes back
// when it is not what was expected.
func swapIn(dir FS, temp, name string, before []byte) error {
	err := dir.Exchange(temp, name)
	if errors.Is(err, errors.ErrUnsupported) {
		old, err := ReadFile(dir, name)
		if err != nil {
			return err
		}
		if !bytes.Equal(old, before) {
			return changed(name)
		}
		return dir.Rename(temp, name)
	}
	if err != nil {
		return err
	}
	old, err := ReadFile(dir, temp)
	if err == nil && !bytes.Equal(old, before) {
		err = changed(name)
	}
	if err != nil {
		return errors.Join(err, dir.Exchange(temp, name))
	}
	return dir.Remove(temp)
}

func changed(name string) error { return &fs.PathError{Op: "replace", Path: name, Err: ErrChanged} }

// fileBeside writes and syncs data under a free name beside name.
func fileBeside(dir FS, name string, mode fs.FileMode, data []byte) (string, error) {
	for n := 0; ; n++ {
		temp := fmt.Sprintf(".%s.%d%s", name, n, TempSuffix)
		f, err := dir.Create(temp, mode)
		if errors.Is(err, fs.ErrExist) && n < 1000 {
			continue
		}
		if err != nil {
			return "", err
		}
		if err := Fill(f, data); err != nil {
			return "", errors.Join(err, dir.Remove(temp))
		}
		return temp, nil
	}
}
