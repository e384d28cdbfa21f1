package document

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"dormouse/land"
	"dormouse/land/merge"
	"dormouse/land/pattern"
)

// Version is a file of memory as two machines have it, and as both had it last; nil
// where it was not there.
type Version struct {
	Path               string
	Base, Ours, Theirs []byte
}

// United is a file as it is after a merge; a nil Text is a file that is gone.
type United struct {
	Path string
	Text []byte
}

// Unite merges what two machines, and the people at them, did to memory since it was
// the same. It is pure, and merging the result again changes nothing.
//
// An entry is known by its id. One that only one side changed is as that side has
// it; one that a side deleted is gone, unless the other has reworded it. Where both
// changed it, or put something else in its place, all stand side by side, and one of
// each two says so: "(differs from ^id)". A person decides by deleting a line or the
// mark. What both learnt in the same words stands once: dropped are the ids that went
// for it. All other text is merged line by line, and where both changed a line both
// stay.
func Unite(files []Version) (out []United, dropped []string) {
	u := uniting{alias: map[string]string{}, pairs: map[string]string{}}
	merges := make([]*fileMerge, len(files))
	for i, v := range files {
		m := &fileMerge{Version: v, base: Parse(v.Base), ours: Parse(v.Ours), theirs: Parse(v.Theirs)}
		m.inBase, m.inOurs, m.inNew = m.base.byID(), m.ours.byID(), m.theirs.byID()
		u.twins(m)
		merges[i] = m
	}
	for i, v := range files {
		out = append(out, United{v.Path, u.merge(merges[i])})
	}
	u.rivals(merges)
	u.finish(out)
	return out, slices.Sorted(maps.Keys(u.alias))
}

// uniting is one Unite at work.
type uniting struct {
	alias map[string]string // an entry that another says word for word: its id → that one's
	pairs map[string]string // an entry that says otherwise than another: its id → that one's
}

// fileMerge is one file of it: three documents, and their entries by id.
type fileMerge struct {
	Version
	base, ours, theirs    Document
	inBase, inOurs, inNew map[string]string // id → the item as it stands
}

// byID are the items that have an id, as they stand in the text; the first of each.
func (d Document) byID() map[string]string {
	out := map[string]string{}
	for i, it := range d.items {
		if _, id := CutID(d.text(i)); id != "" && out[id] == "" {
			out[id] = string(d.src[it.start:it.end])
		}
	}
	return out
}

// added are the entries of a side that it did not share before.
func (m *fileMerge) added(d Document) []Entry {
	return slices.DeleteFunc(d.Entries(m.Path), func(e Entry) bool {
		_, old := m.inBase[e.ID]
		return e.ID == "" || old || e.Text == ""
	})
}

// twins finds what both sides added in the same words under two ids.
func (u *uniting) twins(m *fileMerge) {
	said := map[string]string{}
	key := func(e Entry) string { return string(e.Type) + "\x00" + Unmarked(e.Text) }
	for _, e := range m.added(m.ours) {
		if _, both := m.inNew[e.ID]; !both && !e.Struck {
			said[key(e)] = e.ID
		}
	}
	for _, e := range m.added(m.theirs) {
		if _, both := m.inOurs[e.ID]; both || e.Struck || said[key(e)] == "" {
			continue
		}
		one, other := said[key(e)], e.ID
		u.alias[max(one, other)] = min(one, other)
	}
}

// rivals finds what both sides put in the place of one entry of a log.
func (u *uniting) rivals(merges []*fileMerge) {
	ours := map[string]string{} // what was replaced → by what
	for _, m := range merges {
		for _, e := range m.added(m.ours) {
			if e.Replaces != "" && !e.Struck {
				ours[e.Replaces] = e.ID
			}
		}
	}
	for _, m := range merges {
		for _, e := range m.added(m.theirs) {
			if ours[e.Replaces] != "" && !e.Struck {
				u.differ(ours[e.Replaces], e.ID)
			}
		}
	}
}

// differ notes that two entries do not go together.
func (u *uniting) differ(a, b string) {
	a, b = cmp.Or(u.alias[a], a), cmp.Or(u.alias[b], b)
	if a != b && a != "" && b != "" {
		u.pairs[max(a, b)] = min(a, b)
	}
}

// merge merges one file.
func (u *uniting) merge(m *fileMerge) []byte {
	same := func(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }
	switch {
	case same(m.Base, m.Ours), m.Ours == nil && !same(m.Base, m.Theirs):
		return m.Theirs
	case same(m.Base, m.Theirs), same(m.Ours, m.Theirs), m.Theirs == nil:
		return m.Ours
	}
	is, again := map[string]string{}, map[string]bool{}
	for _, side := range []map[string]string{m.inBase, m.inOurs, m.inNew} {
		for id := range side {
			if _, done := is[id]; !done {
				is[id], again[id] = u.entry(m, id)
			}
		}
	}
	gone := func(id string) bool { return is[id] == "" || u.alias[id] != "" && is[u.alias[id]] != "" }
	base := m.base.with(is, func(id string) bool { return gone(id) || again[id] })
	ours, theirs := m.ours.with(is, gone), m.theirs.with(is, gone)
	if IsLog(m.Path) {
		return uniteLog(base, ours, theirs)
	}
	return once(merge.Union(base, theirs, ours))
}

// with is the document with its entries as they shall be; those that are gone are
// left out.
func (d Document) with(is map[string]string, gone func(id string) bool) []byte {
	return d.rewritten(func(id, _ string) (string, bool) {
		if gone(id) {
			return "", true
		}
		return is[id], true
	})
}

