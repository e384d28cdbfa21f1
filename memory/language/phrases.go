package language

import "strings"

// phrases find phrases in a text, and what each of them is: by their first word, and by
// their first character where the script is dense.
type phrases[T any] map[string][]phrase[T]

type phrase[T any] struct {
	words []string // folded; one, the whole phrase, where the script is dense
	is    T
}

func (p phrases[T]) add(text string, is T, dense bool) {
	words := strings.Fields(text)
	first := words[0]
	if dense {
		words, first = []string{text}, firstRune(text)
	}
	p[first] = append(p[first], phrase[T]{words, is})
}

// among calls found with each phrase among words, as from and to of these.
func (p phrases[T]) among(ws []Word, found func(is T, from, to int)) {
	for i, w := range ws {
		for _, x := range p[w.Low] {
			if matches(ws[i:], x.words) {
				found(x.is, i, i+len(x.words))
			}
		}
	}
}

// within calls found with each phrase in a folded text without spaces, as from and to of
// its bytes.
func (p phrases[T]) within(low string, found func(is T, from, to int)) {
	for i := range low {
		for _, x := range p[firstRune(low[i:])] {
			if strings.HasPrefix(low[i:], x.words[0]) {
				found(x.is, i, i+len(x.words[0]))
			}
		}
	}
}

func matches(ws []Word, phrase []string) bool {
	if len(ws) < len(phrase) {
		return false
	}
	for i, p := range phrase {
		if ws[i].Low != p {
			return false
		}
	}
	return true
}
