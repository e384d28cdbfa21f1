package search

import (
	"cmp"
	"slices"

	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
	"dormouse/memory/search/index"
)

const (
	// saidGist is what a line that was said gets when it means the same as the question,
	// of the best score by words, and notedGist what a note gets, which stands for
	// itself: what stands around it says less.
	saidGist  = 0.4
	notedGist = 0.8
	// mostGists is how many of the first lines are compared.
	mostGists = 160
)

// gist is what the words of a question mean together, those who speak left out.
func (a *asked) gist() (g vectors.Gist) {
	for i := range a.terms {
		t := &a.terms[i]
		if t.text == "" || slices.Contains(a.who, t.text) {
			continue
		}
		if row, ok := translate.Row(a.tongue, cmp.Or(t.meant, t.text)); ok {
			g.Add(row)
		}
	}
	return g
}

// byGist adds to the first of a ranking what their lines mean as a whole, of which
// words that are alike one by one say little.
func (c *collection) byGist(a *asked, ranked []scored) []scored {
	asked := a.gist()
	if asked.Empty() || len(ranked) == 0 {
		return ranked
	}
	toward, best := asked.Direction(), ranked[0].score
	files, first := map[fileRef][]byte{}, ranked[:min(len(ranked), mostGists)]
	for i := range first {
		r := &first[i]
		b, ok := files[r.fileRef]
		if !ok {
			b = c.parts[r.part].seg.MeantIn(r.file)
			files[r.fileRef] = b
		}
		if g := index.GistOf(b, r.i); !g.Empty() {
			d := g.Direction()
			share := notedGist
			if r.said {
				share = saidGist
			}
			r.like = max(0, toward.Like(&d))
			r.score += float64(share * best * r.like)
		}
	}
	order(first, c.parts) // they only rose above the rest
	return ranked
}
