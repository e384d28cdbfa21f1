package memory

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/search"
	"dormouse/memory/snapshot"
)

// Bounds of what is near in matter to a new line.
const (
	nearMost  = 3   // lines
	nearLeast = .28 // of what the words of the new line tell must stand in the other
)

// Near are up to three living lines nearest in matter to a text, the nearest first, without
// those of these ids, of a person's hand and of no id: who has just written the text
// may have to edit or forget them. A rare word that both have tells more than one that
// stands in every line.
func (s *Store) Near(text string, now time.Time, not ...string) ([]document.Entry, error) {
	snap, err := s.about(text, now)
	if err != nil {
		return nil, err
	}
	var lines []document.Entry
	for _, e := range snap.Entries() {
		if r, _ := snap.Record(e.ID); e.ID != "" && !e.Struck && r.By == "" && !snap.ByHand(e) {
			lines = append(lines, e)
		}
	}
	l := language.Guess(text)
	held, has := map[string]int{}, make([]map[string]bool, len(lines))
	for i, e := range lines {
		has[i] = matter(l, e.Text)
		for w := range has[i] {
			held[w]++
		}
	}
	tells := func(w string) float64 { return math.Log(float64(1+len(lines)) / float64(max(1, held[w]))) }
	asked, all := matter(l, text), 0.0
	for w := range asked {
		all += tells(w)
	}
	var near []document.Entry
	share := map[string]float64{}
	for i, e := range lines {
		if slices.Contains(not, e.ID) {
			continue
		}
		for w := range asked {
			if has[i][w] {
				share[e.ID] += tells(w) / all
			}
		}
		if share[e.ID] >= nearLeast {
			near = append(near, e)
		}
	}
	slices.SortStableFunc(near, func(a, b document.Entry) int { return cmp.Compare(share[b.ID], share[a.ID]) })
	return near[:min(len(near), nearMost)], nil
}

// aboutHits is how many hits tell which logs speak of the same thing as a line.
const aboutHits = 30

// about is a snapshot of MEMORY.md, the log of a day and those that a search finds for a
// text; without a search it is all of memory. Ten years of logs take seconds to read word by
// word.
func (s *Store) about(text string, now time.Time) (snapshot.Snapshot, error) {
	if s.search == nil {
		return s.Snapshot()
	}
	answer, err := s.search.Search(context.Background(), search.Query{Text: text, Limit: aboutHits, Now: now})
	if err != nil {
		return snapshot.Snapshot{}, err
	}
	wanted := map[string]bool{document.LogPath(now): true}
	for _, h := range answer.Results {
		wanted[h.Path] = true
	}
	return s.files.Read(func(path string) bool { return wanted[path] })
}

// matter are the words of a text that are about something, by their stems.
func matter(l language.Lang, text string) map[string]bool {
	out := map[string]bool{}
	for _, t := range language.TokensOf(text) {
		if !language.InAny(t.Fold).Has(language.Light | language.Stop | language.Dull) {
			out[l.Stem(t.Fold)] = true
		}
	}
	return out
}
