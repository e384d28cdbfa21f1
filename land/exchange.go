package land

import (
	"errors"
	"fmt"
	"io/fs"

	"dormouse/land/disk"
)

// exchange puts want in the place of the file, whose content expect is taken
// into want, and notes what was there.
func (l *Land) exchange(j *journal, s *slot, want, expect content) error {
	p := j.Files[s.file]
	t := newTemp(j, s.file, s.round, want, expect)
	s.round++
	if want.exists {
		if s.ready.ours == t.ours {
			t.round = s.ready.round
			if err := l.rename(s.ready, t); err != nil {
				return about(p.Path, err)
			}
		} else if err := l.writeNew(j, s.file, t.round, want, expect); err != nil {
			return err
		}
	}
	s.ready = temp{}
	took, err := l.swap(p, t, want.exists)
	if err != nil || !took {
		return about(p.Path, err)
	}
	t = t.as(tempOut)
	data, err := disk.ReadFileMax(l.fs, t.name(), readMax)
	if errors.Is(err, disk.ErrNotRegular) {
		// Somebody put a link or a FIFO there: it goes back to its place.
		return errors.Join(err, l.fs.Rename(t.name(), p.Path))
	}
	if err != nil {
		return err
	}
	s.outs = append(s.outs, out{t, content{data, true}})
	return nil
}

func (l *Land) rename(from, to temp) error {
	if from == to {
		return nil
	}
	return l.fs.Rename(from.name(), to.name())
}

// swap moves the new file in and the other one out, under t's name as .out. took
// tells whether anything lies under that name.
func (l *Land) swap(p planned, t temp, exists bool) (took bool, err error) {
	out := t.as(tempOut).name()
	if !exists {
		err := l.fs.Rename(p.Path, out)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return err == nil, err
	}
	moved := false
	for try := 0; try < rounds; try++ {
		if !moved {
			if err := l.fs.Rename(t.name(), out); err != nil {
				return false, err
			}
			moved = true
		}
		err = l.fs.Exchange(out, p.Path)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, errors.ErrUnsupported):
			return l.swapByRename(p.Path, t)
		case !errors.Is(err, fs.ErrNotExist):
			return false, err
		}
		// There is no file: an empty one holds its place, so that a person who
		// makes it at this moment is not overwritten.
		f, err := l.fs.Create(p.Path, p.Mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return false, err
		}
		if err := f.Close(); err != nil {
			return false, err
		}
	}
	return false, fmt.Errorf("exchange %s: it comes and goes: %w", p.Path, err)
}

// swapByRename stands in for an exchange where the system has none. It is
// weaker: for the moment between the two renames there is no file, and one that
// a person makes in that moment is overwritten. What was there before is safe.
func (l *Land) swapByRename(name string, t temp) (took bool, err error) {
	if err := l.fs.Rename(t.as(tempOut).name(), t.name()); err != nil {
		return false, err
	}
	if err := l.fs.SyncDir(tempDir); err != nil {
		return false, err
	}
	err = l.fs.Rename(name, t.as(tempOut).name())
	took = err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	return took, l.fs.Rename(t.name(), name)
}
