package search

const (
	// besideShare is the share of a hit's score that a passage beside it must have to be
	// shown with it.
	besideShare = 0.7
	// leastMeant is the share of the question's weight that the words near its own
	// must have for a passage to be a hit by them.
	leastMeant = 0.07
)

// group is a passage that matches, with the passages beside it that answer.
type group struct {
	scored
	from, to int    // passages of the file, inclusive
	instead  string // the id of an entry that was found and whose place this one took
}

// grouping makes hits of a ranking.
type grouping struct {
	ranked  []scored
	at      map[spot]int // place in the ranking
	opened  map[spot]int // group by its matching passage
	byWords bool         // what is near in meaning alone is no hit
	out     []group
}

// groups makes hits of a ranking: a passage that matches is one; a passage that
// only stands near such a one goes with it, and one that stands near none is none.
// With byWords a match in meaning alone is no match. The first most passages count.
func groups(ranked []scored, byWords bool, most int) []group {
	ranked = ranked[:min(len(ranked), most)]
	g := grouping{ranked: ranked, at: make(map[spot]int, len(ranked)), opened: map[spot]int{}, byWords: byWords}
	for i := range ranked {
		g.at[ranked[i].spot] = i
	}
	for i := range ranked {
		if !g.matches(i) {
			g.attach(i)
		} else if _, is := g.opened[ranked[i].spot]; !is {
			g.open(i, ranked[i].score)
		}
	}
	return g.out
}

func (g *grouping) matches(i int) bool {
	r := &g.ranked[i]
	return r.words() || r.led || r.meant >= leastMeant && !g.byWords
}

// words says whether a passage holds a word of the question, or stands under one,
// or was said by whom the question names.
func (s *scored) words() bool { return s.held > 0 || s.under }

func (g *grouping) open(i int, score float64) int {
	r := g.ranked[i]
	r.score = score
	g.opened[r.spot] = len(g.out)
	g.out = append(g.out, group{scored: r, from: r.i, to: r.i})
	return len(g.out) - 1
}

// attach puts a passage that does not match into the group of one beside it.
func (g *grouping) attach(i int) {
	r := &g.ranked[i]
	host, ok := g.host(i)
	if !ok || !r.said || !g.ranked[host].said {
		return // a note stands for itself; what is said leans on what was said before
	}
	k, is := g.opened[g.ranked[host].spot]
	if !is {
		k = g.open(host, r.score) // the answer ranks above the line that leads to it
	}
	if h := &g.out[k]; r.score >= besideShare*h.score {
		h.from, h.to = min(h.from, r.i), max(h.to, r.i)
	}
}

// host is the best matching passage beside one that does not match.
func (g *grouping) host(i int) (best int, found bool) {
	s := g.ranked[i].spot
	for _, j := range [...]int{s.i - 1, s.i + 1} {
		k, ok := g.at[spot{s.fileRef, j}]
		if ok && g.matches(k) && (!found || k < best) {
			best, found = k, true
		}
	}
	return best, found
}