// rewritten is the document with other text for the entries that item gives one for, by
// their ids and texts.
func (d Document) rewritten(item func(id, text string) (instead string, other bool)) []byte {
	var out []byte
	at := 0
	for i, it := range d.items {
		_, id := CutID(d.text(i))
		if id == "" {
			continue
		}
		if instead, other := item(id, d.text(i)); other {
			out = append(append(out, d.src[at:it.start]...), instead...)
			at = it.end
		}
	}
	return append(out, d.src[at:]...)
}

// entry decides what becomes of one entry: its item, "" where it is gone. again
// says that it is put back though a side had deleted it.
func (u *uniting) entry(m *fileMerge, id string) (item string, again bool) {
	b, shared := m.inBase[id]
	o, mine := m.inOurs[id]
	t, yours := m.inNew[id]
	switch {
	case mine && yours && o == t:
		return o, false
	case mine && yours && shared && o == b:
		return t, false
	case mine && yours && shared && t == b:
		return o, false
	case mine && yours:
		return u.clash(id, b, o, t), false
	case !shared:
		return o + t, false
	case mine && o != b && !itemEntry(o).Struck:
		return o, true // deleted there, reworded here
	case yours && t != b && !itemEntry(t).Struck:
		return t, true
	}
	return "", false
}

// clash is an entry that both sides changed.
func (u *uniting) clash(id, base, ours, theirs string) string {
	o, t := itemEntry(ours), itemEntry(theirs)
	switch {
	case o.Struck && t.Struck:
		u.differ(o.SupersededBy, t.SupersededBy)
		if c := cmp.Or(o.Until.Compare(t.Until), cmp.Compare(o.SupersededBy, t.SupersededBy), cmp.Compare(ours, theirs)); c > 0 {
			return theirs
		}
		return ours
	case o.Struck:
		u.differ(id, o.SupersededBy)
		return theirs
	case t.Struck:
		u.differ(id, t.SupersededBy)
		return ours
	case Unmarked(ours) == Unmarked(theirs): // an earlier merge put the mark there
		return slices.MaxFunc([]string{ours, theirs}, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	case Unmarked(o.Text) == Unmarked(t.Text):
		return string(merge.Union([]byte(base), []byte(max(ours, theirs)), []byte(min(ours, theirs))))
	}
	if ours > theirs {
		ours, t = theirs, o
	}
	// Both wordings stay; the second one gets an id of its own.
	other := NewID("differs\x00"+id+"\x00"+Unmarked(t.Text), nil)
	if at := strings.IndexFunc(ours, func(r rune) bool { return r == '-' || r == '*' || r == '+' }); at >= 0 {
		line := ours[:at+1] + " " + withMark(Unmarked(t.Text), id) + " ^" + other
		ours = strings.TrimRight(ours, "\r\n")
		return ours + "\n" + line + "\n"
	}
	return ours
}

// itemEntry reads an item as it stands in a text.
func itemEntry(item string) Entry {
	return ParseLine(strings.TrimRight(strings.TrimLeft(item, " \t-*+"), " \t\r\n"))
}

// differsForm is how a line says that another one says otherwise.
var differsForm = pattern.Of(` \(differs from \^([A-Za-z0-9-]+)\)`)

// DiffersFrom is the entry that a text says it differs from, "" for none.
func DiffersFrom(text string) string {
	if m := differsForm().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

func withMark(text, id string) string { return text + " (differs from ^" + id + ")" }

func Unmarked(text string) string {
	if !strings.Contains(text, " (differs from ^") {
		return text
	}
	return differsForm().ReplaceAllString(text, "")
}

// once leaves out an entry that stands in a text already, word for word.
func once(text []byte) []byte {
	seen := map[string]string{}
	return Parse(text).rewritten(func(id, said string) (string, bool) {
		first, twice := seen[id]
		seen[id] = said
		return "", twice && first == said
	})
}

// finish marks the entries that differ, and lets nothing speak of an entry that was
// left out.
func (u *uniting) finish(out []United) {
	there := map[string]bool{}
	living := map[string]int{} // the file of each entry that holds
	for i, f := range out {
		for _, e := range Parse(f.Text).Entries(f.Path) {
			there[e.ID] = true
			if _, known := living[e.ID]; !e.Struck && e.ID != "" && (!known || f.Path == land.MemoryFile) {
				living[e.ID] = i
			}
		}
	}
	for id, other := range u.pairs {
		i, holds := living[id]
		if _, also := living[other]; !holds || !also {
			continue
		}
		d := Parse(out[i].Text)
		if e, ok := d.Find(id); ok && DiffersFrom(e.Text) == "" {
			out[i].Text = bytes.Replace(out[i].Text, d.Source(e.Line), markItem(d.Source(e.Line), id, other), 1)
		}
	}
	for id, other := range u.alias {
		for i := range out {
			if out[i].Text != nil && !there[id] {
				out[i].Text = renamed(out[i].Text, id, other)
			}
		}
	}
}

// markItem puts the mark in front of an item's own id.
func markItem(item []byte, id, other string) []byte {
	at := bytes.LastIndex(item, []byte(" ^"+id))
	if at < 0 {
		return item
	}
	return slices.Concat(item[:at], []byte(withMark("", other)), item[at:])
}

// renamed lets what speaks of one entry speak of another.
func renamed(text []byte, id, other string) []byte {
	if !bytes.Contains(text, []byte("^"+id)) {
		return text
	}
	for _, form := range []string{"→ ^%)", "-> ^%)", "(replaces ^%)", "(differs from ^%)", "Forgotten: ^% "} {
		text = bytes.ReplaceAll(text, []byte(strings.Replace(form, "%", id, 1)), []byte(strings.Replace(form, "%", other, 1)))
	}
	return text
}
