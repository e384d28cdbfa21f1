package land

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"dormouse/land/disk"
)

// Save does all of tx or nothing, also over a crash, and keeps what a person
// wrote into the same files meanwhile: see Merge. Errors: ErrUnwritable when
// nothing was changed, ErrPending when the journal is written and the files will
// follow, ErrBusy, ErrTx. They name the file and the cause; what was to be saved
// is the caller's to say.
func (l *Land) Save(tx Tx) (Saved, error) {
	if err := tx.check(); err != nil {
		return Saved{}, err
	}
	l.saving.Lock()
	defer l.saving.Unlock()

	// 1. Nobody else saves now; what an earlier crash left is finished first.
	lock, _, err := l.begin()
	if err != nil {
		return Saved{}, err
	}
	defer lock.Close()

	// 2. A transaction that is known already happens only once.
	if j, err := loadJournal(l.fs, undoDir+"/"+tx.ID); err == nil {
		return j.saved(true), nil
	}
	return l.commit(tx)
}

// commit saves tx; the save lock is held.
func (l *Land) commit(tx Tx) (Saved, error) {
	// 3. Merge the plan into what is there now, and write the new contents beside
	//    it. Whatever fails up to here leaves the land as it was.
	j, err := l.prepare(tx)
	if err != nil {
		l.dropTemps(j)
		return Saved{}, err
	}
	if len(j.Files) == 0 {
		return j.saved(false), nil
	}

	// 4. The journal is the decision: from here on the transaction happens.
	if err := l.decide(j); err != nil {
		return Saved{}, err
	}

	// 5. Exchange each file, append, keep the journal for Undo. A step that fails
	//    is tried once more from what is there, then left to whoever comes next.
	if err := l.finish(j); err != nil {
		if err = l.finish(j); err != nil {
			l.pending.Store(true)
			return j.saved(false), fmt.Errorf("%w: %w", ErrPending, l.unwritable(err))
		}
	}
	return j.saved(false), nil
}

// prepare reads each file, merges the plan into it and writes the result beside
// it. The journal it returns names also what has failed half way.
func (l *Land) prepare(tx Tx) (*journal, error) {
	j := &journal{ID: tx.ID, Kind: tx.Kind, Time: tx.Time, Undoable: tx.Undoable, Who: tx.Who}
	for _, c := range tx.Changes {
		p, same, err := l.planChange(c)
		if err != nil {
			return j, err
		}
		if same {
			if p.Merged || len(p.Conflicts) > 0 {
				j.quiet = append(j.quiet, p)
			}
			continue
		}
		j.Files = append(j.Files, p)
		if p.inPlace() {
			continue
		}
		if err := l.writeNew(j, len(j.Files)-1, 1, p.after(), p.before()); err != nil {
			return j, l.unwritable(err)
		}
	}
	return j, nil
}

// planChange turns a change into what is to be done to the file as it is now;
// same means nothing.
func (l *Land) planChange(c Change) (p planned, same bool, err error) {
	p = planned{Path: c.Path, Force: c.Force, Mode: disk.FileMode}
	if _, err := l.fs.Stat(path.Dir(c.Path)); errors.Is(err, fs.ErrNotExist) {
		if err := l.makeDir(path.Dir(c.Path)); err != nil {
			return p, false, l.unwritable(err)
		}
	}
	info, err := l.fs.Stat(c.Path)
	switch {
	case err == nil && info.Mode.IsRegular() && info.Links <= 1:
		p.Mode = info.Mode.Perm()
	case err == nil:
		return p, false, &fs.PathError{Op: "save", Path: c.Path, Err: disk.ErrNotRegular}
	case !errors.Is(err, fs.ErrNotExist):
		return p, false, err
	}
	if len(c.Redact) > 0 {
		p.Redact, p.Existed = c.Redact, true
		return p, err != nil, nil // there is nothing to redact in a file that is gone
	}
	if c.Before == nil && c.After == nil && !c.Force {
		p.Back = c.Back
		p.Append, p.Size, p.Existed = c.lines(), info.Size, err == nil
		return p, len(p.Append) == 0, nil
	}
	made := plan{of(c.Before), of(c.After)}
	want := made.after
	if c.Force {
		now, err := l.reader.read(c.Path, 0)
		p.delta = newDelta(now, want)
		return p, err == nil && now.same(want) && now.exists == want.exists, err
	}
	if UTF16(c.Before) {
		return p, false, &fs.PathError{Op: "save", Path: c.Path, Err: ErrUTF16}
	}
	if l.reader.fromHalf(c.Path, made.before) {
		return p, false, &fs.PathError{Op: "save", Path: c.Path, Err: ErrHalf}
	}
	now, half, err := l.reader.steady(c.Path, func(c content) bool { return c.half(made.before) })
	switch {
	case err != nil:
		return p, false, err
	case half:
		p.Half, now = true, made.before
	case now.exists != made.before.exists || !now.same(made.before):
		p.Merged = true
		d := newDelta(made.before, made.after)
		p.Made = &d
		want, p.Conflicts = made.apply(now)
	}
	p.delta = newDelta(now, want)
	return p, now.same(want) && now.exists == want.exists, nil
}

