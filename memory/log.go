package memory

import (
	"strings"
	"time"
)

// Headings of a log beside those of the types.
const (
	openHeading  = "Open"
	notesHeading = "Notes"
	nightMark    = " · night " // in the heading of a night's block
)

// newLog is the log of a day on which nothing was written yet.
func newLog(day time.Time) Document {
	return Parse([]byte("# " + dayName(day) + "\n"))
}

// AppendNote adds a bullet at the very end of a log, under "## Notes". When
// another block came after the last notes, notes begin anew: blocks stand in the
// order they happened, and no byte moves.
func (d Document) AppendNote(line string) (Document, error) {
	if n := len(d.heads); n > 0 && d.heads[n-1].title == notesHeading && d.heads[n-1].level == 2 {
		want := parseLine(line)
		out, err := d.insertLines(len(d.src), "- "+line)
		if err == nil {
			err = out.wantOneMore(d, n-1, want)
		}
		if err == nil {
			return out, nil
		}
	}
	return d.AppendBlock("## " + notesHeading + "\n\n- " + line)
}

// hasBlock reports whether a block with this heading stands in the log.
func (d Document) hasBlock(title string) bool {
	for _, h := range d.heads {
		if h.level == 2 && h.title == title {
			return true
		}
	}
	return false
}

// blockTitle is a block's heading without its marks.
func blockTitle(heading string) string { return Flat(strings.TrimLeft(heading, "# ")) }

// blockText writes a day block.
func blockText(b DayBlock) string {
	var s strings.Builder
	s.WriteString("## " + blockTitle(b.Heading) + "\n")
	if p := Flat(b.Paragraph); p != "" {
		s.WriteString("\n" + p + "\n")
	}
	for _, t := range Types {
		first := true
		for _, e := range b.Entries {
			if e.Type != t {
				continue
			}
			if first {
				s.WriteString("\n### " + t.Heading() + "\n\n")
				first = false
			}
			s.WriteString("- " + Line(e) + "\n")
		}
	}
	if len(b.Open) > 0 {
		s.WriteString("\n### " + openHeading + "\n\n")
		for _, line := range b.Open {
			s.WriteString("- " + line + "\n")
		}
	}
	return s.String()
}
