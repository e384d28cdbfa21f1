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
	// lackGist is what a note gets besides where no line has any of the question's words.
	lackGist = 1
	// mostGists is how many of the first lines that were said are compared, and mostNoted
	// how many notes at most come in by their gist alone.
	mostGists = 160
	mostNoted = 64
)

// gist is what the words of a question mean together, those who speak left out.
func (a *asked) gist() vectors.Gist {
	g := vectors.Asking.Gist()
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

// byGist adds to a ranking what lines mean as a whole, of which words that are alike one by
// one say little: the first of those that were said, and all notes, be it that they have no
// word of the question.
func (c *collection) byGist(a *asked, ranked []scored) []scored {
	asked := a.gist()
	if asked.Empty() {
		return ranked
	}
	g := gistRanking{c: c, best: 1, noted: notedGist + lackGist*(1-min(1, a.cover)), ranked: map[fileRef]map[int]int{}}
	if len(ranked) > 0 {
		g.best = ranked[0].score
	}
	for i := range ranked {
		if r := &ranked[i]; !r.said || i < mostGists {
			if g.ranked[r.fileRef] == nil {
				g.ranked[r.fileRef] = map[int]int{}
			}
			g.ranked[r.fileRef][r.i] = i
		}
	}
	direction := asked.Direction()
	g.toward = vectors.Asking.Toward(&direction)
	meant := make([]func(int) []byte, len(c.parts))
	for _, ref := range c.where {
		if g.ranked[ref] == nil && (a.cover >= byWords || !c.noted(ref)) {
			continue
		}
		if meant[ref.part] == nil {
			meant[ref.part] = c.parts[ref.part].seg.AllMeant()
		}
		g.read(ref, meant[ref.part](ref.file), ranked)
	}
	for _, r := range g.found {
		g.rank(&r, r.like)
		ranked = append(ranked, r)
	}
	order(ranked, c.parts)
	return ranked
}

// gistRanking is what byGist knows while it goes over the files.
type gistRanking struct {
	c           *collection
	toward      *vectors.Toward
	best, noted float64                 // the best score by words, and what a note gets of it
	ranked      map[fileRef]map[int]int // the passages that have a place in the ranking, and which
	found       []scored                // the notes nearest in meaning that have none, the nearest first
}

// read compares the passages of one file.
func (g *gistRanking) read(ref fileRef, meant []byte, ranked []scored) {
	seg, mine := g.c.parts[ref.part].seg, g.ranked[ref]
	first := seg.Files[ref.file].First
	index.EachMeant(meant, func(i int, m index.Meant) {
		like := float64(m.Along(g.toward)) / m.Length
		if mine != nil {
			if n, ok := mine[i]; ok {
				g.rank(&ranked[n], like)
				return
			}
		}
		slot := first + index.Slot(i)
		if len(g.found) == mostNoted && like < g.found[mostNoted-1].like || seg.Speakers[slot] != 0 || seg.Marks[slot]&index.MarkHeading != 0 {
			return
		}
		r := scored{spot: spot{ref, i}, like: like}
		at, _ := slices.BinarySearchFunc(g.found, r, g.nearer)
		g.found = slices.Insert(g.found, at, r)
		g.found = g.found[:min(len(g.found), mostNoted)]
	})
}

// nearer puts the note that is nearer first; of two that are as near, by file and place.
func (g *gistRanking) nearer(x, y scored) int {
	if c := cmp.Compare(y.like, x.like); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(g.c.file(x.fileRef).Name, g.c.file(y.fileRef).Name), x.i-y.i)
}

// noted reports whether a file has lines that nobody said.
func (c *collection) noted(ref fileRef) bool {
	seg := c.parts[ref.part].seg
	f := &seg.Files[ref.file]
	return slices.Contains(seg.Speakers[f.First:f.First+index.Slot(f.Count)], 0)
}

// rank adds what a line gets for its meaning.
func (g *gistRanking) rank(r *scored, like float64) {
	share := g.noted
	if r.said {
		share = saidGist
	}
	r.like = max(0, like)
	r.score += float64(share * g.best * r.like)
}
