package language

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"

	"dormouse/memory/language/memo"
)

// stemmers are the Snowball algorithms by the name that a language's file gives.
var stemmers = map[string]func(*snowballstem.Env) bool{
	"english": english.Stem, "german": german.Stem, "french": french.Stem, "spanish": spanish.Stem,
	"italian": italian.Stem, "portuguese": portuguese.Stem, "dutch": dutch.Stem, "russian": russian.Stem,
}

func stemmer(name string) func(string) string {
	f, ok := stemmers[name]
	if !ok {
		return func(w string) string { return w }
	}
	known := memo.New[string](4096)
	return func(w string) string {
		return known.Of(w, 0, func() string {
			env := snowballstem.NewEnv(w)
			f(env)
			return strings.Clone(env.Current())
		})
	}
}

// Stem is a folded word without its endings.
func (l Lang) Stem(low string) string { return l.lexicon().stem(low) }
