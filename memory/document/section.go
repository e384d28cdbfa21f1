package document

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// memoryTitle is the heading that begins MEMORY.md.
const memoryTitle = "Memory"

// headingAt returns the index of the section's heading, or -1. Of several with
// this title it is the one of the highest level, then the last: in a log blocks
// come in the order they happened.
func (d Document) headingAt(section string) int {
	at := -1
	for i, h := range d.heads {
		if strings.EqualFold(h.title, section) && (at < 0 || h.level <= d.heads[at].level) {
			at = i
		}
	}
	return at
}

// ownEnd returns where the text directly under a heading ends.
func (d Document) ownEnd(head int) int {
	if head+1 < len(d.heads) {
		return d.heads[head+1].start
	}
	return len(d.src)
}

// sectionEnd returns where a section ends, with the sections in it.
func (d Document) sectionEnd(head int) int {
	for i := head + 1; i < len(d.heads); i++ {
		if d.heads[i].level <= d.heads[head].level {
			return d.heads[i].start
		}
	}
	return len(d.src)
}

// EnsureSection makes "## section" where the document has no such heading: in
// the order of the five types, after all others where it is none of them.
// Headings that are there stay where they are.
func (d Document) EnsureSection(section string) (Document, error) {
	if d.headingAt(section) >= 0 {
		return d, nil
	}
	lines := "## " + section
	if len(bytes.TrimSpace(d.src[d.body:])) == 0 {
		lines = "# " + memoryTitle + d.eol + d.eol + lines
	}
	var edits []func() (Document, error)
	for _, pos := range d.sectionPlaces(section) {
		edits = append(edits, func() (Document, error) {
			out, err := d.insertApart(pos, lines)
			if err == nil && out.headingAt(section) < 0 {
				err = ErrStructure
			}
			return out, err
		})
	}
	edits = append(edits, func() (Document, error) { return d.AppendBlock(lines + d.eol) })
	out, err := first(edits...)
	if err != nil {
		return d, fmt.Errorf("make the section %q: %w", section, err)
	}
	return out, nil
}

// sectionPlaces returns where a new section may go, best first.
func (d Document) sectionPlaces(section string) []int {
	order := slices.IndexFunc(Types[:], func(t Type) bool { return strings.EqualFold(t.Heading(), section) })
	var places []int
	if order >= 0 {
		for i := order - 1; i >= 0; i-- {
			if h := d.headingAt(Types[i].Heading()); h >= 0 {
				places = append(places, d.sectionEnd(h))
				break
			}
		}
		for i := order + 1; i < len(Types); i++ {
			if h := d.headingAt(Types[i].Heading()); h >= 0 {
				places = append(places, d.heads[h].start)
				break
			}
		}
	}
	return append(places, len(d.src))
}
