package memory

import (
	"cmp"
	"slices"
)

// cut is a part of a document that stands for itself: a bullet, the text between two,
// or what an unresolved merge left.
type cut struct {
	heading  []string // the titles above it
	text     string   // as it stands
	entry    *Entry   // where it is one
	conflict bool
}

// cuts are the document without its headings, what merges left unresolved first.
func (d Document) cuts(path string) []cut {
	var out []cut
	if bad := conflicts(d.src); len(bad) > 0 {
		for _, r := range bad {
			out = append(out, cut{conflict: true, text: string(d.src[r[0]:r[1]])})
		}
		d = Parse(bad.blank(d.src))
	}
	add := func(from, to, head int, e *Entry) {
		c := cut{text: string(d.src[from:to]), entry: e}
		if head >= 0 {
			c.heading = d.heads[head].path
		}
		out = append(out, c)
	}
	at, head := d.body, -1
	entries := d.Entries(path)
	for _, m := range d.marks() {
		if m.start > at {
			add(at, m.start, head, nil)
		}
		if m.item < 0 {
			head = m.head
		} else {
			add(m.start, m.end, head, &entries[m.item])
		}
		at = max(at, m.end)
	}
	add(at, len(d.src), head, nil)
	return out
}

// mark is a heading or a bullet of a document.
type mark struct{ start, end, head, item int }

// marks lists headings and bullets in order.
func (d Document) marks() []mark {
	var out []mark
	for i, h := range d.heads {
		out = append(out, mark{h.start, h.end, i, -1})
	}
	for i, it := range d.items {
		out = append(out, mark{it.start, it.end, it.head, i})
	}
	slices.SortFunc(out, func(a, b mark) int { return cmp.Compare(a.start, b.start) })
	return out
}
