package statement

import (
	"strings"

	"dormouse/memory/language"
)

// Sketch is as much of an older statement as tells what it has in common with a newer
// one. It takes a tenth of the room, so that those of all of memory are kept.
type Sketch struct {
	matter      string // the stems of its words of matter, in their order, each with its end
	about       language.Attributes
	words       int
	first, last string // words; "" for a number
}

// stemEnd stands behind each stem of a sketch.
const stemEnd = "\x00"

// Sketch is that of a statement.
func (s *Statement) Sketch() Sketch {
	k := Sketch{about: s.about, words: len(s.words)}
	for _, stem := range s.derived.matter {
		k.matter += stem + stemEnd
	}
	if n := len(s.words); n > 0 {
		k.first, k.last = fixed(s.words[0]), fixed(s.words[n-1])
	}
	return k
}

// fixed is a word that two statements of the same words have in common, where it
// stands at one of their ends.
func fixed(w language.Word) string {
	if w.Digit() {
		return ""
	}
	return strings.Clone(w.Low)
}

// Shares is Statement.Shares.
func (k Sketch) Shares(newer Statement) []string {
	var out []string
	for rest := k.matter; rest != ""; {
		stem, more, _ := strings.Cut(rest, stemEnd)
		if newer.tellsOf(stem) {
			out = append(out, stem)
		}
		rest = more
	}
	return out
}

// SameAttribute is Statement.SameAttribute.
func (k Sketch) SameAttribute(newer Statement) bool { return k.about&newer.about != 0 }

// Meets is Meet.
func (k Sketch) Meets(newer Statement) bool {
	return k.SameAttribute(newer) || len(k.Shares(newer)) > 0
}

// MayBeRead reports whether Relate may read, and not only judge, how the newer statement
// stands to this one: both have the same words, perhaps, but for their numbers and names.
func (k Sketch) MayBeRead(newer Statement) bool {
	n := len(newer.words)
	return n == k.words && n > 0 && fixed(newer.words[0]) == k.first && fixed(newer.words[n-1]) == k.last
}
