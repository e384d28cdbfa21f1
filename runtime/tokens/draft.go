package tokens

import (
	"strings"
	"unicode/utf8"
)

// blockSize is about how many bytes of a draft are counted again for one
// change.
const blockSize = 512

// Draft counts a text that changes little by little, such as the input while a
// person types: what stands before and after a change is not counted again. Its
// count is exactly Count's. It is not safe for concurrent use.
//
// # Why it is exact
//
// The text is cut into blocks only where the patterns of both encodings end a
// piece whatever stands further on either side; see safe. A text without any
// such place, one word of 100 kB, is one block, and its cost that of Count.
type Draft struct {
	encoding *Encoding
	blocks   []block
	spare    []block
	total    int
}

// block is a part of the draft and its number of tokens.
type block struct {
	text   string
	tokens int
}

// NewDraft returns an empty draft.
func NewDraft(e *Encoding) *Draft { return &Draft{encoding: e} }

// Set gives the draft a new text and returns its number of tokens.
func (d *Draft) Set(text string) int {
	next := d.spare[:0]
	// The blocks at the beginning that are still there.
	start, first := 0, 0
	for ; first < len(d.blocks); first++ {
		b := d.blocks[first]
		end := start + len(b.text)
		if !strings.HasPrefix(text[start:], b.text) || !d.cut(text, end) {
			break
		}
		next = append(next, block{text[start:end], b.tokens})
		start = end
	}
	// And at the end, not going back over start.
	end, last := len(text), len(d.blocks)
	for ; last > first; last-- {
		b := d.blocks[last-1]
		if !strings.HasSuffix(text[start:end], b.text) || !d.cut(text, end-len(b.text)) {
			break
		}
		end -= len(b.text)
	}
	for start < end {
		to := d.nextCut(text, start, end)
		next = append(next, block{text[start:to], d.encoding.Count(text[start:to])})
		start = to
	}
	for _, b := range d.blocks[last:] {
		next = append(next, block{text[start : start+len(b.text)], b.tokens})
		start += len(b.text)
	}

	clear(d.blocks) // else they would keep the old text in memory
	d.blocks, d.spare = next, d.blocks
	d.total = 0
	for _, b := range d.blocks {
		d.total += b.tokens
	}
	return d.total
}

// Count returns the number of tokens of the text last set.
func (d *Draft) Count() int { return d.total }

// nextCut returns the first safe place that leaves a block of blockSize, or end.
func (d *Draft) nextCut(text string, start, end int) int {
	for i := start + blockSize; i < end; i++ {
		if d.cut(text, i) {
			return i
		}
	}
	return end
}

func (d *Draft) cut(text string, i int) bool {
	return i == 0 || i == len(text) || safe(d.encoding.load(0).classes, text, i)
}

// safe reports whether a piece ends at i, 0 < i < len(s), for every text before
// the character on the left and after the one on the right:
//
//   - a letter, then white space or a symbol that is not an apostrophe: a word
//     takes letters, marks and contractions only;
//   - anything but white space, then a blank: only white space goes on with one;
//   - a line feed, then neither white space nor a slash: pieces that hold one
//     go on only with these.
//
// Bytes that are not UTF-8 would be U+FFFD, a symbol; a cut beside one could
// divide it otherwise, and is not taken but beside ASCII, which ends it anyhow.
func safe(c *classes, s string, i int) bool {
	right, size := utf8.DecodeRuneInString(s[i:])
	if right == utf8.RuneError && size <= 1 {
		return false
	}
	left, size := utf8.DecodeLastRuneInString(s[:i])
	broken := left == utf8.RuneError && size <= 1
	l, r := c.of(left), c.of(right)
	switch {
	case broken:
		return right == ' '
	case left == '\n':
		return r != space && r != lineEnd && right != '/'
	case right == ' ':
		return l != space && l != lineEnd
	case l == upper || l == lower || l == caseless:
		return r == space || r == lineEnd || r == other && right != '\''
	}
	return false
}
