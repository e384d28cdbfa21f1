package snapshot

import (
	"cmp"
	"slices"

	"dormouse/memory/document"
	"dormouse/memory/knowledge"
)

// Knowledge is what memory says already, for judging.
func (s Snapshot) Knowledge() *knowledge.Knowledge {
	return s.lore().Knowledge(s.byID, s.Taken)
}

// Taken reports whether an id is in use, also by an entry that is gone.
func (s Snapshot) Taken(id string) bool {
	_, recorded := s.records.get(id)
	_, there := s.byID[id]
	return recorded || there || s.ids[id]
}

// gather are the entries in their order, then what a person took out.
func (s Snapshot) gather() *knowledge.Lore {
	lines := make([]knowledge.Line, 0, len(s.entries))
	var path string
	var prints []knowledge.Print // of the lines of that file, made once for each reading of it
	for _, e := range s.entries {
		l := knowledge.Line{Entry: e, Gone: e.ID != "" && s.gone[e.ID]}
		if e.Nth == 0 {
			l.Print = knowledge.PrintOf(e.Text)
		} else {
			if e.Path != path {
				path, prints = e.Path, s.files[e.Path].prints()
			}
			l.Print = prints[e.Nth-1]
		}
		lines = append(lines, l)
	}
	taken := make([]knowledge.Line, 0)
	for _, r := range s.takenOut() {
		e := &document.Entry{ID: r.ID, Type: r.Type, Since: document.ParseDay(r.Since)}
		taken = append(taken, knowledge.Line{Entry: e, Print: knowledge.ParsePrint(r.Words), Gone: true})
	}
	return knowledge.Gather(lines, taken)
}

// takenOut are the records of what a person took out of memory, in the order of ids.
func (s Snapshot) takenOut() []Record {
	var out []Record
	for id, r := range s.records {
		if _, there := s.byID[id]; !there && s.tookOut(r.Record) {
			out = append(out, r.Record)
		}
	}
	slices.SortFunc(out, func(a, b Record) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// tookOut reports whether a person took the entry out of a file that was read.
func (s Snapshot) tookOut(r Record) bool {
	for path := range r.Lines {
		if s.deletedFrom(r, path) {
			return true
		}
	}
	return false
}

// TakenOut are the prints of what a person took out of a file.
func (s Snapshot) TakenOut(path string) []knowledge.Print {
	list := []knowledge.Print{}
	for _, r := range s.records {
		if s.deletedFrom(r.Record, path) {
			list = append(list, knowledge.ParsePrint(r.Words))
		}
	}
	return list
}
