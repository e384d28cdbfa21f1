package land

import (
	"errors"
	"fmt"
	"io/fs"

	"dormouse/land/disk"
)

// exchange puts want in the place of the file and returns what was there.
func (l *Land) exchange(j *journal, s *slot, want content) (content, error) {
	t := newTemp(j, s.file, s.round, want, s.last)
	s.round++
	if want.exists {
		if s.ready.ours == t.ours {
			t = s.ready
		} else if err := l.writeNew(j, s.file, t.round, want, s.last); err != nil {
			return content{}, err
		}
	}
	s.ready = temp{}
	came, took, err := l.swap(s, t, want.exists)
	if err != nil || !took {
		return content{}, about(s.path, err)
	}
	t = t.as(tempOut)
	data, err := l.bytesOf(t, s.last)
	if errors.Is(err, disk.ErrNotRegular) {
		// Somebody put a link or a FIFO there: it goes back to its place.
		return content{}, errors.Join(err, l.fs.Rename(t.name(), s.path))
	}
	if err != nil {
		return content{}, err
	}
	s.outs = append(s.outs, out{t, data})
	return content{data, came}, nil
}

// swap moves want's file in and the other one out, under t's name as .out. came
// tells whether there was a file, took whether anything lies under t's name.
func (l *Land) swap(s *slot, t temp, exists bool) (came, took bool, err error) {
	out := t.as(tempOut).name()
	if !exists {
		err := l.fs.Rename(s.path, out)
		if errors.Is(err, fs.ErrNotExist) {
			return false, false, nil
		}
		return true, err == nil, err
	}
	came = true
	moved := false
	for try := 0; try < rounds; try++ {
		if !moved {
			if err := l.fs.Rename(t.name(), out); err != nil {
				return false, false, err
			}
			moved = true
		}
		err = l.fs.Exchange(out, s.path)
		switch {
		case err == nil:
			return came, true, nil
		case errors.Is(err, errors.ErrUnsupported):
			return l.swapByRename(s, t)
		case !errors.Is(err, fs.ErrNotExist):
			return false, false, err
		}
		// There is no file: an empty one holds its place, so that a person who
		// makes it at this moment is not overwritten.
		f, err := l.fs.Create(s.path, s.mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return false, false, err
		}
		came = false
		if err := f.Close(); err != nil {
			return false, false, err
		}
	}
	return false, false, fmt.Errorf("exchange %s: it comes and goes: %w", s.path, err)
}

// swapByRename stands in for an exchange where the system has none. It is
// weaker: for the moment between the two renames there is no file, and one that
// a person makes in that moment is overwritten. What was there before is safe.
func (l *Land) swapByRename(s *slot, t temp) (came, took bool, err error) {
	if err := l.fs.Rename(t.as(tempOut).name(), t.name()); err != nil {
		return false, false, err
	}
	if err := l.fs.SyncDir(tempDir); err != nil {
		return false, false, err
	}
	err = l.fs.Rename(s.path, t.as(tempOut).name())
	came = err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, false, err
	}
	return came, came, l.fs.Rename(t.name(), s.path)
}
