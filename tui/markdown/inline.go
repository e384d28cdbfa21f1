package markdown

import (
	"html"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"dormouse/tui/safe"
)

// inline draws the text of a node.
func (d *drawer) inline(n ast.Node, ink Ink) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		b.WriteString(d.piece(c, ink))
	}
	return b.String()
}

func (d *drawer) piece(n ast.Node, ink Ink) string {
	switch n := n.(type) {
	case *ast.Text:
		s := d.run(ink, breaks.Replace(plain(n.Segment.Value(d.src))))
		if n.SoftLineBreak() || n.HardLineBreak() {
			s += "\n"
		}
		return s
	case *ast.String:
		return d.run(ink, string(n.Value))
	case *ast.CodeSpan:
		return d.span(n, ink)
	case *ast.Emphasis:
		if n.Level > 1 {
			return d.inline(n, ink+bold)
		}
		return d.inline(n, ink+italic)
	case *extast.Strikethrough:
		return d.inline(n, ink+struck)
	case *ast.AutoLink:
		return d.run(ink+underlined+d.style.Address, string(n.Label(d.src)))
	case *ast.Link:
		return d.link(d.inline(n, ink+d.style.Link), n.Destination, ink)
	case *ast.Image:
		return d.link("image: "+d.inline(n, ink)+" →", n.Destination, ink)
	case *extast.TaskCheckBox:
		return "" // the item's sign says it
	}
	return d.inline(n, ink)
}

// link is a text with the address it leads to, once.
func (d *drawer) link(text string, to []byte, ink Ink) string {
	address := plain(to)
	if address == "" || strings.Contains(text, address) {
		return text
	}
	return text + " " + d.run(ink+underlined+d.style.Address, address)
}

// span is code within a line.
func (d *drawer) span(n ast.Node, ink Ink) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.WriteString(strings.ReplaceAll(string(t.Segment.Value(d.src)), "\n", " "))
		}
	}
	code := b.String()
	if _, ok := n.Parent().(*extast.TableCell); ok { // there a bar is written so in code, too
		code = strings.ReplaceAll(code, `\|`, "|")
	}
	if d.style.Quoted {
		return d.run(ink, "`"+code+"`")
	}
	return d.run(ink+d.style.Code, code)
}

// breaks are line breaks as HTML writes them.
var breaks = strings.NewReplacer("<br>", "\n", "<br/>", "\n", "<br />", "\n")

// plain is a text without the backslashes that protect its signs, and with
// characters in the place of references to them.
func plain(raw []byte) string {
	if strings.IndexByte(string(raw), '\\') < 0 && strings.IndexByte(string(raw), '&') < 0 {
		return string(raw)
	}
	var b strings.Builder
	for i := 0; i < len(raw); {
		switch c := raw[i]; {
		case c == '\\' && i+1 < len(raw) && util.IsPunct(raw[i+1]):
			b.WriteByte(raw[i+1])
			i += 2
			continue
		case c == '&':
			if char, n := reference(string(raw[i:min(len(raw), i+40)])); n > 0 {
				b.WriteString(char)
				i += n
				continue
			}
		}
		b.WriteByte(raw[i])
		i++
	}
	return b.String()
}

// reference is the character that a reference at the beginning of s stands for, and
// its length; 0 where there is none, or where it would be a control: that is shown
// as written.
func reference(s string) (char string, n int) {
	name, _, ok := strings.Cut(s[1:], ";")
	if !ok || name == "" {
		return "", 0
	}
	n = len(name) + 2
	if digits, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if hex, ok := strings.CutPrefix(strings.ToLower(digits), "x"); ok {
			digits, base = hex, 16
		}
		code, err := strconv.ParseUint(digits, base, 32)
		if err != nil || code < 0x20 || code > 0x10ffff {
			return "", 0
		}
		char = string(rune(code))
	} else if char = html.UnescapeString(s[:n]); char == s[:n] {
		return "", 0
	}
	if safe.Text(char) != char || strings.ContainsAny(char, "\n\t\r\x1b\ufffd") {
		return "", 0
	}
	return char, n
}
