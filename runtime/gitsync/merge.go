package gitsync

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/merge"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/plan"
)

// heads are the remote's branches; under "" the name of the one it calls its own.
func (s *syncing) heads() (map[string]string, error) {
	out := map[string]string{}
	raw, err := s.run(nil, "ls-remote", "--symref", s.name)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(raw)) {
		object, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if branch, ok := strings.CutPrefix(object, "ref: refs/heads/"); ok && name == "HEAD" {
			out[""] = branch
		} else if strings.HasPrefix(name, "refs/heads/") {
			out[name] = object
		}
	}
	if _, there := out["refs/heads/"+out[""]]; !there {
		delete(out, "")
	}
	if len(out) == 1 && out[""] == "" {
		for name := range out {
			out[""] = strings.TrimPrefix(name, "refs/heads/")
		}
	}
	return out, nil
}

// adopt goes on under the name that the remote's branch has.
func (s *syncing) adopt(branch string) error {
	head := s.head()
	if head != "" {
		if _, err := s.run(nil, "update-ref", "refs/heads/"+branch, head); err != nil {
			return err
		}
	}
	if _, err := s.run(nil, "symbolic-ref", "HEAD", "refs/heads/"+branch); err != nil {
		return err
	}
	s.branch, s.done.Branch = branch, branch
	return nil
}

// three are a file's versions in three commits.
type three struct{ base, ours, theirs entry }

// merge takes in a commit of the remote: the land's files first, the branch last.
func (s *syncing) merge(theirs string) error {
	ours := s.head()
	if ours != "" && s.has("merge-base", "--is-ancestor", theirs, ours) {
		return nil
	}
	base := ""
	if ours != "" {
		base, _ = s.line("merge-base", ours, theirs)
	}
	files, err := s.differing(base, ours, theirs)
	if err != nil {
		return err
	}
	if base == "" && !isLand(slices.Collect(maps.Keys(files))) {
		return fmt.Errorf("%s: %w", s.name, ErrOther)
	}
	if err := s.take(files); err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(files))
	tree, err := s.mergedTree(ours, files)
	if err != nil {
		return err
	}
	if whole, err := s.line("rev-parse", theirs+"^{tree}"); err == nil && whole == tree && (ours == "" || base == ours) {
		return s.move(theirs, ours, names)
	}
	return s.advance(tree, "Dormouse: merge of "+s.name, names, ours, theirs)
}

// isLand tells whether files that come without a common past are a land's: they hold
// memory, or nothing but what the program itself puts there.
func isLand(names []string) bool {
	remembers := func(name string) bool {
		return name == land.MemoryFile || committed(name) && strings.Contains(name, "/")
	}
	strange := func(name string) bool { return !committed(name) }
	return slices.ContainsFunc(names, remembers) || !slices.ContainsFunc(names, strange)
}

// differing are the files that the other side changed since base, and what stands
// in the way of taking them.
func (s *syncing) differing(base, ours, theirs string) (map[string]three, error) {
	trees := make([]map[string]entry, 3)
	for i, commit := range []string{base, ours, theirs} {
		var err error
		if trees[i], err = s.tree(commit); err != nil {
			return nil, err
		}
	}
	out := map[string]three{}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(trees[0])), slices.Collect(maps.Keys(trees[2]))) {
		f := three{trees[0][name], trees[1][name], trees[2][name]}
		if f.theirs.name == f.base.name || f.theirs.name == f.ours.name || name == land.StateDir || strings.HasPrefix(name, land.StateDir+"/") {
			continue
		}
		if f.theirs.mode != "" && !strings.HasPrefix(f.theirs.mode, "100") {
			return nil, fmt.Errorf("%s of %s: %w", name, s.name, ErrLink)
		}
		if err := disk.Check(name); err != nil {
			return nil, fmt.Errorf("%s of %s: %w", name, s.name, err)
		}
		out[name] = f
	}
	return out, nil
}

