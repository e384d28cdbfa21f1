package search

import (
	"context"
	"fmt"
	"time"

	"dormouse/memory/search/index"
)

// Lines gives the entries with these ids as hits, in the order of the ids and
// without a score: MEMORY.md's line where an entry stands there, else its oldest
// log's. What is not there, forgotten, or not known yet on the day asOf (zero
// means now) is left out. It looks at the files as the last search saw them.
func (ix *Index) Lines(ctx context.Context, ids []string, asOf time.Time) ([]Hit, error) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	c := &ix.memory
	if !c.open {
		list, err := ix.files.List()
		if err == nil {
			err = c.refresh(ctx, list)
		}
		if err != nil {
			return nil, fmt.Errorf("look up entries: %w", err)
		}
	}
	f := &finder{c: c, a: &asked{}, asOf: index.DayOf(asOf), text: map[fileRef][]index.Passage{}, at: map[string]int{}}
	for _, id := range ids {
		for _, r := range c.standsAt(id) {
			if err := f.take(r); err != nil {
				break // it changed since the last look: the next search finds it
			}
		}
	}
	return f.hits, nil
}

// standsAt are the passages that hold an id, in the order of the index.
func (c *collection) standsAt(id string) []group {
	var list []group
	for i, p := range c.parts {
		ps, err := p.seg.Postings(index.IDTerm + id)
		if err != nil {
			continue // damage is the searches' to find and mend
		}
		for _, m := range ps {
			if p.alive(m.At) {
				file := p.seg.FileAt(m.At)
				at := int(m.At - p.seg.Files[file].First)
				list = append(list, group{scored{part: i, file: file, i: at, held: 1}, at, at})
			}
		}
	}
	return list
}
