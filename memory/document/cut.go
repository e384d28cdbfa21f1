package document

import (
	"bytes"
	"cmp"
	"slices"
)

// cut is a part of a document that stands for itself: a bullet, the text between two,
// or what an unresolved merge left.
type cut struct {
	Heading  []string // the titles above it
	Text     string   // as it stands
	Entry    *Entry   // where it is one
	Conflict bool
}

// Cuts are the document without its headings, what merges left unresolved first.
func (d Document) Cuts(path string) []cut {
	var out []cut
	if bad := conflicts(d.src); len(bad) > 0 {
		for _, r := range bad {
			out = append(out, cut{Conflict: true, Text: string(d.src[r[0]:r[1]])})
		}
		d = Parse(bad.blank(d.src))
	}
	add := func(from, to, head int, e *Entry) {
		c := cut{Text: string(d.src[from:to]), Entry: e}
		if head >= 0 {
			c.Heading = d.heads[head].path
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

// ranges are byte ranges, in order.
type ranges [][2]int

// blank returns src with the ranges emptied, line by line, so that positions of
// everything else stay.
func (r ranges) blank(src []byte) []byte {
	out := bytes.Clone(src)
	for _, x := range r {
		for i := x[0]; i < x[1]; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return out
}

// conflicts finds what stands between the marks of an unresolved merge: from
// "<<<<<<< " to ">>>>>>> ", or to the end where that is missing.
func conflicts(src []byte) ranges {
	if !bytes.Contains(src, []byte("<<<<<<< ")) {
		return nil
	}
	var out ranges
	open := -1
	for at := 0; at < len(src); at = LineEnd(src, at) {
		switch line := src[at:LineEnd(src, at)]; {
		case open < 0 && bytes.HasPrefix(line, []byte("<<<<<<< ")):
			open = at
		case open >= 0 && bytes.HasPrefix(line, []byte(">>>>>>> ")):
			out = append(out, [2]int{open, at + len(line)})
			open = -1
		}
	}
	if open >= 0 {
		out = append(out, [2]int{open, len(src)})
	}
	return out
}
