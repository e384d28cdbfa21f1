package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/text"
)

// margin is how far code stands in, in cells.
const margin = 2

// code draws a block of code. What is broken because it is too wide goes on under
// its first line.
func (d *drawer) code(language string, lines *text.Segments, width int) []string {
	src := strings.TrimRight(string(lines.Value(d.src)), " \n")
	src = strings.Trim(src, "\n")
	if src == "" {
		return nil
	}
	if g, ok := grammarOf(language); ok {
		src = d.coloured(src, g)
	}
	in := min(margin, width/4)
	var out []string
	for line := range strings.SplitSeq(src, "\n") {
		out = append(out, breakLine(line, max(1, width-in))...)
	}
	for i, line := range carry(out) {
		if line != "" {
			out[i] = strings.Repeat(" ", in) + line
		}
	}
	return out
}

// coloured is code with its parts in colours. A comment or a text over several
// lines is one of them.
func (d *drawer) coloured(src string, g grammar) string {
	var b strings.Builder
	for src != "" {
		n, ink := d.part(src, b.Len() == 0 || strings.HasSuffix(b.String(), "\n"), g)
		b.WriteString(d.run(ink, src[:n]))
		src = src[n:]
	}
	return b.String()
}

// part is the length of what code begins with, and its colour. first says that it
// begins a line.
func (d *drawer) part(s string, first bool, g grammar) (n int, ink Ink) {
	if g.lines != nil {
		return g.lines(d.style, s)
	}
	if n := g.comment(s); n > 0 {
		return n, d.style.Comment
	}
	if n := g.literal(s); n > 0 {
		if g.key != "" && strings.HasPrefix(strings.TrimLeft(s[n:], " "), g.key) {
			return n, d.style.Call
		}
		return n, d.style.Literal
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case unicode.IsDigit(r):
		return wordLength(s, "._"), d.style.Number
	case r == '_' || r == '$' || r == '@' || unicode.IsLetter(r):
		return d.word(s, first, g)
	case g.markup && r == '<':
		return max(1, size+wordLength(s[size:], "/!-:")), d.style.Keyword
	}
	return size, ""
}

// word is a name, and what it is.
func (d *drawer) word(s string, first bool, g grammar) (n int, ink Ink) {
	inside := "_$"
	if g.key != "" {
		inside += "-."
	}
	_, size := utf8.DecodeRuneInString(s)
	n = size + wordLength(s[size:], inside)
	word := s[:n]
	if g.anyCase {
		word = strings.ToLower(word)
	}
	switch rest := strings.TrimLeft(s[n:], " "); {
	case g.words[word]:
		return n, d.style.Keyword
	case g.key != "" && strings.HasPrefix(rest, g.key):
		return n, d.style.Call
	case g.key == "" && !g.markup && strings.HasPrefix(s[n:], "("):
		return n, d.style.Call
	case g.command && first:
		return n, d.style.Call
	}
	return n, ""
}

// wordLength is how many bytes of s belong to a word in which more may stand, too.
func wordLength(s, more string) int {
	n := strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(more, r)
	})
	if n < 0 {
		return len(s)
	}
	return n
}

// comment is the length of the comment that s begins with, or 0.
func (g grammar) comment(s string) int {
	for _, mark := range g.toEnd {
		if strings.HasPrefix(s, mark) {
			return until(s, "\n", 0, false)
		}
	}
	for _, pair := range g.between {
		if strings.HasPrefix(s, pair[0]) {
			return until(s, pair[1], len(pair[0]), true)
		}
	}
	return 0
}

// literal is the length of the text between quotes that s begins with, or 0. One
// that is short ends with its line.
func (g grammar) literal(s string) int {
	for _, quote := range g.long {
		if strings.HasPrefix(s, quote) {
			return until(s, quote, len(quote), true)
		}
	}
	if !strings.Contains(g.short, s[:1]) || g.short == "" {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\n':
			return i
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}

// until is the length of s up to an end, from a byte on, with it or without.
func until(s, end string, from int, with bool) int {
	i := strings.Index(s[from:], end)
	switch {
	case i < 0:
		return len(s)
	case with:
		return from + i + len(end)
	}
	return from + i
}
