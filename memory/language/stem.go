package language

import (
	"strings"

	"github.com/blevesearch/snowballstem"

	"dormouse/memory/language/memo"
)

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
