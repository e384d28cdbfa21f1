package land

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
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
	j, err := loadJournal(l.fs, name)
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
