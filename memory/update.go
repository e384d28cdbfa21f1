package memory

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"dormouse/land"
	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
)

// Update changes MEMORY.md. Append adds an entry, or one for each bullet of the
// text, under a section ("" means Facts). Replace puts the text in place of a
// section, or with "" of the whole file; entries keep their ids where their text
// is unchanged. Of what is appended, lines that no person typed go to the log,
// and a replacement with new ones is ErrForeign. Who may leave out what is decided
// by the guard: ErrHandWritten, ErrEmptied, ErrTakenOut.
func (s *Store) Update(m Mode, text, section string, now time.Time, from plan.Source) (Updated, error) {
	return locked(s, func() (Updated, error) { return s.update(m, text, section, now.In(s.loc), from) })
}

func (s *Store) update(m Mode, text, section string, now time.Time, from plan.Source) (Updated, error) {
	snap, err := s.Snapshot()
	if err != nil {
		return Updated{}, err
	}
	section = strings.TrimSpace(strings.TrimLeft(document.Flat(section), "# "))
	if m == Append {
		return s.append(snap, text, section, now, from)
	}
	return s.replace(snap, text, section, now, from)
}

func (s *Store) append(snap snapshot.Snapshot, text, section string, now time.Time, from plan.Source) (Updated, error) {
	if section == "" {
		section = document.Fact.Heading()
	}
	d, _ := snap.Document(memoryFile)
	var u Updated
	know, records := snap.Knowledge(), map[string]snapshot.Record{}
	for _, line := range bulletLines(text) {
		if from.Of(document.Flat(line)).Origin.Foreign() {
			e, err := noteOf(line, document.TypeUnder(section), now, from)
			if err != nil {
				return u, err
			}
			w, err := s.note(e, now, from)
			if err != nil {
				return u, err
			}
			u.Written, u.Tx = append(u.Written, w), w.Tx
			continue
		}
		said, err := fitted(line, now)
		if err != nil {
			return u, err
		}
		e := document.Entry{Type: document.TypeUnder(section), Text: said, Since: now}
		if at, ok := plan.Says(d, e.Text); ok {
			u.Written = append(u.Written, plan.Written{Path: memoryFile, Line: at.Line, Text: at.Text, ID: at.ID, What: "there"})
			continue
		}
		if err := plan.MayRevive(know, from.By, e); err != nil {
			return u, err
		}
		j := know.Judge(e)
		over := append([]string{j.ID}, j.Also...)
		e.ID = know.NewID(e)
		know.Learn(e, over...)
		if j.Kind == knowledge.Newer {
			for _, id := range over {
				if d, e, err = ended(snap, d, id, e, records, &u); err != nil {
					return u, err
				}
			}
		}
		if d, err = d.InsertEntry(section, document.Line(e)); err != nil {
			return u, err
		}
		records[e.ID] = toolRecord(e, now, from)
		u.Written = append(u.Written, plan.Written{Path: memoryFile, Text: e.Text, ID: e.ID, What: "added"})
	}
	return s.commit(snap, d, records, u, now, from)
}

// ended strikes the entry whose place e takes, where it stands in MEMORY.md; where
// it stands in a log, e says so. A line of a person's stays.
func ended(s snapshot.Snapshot, d document.Document, id string, e document.Entry, records map[string]snapshot.Record, u *Updated) (document.Document, document.Entry, error) {
	old, ok := s.Entry(id)
	if !ok || id == "" || old.Struck || s.ByHand(old) {
		return d, e, nil
	}
	r, _ := s.Record(id)
	r.Until, r.By = document.DayName(e.Since), e.ID
	at, inMemory := d.Find(id)
	if !inMemory {
		e.Replaces = id
	} else {
		var err error
		if d, err = d.Strike(at.Line, e.Since, e.ID); err != nil {
			return d, e, err
		}
		struck, _ := d.Find(id)
		r.Lines = with(r.Lines, struck.Hash)
	}
	records[id] = r
	u.Written = append(u.Written, plan.Written{Path: old.Path, Line: old.Line, Text: old.Text, ID: id, What: "struck"})
	return d, e, nil
}

func toolRecord(e document.Entry, now time.Time, from plan.Source) snapshot.Record {
	r := snapshot.Record{ID: e.ID, Type: e.Type, Since: document.DayName(e.Since), Session: from.Session, Written: now, Words: knowledge.PrintOf(e.Text).String()}
	r.Lines = map[string]string{memoryFile: document.HexHash(document.LineHash(document.Line(e)))}
	if from.Message != "" {
		r.Sources = []string{from.Message}
	}
	return r
}

// commit saves MEMORY.md together with the records of its new lines.
func (s *Store) commit(snap snapshot.Snapshot, d document.Document, records map[string]snapshot.Record, u Updated, now time.Time, from plan.Source) (Updated, error) {
	before := snap.Before(memoryFile)
	if string(before) == string(d.Bytes()) {
		return u, nil
	}
	if err := plan.Guard(snap, from.By, memoryFile, d); err != nil {
		return Updated{}, err
	}
	u.Diff = udiff.Unified("a/"+memoryFile, "b/"+memoryFile, string(before), string(d.Bytes()))
	changes := append([]land.Change{{Path: memoryFile, Before: before, After: d.Bytes()}}, snap.RecordChanges(records)...)
	saved, err := s.save(transcript.MemoryUpdate, now, changes, from)
	if err != nil {
		return u, err
	}
	u.Tx = saved.ID
	u.Written, err = s.located(u.Written, saved.ID)
	return u, err
}

