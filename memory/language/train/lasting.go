package main

import (
	"fmt"

	"dormouse/memory/language/corpus"
)

// lasting prints, for unseen folds, which share of the statements that are of use for
// a year or more is found at several thresholds, and which share of those of some
// weeks, and of today, comes with them.
func lasting() error {
	t, err := taskOf("lasts")
	if err != nil {
		return err
	}
	ex, err := t.make(t.options)
	if err != nil {
		return err
	}
	type scored struct {
		example
		year float64
	}
	var all []scored
	for k := range folds + 1 {
		m := fitOn(t, ex, func(e example) bool { return e.writer != blindWriter && !unseen(e.fold, e.writer, k) })
		for _, e := range ex {
			if !unseen(e.fold, e.writer, k) {
				continue
			}
			if k == folds {
				e.lang = "blind"
			}
			all = append(all, scored{e, m.Of(m.Score(e.Input), corpus.Lasts[0])})
		}
	}
	for _, at := range []float64{.3, .45, .6, .75, .9} {
		in := map[string]tally{}
		for _, label := range corpus.Lasts[:3] {
			in[label] = tally{}
		}
		for _, s := range all {
			in[s.Label].add(s.lang, s.year >= at)
		}
		fmt.Printf("year >= %.2f  year %s\n              month %s\n              day %s\n", at, in[corpus.Lasts[0]], in[corpus.Lasts[1]], in[corpus.Lasts[2]])
	}
	return nil
}
