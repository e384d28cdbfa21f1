package draw

import "strings"

// Bar draws part of whole as a line of so many cells.
func Bar(part, whole, cells int) string {
	if cells <= 0 {
		return ""
	}
	full := 0
	if whole > 0 {
		full = min(cells, max(0, part*cells/whole))
	}
	return strings.Repeat("━", full) + strings.Repeat("─", cells-full)
}

// Frame draws a box with a title and a hint in its edges. Lines must be drawn
// already and at most width-4 cells wide.
func Frame(p *Painter, title, hint string, lines []string, width int) []string {
	edge := func(left, text, right string) string {
		if text != "" {
			text = " " + OneLine(text, max(0, width-6)) + " "
		}
		rest := max(0, width-3-Cells(text))
		return p.Theme.Night.Render(left + "─" + text + strings.Repeat("─", rest) + right)
	}
	side := p.Theme.Night.Render("│")
	out := []string{edge("╭", title, "╮")}
	for _, line := range lines {
		out = append(out, side+" "+Pad(line, width-4)+" "+side)
	}
	return append(out, edge("╰", hint, "╯"))
}
