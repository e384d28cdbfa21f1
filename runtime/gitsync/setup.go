package gitsync

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"dormouse/land"
	"dormouse/land/disk"
)

// The keys of the repository's own config.
const (
	keyOn     = "dormouse.sync"   // the land is synced: nights are committed
	keyRemote = "dormouse.remote" // with what
)

// ignored is what no commit holds.
const ignored = `# Dormouse: each machine's own
/.dormouse/
*(conflicted copy*
*.sync-conflict-*
*~
.*.sw?
.DS_Store
`

// attributes tell git how these files are merged, and that their bytes are theirs.
const attributes = `# Dormouse: merged by what they hold
MEMORY.md -text merge=dormouse
memory/*.md -text merge=dormouse
sessions/*.jsonl -text merge=dormouse
`

// prepare makes the land a repository that can be synced: once, and again where
// something of it is missing.
func (s *syncing) prepare() error {
	top, err := s.line("rev-parse", "--show-toplevel")
	if errors.Is(err, ErrNoGit) || s.ctx.Err() != nil {
		return err
	}
	switch {
	case err != nil:
		if _, err := s.run(nil, "init", "-q"); err != nil {
			return err
		}
		if _, err := s.run(nil, "symbolic-ref", "HEAD", "refs/heads/main"); err != nil {
			return err
		}
		s.done.Made = true
	case !sameFolder(top, s.dir):
		return fmt.Errorf("%s: %w", filepath.ToSlash(top), ErrInside)
	}
	dir, err := s.line("rev-parse", "--absolute-git-dir")
	if err != nil {
		return err
	}
	s.gitDir = dir
	for _, name := range []string{"MERGE_HEAD", "rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD", "REVERT_HEAD"} {
		if _, err := disk.StatHost(filepath.Join(dir, name)); err == nil {
			return fmt.Errorf("%s: %w", name, ErrUnderWay)
		}
	}
	if s.branch, err = s.line("symbolic-ref", "--short", "HEAD"); err != nil {
		return fmt.Errorf("the repository is on no branch: %w", ErrUnderWay)
	}
	for name, lines := range map[string]string{".gitignore": ignored, ".gitattributes": attributes} {
		if err := s.ensureLines(name, lines); err != nil {
			return err
		}
	}
	for _, pair := range [][2]string{{keyOn, "true"}, {"merge.dormouse.name", "memory of Dormouse, by entry"}, {"merge.dormouse.driver", s.o.Driver}} {
		if pair[1] == "" {
			continue
		}
		if now, _ := s.line("config", "--local", "--get", pair[0]); now == pair[1] {
			continue
		}
		if _, err := s.run(nil, "config", "--local", pair[0], pair[1]); err != nil {
			return err
		}
	}
	return nil
}

