package settings

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"

	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/tui/cli/fault"
	"dormouse/tui/keys"
)

// Home is an XDG folder: the variable when it holds an absolute path, else the
// default below the home folder.
func Home(getenv func(string) string, variable, below string) (string, error) {
	if dir := getenv(variable); filepath.IsAbs(dir) {
		return dir, nil
	}
	home := getenv("HOME")
	if home == "" {
		home = getenv("USERPROFILE")
	}
	if home == "" {
		return "", fault.Misused("neither %s nor HOME is set; say where with --land", variable)
	}
	return filepath.Join(home, below), nil
}

// UserFile is the config of the person; "" where nothing says where it would be.
func UserFile(getenv func(string) string) string {
	base, err := Home(getenv, "XDG_CONFIG_HOME", ".config")
	if err != nil {
		return ""
	}
	return filepath.Join(base, "dormouse", "config.toml")
}

// maxConfig bounds a config file, in bytes.
const maxConfig = 1 << 20

// SourcesOf are where the config of the land at a path comes from.
func SourcesOf(path string, getenv func(string) string) config.Sources {
	return config.Sources{User: UserFile(getenv), Land: filepath.Join(path, "config.toml"), Read: Read, Getenv: getenv, Chords: keys.Check}
}

// Read reads a config file. Below a file there is none: opening the land
// says then what is wrong. What is no file at all is said, and not waited for.
func Read(name string) ([]byte, error) {
	info, err := disk.StatHost(name)
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		return nil, fs.ErrNotExist
	case err == nil && info.Mode.IsDir():
		return nil, fault.Misused("config %s: it is a folder", name)
	case err == nil && info.Mode&(fs.ModeNamedPipe|fs.ModeSocket) != 0:
		return nil, fault.Misused("config %s: it is no ordinary file", name)
	}
	return disk.ReadHost(name, maxConfig)
}
