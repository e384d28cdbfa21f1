package gitsync

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/secret"
)

// commit makes a commit of what changed in the land's own files, if anything. git's
// index, where a person may have prepared a commit of theirs, is not used.
func (s *syncing) commit() error {
	head := s.head()
	tree, err := s.snapshot(head)
	if err != nil {
		return err
	}
	changed, err := s.between(head, tree)
	if err != nil || len(changed) == 0 {
		return err
	}
	if err := s.fit(changed); err != nil {
		return err
	}
	if err := s.advance(tree, subject(changed), changed, head); err != nil {
		return err
	}
	s.done.Committed = changed
	return nil
}

// head is the commit that the land is at; "" before the first.
func (s *syncing) head() string {
	head, err := s.line("rev-parse", "-q", "--verify", "HEAD^{commit}")
	if err != nil {
		return ""
	}
	return head
}

// snapshot writes the tree of head with the land's own files as they are now.
func (s *syncing) snapshot(head string) (string, error) {
	at := s.git
	at.index = filepath.Join(s.gitDir, "dormouse.index")
	if err := s.fill(at, head); err != nil {
		return "", err
	}
	return at.line("write-tree")
}

// fill makes the index that the tree is written from. The files are stored as they
// are, byte for byte: nothing that the repository's config names is run over them.
func (s *syncing) fill(at git, head string) error {
	tracked, err := s.tree(head)
	if err != nil {
		return err
	}
	files, err := s.files(tracked)
	if err != nil {
		return err
	}
	for _, name := range []string{at.index, at.index + ".lock"} { // a kill may have left them
		if err := disk.RemoveHost(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	from := []string{"read-tree", "--empty"}
	if head != "" {
		from = []string{"read-tree", head}
	}
	if _, err := at.run(nil, from...); err != nil {
		return err
	}
	objects, err := at.run([]byte(strings.Join(files, "\n")+"\n"), "hash-object", "-w", "--no-filters", "--stdin-paths")
	if err != nil {
		return err
	}
	var list strings.Builder
	there := map[string]bool{}
	for i, object := range strings.Fields(string(objects)) {
		there[files[i]] = true
		mode := "100644"
		if e := tracked[files[i]]; e.mode == "100755" {
			mode = e.mode
		}
		fmt.Fprintf(&list, "%s %s\t%s\x00", mode, object, files[i])
	}
	for name, e := range tracked {
		if committed(name) && !there[name] {
			fmt.Fprintf(&list, "0 %s\t%s\x00", strings.Repeat("0", len(e.name)), name)
		}
	}
	_, err = at.run([]byte(list.String()), "update-index", "-z", "--index-info")
	return err
}

// files are the land's own files that are to be committed: plain ones that the
// person does not have git ignore.
func (s *syncing) files(tracked map[string]entry) ([]string, error) {
	var list, fresh []string
	for _, name := range []string{land.MemoryFile, land.InstructionsFile, "config.toml", ".gitignore", ".gitattributes"} {
		if info, err := s.o.Land.FS().Stat(name); err == nil && info.Mode.IsRegular() {
			list = append(list, name)
		}
	}
	for _, dir := range []string{land.MemoryDir, land.SessionsDir} {
		below, err := s.below(dir)
		if err != nil {
			return nil, err
		}
		list = append(list, below...)
	}
	for _, name := range list {
		if tracked[name].name == "" {
			fresh = append(fresh, name)
		}
	}
	if len(fresh) == 0 {
		return list, nil
	}
	ignored, err := s.run([]byte(strings.Join(fresh, "\x00")+"\x00"), "check-ignore", "-z", "--stdin")
	var none *refusal
	if err != nil && !(errors.As(err, &none) && none.code == 1) { // 1: it ignores none of them
		return nil, err
	}
	left := map[string]bool{}
	for _, name := range strings.Split(string(ignored), "\x00") {
		left[name] = true
	}
	return slices.DeleteFunc(list, func(name string) bool { return left[name] }), nil
}

// below are the plain files of a folder and of those in it.
func (s *syncing) below(dir string) ([]string, error) {
	infos, err := s.o.Land.FS().ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []string
	for _, i := range infos {
		name := dir + "/" + i.Name
		switch {
		case disk.Check(name) != nil, strings.ContainsAny(name, "\n\r"), land.ConflictCopy(name), disk.IsTemp(i.Name), i.Name == ".git":
		case i.Mode.IsDir():
			more, err := s.below(name)
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
		case i.Mode.IsRegular():
			list = append(list, name)
		}
	}
	return list, nil
}

// between lists the files that differ between a commit and a tree.
func (s *syncing) between(commit, tree string) ([]string, error) {
	was, err := s.tree(commit)
	if err != nil {
		return nil, err
	}
	is, err := s.tree(tree)
	if err != nil {
		return nil, err
	}
	var out []string
	for name, e := range is {
		if was[name] != e {
			out = append(out, name)
		}
	}
	for name := range was {
		if _, there := is[name]; !there {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out, nil
}

// advance commits a tree on top of its parents and moves the branch there. The
// person's index follows for the files that changed, and for no others.
func (s *syncing) advance(tree, message string, changed []string, parents ...string) error {
	args := []string{"commit-tree", tree, "-m", message}
	for _, p := range parents {
		if p != "" {
			args = append(args, "-p", p)
		}
	}
	if !s.has("var", "GIT_COMMITTER_IDENT") || !s.has("var", "GIT_AUTHOR_IDENT") {
		args = append([]string{"-c", "user.name=Dormouse", "-c", "user.email=dormouse@localhost"}, args...)
	}
	commit, err := s.line(args...)
	if err != nil {
		return err
	}
	return s.move(commit, parents[0], changed)
}

// move lets the branch stand at a commit, if it still stands where it stood.
func (s *syncing) move(commit, from string, changed []string) error {
	if from == "" {
		from = strings.Repeat("0", len(commit))
	}
	if _, err := s.run(nil, "update-ref", "-m", "dormouse sync", "refs/heads/"+s.branch, commit, from); err != nil {
		return err
	}
	if len(changed) == 0 {
		return nil
	}
	list := []byte(strings.Join(changed, "\x00") + "\x00")
	_, err := s.run(list, "reset", "-q", "--pathspec-from-file=-", "--pathspec-file-nul", commit)
	return err
}

// fit refuses what must not leave this machine, or is not whole.
func (s *syncing) fit(changed []string) error {
	for _, name := range changed {
		text, err := disk.ReadFile(s.o.Land.FS(), name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if lines := land.ConflictMarkers(text); len(lines) > 0 && strings.HasSuffix(name, ".md") {
			return fmt.Errorf("%s:%d: %w", name, lines[0], ErrMarkers)
		}
		if line := credential(name, text); line > 0 {
			return fmt.Errorf("%s:%d: %w", name, line, ErrSecret)
		}
	}
	return nil
}

// credential is the first line that holds one; 0 for none.
func credential(name string, text []byte) int {
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		if strings.HasSuffix(name, ".jsonl") {
			if len(secret.InJSON([]byte(line), secret.Find)) > 0 {
				return n
			}
		} else if len(secret.Find(line)) > 0 {
			return n
		}
	}
	return 0
}

// subject says in one line what a commit holds.
func subject(changed []string) string {
	sessions, days := 0, 0
	var parts []string
	for _, name := range changed {
		switch {
		case strings.HasPrefix(name, land.SessionsDir+"/"):
			sessions++
		case strings.HasPrefix(name, land.MemoryDir+"/"):
			days++
		default:
			parts = append(parts, name)
		}
	}
	for _, c := range []struct {
		n         int
		one, many string
	}{{days, "1 log", "%d logs"}, {sessions, "1 session", "%d sessions"}} {
		switch {
		case c.n == 1:
			parts = append(parts, c.one)
		case c.n > 1:
			parts = append(parts, fmt.Sprintf(c.many, c.n))
		}
	}
	return "Dormouse: " + strings.Join(parts, ", ")
}
