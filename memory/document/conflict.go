package document

import "bytes"

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
