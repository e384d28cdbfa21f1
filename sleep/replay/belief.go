package replay

import (
	"cmp"
	"slices"
	"time"

	"dormouse/memory/document"
)

// Belief is what memory holds to be true of something that has changed or may
// have: the newest word, since when, and what was true before. It is read from the
// entries, whose relations decide; nothing else is kept about it.
type Belief struct {
	ID    string    `json:"id"`
	Text  string    `json:"text"`
	Path  string    `json:"path"`
	Line  int       `json:"line"`
	Since time.Time `json:"since,omitzero"`
	// Evidence is how many messages say so; Confidence, in [0, 1], grows with them
	// and falls when a newer entry probably ends it.
	Evidence   int       `json:"evidence"`
	Confidence float64   `json:"confidence"`
	Before     []Earlier `json:"before"`
	Doubt      string    `json:"possibly_stale,omitempty"`
}

// Earlier is what was true before, the newest first.
type Earlier struct {
	ID    string    `json:"id"`
	Text  string    `json:"text"`
	Since time.Time `json:"since,omitzero"`
	Until time.Time `json:"until,omitzero"`
}

// Beliefs are those of a memory, the last changed first.
func Beliefs(entries []document.Entry, s Self) []Belief {
	before := map[string][]document.Entry{}
	for _, e := range entries {
		if e.SupersededBy != "" {
			before[e.SupersededBy] = append(before[e.SupersededBy], e)
		}
	}
	known, list := newRecollection(s), []Belief{}
	seen := map[string]bool{}
	for _, e := range entries {
		d, doubted := known.doubts[e.ID]
		if e.Struck || e.ID == "" || seen[e.ID] || len(before[e.ID]) == 0 && !doubted {
			continue
		}
		seen[e.ID] = true
		b := Belief{ID: e.ID, Text: e.Text, Path: e.Path, Line: e.Line, Since: e.Since, Evidence: max(1, len(e.Sources)), Doubt: known.Doubt(e.ID), Before: []Earlier{}}
		b.Confidence = tidy(float64(b.Evidence) / float64(b.Evidence+1) * (1 - d.Sure))
		b.Before = earlier(b.Before, before, e.ID)
		if b.Since.IsZero() && len(b.Before) > 0 {
			b.Since = b.Before[0].Until
		}
		list = append(list, b)
	}
	slices.SortStableFunc(list, func(a, b Belief) int { return cmp.Or(b.Since.Compare(a.Since), cmp.Compare(a.ID, b.ID)) })
	return list
}

// earlier follows what was replaced back to the first word.
func earlier(list []Earlier, before map[string][]document.Entry, id string) []Earlier {
	for _, e := range before[id] {
		if slices.ContainsFunc(list, func(x Earlier) bool { return x.ID == e.ID }) {
			continue // a log and MEMORY.md tell the same, or a circle written by hand
		}
		list = earlier(append(list, Earlier{e.ID, e.Text, e.Since, e.Until}), before, e.ID)
	}
	return list
}