// ensureLines adds what a file of the person's lacks of these lines, at its end.
func (s *syncing) ensureLines(name, lines string) error {
	before, err := disk.ReadFile(s.o.Land.FS(), name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	there := map[string]bool{}
	for line := range strings.Lines(string(before)) {
		there[strings.TrimSpace(line)] = true
	}
	after := bytes.Clone(before)
	for line := range strings.Lines(lines) {
		if there[strings.TrimSpace(line)] {
			continue
		}
		if len(after) > 0 && !bytes.HasSuffix(after, []byte("\n")) {
			after = append(after, '\n')
		}
		after = append(after, line...)
	}
	if bytes.Equal(before, after) {
		return nil
	}
	return s.replace(name, before, err == nil, after)
}

// replace writes a file that is no memory, unless somebody changed it meanwhile.
func (s *syncing) replace(name string, before []byte, was bool, after []byte) error {
	if !was {
		before = nil
	} else if before == nil {
		before = []byte{}
	}
	if dir := path.Dir(name); dir != "." {
		if err := s.o.Land.FS().Mkdir(dir); err != nil {
			return err
		}
	}
	return disk.ReplaceHost(filepath.Join(s.dir, filepath.FromSlash(name)), before, after)
}

// sameFolder compares two paths of this machine.
func sameFolder(a, b string) bool {
	x, errX := filepath.EvalSymlinks(filepath.FromSlash(a))
	y, errY := filepath.EvalSymlinks(b)
	return errX == nil && errY == nil && (x == y || filepath.Clean(x) == filepath.Clean(y))
}

// remote finds out with what the land is synced. A remote that is named for the
// first time is remembered; a folder that is not there is made.
func (s *syncing) remote(named string) error {
	known, _ := s.line("config", "--local", "--get", keyRemote)
	if known == "" && named == "" {
		list, _ := s.line("remote")
		switch names := strings.Fields(list); {
		case len(names) == 0:
			return nil // commits alone
		case len(names) > 1:
			return fmt.Errorf("there are %s: %w", strings.Join(names, ", "), ErrRemote)
		default:
			named = names[0]
		}
	}
	if named == "" {
		s.name = known
	} else if err := s.meet(named, known); err != nil {
		return err
	}
	s.done.Remote, _ = s.line("remote", "get-url", s.name)
	return nil
}

// meet takes up a remote by its name or address.
func (s *syncing) meet(named, known string) error {
	list, _ := s.line("remote")
	for _, name := range strings.Fields(list) {
		url, _ := s.line("remote", "get-url", name)
		if name == named || url == named || sameFolder(url, named) {
			s.name = name
			_, err := s.run(nil, "config", "--local", keyRemote, name)
			return err
		}
	}
	if known != "" {
		url, _ := s.line("remote", "get-url", known)
		return fmt.Errorf("it is synced with %s (%s), not with %s: %w", known, url, named, ErrRemote)
	}
	url, err := s.address(named)
	if err != nil {
		return err
	}
	s.name = "origin"
	if strings.Contains(" "+list+" ", "origin") {
		s.name = "dormouse"
	}
	if _, err := s.run(nil, "remote", "add", s.name, url); err != nil {
		return err
	}
	_, err = s.run(nil, "config", "--local", keyRemote, s.name)
	return err
}

// address is what a remote is called for git: an address as it is, a folder of this
// machine with its whole path, made where it is not there or empty.
func (s *syncing) address(named string) (string, error) {
	if strings.Contains(named, "://") || !strings.ContainsAny(named, `/\`) && strings.Contains(named, ":") || isSCP(named) {
		return named, nil
	}
	full, err := disk.AbsHost(named)
	if err != nil {
		return "", err
	}
	if s.has("ls-remote", full) {
		return full, nil
	}
	info, err := disk.StatHost(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return "", err
	case !info.Mode.IsDir():
		return "", fmt.Errorf("%s is no folder: %w", full, ErrUnreachable)
	default:
		if list, err := disk.OpenDir(full); err != nil {
			return "", err
		} else if infos, err := list.ReadDir("."); err != nil || len(infos) > 0 {
			return "", errors.Join(fmt.Errorf("%s: %w", full, ErrOther), err, list.Close())
		} else if err := list.Close(); err != nil {
			return "", err
		}
	}
	if _, err := s.run(nil, "init", "-q", "--bare", full); err != nil {
		return "", err
	}
	s.done.MadeRemote = true
	return full, nil
}

// isSCP tells "host:path" and "user@host:path" from a path.
func isSCP(named string) bool {
	host, _, ok := strings.Cut(named, ":")
	return ok && len(host) > 1 && !strings.ContainsAny(host, `/\`)
}

// committed tells whether a path of the land is one that Dormouse commits.
func committed(name string) bool {
	switch name {
	case land.MemoryFile, land.InstructionsFile, "config.toml", ".gitignore", ".gitattributes":
		return true
	}
	return strings.HasPrefix(name, land.MemoryDir+"/") || strings.HasPrefix(name, land.SessionsDir+"/")
}
