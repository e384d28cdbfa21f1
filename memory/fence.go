package memory

import (
	"bytes"
	"strings"

	"dormouse/land/pattern"
)

// Marks by which a text could pass for the end of its fence, for another speaker
// or for the program.
var (
	tagMark  = pattern.Of(`(?i)<(/?\s*(?:memory|system|assistant|user|human|tool|function|instructions?|antml|im_start|im_end|s\b)[^<>]{0,200}>|\|[^<>|]{1,40}\|>)`)
	roleMark = pattern.Of(`(?im)^([ \t>*_#-]{0,8})(system|assistant|user|human|developer|tool)([*_]{0,2})(:)`)
	instMark = pattern.Of(`(?i)\[(/?\s*(?:INST|SYS|SYSTEM)\s*)\]|<<(/?\s*SYS\s*)>>`)
)

// harmless makes text of memory fit to stand in a fence: what could be read as a
// closing fence, a role mark or a control token stays readable but is none.
// Control and invisible characters are gone. Other text is as it is on disk.
func harmless(s string) string {
	s = printable(strings.ReplaceAll(s, "\r\n", "\n"))
	if strings.ContainsAny(s, "<[") {
		for range 3 { // one mark may be hidden in another
			s = tagMark().ReplaceAllString(s, "‹$1")
		}
		s = instMark().ReplaceAllString(s, "($1$2)")
	}
	if strings.Contains(s, ":") {
		s = roleMark().ReplaceAllString(s, "$1$2$3 $4")
	}
	return s
}

// ranges are byte ranges, in order.
type ranges [][2]int

// blank returns src with the ranges emptied, line by line, so that positions of
// everything else stay.
func (r ranges) blank(src []byte) []byte {
	out := bytes.Clone(src)
	for _, x := range r {
		for i := x[0]; i < x[1]; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return out
}

// conflicts finds what stands between the marks of an unresolved merge: from
// "<<<<<<< " to ">>>>>>> ", or to the end where that is missing.
func conflicts(src []byte) ranges {
	if !bytes.Contains(src, []byte("<<<<<<< ")) {
		return nil
	}
	var out ranges
	open := -1
	for at := 0; at < len(src); at = lineEnd(src, at) {
		switch line := src[at:lineEnd(src, at)]; {
		case open < 0 && bytes.HasPrefix(line, []byte("<<<<<<< ")):
			open = at
		case open >= 0 && bytes.HasPrefix(line, []byte(">>>>>>> ")):
			out = append(out, [2]int{open, at + len(line)})
			open = -1
		}
	}
	if open >= 0 {
		out = append(out, [2]int{open, len(src)})
	}
	return out
}
