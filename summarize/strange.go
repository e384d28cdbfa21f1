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
			if !src.knows(strings.TrimSuffix(w, "'s")) && w != "user" && w != "assistant" {
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
		if src.knows(low) || src.knows(w.low) || k.en.stop[low] || low == "user" || low == "assistant" || low == "i" {
			continue
		}
		if _, ok := anyMonth(low); ok {
			continue
		}
		if _, ok := weekday(low); ok {
			continue
		}
		opens := i == 0 || endsSentence(ws[i-1].post) && !titles[ws[i-1].low]
		if opens && !k.subject(ws, i) {
			continue
		}
		known := true
		parts(low, func(p string) { known = known && src.knows(p) })
		if !known {
			return w.core
		}
	}
	return ""
}

// titles are words with a point before a name.
var titles = map[string]bool{"dr": true, "mr": true, "mrs": true, "ms": true, "prof": true, "st": true, "fr": true, "hr": true, "sr": true, "sra": true, "mme": true}

// afterVerb are words after a verb: what opens a sentence two before them is its
// subject ("Katarina leads the project").
var afterVerb = map[string]bool{"the": true, "a": true, "an": true, "his": true, "her": true, "their": true, "its": true, "in": true, "at": true, "on": true, "for": true, "to": true, "with": true, "as": true}

// subject reports whether the word that opens a sentence stands there as a
// name: with a possessive, before a verb of being or having, or before another
// capital.
func (k *checker) subject(ws []word, i int) bool {
	if strings.HasSuffix(ws[i].low, "'s") {
		return true
	}
	if at := strings.IndexAny(ws[i].core, "'’"); at > 0 {
		if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(ws[i].core[at:], "'’")); unicode.IsUpper(r) {
			return true // "O'Neill"
		}
	}
	if i+1 >= len(ws) || ws[i].post != "" {
		return false
	}
	next := ws[i+1]
	if i+2 < len(ws) && afterVerb[ws[i+2].low] && len(next.low) > 3 && next.post == "" && strings.HasSuffix(next.low, "s") && !strings.HasSuffix(next.low, "ss") && !strings.HasSuffix(ws[i].low, "s") {
		return true
	}
	switch next.low {
	case "is", "was", "has", "had", "lives", "works", "likes", "loves", "wants", "prefers", "said", "says", "will", "and", "moved", "went", "bought", "plans", "met", "owns", "needs", "hates", "drove", "left", "can", "does":
		return true
	}
	r, _ := utf8.DecodeRuneInString(next.core)
	return unicode.IsUpper(r) || pastWord(next.low)
}
