package search

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/vectors"
	"dormouse/memory/search/index"
)

// unseen looks for what a word that occurs nowhere was meant to be. One that the
// language has is no slip of the pen: only its meaning can lead on.
func (t *queryTerm) unseen(lang func() language.Lang, parts []part) {
	if isDenseText(t.text) {
		t.guess(parts)
		return
	}
	for _, beside := range [...]string{t.before + t.text, t.text + t.after} {
		if beside != t.text {
			t.alts = append(t.alts, alternative{index.Stem(beside, language.English), 1}) // "chicken pox"
		}
	}
	if t.gather(parts); len(t.posts) > 0 {
		return
	}
	if _, ok := vectors.Of(t.text); ok || lang().InEnglish(t.text) != nil {
		return
	}
	for i, n := range vectors.Respelled(t.text, 2) {
		if i == 0 {
			t.meant = n.Word
		}
		t.alts = append(t.alts, alternative{index.Stem(n.Word, language.English), n.Weight})
	}
	if index.Lexica().Stop[t.meant].Has(language.English) {
		t.weight = 0
		return
	}
	if t.meant != "" {
		t.gather(parts)
	}
	if len(t.posts) == 0 {
		t.guess(parts)
	}
}

// mostLookAlike is how many words a slip of the pen may have been at most.
const mostLookAlike = 12

// guess gives a word that occurs nowhere to words that look like it: those it
// begins, and those one slip of the pen away (two in a word of eight letters
// or more) with the same two first letters.
func (t *queryTerm) guess(parts []part) {
	word := t.alts[0].term
	prefix := word
	if !isDenseText(word) {
		if len(word) < 4 || word[0] < 'a' {
			return
		}
		prefix = word[:2]
		if word[0] >= 0x80 {
			prefix = string([]rune(word)[:2])
		}
	}
	far := map[string]int{} // 1 where it begins a word or one letter differs, 2 for two letters
	for _, p := range parts {
		for _, s := range p.seg.TermsWith(prefix) {
			if strings.HasPrefix(s, word) {
				far[s] = 1
			} else if d := vectors.Slips(word, s); d > 0 {
				far[s] = d
			}
		}
	}
	found := slices.SortedFunc(maps.Keys(far), func(a, b string) int { return cmp.Or(far[a]-far[b], cmp.Compare(a, b)) })
	if len(found) == 0 {
		t.alts = []alternative{{word, 1}}
		return
	}
	t.alts = t.alts[:0]
	for _, s := range found[:min(len(found), mostLookAlike)] {
		t.alts = append(t.alts, alternative{s, 1 / float64(1+far[s])})
	}
	t.gather(parts)
}

func isDenseText(s string) bool {
	for _, r := range s {
		return index.IsDense(r)
	}
	return false
}
