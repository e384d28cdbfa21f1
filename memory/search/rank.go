package search

import (
	"cmp"
	"slices"

	"dormouse/memory/search/index"
)

// The constants of the ranking; the package comment says what each is for and
// how they were found.
const (
	lineK1, lineB     = 1.2, 0.4 // BM25 of a passage: who writes three sentences says three things
	afterQuestion     = 0.9      // share of the passage before, when it asks
	afterText         = 0.2      // when it does not
	beforeText        = 0.15     // share of the passage after
	reach             = 8        // passages on each side that make the surroundings
	aroundShare       = 1.2
	undated           = 0.5       // of the surroundings in a file of no day, where what stands together was not said together
	aroundK1, aroundB = 0.6, 0.75 // BM25 of the surroundings
	headShare         = 0.5       // of a term in a heading or outer bullet
	partWeight        = 0.6       // of a word within a compound
	personWeight      = 0.8       // of another word for the same person or animal
	kinWeight         = 0.2       // of a word that often stands for the one asked
	speakerWord       = 0.3       // of the one speaker's name as a word
	dateWeight        = 1         // of a day, month or year named in a text
	dayBase           = 1         // added for the very day asked about

	// What the score is multiplied with is 1 and these, where they apply.
	speakerBoost = 1.2  // said by the one speaker asked about
	spanBoost    = 1.0  // written in the period asked about, or soon after
	spanSlack    = 14   // days that are soon after
	timeBoost    = 0.5  // says when, and "when" was asked
	numberBoost  = 0.6  // has a number, and "how many" was asked
	nameBoost    = 0.2  // has a name, and "who" or "where" was asked
	otherCost    = 0.3  // taken off for what no person said
	questionCost = 0.25 // taken off for a question: it seldom is an answer
)

// part is a segment in use: where its slots begin among all, and which of its
// files have been replaced since.
type part struct {
	seg  *index.Segment
	base index.Slot
	dead []bool // by file; nil when all live
}

// gone says whether a file has been replaced since.
func (p part) gone(file int) bool { return p.dead != nil && p.dead[file] }

// spot is where a passage is.
type spot struct {
	fileRef
	i int // passage within the file
}

// scored is a passage with its score.
type scored struct {
	spot
	score float64
	held  float64 // share of the question's weight that the passage itself has
	meant float64 // the same with the words near those of the question
	told  float64 // the same, in it or in the headings above it
	like  float64 // how alike its line and the question are as wholes, in [0, 1]
	said  bool    // "Name: …"
	led   bool    // what was said in words of the question led to it
	under bool    // a heading above it holds a word of the question
	exact bool    // it holds a name or a figure of the question
}

const (
	// maxWindows is how many windows the second pass looks at.
	maxWindows = 192
	// shortSpan is up to how many days a period asked about makes what was
	// written in it an answer by its date alone.
	shortSpan = 8
	// minTold is the share of the question's weight that must stand in or above one
	// of the first passages, or be near in meaning to what does, for an answer.
	minTold = 0.25
	// leastTold is that share for lines to be shown that are no answer.
	leastTold = 0.1
	// surelyMeant is that share where no word of the question occurs anywhere.
	surelyMeant = 0.4
	// nearlyTold is that share where the line as a whole is as like the question as
	// surelyLike, a cosine: neither says enough alone.
	nearlyTold = 0.09
	surelyLike = 0.5
	// enoughCover is the share of the question's weight in one line from which no
	// words near those of the question are looked for.
	enoughCover = 0.9
	// byWords is the share of the question's weight in one line from which a line
	// that is near in meaning alone is no answer: a name or a rare word was found.
	byWords = 0.5
)

// sure reports whether a passage has what was asked for in so many words: all of them, or
// half of their weight and a name or a figure among them.
func (s *scored) sure() bool { return s.held >= enoughCover || s.exact && s.held >= byWords }

// covered notes how much of the question the line has that has most of it.
func (a *asked) covered(ranked []scored, parts []part) {
	for _, r := range ranked {
		if r.held > a.cover {
			a.cover = r.held
			a.best = parts[r.part].base + parts[r.part].seg.Files[r.file].First + index.Slot(r.i)
		}
	}
}

