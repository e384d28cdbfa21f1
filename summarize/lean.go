package summarize

import (
	"dormouse/memory/language"
	"dormouse/summarize/extract"
)

// leansFrom is from which probability a sentence that a person types to a program is
// taken to be about what the one before it is about.
const leansFrom = .6

// lean finds the lines that nobody understands without the one before: "they gave me the
// 22nd" behind "the hospital called". What such a line may end is what both tell of.
func (r *reading) lean() {
	if !r.heard() {
		return
	}
	for i := 1; i < len(r.lines); i++ {
		l, before := &r.lines[i], &r.lines[i-1]
		s := &r.said[l.said]
		if before.said != l.said || s.model || s.tool || l.ask || before.ask || l.kind != extract.InProse || before.kind != extract.InProse || before.text == "" {
			continue
		}
		if language.Leans(before.text, l.text, s.lang) >= leansFrom {
			l.behind = extract.Closed(before.behind+before.text, s.lang) + " "
		}
	}
}
