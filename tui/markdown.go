package tui

import (
	"strconv"
	"strings"

	"charm.land/glamour/v2"

	"dormouse/tui/safe"
)

// painter draws for one width and theme. It is used from Update and View only,
// which never run at the same time; glamour's renderer could bear no more.
type painter struct {
	theme   theme
	width   int // cells a body may use
	times   bool
	renders map[int]*glamour.TermRenderer // by width: a table gets what it needs
}

func newPainter(t theme, width int) *painter {
	return &painter{theme: t, width: width, renders: map[int]*glamour.TermRenderer{}}
}

// renderer gives glamour's renderer for a width; nil when there is none.
func (p *painter) renderer(width int) *glamour.TermRenderer {
	if r, ok := p.renders[width]; ok {
		return r
	}
	r, err := glamour.NewTermRenderer(
		glamour.WithStyles(p.theme.markdown), glamour.WithWordWrap(width),
		glamour.WithChromaFormatter(p.theme.formatter), glamour.WithInlineTableLinks(true),
	)
	if err != nil {
		r = nil
	}
	p.renders[width] = r
	return r
}

// largestMarkdown is the size in bytes from which one block is shown as it is
// written: drawing more takes longer than a frame may.
const largestMarkdown = 48 << 10

// markdown draws one block of untrusted Markdown.
func (p *painter) markdown(src string) []string {
	src = strings.Trim(src, "\n")
	if len(src) > largestMarkdown {
		return wrap(src, p.width)
	}
	src = harmless(src)
	r := p.renderer(min(p.width, tableWidth(src)))
	if r == nil {
		return wrap(src, p.width)
	}
	drawn, err := r.Render(src)
	if err != nil {
		return wrap(src, p.width)
	}
	drawn = strings.ReplaceAll(drawn, string(ampersand), "&")
	return trimBlank(settle(drawn, p.width))
}

// ampersand stands for an & that Markdown must not see, while it is drawn.
const ampersand = '\uf8fe'

// harmless makes Markdown safe to draw. Beside what safe.Text does, no character
// reference may become a control: "&#27;" is shown as it is written.
func harmless(src string) string {
	src = strings.ReplaceAll(safe.Text(src), "\t", "    ")
	src = strings.ReplaceAll(src, string(ampersand), "\ufffd")
	if !strings.Contains(src, "&") {
		return src
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(src, '&')
		if i < 0 {
			b.WriteString(src)
			return b.String()
		}
		b.WriteString(src[:i])
		if name, _, ok := strings.Cut(src[i+1:min(len(src), i+40)], ";"); ok && plainReference(name) {
			b.WriteByte('&')
		} else {
			b.WriteRune(ampersand)
		}
		src = src[i+1:]
	}
}

// plainReference tells whether the character reference &name; is a printable
// character. Of the named ones only those that people write are known here; an
// unknown one is shown as it is written.
func plainReference(name string) bool {
	if digits, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if hex, ok := strings.CutPrefix(strings.ToLower(digits), "x"); ok {
			digits, base = hex, 16
		}
		n, err := strconv.ParseUint(digits, base, 32)
		return err == nil && n >= 0x20 && n <= 0x10ffff && safe.Text(string(rune(n))) == string(rune(n))
	}
	switch name {
	case "amp", "lt", "gt", "quot", "apos", "nbsp", "copy", "reg", "trade", "hellip", "mdash", "ndash",
		"lsquo", "rsquo", "ldquo", "rdquo", "laquo", "raquo", "bull", "middot", "deg", "plusmn", "times", "divide",
		"euro", "pound", "yen", "cent", "sect", "para", "larr", "rarr", "uarr", "darr", "le", "ge", "ne", "asymp",
		"auml", "ouml", "uuml", "Auml", "Ouml", "Uuml", "szlig", "eacute", "egrave", "agrave", "ccedil", "ntilde":
		return true
	}
	return false
}

// tableWidth is how many cells a table needs that is not spread over the whole
// line; for all that is no table it is more than any line has.
func tableWidth(src string) int {
	const all = 1 << 30
	lines := strings.Split(src, "\n")
	if len(lines) < 2 || !strings.Contains(lines[0], "|") || strings.Trim(lines[1], "|:- ") != "" || !strings.Contains(lines[1], "-") {
		return all
	}
	var columns []int
	for i, line := range lines {
		if i == 1 || line == "" {
			continue
		}
		for c, cell := range strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|") {
			if c == len(columns) {
				columns = append(columns, 0)
			}
			columns[c] = max(columns[c], cells(strings.TrimSpace(cell)))
		}
	}
	sum := -1
	for _, n := range columns {
		sum += n + 3
	}
	return max(10, (sum+7)/8*8) // few widths, few renderers
}

// trimBlank cuts empty lines from both ends.
func trimBlank(lines []string) []string {
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
