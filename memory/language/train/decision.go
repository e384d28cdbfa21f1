package main

import (
	"fmt"

	"dormouse/memory/language"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/corpus"
	"dormouse/memory/language/train/fit"
)

// decide prints how well the three models together tell what is worth keeping, on
// unseen folds: the share of what should be kept that is, and of the rest that is
// too, at several thresholds.
func decide() error {
	lines, err := tellings()
	if err != nil {
		return err
	}
	var by = map[string]task{}
	for _, t := range tasks() {
		by[t.name] = t
	}
	type scored struct {
		line  corpus.Line
		worth float64
	}
	var all []scored
	for k := range folds + 1 {
		out := func(fold, writer string) bool { return writer != blindWriter && foldOf(fold) == k }
		if k == folds { // the blind writer's, by models of all others
			out = func(_, writer string) bool { return writer == blindWriter }
		}
		fitted := map[string]*classify.Model{}
		for _, name := range []string{"act", "keep", "lasts"} {
			ex, err := by[name].make(by[name].options)
			if err != nil {
				return err
			}
			var train []fit.Example
			for _, e := range ex {
				if !out(e.fold, e.writer) && e.writer != blindWriter {
					train = append(train, e.Example)
				}
			}
			fitted[name] = by[name].fit(train)
		}
		for _, l := range lines {
			if !out(l.Lang.String()+l.Writer+l.Topic, l.Writer) || l.Other {
				continue
			}
			x := language.Features(l.Text, l.Lang, language.Person, by["act"].options.Use())
			all = append(all, scored{l, language.Worth(fitted["act"], fitted["keep"], fitted["lasts"], x)})
		}
	}
	for _, at := range []float64{.3, .35, .4, .45, .5, .55, .6, .65, .7} {
		kept, junk := tally{}, tally{}
		for _, s := range all {
			key := s.line.Lang.String()
			if s.line.Writer == blindWriter {
				key = "blind"
			}
			if worth(s.line) == "keep" {
				kept.add(key, s.worth >= at)
			} else {
				junk.add(key, s.worth >= at)
			}
		}
		fmt.Printf("worth >= %.2f  kept %s\n               junk %s\n", at, kept, junk)
	}
	return nil
}
