package sleep

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/memory"
)

// relocate adds to changes that take entries out of MEMORY.md what keeps their
// text: those that stand in no log get a line in the log of the night's day.
// Nothing that was remembered is lost because MEMORY.md is small.
func (d Deps) relocate(n *Night, done memory.Result, retired []memory.Entry) (memory.Result, error) {
	changes := done.Changes
	if len(retired) == 0 {
		return done, nil
	}
	snap, err := memory.ReadSnapshot(overlay{d.Land, changes})
	if err != nil {
		return done, err
	}
	block := memory.DayBlock{
		Day:     localDay(n.Now, n.Now.Location()),
		Heading: fmt.Sprintf("%s · night %d · out of MEMORY.md", n.Now.Format("15:04"), n.Report.Number),
	}
	for _, e := range retired {
		if _, there := snap.Entry(e.ID); !there {
			block.Entries = append(block.Entries, past(e))
		}
	}
	r, err := memory.Apply(snap, memory.Plan{Night: n.ID, Session: n.Session, Now: n.Now, Blocks: []memory.DayBlock{block}})
	if err != nil {
		return done, err
	}
	done.Changes, done.Traced = compose(changes, r.Changes), append(done.Traced, r.Traced...)
	return done, nil
}

// past says of an entry that something replaced until when it held: written
// down plainly it would be true again.
func past(e memory.Entry) memory.Entry {
	if !e.Struck || e.Until.IsZero() {
		return e
	}
	e.Type = memory.Happening
	e.Text = fmt.Sprintf("%s (until %s", e.Text, e.Until.Format(time.DateOnly))
	if e.SupersededBy != "" {
		e.Text += ", then ^" + e.SupersededBy
	}
	e.Text += ")"
	e.Struck, e.Until, e.SupersededBy = false, time.Time{}, ""
	return e
}

// compose is first and then second as one set of changes.
func compose(first, second []land.Change) []land.Change {
	list := slices.Clone(first)
	for _, c := range second {
		i := slices.IndexFunc(list, func(x land.Change) bool { return x.Path == c.Path })
		if i < 0 {
			list = append(list, c)
			continue
		}
		list[i] = followed(list[i], c)
	}
	slices.SortFunc(list, func(a, b land.Change) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// followed is one change of a file and then another, as one.
func followed(a, b land.Change) land.Change {
	switch {
	case a.Append != nil && b.Append != nil:
		a.Append, a.Back = slices.Concat(a.Append, b.Append), slices.Concat(b.Back, a.Back)
	case a.Append != nil: // b was made from what a leaves
		if b.Before = bytes.TrimSuffix(b.Before, a.Append); len(b.Before) == 0 {
			b.Before = nil
		}
		return b
	case b.Append != nil:
		a.After = slices.Concat(a.After, b.Append)
	default:
		a.After = b.After
	}
	return a
}

// overlay is a land as it will be after changes.
type overlay struct {
	land    Land
	changes []land.Change
}

// Read implements memory.Folder.
func (o overlay) Read(name string) ([]byte, error) {
	i := slices.IndexFunc(o.changes, func(c land.Change) bool { return c.Path == name })
	if i < 0 {
		return o.land.Read(name)
	}
	switch c := o.changes[i]; {
	case c.Append != nil:
		b, err := o.land.Read(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return slices.Concat(b, c.Append), nil
	case c.After == nil:
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	default:
		return c.After, nil
	}
}

// Logs implements memory.Folder.
func (o overlay) Logs() ([]string, error) {
	logs, err := o.land.Logs()
	for _, c := range o.changes {
		if strings.HasPrefix(c.Path, land.MemoryDir+"/") && !slices.Contains(logs, c.Path) {
			logs = append(logs, c.Path)
		}
	}
	slices.Sort(logs)
	return logs, err
}
