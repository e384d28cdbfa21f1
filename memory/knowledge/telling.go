package knowledge

import (
	"strings"

	"dormouse/land/secret"
	"dormouse/memory/document"
	"dormouse/memory/language"
)

// Telling tells whether a sentence tells what is to be forgotten, in other words
// perhaps: it holds nearly all content words of it, or the code in it.
type Telling struct {
	words map[uint32]bool
	codes map[string]bool // words with three digits or more: they alone tell much
	exact string
}

const (
	tellsAll  = 0.75 // share of the content words that a sentence must hold
	tellsCode = 0.34 // where it holds a code of them
	tellsSaid = 0.5  // of the words, in a message that the entry rests on
	tellsBare = 3    // content words of a sentence that is little more than the code
)

func NewTelling(text string) Telling {
	text = strings.TrimPrefix(secret.Untagged(strings.TrimSpace(text)), Speaker)
	t := Telling{words: map[uint32]bool{}, codes: codesOf(text), exact: strings.ToLower(text)}
	for _, w := range PrintOf(text).words {
		t.words[w] = true
	}
	return t
}

// codesOf are the words of a text that are mostly figures.
func codesOf(text string) map[string]bool {
	codes := map[string]bool{}
	for _, w := range wordsOf(text) {
		digits := 0
		for _, c := range w.text {
			if '0' <= c && c <= '9' {
				digits++
			}
		}
		if digits >= 3 && 2*digits >= len(w.text) {
			codes[w.text] = true
		}
	}
	return codes
}

// Tells says whether there is enough in it to know it again elsewhere: "Thanks."
// stands everywhere.
func (t Telling) Tells() bool { return len(t.words) > 1 || len(t.codes) > 0 }

// Told says whether a sentence tells it; source is set for one of a message that
// the entry is known to rest on.
func (t Telling) Told(sentence string, source bool) bool {
	if len(t.words) == 0 {
		return t.exact != "" && strings.Contains(strings.ToLower(sentence), t.exact)
	}
	have, same := PrintOf(secret.Untagged(sentence)).words, 0
	seen := map[uint32]bool{}
	for _, w := range have {
		if t.words[w] && !seen[w] {
			seen[w] = true
			same++
		}
	}
	share := float64(same) / float64(len(t.words))
	for code := range codesOf(sentence) {
		if t.codes[code] && (share >= tellsCode || len(have) <= tellsBare) {
			return true
		}
	}
	return share >= tellsAll && (len(t.codes) == 0 || share == 1) || source && share >= tellsSaid && len(t.codes) == 0
}

// In are the places of the sentences of a text that tell it.
func (t Telling) In(text string, source bool) [][2]int {
	var out [][2]int
	for _, s := range document.Sentences(text) {
		if t.Told(text[s[0]:s[1]], source) {
			out = append(out, s)
		}
	}
	return out
}

// MayTell is a quick look at a whole file: a text without one of the words cannot
// tell it.
func (t Telling) MayTell(lower string) bool {
	if len(t.codes) == 0 {
		longest := ""
		for _, w := range wordsOf(t.exact) {
			if !language.InAny(w.text).Has(language.Light) && len(stem(w.text)) > len(longest) {
				longest = stem(w.text)
			}
		}
		// One word in four may be missing, so the longest is no proof in a long text.
		return len(t.words) > 3 || strings.Contains(lower, longest)
	}
	for code := range t.codes {
		if strings.Contains(lower, code) {
			return true
		}
	}
	return false
}
