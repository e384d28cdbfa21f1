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
	section := func(heading string, has func(document.Entry) bool) {
		opened := false
		for _, e := range b.Entries {
			if !has(e) {
				continue
			}
			if !opened {
				s.WriteString("\n### " + heading + "\n\n")
				opened = true
			}
			s.WriteString("- " + document.Line(e) + "\n")
		}
	}
	for _, t := range document.Types {
		section(t.Heading(), func(e document.Entry) bool { return e.Type == t && !e.Open() })
	}
	section(document.OpenHeading, document.Entry.Open)
	return s.String()
}
