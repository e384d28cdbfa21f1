package land

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"strings"

	"dormouse/land/disk"
	"dormouse/land/merge"
)

// Notice is something a person should know about the land. It is never an
// error: the land works on.
type Notice struct {
	Path string // "" for the land as a whole
	Line int    // from 1; 0 for the file as a whole
	Text string // one line, without the path
}

// Notices looks through MEMORY.md and memory/ for what a sync left behind:
// conflict copies and conflict markers. It reads every log, so it is for checks
// and nights, not for every start.
func (l *Land) Notices() ([]Notice, error) {
	var list []Notice
	for _, dir := range []string{".", MemoryDir, SessionsDir} {
		infos, err := l.fs.ReadDir(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return list, err
		}
		for _, info := range infos {
			name := path.Join(dir, info.Name)
			if n, ok := odd(name, info); ok {
				list = append(list, n)
			}
		}
	}
	logs, err := l.Logs()
	if err != nil {
		return list, err
	}
	for _, name := range append([]string{MemoryFile}, logs...) {
		text, err := l.Read(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			list = append(list, Notice{Path: name, Text: err.Error()})
			continue
		}
		for _, n := range ConflictMarkers(text) {
			list = append(list, Notice{name, n, "conflict marker: two versions were not merged"})
		}
	}
	return list, nil
}

// odd tells what is wrong with a name, if anything.
func odd(name string, info disk.Info) (Notice, bool) {
	switch {
	case ConflictCopy(name):
		return Notice{Path: name, Text: "conflict copy: compare it by hand, then delete it; it is not memory"}, true
	case strings.HasSuffix(name, ".md") && path.Base(name)[0] != '.' && (!info.Mode.IsRegular() || info.Links > 1):
		return Notice{Path: name, Text: "not a plain file with one link: it is not read"}, true
	}
	return Notice{}, false
}

// ConflictCopy tells whether a name is one that a sync program gives to the
// losing side of a conflict (Dropbox, Nextcloud, Syncthing, Obsidian, ours).
func ConflictCopy(name string) bool {
	base := strings.ToLower(path.Base(name))
	return strings.Contains(base, "conflicted copy") || strings.Contains(base, ".sync-conflict-") ||
		strings.Contains(base, "(conflict") || strings.Contains(base, "_conflict-")
}

// ConflictMarkers returns the lines, from 1, that begin like a merge's
// "<<<<<<< ours". The closing ones are not needed to see it.
func ConflictMarkers(text []byte) []int {
	var lines []int
	marker := []byte("<<<<<<< ")
	if !bytes.Contains(text, marker) {
		return nil
	}
	for i, l := range merge.Split(text) {
		if strings.HasPrefix(l.Text, string(marker)) {
			lines = append(lines, i+1)
		}
	}
	return lines
}
