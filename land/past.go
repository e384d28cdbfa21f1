package land

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"time"

	"dormouse/land/disk"
)

// Past is a land as it was just before one of its transactions, as far as the
// undo images of that one and of all later ones tell. What only a person changed
// since is not in them: such a file is as it is now.
type Past struct {
	land *Land
	tx   *journal
	was  map[string]old
	// whole is what a file held before it was first replaced since: one that was
	// appended to may have been written anew later.
	whole map[string]old
}

// old is what a file held when the earliest of the later transactions met it.
type old struct {
	at   moment
	file planned
}

// moment orders transactions: by when their journals were written, by the disk's
// clock, for the times in them are the callers' own and may run backwards.
type moment struct {
	written, told time.Time
	id            string
}

func (m moment) compare(x moment) int {
	return cmp.Or(m.written.Compare(x.written), m.told.Compare(x.told), cmp.Compare(m.id, x.id))
}

// Before gives the land as it was before the transaction id. ErrUnknown when
// there is no undo image of it.
func (l *Land) Before(id string) (*Past, error) {
	if !validID(id) {
		return nil, fmt.Errorf("look back at %q: %w", id, ErrUnknown)
	}
	tx, since, err := l.images.at(id)
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrUnknown
	}
	if err != nil {
		return nil, fmt.Errorf("look back at %s: %w", id, err)
	}
	infos, err := l.fs.ReadDir(undoDir)
	if err != nil {
		return nil, fmt.Errorf("look back at %s: %w", id, err)
	}
	p := &Past{land: l, tx: tx, was: map[string]old{}, whole: map[string]old{}}
	for _, info := range infos {
		if info.ModTime.Before(since.written) || !validID(info.Name) {
			continue
		}
		j, at, err := l.images.at(info.Name)
		if err != nil {
			return nil, fmt.Errorf("look back at %s, past %s: %w", id, info.Name, err)
		}
		if at.compare(since) >= 0 {
			p.back(j, at)
		}
	}
	return p, nil
}

// moment is when an undo image was made. Its file may be younger, never older.
func (j *journal) moment(info disk.Info) moment {
	if j.Written.IsZero() {
		return moment{info.ModTime, j.Time, j.ID}
	}
	return moment{j.Written, j.Time, j.ID}
}

// back notes what a transaction's files were, where no earlier one is known.
func (p *Past) back(j *journal, at moment) {
	for _, f := range j.Files {
		if f.Redact != nil {
			continue // what was there is gone, for the past too
		}
		if w, known := p.was[f.Path]; !known || at.compare(w.at) < 0 {
			p.was[f.Path] = old{at, f}
		}
		if w, known := p.whole[f.Path]; !f.inPlace() && (!known || at.compare(w.at) < 0) {
			p.whole[f.Path] = old{at, f}
		}
	}
}

// Changes are what the transaction did, as Save was told: Append, or Before and
// After. What a person had changed by then is in both.
func (p *Past) Changes() []Change {
	var list []Change
	for _, f := range p.tx.Files {
		if f.Lost {
			continue
		}
		c := Change{Path: f.Path, Append: f.Append, Force: f.Force, Back: f.Back, Redact: f.Redact}
		if !f.inPlace() {
			c.Before, c.After = f.before().bytes(), f.after().bytes()
		}
		list = append(list, c)
	}
	return list
}

// Read gives a file as it was; fs.ErrNotExist when there was none.
func (p *Past) Read(name string) ([]byte, error) {
	w, known := p.was[name]
	switch {
	case !known:
		return p.land.Read(name)
	case w.file.Lost && !w.file.inPlace() && w.file.Existed:
		return nil, fmt.Errorf("read %s as it was: %w", name, errLost)
	case w.file.Append == nil && w.file.Existed:
		return notNil(w.file.Before), nil
	case w.file.Append == nil, w.file.Size == 0:
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	var b []byte
	var err error
	if later, replaced := p.whole[name]; replaced {
		b = later.file.Before
		if later.file.Lost {
			err = fmt.Errorf("read %s as it was: %w", name, errLost)
		}
	} else {
		b, err = disk.ReadFile(p.land.fs, name) // it has only grown
	}
	if err != nil {
		return nil, err
	}
	return b[:min(int64(len(b)), w.file.Size)], nil
}

// Logs lists the daily logs that there were, by name, sorted.
func (p *Past) Logs() ([]string, error) {
	logs, err := p.land.Logs()
	logs = slices.DeleteFunc(logs, func(name string) bool {
		w, known := p.was[name]
		return known && !w.file.Existed && w.file.Append == nil
	})
	for name, w := range p.was {
		if strings.HasPrefix(name, MemoryDir+"/") && w.file.Existed && !slices.Contains(logs, name) {
			logs = append(logs, name)
		}
	}
	slices.Sort(logs)
	return logs, err
}

// Made is a transaction that was made and can be taken back.
type Made struct {
	ID      string
	Kind    string
	Time    time.Time
	Who     Who
	Undone  bool     // it is taken back at present
	Changes []Change // what it did: Append, or Before and After
}

// listed is a transaction of the history, before its turn has come.
type listed struct {
	made Made
	err  error
	at   moment
}

// History lists the transactions that can be taken back, the newest first. Each
// is read when its turn comes; one that cannot be read is an error of its own,
// and the next one follows.
func (l *Land) History() iter.Seq2[Made, error] {
	return func(yield func(Made, error) bool) {
		infos, err := l.fs.ReadDir(undoDir)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil {
			yield(Made{}, fmt.Errorf("list what was written: %w", err))
			return
		}
		there := map[string]bool{}
		for _, i := range infos {
			there[i.Name] = true
		}
		infos = slices.DeleteFunc(infos, func(i disk.Info) bool { return !validID(i.Name) || strings.HasSuffix(i.Name, undoSuffix) })
		slices.SortFunc(infos, func(a, b disk.Info) int { return b.ModTime.Compare(a.ModTime) })
		var waiting []listed // oldest first: whose files are younger than they are
		for n, i := range infos {
			waiting = append(waiting, l.listed(i, there))
			slices.SortFunc(waiting, func(a, b listed) int { return a.at.compare(b.at) })
			for last := len(waiting) - 1; last >= 0; last-- {
				next := waiting[last]
				if n+1 < len(infos) && !next.at.written.After(infos[n+1].ModTime) {
					break
				}
				if waiting = waiting[:last]; !yield(next.made, next.err) {
					return
				}
			}
		}
	}
}

// listed reads an undo image; there are the names of all of them.
func (l *Land) listed(info disk.Info, there map[string]bool) listed {
	j, err := l.images.read(info.Name)
	if err != nil {
		err = fmt.Errorf("read what %s wrote: %w", info.Name, err)
		return listed{Made{ID: info.Name}, err, moment{info.ModTime, time.Time{}, info.Name}}
	}
	return listed{j.made(there), nil, j.moment(info)}
}

// made tells what a journal did; there are the names of all undo images.
func (j *journal) made(there map[string]bool) Made {
	m := Made{ID: j.ID, Kind: j.Kind, Time: j.Time, Who: j.Who, Changes: (&Past{tx: j}).Changes()}
	for last := j.ID + undoSuffix; there[last]; last += undoSuffix {
		m.Undone = !m.Undone
	}
	return m
}
