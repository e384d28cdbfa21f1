package snapshot

import (
	"cmp"
	"slices"

	"dormouse/land/transcript"
	"dormouse/memory/document"
)

// joined is what the lines of one file say together with the records of a moment. It
// does not change: who asks with other records gets another, which shares the entries
// that are the same.
type joined struct {
	lines []line   // in their order; what says nothing of its own is left out
	gone  []string // ids that are forgotten here
	ids   []string // of lines that are no entries
}

// line is a bullet that is an entry, and the entry that its record completes.
type line struct {
	bullet *document.Entry
	record *held           // nil for none
	entry  *document.Entry // shared, not to be changed
}

// recorded are the lines of a file, completed by records.
func (f file) recorded(r records) *joined {
	last := f.joined.Load()
	if last == nil {
		last = f.bullets()
	}
	others := func(l line) bool { return l.entry == nil || l.record != r[l.bullet.ID] }
	if !slices.ContainsFunc(last.lines, others) {
		return last
	}
	next := *last
	next.lines = slices.Clone(last.lines)
	for i, l := range next.lines {
		if others(l) {
			now := r[l.bullet.ID]
			next.lines[i] = line{l.bullet, now, completed(l.bullet, now)}
		}
	}
	f.joined.Store(&next)
	return &next
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