// owned refuses a text that would put words into MEMORY.md which are nobody's.
func owned(d document.Document, text string, from plan.Source) error {
	there := map[string]bool{}
	for line := range strings.Lines(string(d.Bytes())) {
		there[strings.TrimSpace(line)] = true
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		said := strings.TrimLeft(line, "-*+#> ")
		if there[line] || said == "" || from.Whose == nil || strings.HasPrefix(line, "#") && document.TypeUnder(said).Heading() == said {
			continue
		}
		if p := from.Of(said); p.Origin.Foreign() {
			return fmt.Errorf("%q comes from %s: %w", said, p.Label(), ErrForeign)
		}
	}
	return nil
}

func (s *Store) replace(snap snapshot.Snapshot, text, section string, now time.Time, from plan.Source) (Updated, error) {
	var u Updated
	old, _ := snap.Document(memoryFile)
	text = secret.Redact(document.Printable(strings.ReplaceAll(text, "\r\n", "\n")))
	if err := owned(old, text, from); err != nil {
		return u, err
	}
	d, err := old.Replaced(text, section)
	if err != nil {
		return u, err
	}
	kept := map[string]document.Entry{} // by id: entries of the old text
	for _, e := range old.Entries(memoryFile) {
		kept[e.ID] = e
	}
	d, records, err := identified(snap, d, kept, now, from)
	if err != nil {
		return u, err
	}
	still := map[uint64]bool{}
	for _, e := range d.Entries(memoryFile) {
		still[e.Hash] = true
		if r, ok := records[e.ID]; ok {
			u.Written = append(u.Written, plan.Written{Path: memoryFile, Line: e.Line, Text: e.Text, ID: r.ID, What: "added"})
		}
	}
	gone := 0
	for _, e := range old.Entries(memoryFile) {
		if still[e.Hash] {
			continue
		}
		if _, again := d.Find(e.ID); again {
			continue
		}
		gone++
		u.Written = append(u.Written, plan.Written{Path: memoryFile, Text: e.Text, ID: e.ID, What: "removed"})
		if r, ok := snap.Record(e.ID); ok {
			r.Lines, r.Retired = with(r.Lines, 0), document.DayName(now)
			records[e.ID] = r
		}
	}
	if err := plan.MayReplace(old, from, text, section, gone); err != nil {
		return Updated{}, err
	}
	return s.commit(snap, d, records, u, now, from)
}

// with are the lines of a record whose line in MEMORY.md has this hash now; 0 for none.
func with(lines map[string]string, hash uint64) map[string]string {
	out := maps.Collect(maps.All(lines))
	if out[memoryFile] = document.HexHash(hash); hash == 0 {
		delete(out, memoryFile)
	}
	return out
}

// identified gives ids to the bullets of a replaced text: those they had where
// their text is the same, new ones else. An id that MEMORY.md did not have is not
// believed, and a bullet of a person's that had none stays theirs, without one.
func identified(snap snapshot.Snapshot, d document.Document, kept map[string]document.Entry, now time.Time, from plan.Source) (document.Document, map[string]snapshot.Record, error) {
	know, records, used := snap.Knowledge(), map[string]snapshot.Record{}, map[string]bool{}
	bare := map[uint64]bool{} // bullets that stood there without an id
	for _, e := range snap.In(memoryFile) {
		bare[e.Hash] = bare[e.Hash] || e.ID == ""
	}
	for _, e := range d.Entries(memoryFile) {
		old, known := kept[e.ID]
		switch {
		case e.ID == "" && bare[e.Hash]:
			continue
		case e.ID != "" && known && !used[e.ID]:
			used[e.ID] = true
			if old.Hash != e.Hash && !snap.ByHand(old) {
				r, _ := snap.Record(e.ID)
				r.Lines, r.Words = with(r.Lines, e.Hash), knowledge.PrintOf(e.Text).String()
				records[e.ID] = r
			}
			continue
		case e.Text == "" || e.Struck:
			continue
		}
		id := sameText(kept, e.Text, used)
		if id == "" {
			if err := plan.MayRevive(know, from.By, e); err != nil {
				return d, nil, err
			}
			id = know.NewID(document.Entry{Type: e.Type, Text: e.Text, Since: now})
			know.Take(id)
			records[id] = toolRecord(document.Entry{ID: id, Type: e.Type, Text: e.Text, Since: now}, now, from)
		}
		used[id] = true
		var err error
		if e.ID != "" {
			d, err = d.ReplaceEntry(e.Line, document.Line(document.Entry{ID: id, Text: e.Text}))
		} else {
			d, err = d.SetID(e.Line, id)
		}
		if err != nil {
			return d, nil, err
		}
	}
	for _, e := range d.Entries(memoryFile) {
		if r, ok := records[e.ID]; ok && r.Lines != nil {
			r.Lines[memoryFile] = document.HexHash(e.Hash)
		}
	}
	return d, records, nil
}

// sameText returns the id of an entry with this text that no other bullet took.
func sameText(kept map[string]document.Entry, text string, used map[string]bool) string {
	for _, id := range slices.Sorted(maps.Keys(kept)) {
		if e := kept[id]; id != "" && !used[id] && e.Text == text && !e.Struck {
			return id
		}
	}
	return ""
}
