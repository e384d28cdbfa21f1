package summarize

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// strange returns a name in the text that the source does not know.
func (k *checker) strange(text string, src claims) string {
	who, rest, ok := strings.Cut(text, ": ")
	if ok && strings.Count(who, " ") < 3 && !strings.ContainsAny(who, ".(") {
		text = rest
		for _, w := range strings.Fields(fold(who)) {
			if !src.words[w] && w != "user" && w != "assistant" {
				return who
			}
		}
	}
	ws := split(text)
	for i, w := range ws {
		first, _ := utf8.DecodeRuneInString(w.core)
		if !unicode.IsUpper(first) {
			continue
		}
		low := strings.TrimSuffix(w.low, "'s")
		if src.words[low] || src.words[w.low] || k.en.stop[low] || low == "user" || low == "assistant" || low == "i" {
			continue
		}
		if _, ok := month(low); ok {
			continue
		}
		if _, ok := weekday(low); ok {
			continue
		}
		opens := i == 0 || endsSentence(ws[i-1].post)
		if opens && !k.subject(ws, i) {
			continue
		}
		known := true
		parts(low, func(p string) { known = known && src.words[p] })
		if !known {
			return w.core
		}
	}
	return ""
}

// subject reports whether the word that opens a sentence stands there as a
// name: with a possessive, before a verb of being or having, or before another
// capital.
func (k *checker) subject(ws []word, i int) bool {
	if strings.HasSuffix(ws[i].low, "'s") {
		return true
	}
	if i+1 >= len(ws) || ws[i].post != "" {
		return false
	}
	next := ws[i+1]
	switch next.low {
	case "is", "was", "has", "had", "lives", "works", "likes", "loves", "wants", "prefers", "said", "says", "will", "and", "moved", "went", "bought", "plans", "met", "owns", "needs", "hates", "drove", "left", "can", "does":
		return true
	}
	r, _ := utf8.DecodeRuneInString(next.core)
	return unicode.IsUpper(r) || pastWord(next.low)
}
