package search

const (
	// besideShare is the share of a hit's score that a passage beside it must have to be
	// shown with it.
	besideShare = 0.7
	// leastMeant is the share of the question's weight that the words near its own
	// must have for a passage to be a hit by them.
	leastMeant = 0.07
	// leastAlike is how alike as wholes the question and a passage must be that has none of
	// these either.
	leastAlike = 0.2
)

// group is a passage that matches, with the passages beside it that answer.
type group struct {
	scored
	from, to int    // passages of the file, inclusive
	instead  string // the id of an entry that was found and whose place this one took
}

// groups makes hits of a ranking: a passage that matches is one; a passage that
// only stands near such a one goes with it, and one that stands near none is none.
// With byWords a match in meaning alone is no match. The first most passages count.
func groups(ranked []scored, byWords bool, most int) (out []group) {
	ranked = ranked[:min(len(ranked), most)]
	at, opened := make(map[spot]int, len(ranked)), map[spot]int{} // places in ranked and in out
	for i := range ranked {
		at[ranked[i].spot] = i
	}
	matches := func(r *scored) bool {
		return r.words() || r.led || (r.meant >= leastMeant || r.like >= leastAlike) && !byWords
	}
	open := func(r scored, score float64) int {
		k, is := opened[r.spot]
		if !is {
			k, opened[r.spot] = len(out), len(out)
			r.score = score
			out = append(out, group{scored: r, from: r.i, to: r.i})
		}
		return k
	}
	for i := range ranked {
		r := &ranked[i]
		if matches(r) {
			open(*r, r.score)
			continue
		}
		host := len(ranked) // the best passage beside it that matches
		for _, j := range [...]int{r.i - 1, r.i + 1} {
			if k, ok := at[spot{r.fileRef, j}]; ok && matches(&ranked[k]) {
				host = min(host, k)
			}
		}
		if host == len(ranked) || !r.said || !ranked[host].said {
			continue // a note stands for itself; what is said leans on what was said before
		}
		k := open(ranked[host], r.score) // the answer ranks above the line that leads to it
		if h := &out[k]; r.score >= besideShare*h.score {
			h.from, h.to = min(h.from, r.i), max(h.to, r.i)
		}
	}
	return out
}

// words says whether a passage holds a word of the question, or stands under one,
// or was said by whom the question names.
func (s *scored) words() bool { return s.held > 0 || s.under }
