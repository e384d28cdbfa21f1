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
	for _, pos := range d.sectionPlaces(section) {
		if out, err := d.insertApart(pos, lines); err == nil && out.headingAt(section) >= 0 {
			return out, nil
		}
	}
	out, err := d.AppendBlock(lines + d.eol)
	if err != nil {
		return d, fmt.Errorf("make the section %q: %w", section, err)
	}
	return out, nil
}

// sectionPlaces returns where a new section may go, best first.
func (d Document) sectionPlaces(section string) []int {
	var places []int
	if order := slices.Index(Types[:], TypeUnder(section)); order >= 0 {
		for _, before := range slices.Backward(Types[:order]) {
			if h := d.headingAt(before.Heading()); h >= 0 {
				places = append(places, d.sectionEnd(h))
				break
			}
		}
		for _, after := range Types[order+1:] {
			if h := d.headingAt(after.Heading()); h >= 0 {
				places = append(places, d.heads[h].start)
				break
			}
		}
	}
	return append(places, len(d.src))
}

// Replaced puts a text in place of a section, or of everything.
func (d Document) Replaced(text, section string) (Document, error) {
	text = strings.Trim(text, "\n")
	if section == "" {
		if text != "" {
			text = strings.ReplaceAll(text, "\n", d.eol) + d.eol
		}
		return Parse([]byte(string(d.src[:d.body]) + text)), nil
	}
	n, err := d.EnsureSection(section)
	if err != nil {
		return d, err
	}
	h := n.headingAt(section)
	for _, in := range Parse([]byte(text)).heads {
		if in.level <= n.heads[h].level {
			return d, fmt.Errorf("the text has a heading %q that would end the section: %w", in.title, ErrStructure)
		}
	}
	from, to := n.heads[h].end, trimBlank(n.src, n.heads[h].start, n.sectionEnd(h))
	body := n.eol
	if text != "" {
		body += strings.ReplaceAll(text, "\n", n.eol) + n.eol
	}
	if from > 0 && n.src[from-1] != '\n' {
		body = n.eol + body
	}
	return n.splice(from, max(from, to), body)
}
