package main

import (
	"fmt"

	"dormouse/memory/language"
	"dormouse/memory/language/corpus"
)

// ends prints, for unseen folds, which share of the pairs whose older statement no
// longer holds is found at several thresholds, and which share of the others is
// ended falsely.
func ends() error {
	var t task
	for _, x := range tasks() {
		if x.name == "relate" {
			t = x
		}
	}
	ex, err := t.make(t.options)
	if err != nil {
		return err
	}
	lines, err := corpus.Pairs()
	if err != nil {
		return err
	}
	type scored struct {
		example
		ends float64
	}
	var all []scored
	var apart []float64 // pairs that have nothing to do with each other
	for k := range folds + 1 {
		out := func(e example) bool { return e.writer != blindWriter && foldOf(e.fold) == k }
		if k == folds { // the blind writer's, by a model of all others
			out = func(e example) bool { return e.writer == blindWriter }
		}
		m := fitOn(t, ex, func(e example) bool { return !out(e) && e.writer != blindWriter })
		ends := func(x []uint16) float64 {
			p := m.Score(x)
			return m.Of(p, "denies") + m.Of(p, "replaces")
		}
		for _, e := range ex {
			if out(e) && !e.extra {
				if k == folds {
					e.lang = "blind-" + e.lang
				}
				all = append(all, scored{e, ends(e.Features)})
			}
		}
		for i, l := range lines {
			if o := elsewhere(lines, i, 37); o != nil && out(exampleOf(l, nil, "")) {
				apart = append(apart, ends(language.RelateFeatures(language.ReadIn(l.Text, l.Lang), language.ReadIn(o.Newer, l.Lang))))
			}
		}
	}
	for _, at := range []float64{.3, .4, .5, .6, .7, .8, .9} {
		found, false_ := tally{}, tally{}
		for _, s := range all {
			if s.Label == "denies" || s.Label == "replaces" {
				found.add(s.lang, s.ends >= at)
			} else {
				false_.add(s.lang, s.ends >= at)
			}
		}
		random := 0
		for _, p := range apart {
			if p >= at {
				random++
			}
		}
		fmt.Printf("ends >= %.1f  found %s\n             false %s\n             of 1000 pairs of two topics %.1f\n", at, found, false_, 1000*float64(random)/float64(len(apart)))
	}
	return nil
}

func fitOn(t task, ex []example, seen func(example) bool) *language.Model {
	var train []language.Example
	for _, e := range ex {
		if seen(e) {
			train = append(train, e.Example)
		}
	}
	return language.Fit(train, t.labels, t.options)
}
