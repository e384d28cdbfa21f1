package memory

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
)

// forgetWriter makes the new contents of the memory files.
type forgetWriter struct {
	snap    snapshot.Snapshot
	now     time.Time
	docs    map[string]document.Document
	records map[string]snapshot.Record
	written []plan.Written
}

func (w *forgetWriter) doc(path string) document.Document {
	d, ok := w.docs[path]
	if !ok {
		var exists bool
		if d, exists = w.snap.Document(path); !exists && path != memoryFile {
			d = plan.NewLog(w.now)
		}
	}
	return d
}

// entries takes entries out of MEMORY.md, the last first so that lines hold, and
// names those that stand in logs as forgotten.
func (w *forgetWriter) entries(list []document.Entry) error {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b document.Entry) int { return b.Line - a.Line })
	for _, e := range list {
		if e.Path == memoryFile {
			d, err := w.doc(memoryFile).RemoveEntry(e.Line)
			if err != nil {
				return err
			}
			w.docs[memoryFile] = d
			w.written = append(w.written, plan.Written{Path: memoryFile, Text: e.Text, ID: e.ID, What: "removed"})
		}
		if e.ID == "" || w.snap.Forgotten(e.ID) {
			continue
		}
		if err := w.name(e.ID); err != nil {
			return err
		}
		if r, ok := w.snap.Record(e.ID); ok && (e.Path == memoryFile || len(w.logsOf(e.ID)) > 0) {
			r.Forgotten = document.DayName(w.now)
			w.records[e.ID] = r
		}
	}
	return nil
}

// logsOf are the notes that hold an entry.
func (w *forgetWriter) logsOf(id string) []string {
	var in []string
	for _, path := range w.snap.Paths() {
		if d, _ := w.snap.Document(path); path != memoryFile {
			if _, ok := d.Find(id); ok {
				in = append(in, path)
			}
		}
	}
	return in
}

// name says in today's log that an entry of a log is forgotten.
func (w *forgetWriter) name(id string) error {
	in := w.logsOf(id)
	if len(in) == 0 {
		return nil
	}
	path, line := document.LogPath(w.now), fmt.Sprintf("Forgotten: ^%s (from %s)", id, strings.Join(in, ", "))
	d, err := w.doc(path).AppendNote(line)
	if err != nil {
		return err
	}
	w.docs[path] = d
	last := d.Entries(path)
	w.written = append(w.written, plan.Written{Path: path, Line: last[len(last)-1].Line, Text: line, What: "noted"})
	return nil
}

// notes names hidden pieces in their own logs.
func (w *forgetWriter) notes(noted map[string][]string) error {
	for _, path := range slices.Sorted(maps.Keys(noted)) {
		texts := slices.Compact(slices.Sorted(slices.Values(noted[path])))
		d, err := w.doc(path).AppendNote(document.PartLine(texts))
		if err != nil {
			return err
		}
		w.docs[path] = d
	}
	return nil
}

func (w *forgetWriter) changes() []land.Change {
	var out []land.Change
	for _, path := range slices.Sorted(maps.Keys(w.docs)) {
		out = append(out, land.Change{Path: path, Before: w.snap.Before(path), After: w.docs[path].Bytes()})
	}
	return append(out, w.snap.RecordChanges(w.records)...)
}
