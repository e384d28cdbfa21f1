package language

import (
	"slices"
	"strings"
)

// Forms are words, whole or with a star for some letters.
type Forms struct {
	whole map[string]bool
	stars []star
}

// star is a word with a star for at least so many bytes.
type star struct {
	head, tail string
	least      int
}

// NewForms reads a list of words; a star stands for at least so many bytes.
func NewForms(list string, least int) Forms {
	f := Forms{whole: map[string]bool{}}
	for _, w := range strings.Fields(list) {
		if head, tail, ok := strings.Cut(w, "*"); ok {
			f.stars = append(f.stars, star{head, tail, least})
			continue
		}
		f.whole[w] = true
	}
	return f
}

// Empty reports whether there are none.
func (f Forms) Empty() bool { return len(f.whole)+len(f.stars) == 0 }

// Has reports whether a word is one of them.
func (f Forms) Has(w string) bool {
	return f.whole[w] || slices.ContainsFunc(f.stars, func(s star) bool {
		return len(w) >= len(s.head)+len(s.tail)+s.least && strings.HasPrefix(w, s.head) && strings.HasSuffix(w, s.tail)
	})
}

// In reports whether a text without spaces has one of the words, or ends in what
// stands behind a star.
func (f Forms) In(text string) bool {
	for w := range f.whole {
		if strings.Contains(text, w) {
			return true
		}
	}
	return slices.ContainsFunc(f.stars, func(s star) bool { return strings.HasSuffix(text, s.tail) })
}
