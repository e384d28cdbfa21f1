package main

import (
	"fmt"

	"dormouse/memory/language/classify"
	"dormouse/memory/language/statement"
	"dormouse/memory/language/train/fit"
)

// ends prints, for unseen folds, which share of the pairs whose older statement no
// longer holds is found at several thresholds, and which share of the others is
// ended falsely.
func ends() error {
	t, err := taskOf("relate")
	if err != nil {
		return err
	}
	ex, err := t.make(t.options)
	if err != nil {
		return err
	}
	lines, err := statementPairs()
	if err != nil {
		return err
	}
	var all []judged
	var strangers []float64
	for k := range folds + 1 {
		m := fitOn(t, ex, func(e example) bool { return e.writer != blindWriter && !unseen(e.fold, e.writer, k) })
		for i, l := range lines {
			e := exampleOf(l, classify.Input{}, l.Fields[0])
			if !unseen(e.fold, e.writer, k) {
				continue
			}
			if k == folds {
				e.lang = "blind-" + e.lang
			}
			old := statement.ReadIn(l.Text, l.Lang)
			all = append(all, judged{e, statement.RelateBy(m, old, statement.ReadIn(l.Newer, l.Lang)).Ends()})
			if o := elsewhere(lines, i, 37); o != nil {
				strangers = append(strangers, statement.RelateBy(m, old, statement.ReadIn(o.Newer, l.Lang)).Ends())
			}
		}
	}
	for _, at := range []float64{.3, .4, .5, .6, .65, .7, .8, .9, .95} {
		printEnds(all, strangers, at)
	}
	return nil
}

// judged is a pair, and how surely the newer one ends the older one.
type judged struct {
	example
	ends float64
}

// unseen reports whether an example is left out of fold k; the blind writer's are a
// fold of their own, the last.
func unseen(fold, writer string, k int) bool {
	if writer == blindWriter {
		return k == folds
	}
	return foldOf(fold) == k
}

// printEnds prints what a threshold finds; strangers are pairs of two topics.
func printEnds(all []judged, strangers []float64, at float64) {
	found, wrong := tally{}, tally{}
	for _, s := range all {
		if s.Label == statement.Denies.String() || s.Label == statement.Replaces.String() {
			found.add(s.lang, s.ends >= at)
		} else {
			wrong.add(s.lang, s.ends >= at)
		}
	}
	random := 0
	for _, p := range strangers {
		if p >= at {
			random++
		}
	}
	fmt.Printf("ends >= %.2f  found %s\n              false %s\n              of 1000 pairs of two topics %.1f\n", at, found, wrong, 1000*float64(random)/float64(max(1, len(strangers))))
}

func fitOn(t task, ex []example, seen func(example) bool) *classify.Model {
	var train []fit.Example
	for _, e := range ex {
		if seen(e) {
			train = append(train, e.Example)
		}
	}
	return t.fit(train)
}