// take merges the files into the land.
func (s *syncing) take(files map[string]three) error {
	var objects []string
	for _, f := range files {
		for _, e := range []entry{f.base, f.ours, f.theirs} {
			if e.name != "" && strings.HasPrefix(e.mode, "100") {
				objects = append(objects, e.name)
			}
		}
	}
	blobs, err := s.blobs(slices.Compact(slices.Sorted(slices.Values(objects))))
	if err != nil {
		return err
	}
	var notes, sessions, others []document.Version
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f := files[name]
		v := document.Version{Path: name, Base: blobs[f.base.name], Ours: blobs[f.ours.name], Theirs: blobs[f.theirs.name]}
		switch {
		case name == land.MemoryFile, strings.HasPrefix(name, land.MemoryDir+"/") && strings.HasSuffix(name, ".md"):
			notes = append(notes, v)
		case strings.HasPrefix(name, land.SessionsDir+"/") && strings.HasSuffix(name, ".jsonl"):
			sessions = append(sessions, v)
		default:
			others = append(others, v)
		}
	}
	if err := s.takeSessions(sessions); err != nil {
		return err
	}
	if err := s.takeOthers(others); err != nil {
		return err
	}
	return s.takeNotes(notes)
}

// batch is how much one transaction takes in of sessions, in bytes.
const batch = 4 << 20

// takeSessions merges transcripts: before memory, which names them.
func (s *syncing) takeSessions(list []document.Version) error {
	var changes []land.Change
	size := 0
	for i, v := range list {
		text := transcript.Unite(v.Base, v.Ours, v.Theirs)
		switch {
		case v.Theirs == nil && bytes.Equal(v.Base, v.Ours):
			text = nil // deleted there
		case v.Theirs == nil:
			text = v.Ours // deleted there, and gone on with here
		case v.Ours == nil:
			text = v.Theirs
		}
		changes = append(changes, land.Change{Path: v.Path, Before: v.Ours, After: text})
		if size += len(v.Ours) + len(text); size > batch || i == len(list)-1 {
			if err := s.save("sync-sessions", changes, false); err != nil {
				return err
			}
			changes, size = nil, 0
		}
	}
	return nil
}

// takeNotes merges memory itself, in one transaction that can be taken back.
func (s *syncing) takeNotes(list []document.Version) error {
	united, dropped := document.Unite(list)
	var changes []land.Change
	for i, u := range united {
		changes = append(changes, land.Change{Path: u.Path, Before: list[i].Ours, After: u.Text})
	}
	s.dropped = append(s.dropped, dropped...)
	return s.save("sync", changes, true)
}

// save makes the changes that change anything.
func (s *syncing) save(kind string, changes []land.Change, undoable bool) error {
	changes = slices.DeleteFunc(changes, func(c land.Change) bool {
		return bytes.Equal(c.Before, c.After) && (c.Before == nil) == (c.After == nil)
	})
	if len(changes) == 0 {
		return nil
	}
	seed := kind
	for _, c := range changes {
		s.done.Merged = append(s.done.Merged, c.Path)
		seed += "\x00" + c.Path + "\x00" + string(c.Before) + "\x00" + string(c.After)
	}
	id := kind + "-" + s.o.Now.Format("20060102-150405") + "-" + document.NewID(seed, nil)
	tx := land.Tx{ID: id, Kind: kind, Time: s.o.Now, Changes: changes, Undoable: undoable, Who: land.Who{By: string(plan.ByPerson), Name: s.name}}
	if _, err := s.o.Land.Save(tx); err != nil {
		return fmt.Errorf("take in what %s has: %w", s.name, err)
	}
	return nil
}

