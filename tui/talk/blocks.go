package talk

import (
	"strings"

	"dormouse/tui/draw"
)

// Code that still grows, or has more than whole lines, is drawn in slabs: what began
// in one, a comment over many lines, has lost its colour in the next, but of a long
// one only the end is drawn again with each word.
const (
	slab  = 24
	whole = 80
)

// largeList is the size in bytes from which a list is cut between its items.
const largeList = 4 << 10

// block is a part of a reply that is drawn by itself. What is written after it
// cannot change how it looks.
type block struct {
	src    string
	joined bool // no empty line between it and the block before

	lines   []string
	width   int
	version int // of the theme
}

// Draw gives the lines of the block, from its cache where it can.
func (b *block) Draw(p *draw.Painter) []string {
	if b.lines == nil || b.width != p.Width || b.version != p.Theme.Version {
		b.lines = p.Markdown(b.src)
		if b.lines == nil {
			b.lines = []string{}
		}
		b.width, b.version = p.Width, p.Theme.Version
	}
	return b.lines
}

// Reply is Markdown that grows. The zero value is an empty one.
type Reply struct {
	Text   string
	done   int // bytes of text that are in blocks
	closed []block
	tail   []block // text[done:], cut further where it is one long code block
	drawn  int     // len(text) when tail was made
	joined bool    // what is not closed goes on with the list before it
}

// Add puts text at the end.
func (r *Reply) Add(s string) { r.Text += s }

// Set makes the text s. Blocks that are still right stay drawn.
func (r *Reply) Set(s string) {
	if s == r.Text {
		return
	}
	if r.done > len(s) || r.Text[:r.done] != s[:r.done] {
		*r = Reply{}
	}
	r.Text, r.drawn = s, -1
}

// Draw gives all lines of the reply.
func (r *Reply) Draw(p *draw.Painter) []string {
	r.cut()
	var out []string
	for _, part := range [][]block{r.closed, r.tail} {
		for i := range part {
			lines := part[i].Draw(p)
			if len(lines) == 0 {
				continue
			}
			if len(out) > 0 && !part[i].joined {
				out = append(out, "")
			}
			out = append(out, lines...)
		}
	}
	return out
}

// cut moves what is closed from the tail into blocks.
func (r *Reply) cut() {
	if r.drawn == len(r.Text) && r.drawn > 0 {
		return
	}
	r.drawn = len(r.Text)
	for {
		n, same, ok := nextBlock(r.Text[r.done:])
		if !ok {
			break
		}
		r.closed = append(r.closed, slabs(r.Text[r.done:r.done+n], r.joined)...)
		r.joined = same
		r.done += n
	}
	before := r.tail
	r.tail = slabs(r.Text[r.done:], r.joined)
	for i := range r.tail { // slabs that did not grow stay drawn
		if i < len(before) && before[i].src == r.tail[i].src {
			r.tail[i] = before[i]
		}
	}
}

// nextBlock gives the length of the first closed block of s; same tells that what
// comes after it belongs to the same list. A line that is not whole yet counts
// only where its first character decides, so that it does not matter in which
// pieces a text arrived.
func nextBlock(s string) (n int, same, ok bool) {
	var sc scan
	for pos := 0; pos < len(s); {
		end := strings.IndexByte(s[pos:], '\n')
		line := s[pos:]
		if end >= 0 {
			line = line[:end]
		}
		if cut, same := sc.boundary(line, pos, end >= 0); cut {
			return pos, same, true
		}
		if end < 0 {
			break
		}
		sc.Line(line)
		pos += end + 1
	}
	return 0, false, false
}

// scan is what is known of a block while its lines are read.
type scan struct {
	begun bool   // a line that is not empty was read
	list  bool   // the block is a list
	fence string // the fence that is open
	code  bool   // the block began with a fence
	over  bool   // and that has been closed: nothing more belongs to it
	blank bool   // the line before was empty
}

// boundary tells whether a new block begins with line, after so many bytes of
// this one; same, that it goes on with the same list.
func (sc *scan) boundary(line string, size int, whole bool) (cut, same bool) {
	switch {
	case sc.over:
		return true, false
	case !sc.begun || sc.fence != "" || line == "":
		return false, false
	case sc.list && whole && size > largeList && marker(line):
		return true, !sc.blank
	case !sc.blank:
		return whole && draw.FenceOf(line) != "" && !sc.list, false
	case line[0] == ' ' || line[0] == '\t' || line[0] == '\r':
		return false, false
	case sc.list && whole:
		return !marker(line), false
	case sc.list:
		return !strings.ContainsRune("-*+0123456789", rune(line[0])), false
	}
	return true, false
}

// Line takes up one more line of the block.
func (sc *scan) Line(line string) {
	trimmed := strings.TrimLeft(line, " \t")
	sc.blank = trimmed == ""
	switch {
	case sc.blank:
		return
	case sc.fence != "":
		if strings.HasPrefix(trimmed, sc.fence) && strings.Trim(trimmed, sc.fence[:1]+" \t\r") == "" {
			sc.fence, sc.over = "", sc.code
		}
	default:
		sc.fence = draw.FenceOf(trimmed)
		if !sc.begun {
			sc.list, sc.code = marker(line), sc.fence != "" && line[0] != ' '
		}
	}
	sc.begun = true
}

// marker tells whether a line begins with a list marker at its first column.
func marker(line string) bool {
	rest := strings.TrimLeft(line, "0123456789")
	switch {
	case len(line) != len(rest) && len(line)-len(rest) < 10:
		return len(rest) >= 2 && (rest[0] == '.' || rest[0] == ')') && rest[1] == ' '
	case line != "":
		return strings.ContainsRune("-*+", rune(line[0])) && len(line) >= 2 && line[1] == ' '
	}
	return false
}

// slabs cuts one long code block into parts with fences of their own, so that a
// growing one is not coloured from its beginning again and again. All else is
// one block.
func slabs(src string, joined bool) []block {
	one := []block{{src: src, joined: joined}}
	body := strings.TrimLeft(src, "\n")
	head, rest, _ := strings.Cut(body, "\n")
	fence := draw.FenceOf(head)
	lines := strings.Count(rest, "\n")
	if fence == "" || lines <= slab || lines <= whole && closes(fence, rest) {
		return one
	}
	var out []block
	for rest != "" {
		part := slabOf(rest)
		rest = rest[len(part):]
		if len(out) > 0 && rest == "" && closes(fence, part) && strings.Count(part, "\n") <= 1 {
			break // the closing fence alone
		}
		src := head + "\n" + part
		if rest != "" {
			src += fence + "\n"
		}
		out = append(out, block{src: src, joined: joined || len(out) > 0})
	}
	return out
}

// closes tells whether the last line of code is its closing fence.
func closes(fence, code string) bool {
	code = strings.TrimRight(code, " \r\n")
	last := strings.TrimSpace(code[strings.LastIndexByte(code, '\n')+1:])
	return strings.HasPrefix(last, fence) && strings.Trim(last, fence[:1]) == ""
}

// slabOf is the first slab of code: so many lines, and more until neither side
// of the cut is an empty line, because those are trimmed when drawn.
func slabOf(code string) string {
	end, blank := 0, false
	for n := 0; end < len(code); n++ {
		i := strings.IndexByte(code[end:], '\n')
		if i < 0 {
			return code
		}
		line := strings.TrimSpace(code[end:end+i]) == ""
		if n >= slab && !blank && !line {
			return code[:end]
		}
		end, blank = end+i+1, line
	}
	return code
}
