// Package land owns the folder on disk: its layout, its config and the one way
// in which anything in it changes, Save. It knows no Markdown and no model.
//
// Save is all or nothing over a crash, and never overwrites what a person wrote:
// before, during or after it, by any editor's way of saving. It never shortens a
// transcript and overwrites bytes of one only for a Redaction, never follows a
// link, and never touches anything but MEMORY.md, memory/, sessions/ and .dormouse/.
//
// # On disk
//
//	.dormouse/lock             taken by whoever saves, for milliseconds
//	.dormouse/locks/           the named locks: night, daemon, session-<id>
//	.dormouse/journal/<id>     a transaction that is decided and not finished
//	.dormouse/undo/<id>        what Undo needs of it once it is finished
//	.dormouse/tmp/             new contents before they are exchanged, old ones after
//
// A journal is a line with a checksum and then JSON, compressed when long: each
// file as it was, what it shall become, and the lines to append. An undo image leaves
// out what the disk holds elsewhere; see thin.
//
// # Why
//
// An atomic rename alone loses edits: what a person saves between our read and
// our rename is gone. So the new content is exchanged with the file in one step,
// and what comes out is compared with what was expected. If it is something
// else, a person wrote it: our change is applied to that, and exchanged again.
//
// An editor may be half way: it has emptied the file and writes the rest seconds
// later, into what has come out by then, or over what we have put there. So what
// comes out stays a minute, and each Save and Open looks at it and at the file
// again: what is whole by now is merged, from the text that it was made from. A
// text that is empty or cut off within a line counts as none while it is fresh;
// what was there before stays. A plan that was itself made from such a text is
// refused (ErrHalf).
//
// Finishing a transaction, recovering one after a crash and merging what comes
// late are the same code: it looks at what came out and at what is there, tells
// from these alone what the file shall be, and does what is missing.
package land

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dormouse/land/disk"
)

// The names of a land.
const (
	MemoryFile = "MEMORY.md"
	// InstructionsFile is how the person wants to be answered. The program never
	// writes it.
	InstructionsFile = "INSTRUCTIONS.md"
	MemoryDir        = "memory"
	SessionsDir      = "sessions"
	StateDir         = ".dormouse"

	journalDir = StateDir + "/journal"
	undoDir    = StateDir + "/undo"
	tempDir    = StateDir + "/tmp"
	lockDir    = StateDir + "/locks"
	saveLock   = StateDir + "/lock"
)

// Land is an open land. Its methods are safe for several goroutines and several
// processes.
type Land struct {
	fs   disk.FS
	time passing

	saving  sync.Mutex          // one transaction at a time in this process
	pending atomic.Bool         // a journal waits to be finished
	files   map[string][]string // guarded by saving: the files of transactions, by id

	images *images
	reader *reader
}

// Open makes the layout and finishes what a crash left unfinished; the notices
// say what that was. A land that cannot be written still opens, with a notice:
// reading works and Save fails with ErrUnwritable. MEMORY.md is not made before
// something is written into it.
func Open(folder disk.FS) (*Land, []Notice, error) {
	return open(folder, passing{disk.Pause, disk.Now})
}

// passing is how time passes: to wait, and to tell how old a file is.
type passing struct {
	pause func(time.Duration)
	now   func() time.Time
}

func open(folder disk.FS, time passing) (*Land, []Notice, error) {
	l := &Land{fs: folder, time: time, images: &images{fs: folder}, reader: newReader(folder, time), files: map[string][]string{}}
	if _, err := folder.Stat("."); err != nil {
		return nil, nil, fmt.Errorf("open land: %w", err)
	}
	l.saving.Lock()
	defer l.saving.Unlock()
	aside, err := l.tidy()
	if err != nil {
		aside = append(aside, Notice{Text: l.unwritable(err).Error()})
	}
	lock, notices, err := l.begin()
	notices = append(aside, notices...)
	if errors.Is(err, ErrUnwritable) || errors.Is(err, ErrPending) || errors.Is(err, ErrBusy) {
		return l, append(notices, Notice{Text: err.Error()}), nil
	}
	if err != nil {
		return nil, notices, fmt.Errorf("open land: %w", err)
	}
	return l, notices, lock.Close()
}

