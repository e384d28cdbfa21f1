package page

import (
	"strings"

	"dormouse/tui/draw"
)

// heading is a page's first line: what it is, and what can be done, the way out last.
// What has no room is left out whole, what stands before the way out first.
func heading(p *draw.Painter, width int, title string, parts ...string) string {
	line := func() string {
		return p.Theme.Strong.Render(title) + p.Theme.Dim.Render("  "+strings.Join(parts, " · "))
	}
	for len(parts) > 1 && draw.Cells(line()) > width {
		parts = append(parts[:len(parts)-2:len(parts)-2], parts[len(parts)-1])
	}
	return draw.Fit(line(), width)
}
