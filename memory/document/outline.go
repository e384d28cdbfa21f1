package document

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxNesting is how many containers one line may open. Markdown knows no limit,
// but goldmark takes quadratic time: 17 s for 100,000 of them. A line that is
// indented by more than maxIndent columns, two for each container, opens none: a
// list whose 3,000 bullets stand each two columns further in took 49 s.
const (
	maxNesting = 64
	maxIndent  = 2 * maxNesting
)

// block is one block of the outline, for comparing two parses.
type block struct {
	kind  ast.NodeKind
	depth int
	pos   int // where goldmark says it begins
	extra int // heading level, or the byte that marks an item
}

// heading is a heading on the top level of the document.
type heading struct {
	start, end int // whole lines, with their line ending
	level      int
	title      string
	path       []string // titles of the headings above it and its own
}

// item is one bullet on the top level of the document.
type item struct {
	start, end int // whole lines with their ending; end excludes blank lines
	from, to   int // the text of its first paragraph; equal when it has none
	head       int // index of the heading above it; -1 when there is none
	list       int // number of the list it belongs to
}

// outline reads the blocks of src[body:].
func outline(src []byte, body int) (blocks []block, heads []heading, items []item) {
	root := blockParser().Parse(text.NewReader(bounded(src, body)))
	w := walker{src: src, starts: make([]int, 0, 64)}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		w.top(n)
	}
	w.finish()
	return w.blocks, w.heads, w.items
}

// blockParser is goldmark without inline parsers and link definitions: only
// blocks matter here, and it takes a third of the time. A parser is not kept
// because it changes while it is first used; making one takes 3 µs.
func blockParser() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewHTMLBlockParser(), 900),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	))
}

// bounded returns src as goldmark shall see it: what stands before body is blank
// (so that positions hold), the marks of an unresolved merge are rules, so that
// they are no text of the bullet above them, and no line opens more than
// maxNesting containers or stands deeper than maxIndent.
func bounded(src []byte, body int) []byte {
	out := src
	own := func() {
		if len(out) > 0 && &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
	}
	if body > 0 {
		out = ranges{{0, body}}.blank(src)
	}
	for _, r := range conflicts(src) {
		own()
		for at := r[0]; at < r[1]; at = LineEnd(src, at) {
			if line := bytes.TrimRight(src[at:LineEnd(src, at)], "\r\n"); isMergeMark(line) {
				copy(out[at:], bytes.Repeat([]byte("*"), len(line)))
			}
		}
	}
	for start := body; start < len(src); {
		end := LineEnd(src, start)
		if i := tooDeep(src[start:end]); i >= 0 {
			own()
			out[start+i] = 'x'
		}
		start = end
	}
	return out
}

// isMergeMark tells a line that a merge put between two versions.
func isMergeMark(line []byte) bool {
	mark, _, _ := bytes.Cut(line, []byte(" "))
	switch string(mark) {
	case "<<<<<<<", "|||||||", "=======", ">>>>>>>":
		return true
	}
	return false
}

// tooDeep returns where a line opens one container too many or stands too far
// in, or -1. A row of dashes is a rule, however long: it opens nothing.
func tooDeep(line []byte) int {
	marks, columns := 0, 0
	for i, c := range line {
		switch c {
		case ' ':
			columns++
		case '\t':
			columns += 4
		case '>':
			marks++
		case '-', '*', '+', '.', ')':
			if i+1 == len(line) || isBlank(line[i+1:i+2]) {
				marks++
			}
		default:
			if c < '0' || '9' < c {
				return -1
			}
		}
		if marks > maxNesting || columns > maxIndent {
			if isBlank(line[i:]) {
				return -1
			}
			return i
		}
	}
	return -1
}

// walker collects the outline in document order.
type walker struct {
	src    []byte
	blocks []block
	heads  []heading
	items  []item
	starts []int // line starts of the top-level blocks and items, in order
	lists  int
}

// top takes one child of the document.
func (w *walker) top(n ast.Node) {
	list, isList := n.(*ast.List)
	if isList && !list.IsOrdered() {
		w.lists++
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			w.starts = append(w.starts, lineStart(w.src, c.Pos()))
			w.bullet(c)
			w.add(c, 1)
		}
		return
	}
	w.starts = append(w.starts, lineStart(w.src, n.Pos()))
	if h, ok := n.(*ast.Heading); ok {
		w.heading(h)
	}
	w.add(n, 0)
}