// FS is the folder of the land, for what only the program writes: sessions, the
// index, dream logs.
func (l *Land) FS() disk.FS { return l.fs }

// layout makes what is missing of the folders.
func (l *Land) layout() error {
	made := false
	for _, dir := range []string{MemoryDir, SessionsDir, StateDir, journalDir, undoDir, tempDir, lockDir} {
		if info, err := l.fs.Stat(dir); err == nil && info.Mode.IsDir() {
			continue
		}
		if err := l.fs.Mkdir(dir); err != nil {
			return err
		}
		made = true
	}
	if !made {
		return nil
	}
	if err := l.fs.SyncDir("."); err != nil {
		return err
	}
	return l.fs.SyncDir(StateDir)
}

// Whoever saves waits ten seconds for another one: a save takes milliseconds, but
// many may be waiting, on a slow disk.
const (
	lockTries = 2000
	lockPause = 5 * time.Millisecond
)

// begin takes the save lock, and finishes what another holder left behind. The
// lock is held when err is nil.
func (l *Land) begin() (lock io.Closer, notices []Notice, err error) {
	if err := l.layout(); err != nil {
		return nil, nil, l.unwritable(err)
	}
	for try := 0; ; try++ {
		lock, err = l.fs.Lock(saveLock)
		if err == nil {
			break
		}
		if !errors.Is(err, ErrBusy) {
			return nil, nil, l.unwritable(err)
		}
		if try == lockTries {
			return nil, nil, fmt.Errorf("another process is saving: %w", err)
		}
		l.time.pause(lockPause)
	}
	if notices, err = l.recover(); err != nil {
		lock.Close()
		return nil, notices, err
	}
	l.reader.watch()
	return lock, notices, nil
}

// unwritable says what the disk refused in one line for a person: the act, where,
// and the cause. The names of the land's own files mean nothing to them, so a
// journal or a temporary file is named by its folder; for one that stands for
// another file see about.
func (l *Land) unwritable(err error) error {
	var p *fs.PathError
	if !errors.As(err, &p) {
		return fmt.Errorf("%w: %s: %w", ErrUnwritable, l.fs.Path(), err)
	}
	name := p.Path
	for _, own := range []string{tempDir, journalDir, undoDir} {
		if strings.HasPrefix(name, own+"/") {
			name = own
		}
	}
	if at := l.fs.Path(); at != "" {
		name = path.Join(at, name)
	}
	return fmt.Errorf("%w: %w", ErrUnwritable, &fs.PathError{Op: p.Op, Path: name, Err: p.Err})
}

// about tells of a failure at a temporary file as one at the file it is for.
func about(name string, err error) error {
	var p *fs.PathError
	if !errors.As(err, &p) || !strings.HasPrefix(p.Path, tempDir+"/") {
		return err
	}
	return &fs.PathError{Op: "write", Path: name, Err: p.Err}
}

// Lock takes a named lock for as long as a night, a daemon or a session lasts.
// name is one word, as a transaction's ID. ErrBusy when another holder, in this
// process or another, has it; the lock of a process that died is free. Closing
// the result releases it.
func (l *Land) Lock(name string) (io.Closer, error) {
	if !validID(name) {
		return nil, fmt.Errorf("lock %q: %w", name, ErrTx)
	}
	lock, err := l.fs.Lock(lockDir + "/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		if err = l.layout(); err == nil {
			lock, err = l.fs.Lock(lockDir + "/" + name)
		}
	}
	switch {
	case err == nil:
		return lock, nil
	case errors.Is(err, ErrBusy):
		return nil, err
	}
	return nil, l.unwritable(err)
}

// inside refuses names that are no part of a land.
func inside(op, name string) error {
	err := disk.Check(name)
	if err == nil && name != MemoryFile && !strings.HasPrefix(name, MemoryDir+"/") &&
		!strings.HasPrefix(name, SessionsDir+"/") && !strings.HasPrefix(name, StateDir+"/") {
		err = disk.ErrOutside
	}
	if err != nil {
		return &fs.PathError{Op: op, Path: name, Err: err}
	}
	return nil
}
