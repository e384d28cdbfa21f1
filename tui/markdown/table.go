package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// narrowest is how narrow a column becomes at most, in cells, before the table is
// drawn as lines of text.
const narrowest = 3

// table draws columns as wide as what stands in them; where that is too wide, the
// widest give way and their cells are broken.
func (d *drawer) table(t *extast.Table, width int, ink Ink) []string {
	rows := d.rows(t, ink)
	widths := columns(rows)
	if !shrink(widths, width) {
		return asText(rows, width)
	}
	var out []string
	for i, row := range rows {
		out = append(out, drawRow(row, widths, t.Alignments)...)
		if i == 0 {
			var rule []string
			for _, w := range widths {
				rule = append(rule, strings.Repeat("─", w+2))
			}
			out = append(out, strings.Join(rule, "┼"))
		}
	}
	return out
}

// rows are the texts of the cells.
func (d *drawer) rows(t *extast.Table, ink Ink) [][]string {
	var rows [][]string
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		var row []string
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			row = append(row, strings.ReplaceAll(d.cell(c, ink), "\n", " "))
		}
		rows = append(rows, row)
	}
	return rows
}

func (d *drawer) cell(c ast.Node, ink Ink) string { return strings.TrimSpace(d.inline(c, ink)) }

func columns(rows [][]string) []int {
	var widths []int
	for _, row := range rows {
		for c, text := range row {
			if c == len(widths) {
				widths = append(widths, 1)
			}
			widths[c] = max(widths[c], cells(text))
		}
	}
	return widths
}

// shrink narrows the widest columns until all fit, each with a blank on both sides
// and a bar between; false where they cannot.
func shrink(widths []int, width int) bool {
	room := width - 3*len(widths) + 1
	if room < narrowest*len(widths) {
		return false
	}
	for {
		sum, widest, next := 0, 0, 0
		for c, w := range widths {
			sum += w
			if w > widths[widest] {
				widest = c
			}
		}
		if sum <= room {
			return true
		}
		for c, w := range widths {
			if c != widest {
				next = max(next, w)
			}
		}
		// At once down to the next widest, or as far as is needed.
		widths[widest] -= max(1, min(sum-room, widths[widest]-next))
	}
}

// drawRow draws one row; a cell that is broken makes it several lines.
func drawRow(row []string, widths []int, align []extast.Alignment) []string {
	parts, height := make([][]string, len(widths)), 1
	for c := range widths {
		if c < len(row) {
			parts[c] = fold(row[c], widths[c])
		}
		height = max(height, len(parts[c]))
	}
	var out []string
	for y := range height {
		var line []string
		for c, w := range widths {
			text := ""
			if y < len(parts[c]) {
				text = parts[c][y]
			}
			side := extast.AlignNone
			if c < len(align) {
				side = align[c]
			}
			line = append(line, " "+aligned(text, w, side)+" ")
		}
		out = append(out, strings.TrimRight(strings.Join(line, "│"), " "))
	}
	return out
}

func aligned(text string, width int, side extast.Alignment) string {
	free := max(0, width-cells(text))
	left := 0
	switch side {
	case extast.AlignRight:
		left = free
	case extast.AlignCenter:
		left = free / 2
	}
	return strings.Repeat(" ", left) + text + strings.Repeat(" ", free-left)
}

// asText is a table that has no room: a line of text for each row.
func asText(rows [][]string, width int) []string {
	var out []string
	for _, row := range rows {
		out = append(out, fold(strings.Join(row, " │ "), width)...)
	}
	return out
}