// add appends a block and those in it. Lists are left out: where one begins and
// ends may change with an item, the items tell the rest.
func (w *walker) add(n ast.Node, depth int) {
	b := block{kind: n.Kind(), depth: depth, pos: n.Pos()}
	if b.pos < 0 && len(w.blocks) > 0 {
		b.pos = w.blocks[len(w.blocks)-1].pos
	}
	switch n := n.(type) {
	case *ast.Heading:
		b.extra = n.Level
	case *ast.ListItem:
		b.extra = int(n.Parent().(*ast.List).Marker)
	case *ast.TextBlock:
		b.kind = ast.KindParagraph // the difference is a blank line somewhere
	}
	if n.Kind() != ast.KindList {
		w.blocks = append(w.blocks, b)
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Type() == ast.TypeBlock {
			w.add(c, depth+1)
		}
	}
}

func (w *walker) heading(h *ast.Heading) {
	out := heading{start: lineStart(w.src, h.Pos()), level: h.Level}
	out.end = LineEnd(w.src, h.Pos())
	lines := h.Lines()
	var title []byte
	for i := range lines.Len() {
		s := lines.At(i)
		title = append(append(title, ' '), bytes.TrimSpace(s.Value(w.src))...)
		out.end = LineEnd(w.src, s.Start)
	}
	out.title = string(bytes.TrimSpace(title))
	if isSetext(w.src[out.start:out.end]) {
		out.end = LineEnd(w.src, out.end)
	}
	out.path = pathUnder(w.heads, out)
	w.heads = append(w.heads, out)
}

// pathUnder is the path of a heading that follows others.
func pathUnder(heads []heading, h heading) []string {
	for _, above := range slices.Backward(heads) {
		if above.level < h.level {
			return append(slices.Clone(above.path), h.title)
		}
	}
	return []string{h.title}
}

// isSetext tells a heading that is underlined from one with marks before it.
func isSetext(line []byte) bool {
	line = bytes.TrimLeft(line, " ")
	rest := bytes.TrimLeft(line, "#")
	marks := len(line) - len(rest)
	return marks == 0 || marks > 6 || len(rest) > 0 && !bytes.ContainsAny(rest[:1], " \t\r\n")
}

func (w *walker) bullet(n ast.Node) {
	it := item{start: lineStart(w.src, n.Pos()), head: len(w.heads) - 1, list: w.lists}
	it.from = min(n.Pos()+1, len(w.src))
	for it.from < len(w.src) && (w.src[it.from] == ' ' || w.src[it.from] == '\t') {
		it.from++
	}
	it.to = it.from
	if c := n.FirstChild(); c != nil && (c.Kind() == ast.KindTextBlock || c.Kind() == ast.KindParagraph) {
		if lines := c.Lines(); lines.Len() > 0 {
			it.from = lines.At(0).Start
			last := lines.At(lines.Len() - 1)
			it.to = max(it.from, last.Start+len(bytes.TrimRight(last.Value(w.src), " \t\r\n")))
		}
	}
	w.items = append(w.items, it)
}

// finish sets where each item ends: at the line of the next block outside it,
// without the blank lines before that. Lines of its own children do not tell:
// they leave out closing fences and comments.
func (w *walker) finish() {
	at := 0
	for i := range w.items {
		it := &w.items[i]
		for at < len(w.starts) && w.starts[at] <= it.start {
			at++
		}
		end := len(w.src)
		if at < len(w.starts) {
			end = w.starts[at]
		}
		it.end = trimBlank(w.src, it.start, end)
	}
}

// trimBlank moves end back over blank lines, but not past the line of start.
func trimBlank(src []byte, start, end int) int {
	for end > start {
		prev := lineStart(src, end-1)
		if prev <= start || !isBlank(src[prev:end]) {
			break
		}
		end = prev
	}
	return end
}

// lineStart returns where the line that holds pos begins.
func lineStart(src []byte, pos int) int {
	pos = min(max(pos, 0), len(src))
	return bytes.LastIndexByte(src[:pos], '\n') + 1
}

// LineEnd returns where the line after the one that holds pos begins.
func LineEnd(src []byte, pos int) int {
	pos = min(max(pos, 0), len(src))
	if i := bytes.IndexByte(src[pos:], '\n'); i >= 0 {
		return pos + i + 1
	}
	return len(src)
}

// isBlank reports whether a line is empty for Markdown: a form feed is not.
func isBlank(line []byte) bool { return len(bytes.Trim(line, " \t\r\n")) == 0 }
