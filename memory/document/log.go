package document

import (
	"slices"
	"strings"
)

// Headings of a log beside those of the types.
const (
	OpenHeading  = "Open"
	NotesHeading = "Notes"
	nightMark    = " · night " // in the heading of a night's block
)

// OwnHeadings are headings of a log without its title and those of nights: its day is
// in its name, and when a night wrote a line says nothing of it.
func OwnHeadings(all []string) []string {
	return slices.DeleteFunc(slices.Clone(all[min(1, len(all)):]), func(title string) bool { return strings.Contains(title, nightMark) })
}

// AppendNote adds a bullet at the very end of a log, under "## Notes". When
// another block came after the last notes, notes begin anew: blocks stand in the
// order they happened, and no byte moves.
func (d Document) AppendNote(line string) (Document, error) {
	if n := len(d.heads); n > 0 && d.heads[n-1].title == NotesHeading && d.heads[n-1].level == 2 {
		want := ParseLine(line)
		out, err := d.insertLines(len(d.src), "- "+line)
		if err == nil {
			err = out.wantOneMore(d, n-1, want)
		}
		if err == nil {
			return out, nil
		}
	}
	return d.AppendBlock("## " + NotesHeading + "\n\n- " + line)
}

// HasBlock reports whether a block with this heading stands in the log.
func (d Document) HasBlock(title string) bool {
	return slices.ContainsFunc(d.heads, func(h heading) bool { return h.level == 2 && h.title == title })
}

// WrittenLines are the lines of the entries that written tells, of the headings, and
// of a night's paragraphs, each without the white space around it.
func (d Document) WrittenLines(path string, written func(Entry) bool) map[string]bool {
	out := map[string]bool{}
	for i, e := range d.Entries(path) {
		if written(e) {
			out[strings.TrimSpace(string(d.src[d.items[i].start:d.items[i].end]))] = true
		}
	}
	for i, h := range d.heads {
		end := h.end
		if strings.Contains(h.title, nightMark) { // a night's heading and paragraph
			end = d.ownEnd(i)
		}
		for line := range strings.Lines(string(d.src[h.start:end])) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, "- ") {
				out[line] = true
			}
		}
	}
	return out
}
