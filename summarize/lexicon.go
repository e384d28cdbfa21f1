package summarize

import (
	"strings"
	"sync"

	"dormouse/memory/language"
)

// lexicon is what the engine looks up of one language.
type lexicon struct {
	lang language.Lang
	name string
	stop map[string]bool // function words: never what a line is about
	dull map[string]bool // praise, feeling and other words that carry little
	base map[string]bool // everyday words: worth less than a rare one
}

// lexicons are those of all languages, by language.Lang.
var lexicons = sync.OnceValue(func() []*lexicon {
	var out []*lexicon
	for _, l := range language.Langs() {
		x := &lexicon{lang: l, name: l.String(), stop: l.Listed(language.Stop), dull: l.Listed(language.Dull), base: l.Listed(language.Usual)}
		out = append(out, x)
	}
	return out
})

// surelySpoken is how sure a guess must be to change the language of a talk: "Wow!"
// may be of any.
const surelySpoken = .8

// spokenIn is the language of a text, in doubt the one spoken before.
func spokenIn(text string, before language.Lang) language.Lang {
	if l, p := language.GuessSure(text); p >= surelySpoken {
		return l
	}
	return before
}

// guess chooses the lexicon of some words.
func guess(all []*lexicon, words []string, fallback *lexicon) *lexicon {
	return all[spokenIn(strings.Join(words, " "), fallback.lang)]
}

// fields is the folded start of a text, enough to tell its language.
func fields(s string) []string {
	if len(s) > 2000 {
		s = s[:2000]
	}
	var out []string
	for _, f := range strings.Fields(s) {
		if wide(f) {
			pairs(f, func(p string) { out = append(out, p) })
			continue
		}
		out = append(out, strings.Trim(fold(f), ".,!?;:()\"“”…"))
	}
	return out
}
