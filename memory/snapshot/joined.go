package snapshot

import (
	"cmp"

	"dormouse/land/transcript"
	"dormouse/memory/document"
)

// joined is what the lines of one file say together with the records of a moment. It
// does not change: who asks with other records gets another, which shares the entries
// that are the same.
type joined struct {
	base    *base             // of the records
	lines   []line            // in their order; what says nothing of its own is left out
	entries []*document.Entry // of the lines; shared, not to be changed
	gone    []string          // ids that are forgotten here
	ids     []string          // of lines that are no entries
}

// line is a bullet that is an entry, and the record it was completed with.
type line struct {
	bullet *document.Entry
	record *held // nil for none
	over   bool  // the record is not that of the base
}

// recorded are the entries of a file, completed by records.
func (f file) recorded(r records) *joined {
	last := f.joined.Load()
	if last == nil {
		last = f.bullets()
	}
	if last.stands(r) {
		return last
	}
	next := *last
	next.base = r.base
	next.lines, next.entries = make([]line, len(last.lines)), make([]*document.Entry, len(last.lines))
	for i, l := range last.lines {
		now, over := r.over[l.bullet.ID]
		switch {
		case over:
		case last.base == r.base && !l.over:
			now = l.record
		default:
			now = r.base.of(l.bullet.ID)
		}
		next.lines[i] = line{l.bullet, now, over}
		if next.entries[i] = last.entries[i]; now != l.record || next.entries[i] == nil {
			next.entries[i] = completed(l.bullet, now)
		}
	}
	f.joined.Store(&next)
	return &next
}

// stands reports whether all of it was completed with these records.
func (j *joined) stands(r records) bool {
	if j.base == nil || j.base != r.base {
		return false
	}
	for _, l := range j.lines {
		if now, over := r.over[l.bullet.ID]; over != l.over || over && now != l.record {
			return false
		}
	}
	return true
}

// bullets are the lines of a file that are entries, not completed yet.
func (f file) bullets() *joined {
	j := &joined{}
	for i := range f.entries {
		e := &f.entries[i]
		if id, ok := document.Forgets(e.Text); ok {
			j.gone = append(j.gone, id)
			continue
		}
		if e = document.Seen(e, f.gone); e == nil {
			continue
		}
		if e.Text == "" {
			j.ids = append(j.ids, e.ID)
			continue
		}
		j.lines = append(j.lines, line{bullet: e})
	}
	j.entries = make([]*document.Entry, len(j.lines))
	return j
}

// completed is a bullet with what its record knows and it does not say.
func completed(e *document.Entry, r *held) *document.Entry {
	if r != nil && e.ID != "" {
		own := *e
		own.Type = cmp.Or(e.Type, r.Type)
		own.Importance, own.Sources, own.Proofs, own.Origin = r.Importance, r.Sources, r.Proofs, r.Origin
		if e.Since.IsZero() {
			own.Since = document.ParseDay(r.Since)
		}
		e = &own
	}
	if e.Origin == transcript.Typed && e.ID != "" { // also where the record is gone
		if label := transcript.LabelOf(e.Text); label.Foreign() {
			own := *e
			own.Origin = label
			e = &own
		}
	}
	return e
}
