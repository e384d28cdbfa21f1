package plan

import (
	"strings"
	"time"

	"dormouse/memory/document"
)

// NewLog is the log of a day on which nothing was written yet.
func NewLog(day time.Time) document.Document {
	return document.Parse([]byte("# " + document.DayName(day) + "\n"))
}

// blockTitle is a block's heading without its marks.
func blockTitle(heading string) string { return document.Flat(strings.TrimLeft(heading, "# ")) }

// blockText writes a day block.
func blockText(b DayBlock) string {
	var s strings.Builder
	s.WriteString("## " + blockTitle(b.Heading) + "\n")
	if p := document.Flat(b.Paragraph); p != "" {
		s.WriteString("\n" + p + "\n")
	}
	for _, t := range document.Types {
		first := true
		for _, e := range b.Entries {
			if e.Type != t {
				continue
			}
			if first {
				s.WriteString("\n### " + t.Heading() + "\n\n")
				first = false
			}
			s.WriteString("- " + document.Line(e) + "\n")
		}
	}
	if len(b.Open) > 0 {
		s.WriteString("\n### " + document.OpenHeading + "\n\n")
		for _, line := range b.Open {
			s.WriteString("- " + line + "\n")
		}
	}
	return s.String()
}
