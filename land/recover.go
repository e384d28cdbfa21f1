package land

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"dormouse/land/disk"
)

// recover finishes the journals that lie there and sweeps up. The save lock is
// held, so nobody is at work on them: whoever was has died, or has given up.
func (l *Land) recover() ([]Notice, error) {
	infos, err := l.fs.ReadDir(journalDir)
	if err != nil {
		return nil, err
	}
	var notices []Notice
	for _, info := range infos {
		if !validID(info.Name) || !info.Mode.IsRegular() {
			continue // nothing of ours: a sync program's copy, a folder
		}
		n, err := l.recoverOne(info.Name)
		if err != nil {
			l.pending.Store(true)
			return notices, fmt.Errorf("%w: %w", ErrPending, l.unwritable(err))
		}
		notices = append(notices, n)
	}
	l.pending.Store(false)
	swept, err := l.sweep()
	if err != nil {
		return notices, l.unwritable(err)
	}
	return append(notices, swept...), nil
}

func (l *Land) recoverOne(base string) (Notice, error) {
	name := journalDir + "/" + base
	j, err := l.loadJournal(name)
	if errors.Is(err, errTorn) {
		if err := l.fs.Remove(name); err != nil {
			return Notice{}, err
		}
		return Notice{Text: fmt.Sprintf("%s was interrupted before it was decided: nothing was changed", base)}, l.fs.SyncDir(journalDir)
	}
	if err != nil {
		return Notice{}, err
	}
	if j.ID != base {
		return Notice{}, fmt.Errorf("journal %s holds %s", base, j.ID)
	}
	if err := l.finish(j); err != nil {
		return Notice{}, err
	}
	return Notice{Text: fmt.Sprintf("%s %s was interrupted and is now finished", j.Kind, j.ID)}, nil
}

// retry finishes a journal that could not be finished before, for a reader that
// must not see half a transaction. It is tried once; the files are read anyway.
func (l *Land) retry() {
	l.saving.Lock()
	defer l.saving.Unlock()
	if lock, _, err := l.begin(); err == nil {
		lock.Close()
	}
}

// sweep removes what transactions left behind, unless an editor has written into
// it after it came out.
func (l *Land) sweep() ([]Notice, error) {
	if err := l.sweepDerived(); err != nil {
		return nil, err
	}
	temps, err := l.temps()
	if err != nil {
		return nil, err
	}
	var notices []Notice
	for _, t := range temps {
		n, err := l.sweepOne(t)
		if err != nil {
			return notices, err
		}
		if n.Text != "" {
			notices = append(notices, n)
		}
	}
	return notices, nil
}

// sweepDerived removes what a crash left of disk.WriteFile.
func (l *Land) sweepDerived() error {
	infos, err := l.fs.ReadDir(StateDir)
	if err != nil {
		return err
	}
	for _, info := range infos {
		if disk.IsTemp(info.Name) {
			if err := l.fs.Remove(StateDir + "/" + info.Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

func (l *Land) sweepOne(t temp) (Notice, error) {
	data, err := disk.ReadFileMax(l.fs, t.name(), readMax)
	if errors.Is(err, disk.ErrNotRegular) {
		return Notice{}, ignoreMissing(l.fs.Remove(t.name()))
	}
	if err != nil {
		return Notice{}, ignoreMissing(err)
	}
	sum := hash(data)
	if t.kind == tempNew || sum == t.ours || sum == t.other {
		return Notice{}, ignoreMissing(l.fs.Remove(t.name()))
	}
	return l.late(t, data)
}

// late merges what an editor wrote into a file after it was exchanged. Where
// nothing tells any more which file that was, it is left there and said.
func (l *Land) late(t temp, data []byte) (Notice, error) {
	j, err := l.loadJournal(undoDir + "/" + t.id)
	if err != nil || t.file >= len(j.Files) {
		return Notice{Path: t.name(), Text: "was written to after it was replaced; compare it by hand, then delete it"}, nil
	}
	p := j.Files[t.file]
	now, err := l.read(p.Path, 0)
	if err != nil {
		return Notice{}, err
	}
	tx := Tx{ID: fmt.Sprintf("late-%s", hash([]byte(t.name()))), Kind: "late edit", Time: j.Time}
	merged := union(p.Before, data, now.data)
	if string(merged) != string(now.data) {
		var before []byte
		if now.exists {
			before = notNil(now.data)
		}
		tx.Changes = []Change{{Path: p.Path, Before: before, After: notNil(merged)}}
		if _, err := l.commit(tx); err != nil {
			return Notice{}, err
		}
	}
	if err := l.fs.Remove(t.name()); err != nil {
		return Notice{}, ignoreMissing(err)
	}
	return Notice{Path: p.Path, Text: "an edit that was saved while the program replaced the file was merged in"}, nil
}

func notNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Transactions lists the ids that Undo knows, in no order of time, those of
// undos left out.
func (l *Land) Transactions() ([]string, error) {
	infos, err := l.fs.ReadDir(undoDir)
	if err != nil {
		return nil, ignoreMissing(err)
	}
	var ids []string
	for _, info := range infos {
		if validID(info.Name) && !strings.HasSuffix(info.Name, undoSuffix) {
			ids = append(ids, info.Name)
		}
	}
	return ids, nil
}
