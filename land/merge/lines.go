package merge

import (
	"bytes"
	"strings"
)

// Line is one line of a text, its ending apart: "\n", "\r\n", or "" for a last
// line that has none. Lines are compared by text, so that a missing final
// newline does not make the last line a changed one.
type Line struct{ Text, eol string }

// Split cuts a text into its lines.
func Split(text []byte) []Line {
	var out []Line
	for len(text) > 0 {
		l, rest, ended := bytes.Cut(text, []byte("\n"))
		eol := ""
		if ended {
			eol = "\n"
			if n := len(l); n > 0 && l[n-1] == '\r' {
				l, eol = l[:n-1], "\r\n"
			}
		}
		out = append(out, Line{string(l), eol})
		text = rest
	}
	return out
}

// join puts lines together. A line without ending that came to stand before
// another gets the ending that the text uses elsewhere.
func join(lines []Line, eol string) []byte {
	var b bytes.Buffer
	for i, l := range lines {
		b.WriteString(l.Text)
		if l.eol == "" && i < len(lines)-1 {
			l.eol = eol
		}
		b.WriteString(l.eol)
	}
	return b.Bytes()
}

// ending is the line ending of the first text that has one.
func ending(texts ...[]Line) string {
	for _, t := range texts {
		if len(t) > 0 && t[0].eol != "" {
			return t[0].eol
		}
	}
	return "\n"
}

// Texts are the lines without their endings.
func Texts(lines []Line) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l.Text
	}
	return out
}

// Fate is what became of one line of the base.
type Fate int

// The fates.
const (
	Kept Fate = iota
	Changed
	Gone
)

// Edit is a text told as changes of a base, line by line: what became of each
// line, and what was put before it (ins[len(base)]: after the last).
type Edit struct {
	Fates []Fate
	Now   []Line // of a line that is kept or changed
	ins   [][]Line
}

// Edits tells other as changes of base. A rewritten line is recognised by its
// likeness, so that two hands that touch neighbouring lines do not clash.
func Edits(base, other []Line) Edit {
	e := Edit{
		Fates: make([]Fate, len(base)),
		Now:   make([]Line, len(base)),
		ins:   make([][]Line, len(base)+1),
	}
	to := Match(Texts(base), Texts(other))
	slideUp(to, other)
	j := 0
	for i := 0; i <= len(base); {
		lo := i
		for i < len(base) && to[i] < 0 {
			i++
		}
		end := len(other)
		if i < len(base) {
			end = to[i]
		}
		e.hunk(base, lo, i, other[j:end])
		if i == len(base) {
			break
		}
		e.Now[i] = other[end]
		i, j = i+1, end+1
	}
	return e
}

// slideUp moves each insertion to the first place where it reads the same: after
// "x, blank" a new "y, blank" is also a new "blank, y" before the blank. Two
// texts with the same new lines then tell them in the same way.
func slideUp(to []int, other []Line) {
	for gap := 1; gap <= len(to); gap++ {
		for at := gap; at > 0 && to[at-1] >= 0; at-- {
			next := len(other)
			if at < len(to) {
				next = to[at]
			}
			first := to[at-1] + 1
			if next <= first || other[first-1].Text != other[next-1].Text {
				break
			}
			to[at-1] = next - 1
		}
	}
}

// hunk records that base[lo:hi] became fresh.
func (e *Edit) hunk(base []Line, lo, hi int, fresh []Line) {
	pairs := alike(base[lo:hi], fresh)
	j := 0
	for i := lo; i < hi; i++ {
		p := pairs[i-lo]
		if p < 0 {
			e.Fates[i] = Gone
			continue
		}
		e.ins[i] = append(e.ins[i], fresh[j:p]...)
		e.Fates[i], e.Now[i] = Changed, fresh[p]
		j = p + 1
	}
	e.ins[hi] = append(e.ins[hi], fresh[j:]...)
}

const (
	alikeCells = 4096 // line pairs looked at in one hunk
	alikeBytes = 256  // of a line
	alikeShare = 0.7  // of the shorter line's letter pairs found in the longer one
)

// alike pairs the lines of a with the lines of b they were rewritten to, in
// order, so that the sum of their likeness is largest; -1 for none.
func alike(a, b []Line) []int {
	pairs := make([]int, len(a))
	for i := range pairs {
		pairs[i] = -1
	}
	if len(a) == 0 || len(b) == 0 || len(a)*len(b) > alikeCells {
		return pairs
	}
	w := len(b) + 1
	like := make([]float64, len(a)*len(b))
	best := make([]float64, (len(a)+1)*w)
	bags := make([]bag, len(b))
	for j := range b {
		bags[j] = newBag(b[j].Text)
	}
	for i := len(a) - 1; i >= 0; i-- {
		own := newBag(a[i].Text)
		for j := len(b) - 1; j >= 0; j-- {
			s := own.share(bags[j])
			like[i*len(b)+j] = s
			best[i*w+j] = max(best[(i+1)*w+j], best[i*w+j+1])
			if s >= alikeShare {
				best[i*w+j] = max(best[i*w+j], best[(i+1)*w+j+1]+s)
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		s := like[i*len(b)+j]
		switch {
		case s >= alikeShare && best[i*w+j] == best[(i+1)*w+j+1]+s:
			pairs[i] = j
			i, j = i+1, j+1
		case best[i*w+j] == best[(i+1)*w+j]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// bag counts the pairs of neighbouring bytes of a line: a measure of likeness
// that needs no words and so works in every script.
type bag struct {
	pairs map[[2]byte]int
	total int
}

func newBag(s string) bag {
	s = strings.TrimSpace(s[:min(len(s), alikeBytes)])
	b := bag{pairs: make(map[[2]byte]int, len(s))}
	for i := 1; i < len(s); i++ {
		b.pairs[[2]byte{s[i-1], s[i]}]++
		b.total++
	}
	return b
}

// share is the part of the smaller bag that the larger one holds too, in [0, 1].
func (b bag) share(other bag) float64 {
	if b.total == 0 || other.total == 0 {
		return 0
	}
	both := 0
	for p, n := range b.pairs {
		both += min(n, other.pairs[p])
	}
	return float64(both) / float64(min(b.total, other.total))
}