// takeOthers merges the person's own files, as git would, but for marks in them: a
// version that cannot be merged lies beside, as a conflicted copy.
func (s *syncing) takeOthers(list []document.Version) error {
	dir := s.o.Land.FS()
	for _, v := range list {
		now, err := disk.ReadFile(dir, v.Path)
		there := err == nil
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if there != (v.Ours != nil) || !bytes.Equal(now, v.Ours) {
			return fmt.Errorf("%s: %w", v.Path, ErrDirty)
		}
		text, copied := v.Ours, []byte(nil)
		switch {
		case bytes.Equal(v.Base, v.Ours) && (v.Base == nil) == (v.Ours == nil), v.Ours == nil:
			text = v.Theirs
		case v.Theirs == nil: // deleted there, changed here
		case bytes.IndexByte(slices.Concat(v.Ours, v.Theirs), 0) >= 0:
			copied = v.Theirs
		default:
			var clashes []merge.Conflict
			if text, clashes = merge.Apply(v.Base, v.Theirs, v.Ours); len(clashes) > 0 {
				copied = v.Theirs
			}
		}
		if err := s.putOther(v.Path, now, there, text, copied); err != nil {
			return err
		}
	}
	return nil
}

// putOther writes one of the person's files, and its other version beside it.
func (s *syncing) putOther(name string, now []byte, there bool, text, copied []byte) error {
	if copied != nil {
		ext := path.Ext(name)
		beside := fmt.Sprintf("%s (conflicted copy %s)%s", strings.TrimSuffix(name, ext), s.name, ext)
		was, err := disk.ReadFile(s.o.Land.FS(), beside)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := s.replace(beside, was, err == nil, copied); err != nil {
			return err
		}
		s.done.Copies = append(s.done.Copies, beside)
	}
	switch {
	case text == nil && there:
		s.done.Merged = append(s.done.Merged, name)
		return s.o.Land.FS().Remove(name)
	case text == nil, there && bytes.Equal(now, text):
		return nil
	}
	s.done.Merged = append(s.done.Merged, name)
	return s.replace(name, now, there, text)
}

// mergedTree is the tree of the merge: what the land holds now, and of the person's
// other files what was merged.
func (s *syncing) mergedTree(ours string, files map[string]three) (string, error) {
	at := s.git
	at.index = s.gitDir + "/dormouse.index"
	if err := s.fill(at, ours); err != nil {
		return "", err
	}
	zero := strings.Repeat("0", len(ours))
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if committed(name) {
			continue
		}
		text, err := disk.ReadFile(s.o.Land.FS(), name)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(&lines, "0 %s\t%s\x00", zero, name)
			continue
		}
		if err != nil {
			return "", err
		}
		object, err := s.run(text, "hash-object", "-w", "--stdin")
		if err != nil {
			return "", err
		}
		mode := files[name].theirs.mode
		if mode == "" {
			mode = files[name].ours.mode
		}
		fmt.Fprintf(&lines, "%s %s\t%s\x00", mode, strings.TrimSpace(string(object)), name)
	}
	if lines.Len() > 0 {
		if _, err := at.run([]byte(lines.String()), "update-index", "-z", "--index-info"); err != nil {
			return "", err
		}
	}
	return at.line("write-tree")
}

// syncedFile holds the commit up to which the records were made.
const syncedFile = land.StateDir + "/synced"

// learn makes the records of what other machines' sessions say of memory. It reads
// the sessions that changed since it was done last, also where a person pulled by
// hand.
func (s *syncing) learn() error {
	head := s.head()
	last, err := disk.ReadFile(s.o.Land.FS(), syncedFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	from := strings.TrimSpace(string(last))
	if from == head && len(s.dropped) == 0 || head == "" {
		return nil
	}
	if from != "" && !s.has("cat-file", "-e", from+"^{commit}") {
		from = ""
	}
	names, err := s.between(from, head)
	if err != nil {
		return err
	}
	var sessions []memory.Session
	for _, name := range names {
		id, ok := strings.CutSuffix(strings.TrimPrefix(name, land.SessionsDir+"/"), ".jsonl")
		if !ok || path.Dir(name) != land.SessionsDir || !transcript.SafeID(id) {
			continue
		}
		log, _, err := transcript.Open(s.o.Land.FS(), id)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		sessions = append(sessions, memory.Session{ID: id, Records: log.Records()})
	}
	if err := s.o.Store.Learn(sessions, s.dropped, s.o.Now); err != nil {
		return fmt.Errorf("note where entries come from: %w", err)
	}
	return disk.WriteFile(s.o.Land.FS(), syncedFile, []byte(head+"\n"))
}
