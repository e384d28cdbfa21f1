package document

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/yuin/goldmark/ast"
)

// splice replaces src[s:e] by text, parses the result and refuses it when a block
// outside the range is read differently than before.
func (d Document) splice(s, e int, text string) (Document, error) {
	out := make([]byte, 0, len(d.src)+len(text))
	out = append(append(append(out, d.src[:s]...), text...), d.src[e:]...)
	n := Parse(out)
	shift := len(text) - (e - s)
	if n.body != d.body || !sameOutside(d.blocks, n.blocks, s, e, shift) {
		return d, fmt.Errorf("line %d: %w", bytes.Count(d.src[:s], []byte("\n"))+1, ErrStructure)
	}
	n.eol = d.eol
	return n, nil
}

// sameOutside compares the blocks before s and from e on. Those that begin
// within the range may be anything.
func sameOutside(was, is []block, s, e, shift int) bool {
	i := 0
	for i < len(was) && was[i].pos < s {
		if i >= len(is) || was[i] != is[i] {
			return false
		}
		i++
	}
	if i < len(is) && is[i].pos < s {
		return false
	}
	for len(was) > i && was[len(was)-1].pos >= e {
		if len(is) <= i {
			return false
		}
		a, b := was[len(was)-1], is[len(is)-1]
		if a.pos += shift; a != b {
			return false
		}
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	return len(is) <= i || is[len(is)-1].pos < e+shift
}

// first returns the first of the edits that is not refused.
func first(edits ...func() (Document, error)) (d Document, err error) {
	for _, edit := range edits {
		if d, err = edit(); err == nil {
			return d, nil
		}
	}
	return d, err
}

// InsertEntry adds a bullet with this line (see Line) as the last one directly
// under the heading, making the section where there is none. Marker, indent,
// spacing and line ending are those of the bullets before it.
func (d Document) InsertEntry(section, line string) (Document, error) {
	n, err := d.EnsureSection(section)
	if err != nil {
		return d, err
	}
	h := n.headingAt(section)
	want := ParseLine(line)
	check := func(out Document, err error) (Document, error) {
		if err != nil {
			return d, err
		}
		return out, out.wantOneMore(n, h, want)
	}
	out, err := first(
		func() (Document, error) { return check(n.insertAfterBullets(h, line)) },
		func() (Document, error) { return check(n.insertApart(n.ownEnd(h), "- "+line)) },
		func() (Document, error) { return check(n.insertApart(n.heads[h].end, "- "+line)) },
	)
	if err != nil {
		return d, fmt.Errorf("add to %q: %w", section, err)
	}
	return out, nil
}

// wantOneMore checks that d has the bullets of before and this one under its
// heading.
func (d Document) wantOneMore(before Document, head int, want Entry) error {
	if len(d.items) != len(before.items)+1 || len(d.heads) != len(before.heads) {
		return ErrStructure
	}
	for i := range d.items {
		if i < len(before.items) && d.text(i) == before.text(i) && d.items[i].head == before.items[i].head {
			continue
		}
		it := d.items[i]
		alone := strings.TrimRight(string(d.src[it.start:it.end]), "\r\n")
		if !d.says(i, want) || it.head != head || strings.Contains(alone, "\n") {
			return ErrStructure
		}
		for j := i; j < len(before.items); j++ {
			if d.text(j+1) != before.text(j) {
				return ErrStructure
			}
		}
		break
	}
	return nil
}

func (d Document) text(i int) string { return string(d.src[d.items[i].from:d.items[i].to]) }

// says reports whether item i reads as an entry shall.
func (d Document) says(i int, want Entry) bool {
	got := ParseLine(d.text(i))
	return got.Text == want.Text && got.ID == want.ID
}

// insertAfterBullets adds a bullet after the last one under the heading.
func (d Document) insertAfterBullets(head int, line string) (Document, error) {
	last := -1
	for i, it := range d.items {
		if it.head == head {
			last = i
		}
	}
	if last < 0 {
		return d, ErrStructure
	}
	it := d.items[last]
	bullet := string(d.src[it.start:min(it.from, it.end)])
	if it.from == it.to { // an empty bullet: its marker, then one space
		bullet = strings.TrimRight(bullet, " \t\r\n") + " "
	}
	gap := ""
	if last > 0 && d.items[last-1].list == it.list && d.items[last-1].end < it.start {
		gap = d.eol // the list has blank lines between its items
	}
	return d.insertLines(it.end, gap+bullet+line)
}

// insertApart adds lines at a position between lines, set off by blank ones.
func (d Document) insertApart(pos int, lines string) (Document, error) {
	pos = trimBlank(d.src, d.body, pos)
	if pos > d.body {
		lines = d.eol + lines
	}
	if pos < len(d.src) && !isBlank(d.src[pos:LineEnd(d.src, pos)]) {
		lines += d.eol
	}
	return d.insertLines(pos, lines)
}

// insertLines puts whole lines at pos, which is a line start or the end. A final
// newline that the document lacks is not added after them.
func (d Document) insertLines(pos int, text string) (Document, error) {
	if pos > d.body && d.src[pos-1] != '\n' {
		return d.splice(pos, pos, d.eol+text)
	}
	return d.splice(pos, pos, text+d.eol)
}

// AppendBlock adds lines at the very end, after a blank line. What is open there
// (a code fence, a comment) is closed first; no byte that was there changes.
func (d Document) AppendBlock(lines string) (Document, error) {
	lines = strings.ReplaceAll(strings.TrimRight(lines, "\r\n"), "\r\n", "\n")
	lines = strings.ReplaceAll(lines, "\n", d.eol) + d.eol
	want := Parse([]byte(lines))
	gap := ""
	if at := len(d.src); at > d.body {
		if d.src[at-1] != '\n' {
			gap = d.eol
		}
		if !isBlank(d.src[lineStart(d.src, at-1):at]) {
			gap += d.eol
		}
	}
	text := gap + lines
	for _, closer := range d.closers() {
		if closer != "" {
			text = strings.TrimSuffix(gap, d.eol) + closer + d.eol + d.eol + lines
		}
		out, err := d.splice(len(d.src), len(d.src), text)
		if err == nil && len(out.items) == len(d.items)+len(want.items) && len(out.heads) == len(d.heads)+len(want.heads) {
			return out, nil
		}
	}
	return d, fmt.Errorf("append: %w", ErrStructure)
}

// closers returns what may end a block that is open at the end, the empty one
// first.
func (d Document) closers() []string {
	out := []string{""}
	if len(d.blocks) == 0 {
		return out
	}
	last := d.blocks[len(d.blocks)-1]
	switch last.kind {
	case ast.KindFencedCodeBlock:
		fence := strings.TrimLeft(string(d.src[last.pos:LineEnd(d.src, last.pos)]), " ")
		run := len(fence) - len(strings.TrimLeft(fence, fence[:min(1, len(fence))]))
		out = append(out, fence[:run])
	case ast.KindHTMLBlock:
		out = append(out, "-->", "?>", "]]>", "</script>", "</pre>", "</style>", "</textarea>", ">")
	}
	return out
}

// ReplaceEntry puts another line in place of the text of the entry that begins on
// the 1-based line. What is nested in it stays.
func (d Document) ReplaceEntry(at int, line string) (Document, error) {
	i := d.itemAt(at)
	if i < 0 {
		return d, fmt.Errorf("line %d: %w", at, ErrNoEntry)
	}
	it := d.items[i]
	if it.from == it.to && it.from > it.start && it.from < it.end && d.src[it.from] != '\n' && d.src[it.from] != '\r' {
		return d, fmt.Errorf("line %d: %w", at, ErrStructure) // it begins with a block, not with text
	}
	text := line
	if it.from == it.to && it.from > 0 && d.src[it.from-1] != ' ' && d.src[it.from-1] != '\t' {
		text = " " + line
	}
	out, err := d.splice(it.from, it.to, text)
	if err != nil {
		return d, err
	}
	if len(out.items) != len(d.items) || !out.says(i, ParseLine(line)) {
		return d, fmt.Errorf("line %d: %w", at, ErrStructure)
	}
	return out, nil
}

// RemoveEntry takes out the entry that begins on the 1-based line, with all its
// lines.
func (d Document) RemoveEntry(at int) (Document, error) {
	i := d.itemAt(at)
	if i < 0 {
		return d, fmt.Errorf("line %d: %w", at, ErrNoEntry)
	}
	it := d.items[i]
	check := func(out Document, err error) (Document, error) {
		if err == nil && len(out.items) != len(d.items)-1 {
			err = fmt.Errorf("line %d: %w", at, ErrStructure)
		}
		return out, err
	}
	return first(
		func() (Document, error) { return check(d.splice(it.start, it.end, "")) },
		func() (Document, error) { return check(d.splice(it.start, it.end, d.eol)) },
	)
}

// Strike crosses an entry out: it held until that day, and the entry by (an id,
// or "") took its place.
func (d Document) Strike(at int, until time.Time, by string) (Document, error) {
	i := d.itemAt(at)
	if i < 0 {
		return d, fmt.Errorf("line %d: %w", at, ErrNoEntry)
	}
	e := ParseLine(d.text(i))
	if e.Struck {
		return d, nil
	}
	line := "~~" + Flat(e.Text) + "~~ (until " + until.Format(time.DateOnly)
	if by != "" {
		line += " → ^" + by
	}
	return d.ReplaceEntry(at, withID(line+")", e.ID))
}

// Unstrike lets an entry hold again that was crossed out.
func (d Document) Unstrike(at int) (Document, error) {
	i := d.itemAt(at)
	if i < 0 {
		return d, fmt.Errorf("line %d: %w", at, ErrNoEntry)
	}
	e := ParseLine(d.text(i))
	return d.ReplaceEntry(at, withID(e.Text, e.ID))
}

// SetID gives a hand-written entry an id, at the end of its text. Nothing else
// in it changes.
func (d Document) SetID(at int, id string) (Document, error) {
	i := d.itemAt(at)
	if i < 0 {
		return d, fmt.Errorf("line %d: %w", at, ErrNoEntry)
	}
	if e := ParseLine(d.text(i)); e.ID != "" {
		return d, fmt.Errorf("line %d has the id ^%s: %w", at, e.ID, ErrHandWritten)
	}
	it := d.items[i]
	out, err := d.splice(it.to, it.to, " ^"+id)
	if err == nil && ParseLine(out.text(i)).ID != id {
		return d, fmt.Errorf("line %d: %w", at, ErrStructure)
	}
	return out, err
}
