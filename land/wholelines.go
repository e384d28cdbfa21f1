package land

import (
	"bytes"
	"iter"
	"slices"
)

// WholeLines are the lines of a log of JSON objects, without what a power cut may leave
// between them: zeros, and the beginning of a line that was then written again. Blank
// lines are left out.
func WholeLines(b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		lines := slices.Collect(bytes.Lines(b))
		for i, line := range lines {
			torn := bytes.HasSuffix(bytes.TrimRight(line, "\r\n"), []byte{0})
			line = bytes.Trim(line, "\x00\r\n")
			if len(bytes.TrimSpace(line)) == 0 || (torn || !bytes.HasSuffix(line, []byte("}"))) && writtenAgain(line, lines[i+1:]) {
				continue
			}
			if !yield(line) {
				return
			}
		}
	}
}

// writtenAgain reports whether one of some lines begins as another that was torn.
func writtenAgain(torn []byte, lines [][]byte) bool {
	return slices.ContainsFunc(lines, func(l []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(l, "\x00"), torn) })
}
