package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/tui/cli/fault"
)

// Layer is which file a command is about: the one of the user, or of the land.
type Layer struct{ Name string }

// File is the layer's of the land at a path, which may not exist.
func (l Layer) File(path string, getenv func(string) string) (string, config.Sources, error) {
	s := SourcesOf(path, getenv)
	switch l.Name {
	case "user":
		if s.User == "" {
			return "", s, fault.Misused("neither XDG_CONFIG_HOME nor HOME is set")
		}
		return s.User, s, nil
	case "land":
		return s.Land, s, nil
	}
	return "", s, fault.Misused("--layer is user or land, not %q", l.Name)
}

// changes is how often a file that somebody else writes is read again.
const changes = 3

// Change changes one file. What would not load afterwards, or would break
// what another file says, is refused and nothing is written.
func (l Layer) Change(path string, getenv func(string) string, change func([]byte) ([]byte, error)) error {
	file, sources, err := l.File(path, getenv)
	if err != nil {
		return err
	}
	for try := 1; ; try++ {
		err := changeFile(file, l.Name == "land", sources, change)
		if errors.Is(err, disk.ErrChanged) && try < changes {
			continue
		}
		return err
	}
}

func changeFile(file string, inLand bool, sources config.Sources, change func([]byte) ([]byte, error)) error {
	before, err := Read(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read config: %w", err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		before = nil
	}
	after, err := change(before)
	if err != nil {
		return inFile(file, err)
	}
	if string(after) == string(before) {
		return nil
	}
	if err := sources.Try(file, after); err != nil {
		return err
	}
	if inLand {
		if err := ownFile(file); err != nil {
			return err
		}
	}
	if err := disk.ReplaceHost(file, before, after); err != nil {
		return fmt.Errorf("write config %s: %w", file, err)
	}
	return nil
}

// ownFile refuses a land's config that is a link: the land may come from
// elsewhere, and must not choose which file is written.
func ownFile(file string) error {
	dir, err := disk.OpenDir(filepath.Dir(file))
	if err != nil {
		return fmt.Errorf("open the land: %w", err)
	}
	defer dir.Close()
	info, err := dir.Stat(filepath.Base(file))
	if err == nil && !info.Mode.IsRegular() {
		return fmt.Errorf("write config %s: %w", file, disk.ErrNotRegular)
	}
	return nil
}

// inFile names the file in an error of its contents.
func inFile(file string, err error) error {
	var e *config.Error
	if errors.As(err, &e) && e.Line > 0 {
		e.File = file
	}
	return err
}
