package tui

import (
	"cmp"
	"strings"

	"dormouse/tui/draw"
	"dormouse/tui/keys"
)

// Titles of the texts that a key opens and closes.
const (
	helpTitle  = "keys and commands"
	meterTitle = "context"
)

// helpText lists keys and commands, in two columns.
func helpText(km keys.Map, width int) []string {
	var out []string
	column := max(12, min(32, width*2/5))
	row := func(left, right string) {
		lefts, rights := draw.Wrap(left, column-2), draw.Wrap(right, max(10, width-column))
		for i := range max(len(lefts), len(rights)) {
			line := strings.Repeat(" ", column)
			if i < len(lefts) {
				line = draw.Pad(lefts[i], column)
			}
			if i < len(rights) {
				line += rights[i]
			}
			out = append(out, strings.TrimRight(line, " "))
		}
	}
	for _, h := range keys.Table() {
		row(cmp.Or(strings.Join(km.Binding(h.Act).Keys(), ", "), "(no key)"), h.About)
	}
	out = append(out, "")
	for _, c := range slashes() {
		row(strings.TrimSpace("/"+c.name+" "+c.args), c.about)
	}
	row("@path", "attach a file of this folder")
	out = append(out, "")
	return append(out, draw.Wrap("Keys are set in the config under [tui.keys], by these names: "+strings.Join(actionNames(), ", "), width)...)
}

func actionNames() []string {
	var out []string
	for _, h := range keys.Table() {
		out = append(out, string(h.Act))
	}
	return out
}
