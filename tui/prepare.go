package tui

import (
	"strconv"
	"strings"

	"dormouse/tui/safe"
)

// Signs that stand for something while Markdown is drawn. All are one cell wide
// and are replaced in what the source itself brings.
const (
	ampersand = '\uf8fe' // an & that must not become another character
	angle     = '\uf8fc' // a < that must not become HTML, which would vanish
	newline   = '\uf8fd' // a line break that is kept, behind the item's sign
)

// prepare makes untrusted Markdown safe to draw, and helps where the drawing
// would lose something:
//   - no character reference becomes a control: "&#27;" is shown as written;
//   - HTML is shown as written, not swallowed; <br> is a line break;
//   - line breaks within a paragraph are kept;
//   - further paragraphs of a list item stay apart from its first.
func prepare(src string) string {
	src = strings.ReplaceAll(safe.Text(src), "\t", "    ")
	src = strings.Map(func(r rune) rune {
		if r == ampersand || r == angle || r == newline {
			return '\ufffd'
		}
		return r
	}, src)
	var p preparer
	for line := range strings.SplitSeq(references(src), "\n") {
		p.line(line)
	}
	return strings.Join(p.out, "\n")
}

// preparer goes through the lines of one block.
type preparer struct {
	out   []string
	fence string // that is open
	list  bool   // the block is a list
	text  bool   // the line before was text that a next one goes on with
	blank bool   // the line before was empty, and text before that
}

func (p *preparer) line(line string) {
	trimmed := strings.TrimLeft(line, " ")
	if len(p.out) == 0 {
		p.list = marker(line)
	}
	text, blank := p.text, p.blank
	p.text, p.blank = false, false
	switch {
	case p.fence != "":
		if closes(p.fence, line) {
			p.fence = ""
		}
	case fenceOf(trimmed) != "":
		p.fence = fenceOf(trimmed)
		line = inKnown(line, p.fence)
	case text && paragraph(trimmed):
		p.join(tags(trimmed), 1)
		return
	case blank && p.list && line[:min(1, len(line))] == " " && paragraph(trimmed):
		p.out = p.out[:len(p.out)-1]
		p.join(tags(trimmed), 2)
		return
	default:
		p.text = paragraph(tail(line))
		p.blank = trimmed == "" && text
		line = tags(line)
	}
	p.out = append(p.out, line)
}

// join puts text behind what stands there, after so many line breaks.
func (p *preparer) join(text string, breaks int) {
	last := len(p.out) - 1
	p.out[last] = strings.TrimRight(p.out[last], " \\") + " " + strings.Repeat(string(newline), breaks) + " " + text
	p.text = true
}

// tail is a line without blanks and list marker before it.
func tail(line string) string {
	line = strings.TrimLeft(line, " ")
	if marker(line) {
		_, line, _ = strings.Cut(line, " ")
	}
	return strings.TrimLeft(line, " ")
}

// paragraph tells whether a line, without its indentation, is nothing but text.
func paragraph(line string) bool {
	if line == "" || marker(line) || strings.Contains(line, "|") || fenceOf(line) != "" {
		return false
	}
	switch line[0] {
	case '*', '_': // emphasis, or a rule
		return strings.Trim(line, "*_- ") != ""
	}
	return !strings.ContainsRune("#>=-+", rune(line[0]))
}

// tags keeps HTML from being taken for HTML.
func tags(line string) string {
	if !strings.Contains(line, "<") {
		return line
	}
	br := string(newline)
	if strings.Contains(line, "|") {
		br = " " // in a table
	}
	line = strings.NewReplacer("<br>", br, "<br/>", br, "<br />", br).Replace(line)
	var b strings.Builder
	for i, r := range line {
		if r == '<' && i+1 < len(line) && opens(line[i+1:]) {
			r = angle
		}
		b.WriteRune(r)
	}
	return b.String()
}

// opens tells whether what follows a < may be HTML. Addresses are left to be
// links.
func opens(rest string) bool {
	for _, scheme := range []string{"http://", "https://", "mailto:"} {
		if strings.HasPrefix(rest, scheme) {
			return false
		}
	}
	c := rest[0] | 0x20
	return c >= 'a' && c <= 'z' || rest[0] == '/' || rest[0] == '!' || rest[0] == '?'
}

// references keeps character references from becoming controls.
func references(src string) string {
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
		if name, _, ok := strings.Cut(src[i+1:min(len(src), i+40)], ";"); ok && isName(name) && !plainReference(name) {
			b.WriteRune(ampersand)
		} else {
			b.WriteByte('&')
		}
		src = src[i+1:]
	}
}

// isName tells whether &name; has the form of a character reference.
func isName(name string) bool {
	return name != "" && strings.Trim(strings.ToLower(strings.TrimPrefix(name, "#")), "abcdefghijklmnopqrstuvwxyz0123456789") == ""
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

// finish puts back what the signs stand for.
func finish(drawn string) string {
	return strings.NewReplacer(string(ampersand), "&", string(angle), "<").Replace(drawn)
}
