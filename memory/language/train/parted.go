package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/corpus"
	"dormouse/memory/language/train/fit"
)

// parting is a note of the corpus with its parts.
type parting struct {
	corpus.Parting
	parts []knowledge.Part
	over  []bool
}

// partTrees are what the notes with news bear.
var partTrees = fit.TreeOptions{Trees: 600, Rate: .03, Ridge: 8, Least: 12, Rows: 6, Within: 2}

// A part is over where one in so many of its letters is: without them it says little.
const mostPart = 4

func partings() (out []parting, err error) {
	all, err := corpus.Partings()
	for _, p := range all {
		x := parting{Parting: p, parts: knowledge.PartsOf(p.Note, p.News)}
		for _, part := range x.parts {
			x.over = append(x.over, mostPart*x.overIn(part.From, part.To) > letters(p.Note[part.From:part.To]))
		}
		out = append(out, x)
	}
	return out, err
}

func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// overIn is how many letters of a stretch of the note are over.
func (p *parting) overIn(from, to int) (n int) {
	for _, o := range p.Over {
		if a, b := max(from, o[0]), min(to, o[1]); a < b {
			n += letters(p.Note[a:b])
		}
	}
	return n
}

func fitParts(all []parting, use func(*parting) bool) (*classify.Trees, []byte) {
	var ex []fit.Judged
	for i := range all {
		if p := &all[i]; use(p) {
			for k, part := range p.parts {
				ex = append(ex, fit.Judged{Seen: part.Behind(k > 0 && p.over[k-1]), Is: p.over[k], Weight: 1})
			}
		}
	}
	written := fit.Trees(ex, partTrees)
	m, err := classify.DecodeTrees(written)
	if err != nil {
		panic(err) // it reads what it wrote
	}
	return m, written
}

func learnParted() ([]byte, error) {
	all, err := partings()
	if err != nil {
		return nil, err
	}
	_, written := fitParts(all, func(p *parting) bool { return p.Writer != blindWriter })
	return written, nil
}

// reportParted prints of how many notes left out, and of those of the blind writer, what stays is
// right, of how many all goes, of how many something stays that is over and of how many something
// goes that is not.
func reportParted() error {
	all, err := partings()
	if err != nil {
		return err
	}
	blind := func(p *parting) bool { return p.Writer == blindWriter }
	models := make([]*classify.Trees, folds)
	for k := range models {
		models[k], _ = fitParts(all, func(p *parting) bool { return !blind(p) && foldOf(p.Place) != k })
	}
	whole, _ := fitParts(all, func(p *parting) bool { return !blind(p) })
	for _, judged := range []bool{false, true} {
		right, gone, stays, loses := tally{}, tally{}, tally{}, tally{}
		for i := range all {
			p := &all[i]
			if blind(p) != judged {
				continue
			}
			trees := models[foldOf(p.Place)]
			if judged {
				trees = whole
			}
			rest, _ := knowledge.PartedBy(p.Note, p.News, trees.Of)
			l, how := p.Lang.String(), p.judge(rest)
			right.add(l, how == partRight)
			gone.add(l, how == partGone)
			stays.add(l, how == partStays)
			loses.add(l, how == partLoses)
		}
		fmt.Printf("blind %v right %s\n   all goes %s\n   something over stays %s\n   something lost %s\n", judged, right, gone, stays, loses)
	}
	return nil
}

// What may come of a note.
const (
	partRight = iota
	partGone  // all goes, and something should stay
	partStays // something that is over stays
	partLoses // something goes that should stay
)

// judge compares what stays of a note with what should: by its words, but those that both the
// stretches that are over and those that are not have, or the news.
func (p *parting) judge(rest string) int {
	over, holds := map[string]bool{}, map[string]bool{}
	news := lowWords(p.News)
	for _, w := range language.Words(p.Note) {
		if language.Common(p.Lang, w.Low) || p.Lang.Lists(w.Low).Has(language.Stop|language.Little) {
			continue
		}
		if p.overIn(w.Start, w.Start+len(w.Text)) > 0 && !slices.Contains(news, w.Low) {
			over[w.Low] = true
		} else if p.overIn(w.Start, w.Start+len(w.Text)) == 0 {
			holds[w.Low] = true
		}
	}
	for low := range over {
		if holds[low] {
			delete(over, low)
			delete(holds, low)
		}
	}
	left := " " + strings.Join(lowWords(rest), " ") + " "
	if rest == "" && len(holds) > 0 {
		return partGone
	}
	for low := range over {
		if strings.Contains(left, " "+low+" ") {
			return partStays
		}
	}
	for low := range holds {
		if !strings.Contains(left, " "+low+" ") {
			return partLoses
		}
	}
	return partRight
}

func lowWords(text string) (out []string) {
	for _, w := range language.Words(text) {
		out = append(out, w.Low)
	}
	return out
}
