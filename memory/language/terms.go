package language

import (
	"strings"

	"github.com/blevesearch/snowballstem"

	"dormouse/memory/language/memo"
)

// addForms files the irregular forms, and the words that often stand for each other.
func (x *lexicon) addForms(d FormsData) {
	x.plain, x.kin = map[string]string{}, map[string][]string{}
	for row := range strings.Lines(d.Irregular) {
		f := strings.Fields(Fold(row))
		for _, w := range f[min(1, len(f)):] {
			x.plain[w] = f[0]
		}
	}
	for row := range strings.Lines(d.Kin) {
		f := strings.Fields(Fold(row))
		for i := range f {
			f[i] = x.stem(f[i])
		}
		for i, w := range f {
			for j, o := range f {
				if i != j && o != w {
					x.kin[w] = append(x.kin[w], o)
				}
			}
		}
	}
}

// Root is a folded word without its endings, irregular forms under their plain one:
// "wrote" as "write".
func (l Lang) Root(low string) string { return l.lexicon().root(low) }

func (x *lexicon) root(low string) string {
	if p, ok := x.plain[low]; ok {
		low = p
	}
	return x.stem(low)
}

// Kin are the roots that often stand for one in questions and notes.
func (l Lang) Kin(root string) []string { return l.lexicon().kin[root] }

// Month is the number of the month that a folded word is the name of, 1 to 12; 0
// when it is none.
func (l Lang) Month(low string) int { return l.lexicon().month[low] }

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
