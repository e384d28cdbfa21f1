package memory

import (
	"strings"

	"dormouse/land/pattern"
	"dormouse/memory/document"
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
	s = document.Printable(strings.ReplaceAll(s, "\r\n", "\n"))
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
