package search

import (
	"math"
	"slices"
)

const (
	// meaningShare is what the passage nearest in meaning gets beside the 1 of
	// the best by words. It is less than 1 because words also carry who, when
	// and what stands around, which a passage's vector does not.
	meaningShare = 0.5
	// aloneShare is what it gets at least when it stands out, so that a line with
	// none of the words comes before lines that only stand near them.
	aloneShare = 0.8
	// beforeLike is the share of the passage before: answers follow questions.
	beforeLike = 0.4
	// nearest is how many passages at most come in by their meaning alone.
	nearest = 64
	// fewVectors is below how many there is no telling what stands out; then
	// standsOut is the cosine asked for.
	fewVectors = 4
	standsOut  = 0.5
	leastLike  = 0.25 // below it nothing is taken for related
	// noVector is the likeness of a passage without one.
	noVector = -2
)

// nearness is how like the question each passage of the memory is.
type nearness struct {
	like  map[fileRef][]float32 // by passage; noVector where there is none
	n     int
	usual float64  // what half of the passages are below
	bar   float64  // what a passage must reach to stand out from the others
	top   float64  // what the nearest has
	found []scored // the nearest by meaning alone, best first
}

// near compares the question with every passage that has a vector.
func (c *collection) near(p *probe) *nearness {
	near := &nearness{like: map[fileRef][]float32{}, top: -1}
	v := c.meaning.v
	if v == nil || v.dims != len(p.numbers) {
		return near
	}
	var all []float32
	for _, ref := range c.where {
		rows, _ := v.sheet(c.file(ref).Hash)
		like := make([]float32, len(rows))
		for i, row := range rows {
			if row < 0 {
				like[i] = noVector
				continue
			}
			like[i] = v.likeness(p, row)
			near.top = max(near.top, float64(like[i]))
			all = append(all, like[i])
		}
		near.like[ref] = like
	}
	if near.n = len(all); near.n == 0 {
		return near
	}
	slices.Sort(all)
	below := func(share float64) float64 { return float64(all[int(math.Ceil(share*float64(len(all))))-1]) }
	// The spread is taken below the middle, where no answers are: however many
	// lines are about the thing asked, they do not hide each other. One and two
	// standard deviations are tried, since many lines alike make the first small.
	near.usual = below(0.5)
	spread := max(near.usual-below(0.1587), (near.usual-below(0.0228))/2)
	// More than √(2 ln n) of them above the middle are more than chance gives the largest
	// of n (the limit for the normal distribution); one more, since what is written by one
	// person is not spread so evenly.
	near.bar = max(near.usual+(math.Sqrt(2*math.Log(float64(near.n)))+1)*spread, leastLike)
	if near.n < fewVectors {
		near.bar = standsOut
	}
	least := max(near.usual, float64(all[max(0, len(all)-nearest)]))
	for ref, like := range near.like {
		for i, x := range like {
			if float64(x) >= least {
				near.found = append(near.found, scored{spot: spot{ref, i}, score: float64(x)})
			}
		}
	}
	order(near.found, c.parts)
	near.found = near.found[:min(len(near.found), nearest)]
	return near
}

// fuse puts the ranking by words and that by meaning together. Each gives a
// passage a share of its own best; the sum counts (a convex combination of
// normalised scores, after Bruch, Gai and Ingber, An Analysis of Fusion
// Functions for Hybrid Retrieval, 2023). When the words give nothing, only what
// stands out in meaning is an answer.
func (n *nearness) fuse(out []scored, parts []part) []scored {
	if n.n == 0 {
		return out
	}
	if len(out) == 0 {
		found := slices.DeleteFunc(n.found, func(s scored) bool { return s.score < n.bar })
		for i := range found {
			found[i].meant, found[i].told = 1, 1
		}
		return found
	}
	best, seen := out[0].score, make(map[spot]bool, len(out))
	for i := range out {
		s := &out[i]
		seen[s.spot] = true
		like := n.like[s.fileRef]
		if s.i >= len(like) || like[s.i] == noVector {
			// Nothing is known of a passage that was not embedded yet: its meaning is
			// taken to be as near as its words are.
			s.score += meaningShare * s.score
			continue
		}
		share := n.share(float64(like[s.i]))
		s.meant, s.told = max(s.meant, share), max(s.told, n.alone(float64(like[s.i])))
		if s.i > 0 && like[s.i-1] != noVector {
			share += beforeLike * n.share(float64(like[s.i-1]))
		}
		s.score = max(s.score+best*meaningShare*share, best*n.alone(float64(like[s.i])))
	}
	for _, s := range n.found {
		if !seen[s.spot] {
			s.meant, s.told = n.share(s.score), n.alone(s.score)
			s.score = best * max(meaningShare*s.meant, s.told)
			out = append(out, s)
		}
	}
	order(out, parts)
	return out
}

// alone is what a passage gets whatever its words; 0 when it does not stand out.
func (n *nearness) alone(like float64) float64 {
	if like < n.bar {
		return 0
	}
	return aloneShare * n.share(like)
}

// share is 1 for the nearest passage that stands out and 0 for one no nearer
// than most.
func (n *nearness) share(like float64) float64 {
	return max(0, like-n.usual) / max(n.top-n.usual, n.bar-n.usual, 1e-9)
}
