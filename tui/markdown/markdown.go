// Package markdown draws Markdown that nobody vouches for into lines of a
// terminal. No line is wider than it may be, each stands by itself, and nothing but
// printable text and SGR sequences of its own is in them: what the source brings of
// controls is shown visibly, also where it is written as a character reference.
// Nothing that is written vanishes: HTML and definitions of links are shown as they
// stand, line breaks stay.
//
// # Why not a library
//
// The one for terminals brings a highlighter that reads 300 grammars and 70 styles
// when the program starts, 15 ms before `dormouse version` says a word, and draws a
// paragraph's lines before it is known where they break. The parser is goldmark,
// which reads the memory files, too.
package markdown

import (
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"dormouse/tui/safe"
)

// Ink is a sequence that switches a colour or an attribute on; "" is none.
type Ink string

const (
	bold       Ink = "\x1b[1m"
	italic     Ink = "\x1b[3m"
	underlined Ink = "\x1b[4m"
	struck     Ink = "\x1b[9m"
	reset          = "\x1b[m"
)

// Style is how things look.
type Style struct {
	Heading, Quote, Rule, Code, Address, Link Ink

	Keyword, Literal, Comment, Number, Call, Added, Removed Ink // in blocks of code

	Quoted bool // code within a line keeps its quotes: nothing else tells it
}

// reader parses. HTML and definitions of links are text to it.
var reader = sync.OnceValue(func() parser.Parser {
	blocks := []util.PrioritizedValue{
		util.Prioritized(parser.NewSetextHeadingParser(), 100), util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300), util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500), util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700), util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	}
	inlines := []util.PrioritizedValue{
		util.Prioritized(boxes{}, 0), util.Prioritized(parser.NewCodeSpanParser(), 100), util.Prioritized(parser.NewLinkParser(), 200),
		util.Prioritized(parser.NewAutoLinkParser(), 300), util.Prioritized(parser.NewEmphasisParser(), 500),
		util.Prioritized(strikes{}, 500), util.Prioritized(addresses{}, 999),
	}
	return parser.NewParser(parser.WithBlockParsers(blocks...), parser.WithInlineParsers(inlines...),
		parser.WithParagraphTransformers(util.Prioritized(tables{}, 200)))
})

// mostLinks is how many beginnings of links are looked at: each may read the text to
// its end.
const mostLinks = 1000

// Lines draws src into lines of at most width cells.
func Lines(src string, width int, s Style) []string {
	src = strings.ReplaceAll(safe.Text(strings.ReplaceAll(src, "\r\n", "\n")), "\t", "    ")
	if strings.Count(src, "](") > mostLinks {
		return fold(src, width)
	}
	d := drawer{src: []byte(src), style: s}
	return d.blocks(reader().Parse(text.NewReader(d.src)), max(1, width), "")
}

type drawer struct {
	src   []byte
	style Style
}

// blocks draws what stands within a node, one below the other.
func (d *drawer) blocks(parent ast.Node, width int, ink Ink) []string {
	var out []string
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		lines := d.block(n, width, ink)
		if len(lines) == 0 {
			continue
		}
		if len(out) > 0 && setOff(n) {
			out = append(out, "")
		}
		out = append(out, lines...)
	}
	return out
}

// setOff tells whether an empty line stands before a block: not between the items of
// a list, and not before a list within one of them.
func setOff(n ast.Node) bool {
	switch n.Kind() {
	case ast.KindListItem, ast.KindTextBlock:
		return false
	case ast.KindList:
		return n.Parent().Kind() != ast.KindListItem
	}
	return true
}

