package tokens

// This file cuts text into the pieces within which tokens are merged. The
// patterns are tiktoken's, written as code; each function takes the table of
// characters, valid UTF-8 and the start of a piece, and returns its end, which
// is always further on.
//
// o200k_base, alternatives in order, X being the contraction
// (?i:'s|'t|'re|'ve|'m|'ll|'d):
//
//	1  [^\r\n\p{L}\p{N}]? [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]* [\p{Ll}\p{Lm}\p{Lo}\p{M}]+ X?
//	2  [^\r\n\p{L}\p{N}]? [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+ [\p{Ll}\p{Lm}\p{Lo}\p{M}]* X?
//	3  \p{N}{1,3}
//	4  ' '? [^\s\p{L}\p{N}]+ [\r\n/]*
//	5  \s* [\r\n]+
//	6  \s+ (?!\S)
//	7  \s+
//
// cl100k_base:
//
//	0  X
//	1  [^\r\n\p{L}\p{N}]? \p{L}+
//	3  to 7 as above, but 4 ends with [\r\n]*

func splitO200k(c *classes, s string, i int) int {
	cl, n := c.at(s, i)
	switch cl {
	case upper, lower, caseless:
		end, _ := word(c, s, i)
		return contraction(s, end)
	case number:
		return digits(c, s, i)
	case lineEnd:
		return blank(c, s, i)
	case mark:
		// A mark may stand before the word or be part of it. Alternative 1 is
		// tried both ways before alternative 2, so before capitals alone the
		// mark is a piece by itself.
		end, first := word(c, s, i+n)
		if !first {
			end = i + n
		}
		return contraction(s, end)
	}
	if end, _ := word(c, s, i+n); end > i+n {
		return contraction(s, end)
	}
	if end, ok := symbols(c, s, i); ok {
		for end < len(s) && (s[end] == '\n' || s[end] == '\r' || s[end] == '/') {
			end++
		}
		return end
	}
	return blank(c, s, i)
}

// word returns the end of the letters and marks that alternative 1 or 2 takes
// from i on, i itself if none, and whether it was alternative 1. The first
// class is taken greedily; when no small letter follows, it gives characters
// back until the second class has one.
func word(c *classes, s string, i int) (end int, first bool) {
	givenBack := -1 // after the last character that both classes hold
	for i < len(s) {
		cl, n := c.at(s, i)
		switch cl {
		case upper:
		case caseless, mark:
			givenBack = i + n
		case lower:
			return smallLetters(c, s, i+n), true
		default:
			n = 0
		}
		if n == 0 {
			break
		}
		i += n
	}
	if givenBack >= 0 {
		return givenBack, true
	}
	return i, false
}

func smallLetters(c *classes, s string, i int) int {
	for i < len(s) {
		cl, n := c.at(s, i)
		if cl != lower && cl != caseless && cl != mark {
			break
		}
		i += n
	}
	return i
}

func splitCL100k(c *classes, s string, i int) int {
	if s[i] == '\'' {
		if end := contraction(s, i); end > i {
			return end
		}
	}
	cl, n := c.at(s, i)
	switch cl {
	case upper, lower, caseless:
		return letters(c, s, i)
	case number:
		return digits(c, s, i)
	case lineEnd:
		return blank(c, s, i)
	}
	if end := letters(c, s, i+n); end > i+n {
		return end
	}
	if end, ok := symbols(c, s, i); ok {
		for end < len(s) && (s[end] == '\n' || s[end] == '\r') {
			end++
		}
		return end
	}
	return blank(c, s, i)
}

func letters(c *classes, s string, i int) int {
	for i < len(s) {
		cl, n := c.at(s, i)
		if cl != lower && cl != upper && cl != caseless {
			break
		}
		i += n
	}
	return i
}

// digits ends one to three numbers.
func digits(c *classes, s string, i int) int {
	for k := 0; k < 3 && i < len(s); k++ {
		cl, n := c.at(s, i)
		if cl != number {
			break
		}
		i += n
	}
	return i
}

// symbols ends a run of what is neither space, letter nor number, with one
// blank before it.
func symbols(c *classes, s string, i int) (end int, ok bool) {
	if s[i] == ' ' {
		i++
	}
	start := i
	for i < len(s) {
		cl, n := c.at(s, i)
		if cl != other && cl != mark {
			break
		}
		i += n
	}
	return i, i > start
}

// blank ends white space, alternatives 5 to 7: up to the last line end in the
// run; else all but the last character, which belongs to the word after it;
// else, at the end of the text or when there is only one, all of it.
func blank(c *classes, s string, i int) int {
	start, last, line := i, i, -1
	for i < len(s) {
		cl, n := c.at(s, i)
		if cl != space && cl != lineEnd {
			break
		}
		last = i
		i += n
		if cl == lineEnd {
			line = i
		}
	}
	switch {
	case line >= 0:
		return line
	case i == len(s) || last == start:
		return i
	default:
		return last
	}
}

// contraction returns the end of 's 't 're 've 'm 'll 'd at i in either case, or
// i. (Only ASCII letters: the long s, which the original also folds to s, is
// left to the word, as tiktoken-go does.)
func contraction(s string, i int) int {
	if i+1 >= len(s) || s[i] != '\'' {
		return i
	}
	switch s[i+1] | 0x20 {
	case 's', 't', 'm', 'd':
		return i + 2
	case 'r', 'v':
		if i+2 < len(s) && s[i+2]|0x20 == 'e' {
			return i + 3
		}
	case 'l':
		if i+2 < len(s) && s[i+2]|0x20 == 'l' {
			return i + 3
		}
	}
	return i
}
