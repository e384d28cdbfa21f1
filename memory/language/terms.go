package language

import (
	"slices"
	"strings"
	"sync"
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
	x.english = sync.OnceValue(func() glosses { return x.readEnglish(d.English) })
}

// glosses are what words stand for in English: as they are, and by their roots.
type glosses struct{ word, root map[string][]string }

// readEnglish reads them. They are a fifth of what a language takes, and asked of the
// languages that are spoken.
func (x *lexicon) readEnglish(rows string) glosses {
	g := glosses{map[string][]string{}, map[string][]string{}}
	for row := range strings.Lines(rows) {
		f := strings.Fields(Fold(row))
		for _, w := range f[min(1, len(f)):] {
			if !slices.Contains(g.word[w], f[0]) {
				g.word[w] = append(g.word[w], f[0])
			}
			if root := x.root(w); !slices.Contains(g.root[root], f[0]) {
				g.root[root] = append(g.root[root], f[0])
			}
		}
	}
	return g
}

// Glosses are the English words that words stand for by the language's file, by the
// words' roots. They are for reading only.
func (l Lang) Glosses() map[string][]string { return l.lexicon().english().root }

// Glossed are the English words that a folded word stands for by the language's file: as it
// is, for "hermano" is a brother and "hermana" is not; else by its root.
func (l Lang) Glossed(low string) []string {
	x := l.lexicon()
	g := x.english()
	if exact := g.word[low]; exact != nil {
		return exact
	}
	return g.root[x.root(low)]
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
