package tokens

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// class is what the two patterns distinguish about a character. Every
// character has exactly one.
type class uint8

const (
	other    class = iota // neither of the following: punctuation, symbols, controls
	upper                 // \p{Lu} \p{Lt}
	lower                 // \p{Ll}
	caseless              // \p{Lm} \p{Lo}
	mark                  // \p{M}
	number                // \p{N}
	space                 // \s but the line ends
	lineEnd               // \r \n
)

// classes maps every character to its class. Those beyond ASCII take a while to
// sort, and wait until there is one.
type classes struct {
	ascii [utf8.RuneSelf]class
	more  func() *blocks
}

// blocks has the classes in two steps, blocks of 256 characters being shared where
// they are alike.
type blocks struct {
	block  [(unicode.MaxRune + 1) / 256]uint16
	blocks [][256]class
}

// tables are those of the classes.
func tables() []kind {
	return []kind{
		{unicode.Lu, upper}, {unicode.Lt, upper}, {unicode.Ll, lower}, {unicode.Lm, caseless}, {unicode.Lo, caseless},
		{unicode.M, mark}, {unicode.N, number}, {unicode.White_Space, space},
	}
}

type kind struct {
	table *unicode.RangeTable
	class class
}

func newClasses() *classes {
	c := &classes{more: sync.OnceValue(newBlocks)}
	for r := range rune(utf8.RuneSelf) {
		for _, k := range tables() {
			if unicode.Is(k.table, r) {
				c.ascii[r] = k.class
			}
		}
	}
	c.ascii['\r'], c.ascii['\n'] = lineEnd, lineEnd
	return c
}

func newBlocks() *blocks {
	all := make([]class, unicode.MaxRune+1)
	for _, k := range tables() {
		fill(all, k.table, k.class)
	}
	all['\r'], all['\n'] = lineEnd, lineEnd

	c := &blocks{}
	seen := map[[256]class]uint16{}
	for i := range c.block {
		b := [256]class(all[i*256:])
		n, ok := seen[b]
		if !ok {
			n = uint16(len(c.blocks))
			seen[b] = n
			c.blocks = append(c.blocks, b)
		}
		c.block[i] = n
	}
	return c
}

func fill(all []class, t *unicode.RangeTable, c class) {
	for _, r := range t.R16 {
		for i := int(r.Lo); i <= int(r.Hi); i += int(r.Stride) {
			all[i] = c
		}
	}
	for _, r := range t.R32 {
		for i := int(r.Lo); i <= int(r.Hi); i += int(r.Stride) {
			all[i] = c
		}
	}
}

// at returns the class of the character at s[i:] and its length in bytes. s is
// valid UTF-8 and i < len(s).
func (c *classes) at(s string, i int) (class, int) {
	if b := s[i]; b < utf8.RuneSelf {
		return c.ascii[b], 1
	}
	return c.wide(s, i)
}

func (c *classes) wide(s string, i int) (class, int) {
	r, n := utf8.DecodeRuneInString(s[i:])
	return c.of(r), n
}

func (c *classes) of(r rune) class {
	m := c.more()
	return m.blocks[m.block[r>>8]][r&0xff]
}
