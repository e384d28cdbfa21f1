package document

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// piece is a block of a document's top level, or a bullet, with all that stands in
// it.
type piece struct {
	kind  ast.NodeKind
	under string // the heading above it
	Text  string // without blank lines at its end
	Line  int    // 1-based
	at    int    // where it begins
	last  bool   // nothing follows it
}

// Survives tells whether u is still there as v. The last block may be an open
// fence or comment, which is closed before something is written after it.
func (u piece) Survives(v piece) bool {
	if u.kind != v.kind || u.under != v.under {
		return false
	}
	rest, same := strings.CutPrefix(v.Text, u.Text)
	open := u.kind == ast.KindFencedCodeBlock || u.kind == ast.KindHTMLBlock
	return same && (rest == "" || u.last && open && !strings.Contains(strings.Trim(rest, "\r\n"), "\n"))
}

// Pieces are the document in pieces that mean something alone; without those that
// are the program's, which are the entries that written tells and its headings.
func (d Document) Pieces(path string, written func(Entry) bool) []piece {
	if written == nil {
		return d.allPieces()
	}
	own := map[int]bool{} // where the program's own pieces begin
	for i, e := range d.Entries(path) {
		own[d.items[i].start] = written(e)
	}
	for _, h := range d.heads {
		own[h.start] = h.title == memoryTitle || TypeUnder(h.title) != ""
	}
	return slices.DeleteFunc(d.allPieces(), func(u piece) bool { return u.kind != 0 && own[u.at] })
}

func (d Document) allPieces() []piece {
	var out []piece
	if d.body > 0 {
		out = append(out, piece{Text: string(d.src[:d.body]), Line: 1})
	}
	at := liner{src: d.src}
	for _, b := range d.blocks {
		if b.depth > 1 || b.depth == 1 && b.kind != ast.KindListItem {
			continue
		}
		start := lineStart(d.src, b.pos)
		if n := len(out); start < d.body || n > 0 && out[n-1].kind != 0 && out[n-1].at >= start {
			continue
		}
		out = append(out, piece{kind: b.kind, under: d.above(start), Line: at.line(start), at: start})
	}
	for i := range out {
		u := &out[i]
		if u.kind == 0 {
			continue
		}
		end := len(d.src)
		if u.last = i+1 == len(out); !u.last {
			end = out[i+1].at
		}
		u.Text = strings.TrimRight(string(d.src[u.at:end]), " \t\r\n")
	}
	return out
}

// above is the heading over a position; "" for a heading, since another section
// may be put before it.
func (d Document) above(pos int) string {
	for _, h := range slices.Backward(d.heads) {
		switch {
		case h.start == pos:
			return ""
		case h.start < pos:
			return h.title
		}
	}
	return ""
}

// Emptied reports whether a text leaves nothing to remember of a part of MEMORY.md
// that held something: no more than headings, rules and comments.
func (d Document) Emptied(text, section string) bool {
	says := func(u piece) bool {
		return u.kind != 0 && u.kind != ast.KindHeading && u.kind != ast.KindHTMLBlock && u.kind != ast.KindThematicBreak &&
			strings.Trim(u.Text, "-*+ \t\r\n") != ""
	}
	if slices.ContainsFunc(Parse([]byte(text)).allPieces(), says) {
		return false
	}
	from, to := 0, len(d.src)
	if section != "" {
		h := d.headingAt(section)
		if h < 0 {
			return false
		}
		from, to = d.heads[h].start, d.sectionEnd(h)
	}
	return slices.ContainsFunc(d.allPieces(), func(u piece) bool { return from <= u.at && u.at < to && says(u) })
}