// verdict is what a ranking says about the memory, and whether it is worth showing:
// what is matched only a little or only in meaning is shown as such.
func (a *asked) verdict(ranked []scored) (v Verdict, show bool) {
	told, alike := 0.0, false
	for _, r := range ranked[:min(len(ranked), 20)] {
		told = max(told, r.told)
		alike = alike || r.told >= nearlyTold && r.like >= surelyLike
	}
	v, enough, shown := BelowThreshold, minTold, leastTold
	if a.unknown() && len(a.spans) == 0 && !a.little {
		v, enough, shown = NoMatch, surelyMeant, leastMeant
	}
	if alike || told >= enough {
		return Hits, true
	}
	return v, told >= shown
}

// scores are the passages that may answer a query, in no order.
func scores(a *asked, parts []part, avg float64) (out []scored) {
	s := sheet{a: a, avg: avg}
	for _, c := range candidates(a, parts) {
		if s.open(parts[c.part], c) {
			out = s.scores(c, out)
		}
	}
	return out
}

// order puts the best passages first; of equal ones, by file and place.
func order(out []scored, parts []part) {
	slices.SortFunc(out, func(x, y scored) int {
		if c := cmp.Compare(y.score, x.score); c != 0 {
			return c
		}
		fx, fy := parts[x.part].seg.Files[x.file].Name, parts[y.part].seg.Files[y.file].Name
		if c := cmp.Compare(fx, fy); c != 0 {
			return c
		}
		return x.i - y.i
	})
}

// candidate is a file with the windows of it that are worth a closer look.
type candidate struct {
	fileRef
	windows []int // within the file, ascending
}

// lift makes windows of the days asked about candidates by their date alone.
func lift(sum []float64, s index.Span, parts []part) {
	for _, p := range parts {
		for i := range p.seg.Files {
			f := &p.seg.Files[i]
			if f.Day < s.From || f.Day > s.To || f.Count == 0 || p.gone(i) {
				continue
			}
			for w := index.Slot(0); w <= index.Slot(f.Count-1)/index.Window; w++ {
				sum[(p.base+f.First)/index.Window+w] += dayBase
			}
		}
	}
}

// topWindows are the best maxWindows, by their numbers among all, ascending; the
// earlier one is better where two are equal.
func topWindows(sum []float64) []index.Slot {
	best, least := make([]index.Slot, 0, 4*maxWindows), 0.0
	prune := func() {
		slices.SortFunc(best, func(x, y index.Slot) int {
			return cmp.Or(cmp.Compare(sum[y], sum[x]), cmp.Compare(x, y))
		})
		best = best[:min(len(best), maxWindows)]
	}
	for w, s := range sum {
		if s <= least {
			continue
		}
		if best = append(best, index.Slot(w)); len(best) == cap(best) {
			prune()
			least = sum[best[len(best)-1]]
		}
	}
	prune()
	slices.Sort(best)
	return best
}

// candidates picks the windows with the highest sums of term weights.
func candidates(a *asked, parts []part) []candidate {
	total := index.Slot(0)
	for _, p := range parts {
		total = p.base + index.Slot(len(p.seg.Lengths))
	}
	sum := make([]float64, total/index.Window+2)
	for i := range a.terms {
		t := &a.terms[i]
		for j := 0; j < len(t.posts); {
			w, tf := t.posts[j].at/index.Window, 0.0
			for ; j < len(t.posts) && t.posts[j].at/index.Window == w; j++ {
				tf += float64(t.posts[j].tf)
			}
			sum[w] += t.weight * t.idf * tf / (tf + lineK1)
		}
	}
	for _, s := range a.spans {
		if s.To-s.From < shortSpan {
			lift(sum, s, parts)
		}
	}
	return inFiles(topWindows(sum), parts)
}

// inFiles sorts windows into files, each with the windows before and after it in
// its file.
func inFiles(best []index.Slot, parts []part) []candidate {
	var out []candidate
	pi, seen := 0, -1 // the last window that was taken, within its file
	for _, k := range best {
		for pi+1 < len(parts) && parts[pi+1].base <= k*index.Window {
			pi++
		}
		seg := parts[pi].seg
		at := k*index.Window - parts[pi].base
		f := seg.FileAt(at)
		if n := len(out); n == 0 || out[n-1].fileRef != (fileRef{pi, f}) {
			out, seen = append(out, candidate{fileRef: fileRef{pi, f}}), -1
		}
		c := &out[len(out)-1]
		w, last := int(at-seg.Files[f].First)/index.Window, (seg.Files[f].Count-1)/index.Window
		for i := max(w-1, seen+1, 0); i <= min(w+1, last); i++ {
			c.windows = append(c.windows, i)
			seen = i
		}
	}
	return out
}