func (d *drawer) block(n ast.Node, width int, ink Ink) []string {
	switch n := n.(type) {
	case *ast.Heading:
		ink += d.style.Heading
		return fold(d.run(ink, strings.Repeat("#", n.Level)+" ")+d.inline(n, ink), width)
	case *ast.Blockquote:
		return d.hang(n, "│ ", "│ ", width, ink+d.style.Quote)
	case *ast.List:
		return d.blocks(n, width, ink)
	case *ast.ListItem:
		lead := d.sign(n)
		return d.hang(n, lead, strings.Repeat(" ", cells(lead)), width, ink)
	case *ast.FencedCodeBlock:
		return d.code(string(n.Language(d.src)), n.Lines(), width)
	case *ast.CodeBlock:
		return d.code("", n.Lines(), width)
	case *ast.ThematicBreak:
		return []string{d.run(ink+d.style.Rule, strings.Repeat("─", min(8, width)))}
	case *extast.Table:
		return d.table(n, width, ink)
	}
	return fold(d.inline(n, ink), width)
}

// hang draws what stands within a node behind a lead, and further lines behind what
// follows from it. Where it would take half of the width there is none.
func (d *drawer) hang(n ast.Node, lead, next string, width int, ink Ink) []string {
	indent := cells(lead)
	if 2*indent > width {
		return d.blocks(n, width, ink)
	}
	lines := d.blocks(n, width-indent, ink)
	if len(lines) == 0 {
		lines = []string{""}
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(lead+line, " ")
		lead = next
	}
	return lines
}

// sign is what stands before an item of a list.
func (d *drawer) sign(n *ast.ListItem) string {
	list, ok := n.Parent().(*ast.List)
	if !ok {
		return ""
	}
	if list.IsOrdered() {
		number := list.Start
		for before := n.PreviousSibling(); before != nil; before = before.PreviousSibling() {
			number++
		}
		return strconv.Itoa(number) + ". "
	}
	if first := n.FirstChild(); first != nil {
		if box, ok := first.FirstChild().(*extast.TaskCheckBox); ok {
			return map[bool]string{true: "[x] ", false: "[ ] "}[box.IsChecked]
		}
	}
	return "• "
}

// run is a text in an ink.
func (d *drawer) run(ink Ink, s string) string {
	if ink == "" || s == "" {
		return s
	}
	return string(ink) + s + reset
}

// fold breaks a drawn text into lines of at most width cells, at blanks where it
// can, and takes colours up again on the next line.
func fold(s string, width int) []string {
	var out []string
	for part := range strings.SplitSeq(s, "\n") {
		out = append(out, breakLine(strings.Trim(part, " "), width)...)
	}
	return carry(out)
}

func breakLine(s string, width int) []string {
	if len(s) <= width {
		return []string{s}
	}
	var out []string
	for piece := range strings.SplitSeq(Break(s, width), "\n") {
		if cells(piece) > width { // the last of it was a wide character
			piece = ansi.Hardwrap(piece, width, true)
		}
		out = append(out, strings.Split(piece, "\n")...)
	}
	return out
}

// hyphen stands for "-" while a line is broken. It is as wide, the wrapper does not
// know it, and no text that was made safe holds it.
const hyphen = "\uffa0"

// Break puts newlines into drawn text so that no line is wider than width cells: at
// blanks, and only within what is wider by itself. Never at a hyphen: a date, a
// path or a flag is copied whole.
func Break(s string, width int) string {
	return strings.ReplaceAll(ansi.Wrap(strings.ReplaceAll(s, "-", hyphen), width, ""), hyphen, "-")
}

// cells is the width of a text in a terminal.
func cells(s string) int { return ansi.StringWidth(s) }

// carry makes every line stand by itself.
func carry(lines []string) []string {
	active := ""
	for i, line := range lines {
		before := active
		active = activeAfter(active, line)
		line = strings.TrimRight(line, " ")
		if line != "" {
			line = before + line
		}
		if activeAfter("", line) != "" {
			line += reset
		}
		lines[i] = line
	}
	return lines
}

// activeAfter is what is switched on after a line.
func activeAfter(active, line string) string {
	for {
		i := strings.IndexByte(line, '\x1b')
		if i < 0 {
			return active
		}
		line = line[i:]
		end := strings.IndexByte(line, 'm') + 1
		if seq := line[:end]; seq == reset {
			active = ""
		} else {
			active += seq
		}
		line = line[end:]
	}
}
