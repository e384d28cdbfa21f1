package document

import (
	"fmt"
	"strings"
)

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
