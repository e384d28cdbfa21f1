package land

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"dormouse/land/merge"
)

// undoSuffix makes the id of the transaction that takes another back; taken back
// itself, it is a redo.
const undoSuffix = ".undo"

// Undo takes the transaction id back, in the same way in which it was saved:
// each file becomes what it was, and what a person changed since stays, with a
// Conflict where both touched a line. With no later edit every file is what it
// was to the byte, and one that was made is gone. Appended lines stay, for
// transcripts are never shortened: their Back lines, and more, say so. What was
// redacted stays so. A file of
// the program's own (Force) that has changed since is left alone and reported
// as a conflict.
//
// ErrUnknown, ErrUndone, and the errors of Save; the caller says of which id.
func (l *Land) Undo(id string, now time.Time, more ...Change) (Saved, error) {
	if !validID(id) {
		return Saved{}, ErrUnknown
	}
	last, undone, err := l.latest(id)
	if err != nil {
		return Saved{}, err
	}
	if undone {
		return Saved{}, ErrUndone
	}
	return l.reverse(last, now, more)
}

// Redo brings back what Undo took away, in the same way. ErrUnknown when id was
// not taken back.
func (l *Land) Redo(id string, now time.Time, more ...Change) (Saved, error) {
	if !validID(id) {
		return Saved{}, ErrUnknown
	}
	last, undone, err := l.latest(id)
	if err == nil && !undone {
		err = ErrUnknown
	}
	if err != nil {
		return Saved{}, err
	}
	return l.reverse(last, now, more)
}

// Undone tells whether the transaction id is taken back at present.
func (l *Land) Undone(id string) (bool, error) {
	if !validID(id) {
		return false, fmt.Errorf("undone %q: %w", id, ErrUnknown)
	}
	_, undone, err := l.latest(id)
	return undone, err
}

// latest follows the chain of undo and redo from id to its end.
func (l *Land) latest(id string) (last *journal, undone bool, err error) {
	last, err = l.images.read(id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, ErrUnknown
	}
	for err == nil {
		var next *journal
		next, err = l.images.read(last.ID + undoSuffix)
		if errors.Is(err, fs.ErrNotExist) {
			return last, undone, nil
		}
		last, undone = next, !undone
	}
	return nil, false, err
}

// reverse saves j with before and after exchanged.
func (l *Land) reverse(j *journal, now time.Time, more []Change) (Saved, error) {
	tx := Tx{ID: j.ID + undoSuffix, Kind: "undo", Time: now, Undoable: true}
	if !validID(tx.ID) {
		return Saved{}, fmt.Errorf("%w: taken back and forth too often", ErrTx)
	}
	var left []SavedFile
	for _, p := range j.Files {
		switch {
		case p.Append != nil && p.Back != nil:
			tx.Changes = append(tx.Changes, Change{Path: p.Path, Append: p.Back, Back: p.Append})
		case p.inPlace():
		case p.Lost:
			left = append(left, SavedFile{Path: p.Path, Conflicts: []merge.Conflict{{Line: 1}}})
		case p.Force:
			c, err := l.reader.read(p.Path, 0)
			if err != nil {
				return Saved{}, err
			}
			if !c.same(p.after()) {
				left = append(left, SavedFile{Path: p.Path, Conflicts: []merge.Conflict{{Line: 1}}})
				continue
			}
			tx.Changes = append(tx.Changes, Change{Path: p.Path, After: p.before().bytes(), Force: true})
		default:
			l.reader.noteWhole(p.after(), true)
			tx.Changes = append(tx.Changes, Change{Path: p.Path, Before: p.after().bytes(), After: p.before().bytes()})
		}
	}
	tx.Changes = append(tx.Changes, more...)
	saved, err := l.Save(tx)
	saved.Files = append(saved.Files, left...)
	return saved, err
}

// bytes is nil for no file, as in a Change.
func (c content) bytes() []byte {
	if !c.exists {
		return nil
	}
	return notNil(c.data)
}
