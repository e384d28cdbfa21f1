package land

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"time"

	"dormouse/land/disk"
)

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
	j, err := l.image(info.Name)
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
