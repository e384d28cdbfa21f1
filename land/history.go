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

// Made is a transaction that was made and can be taken back.
type Made struct {
	ID      string
	Kind    string
	Time    time.Time
	Who     Who
	Undone  bool     // it is taken back at present
	Changes []Change // what it did: Append, or Before and After
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
		slices.SortFunc(infos, func(a, b disk.Info) int {
			return -cmp.Or(a.ModTime.Compare(b.ModTime), cmp.Compare(a.Name, b.Name))
		})
		for _, i := range infos {
			j, err := l.loadJournal(undoDir + "/" + i.Name)
			if err != nil {
				err = fmt.Errorf("read what %s wrote: %w", i.Name, err)
				if !yield(Made{ID: i.Name}, err) {
					return
				}
				continue
			}
			if !yield(j.made(there), nil) {
				return
			}
		}
	}
}

// made tells what a journal did; there are the names of all undo images.
func (j *journal) made(there map[string]bool) Made {
	m := Made{ID: j.ID, Kind: j.Kind, Time: j.Time, Who: j.Who, Changes: (&Past{tx: j}).Changes()}
	for last := j.ID + undoSuffix; there[last]; last += undoSuffix {
		m.Undone = !m.Undone
	}
	return m
}
