package markdown

import (
	"bytes"
	"math"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// tables makes a table of a paragraph with a line of dashes and bars: the line before it
// is the head, what follows the rows, and what stands before stays a paragraph.
type tables struct{}

// Transform looks at one paragraph.
func (tables) Transform(p *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines, src := p.Lines(), reader.Source()
	for i := 1; i < lines.Len(); i++ {
		delimiter := lines.At(i)
		sides := sidesOf(delimiter.Value(src))
		if sides == nil {
			continue
		}
		head := rowOf(lines.At(i-1), sides, math.MaxInt, src)
		if head.ChildCount() != len(sides) {
			return
		}
		t := extast.NewTable()
		t.Alignments = sides
		t.AppendChild(t, extast.NewTableHeader(head))
		for j := i + 1; j < lines.Len(); j++ {
			t.AppendChild(t, rowOf(lines.At(j), sides, len(sides), src))
		}
		lines.SetSliced(0, i-1)
		p.Parent().InsertAfter(p.Parent(), p, t)
		if i == 1 {
			p.Parent().RemoveChild(p.Parent(), p)
			return
		}
		last := lines.At(i - 2)
		last.Stop-- // its line break
		lines.Set(i-2, last)
		return
	}
}

// sidesOf are the sides to which a line of dashes puts the columns; nil where it is none.
func sidesOf(line []byte) []extast.Alignment {
	if indent, _ := util.IndentWidth(line, 0); indent > 3 || len(bytes.Trim(line, " \t\r\n|:-")) > 0 {
		return nil
	}
	if line = bytes.TrimSpace(line); len(bytes.Trim(line, "-")) == 0 { // a line of dashes alone is none
		return nil
	}
	line = bytes.TrimSuffix(bytes.TrimPrefix(line, []byte("|")), []byte("|"))
	var sides []extast.Alignment
	for cell := range bytes.SplitSeq(line, []byte("|")) {
		cell = bytes.TrimSpace(cell)
		dashes := bytes.TrimSuffix(bytes.TrimPrefix(cell, []byte(":")), []byte(":"))
		if len(dashes) == 0 || len(bytes.Trim(dashes, "-")) > 0 {
			return nil
		}
		side := extast.AlignNone
		switch left, right := cell[0] == ':', cell[len(cell)-1] == ':'; {
		case left && right:
			side = extast.AlignCenter
		case left:
			side = extast.AlignLeft
		case right:
			side = extast.AlignRight
		}
		sides = append(sides, side)
	}
	return sides
}

// rowOf cuts a line into cells at its bars, at most so many, and fills up with empty ones.
func rowOf(line text.Segment, sides []extast.Alignment, most int, src []byte) *extast.TableRow {
	line = within(line, src)
	row := extast.NewTableRow(sides)
	at, end := line.Start, line.Stop
	if at < end && src[at] == '|' {
		at++
	}
	if at < end && src[end-1] == '|' {
		end--
	}
	for at < end && row.ChildCount() < most {
		bar := at
		for bar < end && (src[bar] != '|' || bar > line.Start && src[bar-1] == '\\') {
			bar++
		}
		cell := extast.NewTableCell()
		cell.Lines().Append(within(text.NewSegment(at, bar), src))
		row.AppendChild(row, cell)
		at = bar + 1
	}
	for row.ChildCount() < len(sides) {
		row.AppendChild(row, extast.NewTableCell())
	}
	return row
}

// within is a stretch without the blanks at its ends.
func within(s text.Segment, src []byte) text.Segment {
	s = s.TrimLeftSpace(src)
	return s.TrimRightSpace(src)
}
