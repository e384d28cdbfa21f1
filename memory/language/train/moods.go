package main

import (
	"maps"
	"slices"

	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/memory/language/corpus"
)

func besideMoods() (out []besideNews, err error) {
	lines, err := corpus.Sentences()
	lasting := map[language.Lang]map[string][]*corpus.Line{} // by language and stem
	for i := range lines {
		l := &lines[i]
		if lastsOf(*l) != corpus.Lasts[0] || l.Fields[1] == "-" {
			continue
		}
		if lasting[l.Lang] == nil {
			lasting[l.Lang] = map[string][]*corpus.Line{}
		}
		for stem := range mattersOf(l) {
			lasting[l.Lang][stem] = append(lasting[l.Lang][stem], l)
		}
	}
	for i := range lines {
		l := &lines[i]
		if i%moodEach > 0 || l.Other || lastsOf(*l) != corpus.Lasts[2] {
			continue
		}
		land := &corpus.Land{Lang: l.Lang, Writer: l.Writer, Name: l.Topic}
		for _, stem := range slices.Sorted(maps.Keys(mattersOf(l))) {
			if with := lasting[l.Lang][stem]; len(with) > 0 && len(land.Lines) < moodLines {
				land.Lines = append(land.Lines, corpus.Told{Day: said, Text: with[i%len(with)].Text})
			}
		}
		if len(land.Lines) == 0 {
			continue
		}
		land.Lines = append(land.Lines, corpus.Told{Day: said.AddDate(0, 0, apartDays[i/moodEach%len(apartDays)]), Text: l.Text})
		k := knowledge.Gather(nil, nil).Knowledge(nil, func(string) bool { return false })
		for n := range len(land.Lines) - 1 {
			k.Learn(entryOf(land, n))
		}
		out = append(out, beside(k, land, len(land.Lines)-1, true, 1)...)
	}
	return out, err
}

// mattersOf are the stems of a line's words that are no common ones.
func mattersOf(l *corpus.Line) map[string]bool {
	stems := map[string]bool{}
	for _, w := range language.Words(l.Text) {
		if !language.Common(l.Lang, w.Low) && !w.Digit() {
			stems[l.Lang.Stem(w.Low)] = true
		}
	}
	return stems
}
