package document

import "bytes"

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
	entries := d.Entries(path)
	at, i := d.body, 0
	for head := -1; head < len(d.heads); head++ { // first what stands above all headings
		if head >= 0 {
			at = max(at, d.heads[head].end)
		}
		for ; i < len(d.items) && d.items[i].head == head; i++ {
			it := d.items[i]
			if it.start > at {
				add(at, it.start, head, nil)
			}
			add(it.start, it.end, head, &entries[i])
			at = max(at, it.end)
		}
		if end := d.ownEnd(head); end > at {
			add(at, end, head, nil)
		}
	}
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