// makeDir makes a folder and its missing parents, durably.
func (l *Land) makeDir(dir string) error {
	if dir == "." {
		return nil
	}
	if err := l.fs.Mkdir(dir); err != nil {
		return err
	}
	for dir != "." {
		dir = path.Dir(dir)
		if err := l.fs.SyncDir(dir); err != nil {
			return err
		}
	}
	return nil
}

// decide writes the journal so that it survives a power cut.
func (l *Land) decide(j *journal) error {
	name := journalDir + "/" + j.ID
	text, err := j.encode()
	if err == nil {
		var f disk.File
		if f, err = l.fs.Create(name, disk.FileMode); err == nil {
			err = disk.Fill(f, text)
		}
		if err == nil {
			err = l.fs.SyncDir(journalDir)
		}
	}
	if err == nil {
		return nil
	}
	// Taking the journal back is what makes this a clean failure. Where even that
	// fails, a journal that is not whole decides nothing either; of a whole one
	// nobody can say which of the two the disk will show.
	gone := l.fs.Remove(name)
	if gone == nil || errors.Is(gone, fs.ErrNotExist) {
		if gone == nil {
			gone = l.fs.SyncDir(journalDir)
		} else {
			gone = nil
		}
	}
	if gone != nil && l.whole(name) {
		l.pending.Store(true)
		return fmt.Errorf("%w: %w", ErrPending, l.unwritable(err))
	}
	l.dropTemps(j)
	return l.unwritable(err)
}

// whole tells whether a journal may be read as one: when in doubt, yes.
func (l *Land) whole(name string) bool {
	_, err := loadJournal(l.fs, name)
	return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errTorn)
}

// append adds the lines of p to its file, unless they are there already.
func (l *Land) append(p planned) error {
	f, err := l.fs.Append(p.Path)
	if err != nil {
		return err
	}
	missing, err := l.missing(f, p)
	if err == nil && len(missing) > 0 {
		_, err = f.Write(missing)
	}
	// Also when nothing was missing: the lines may be in memory only.
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil && !p.Existed {
		err = l.fs.SyncDir(path.Dir(p.Path))
	}
	return err
}

// missing returns what of p's lines is not in the file yet. A crash may have
// left any beginning of them, or zeros.
func (l *Land) missing(f disk.File, p planned) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	// The byte before tells whether the file ended with a whole line.
	from := max(0, min(p.Size, info.Size)-1)
	tail := make([]byte, info.Size-from)
	if n, err := f.ReadAt(tail, from); n < len(tail) {
		return nil, fmt.Errorf("read the end of %s: %w", p.Path, err)
	}
	whole := from == 0 || tail[0] == '\n'
	if from > 0 {
		tail = tail[1:]
	}
	if from == 0 && bytes.HasPrefix(tail, p.Append) || whole && bytes.HasPrefix(tail, p.Append) ||
		bytes.Contains(tail, append([]byte("\n"), p.Append...)) {
		return nil, nil
	}
	for cut := min(len(tail), len(p.Append)-1); cut > 0; cut-- {
		if !bytes.HasSuffix(tail, p.Append[:cut]) {
			continue
		}
		if at := len(tail) - cut; at > 0 && tail[at-1] == '\n' || at == 0 && whole {
			return p.Append[cut:], nil
		}
	}
	ends := whole
	if len(tail) > 0 {
		ends = tail[len(tail)-1] == '\n'
	}
	if !ends {
		return append([]byte("\n"), p.Append...), nil
	}
	return p.Append, nil
}

// saved tells the caller what a journal did.
func (j *journal) saved(repeated bool) Saved {
	s := Saved{ID: j.ID, Repeated: repeated}
	for _, p := range append(j.Files[:len(j.Files):len(j.Files)], j.quiet...) {
		s.Files = append(s.Files, SavedFile{p.Path, p.Merged, p.Half, p.Conflicts})
	}
	return s
}
