package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"dormouse/memory/search"
)

// Mind is what nights have learnt of entries beside their words; package replay
// keeps it.
type Mind interface {
	// Neighbours are the entries that one is associated with, the strongest
	// first.
	Neighbours(id string) []Neighbour
	// Doubt says in one clause why an entry may be stale, "" where nothing does.
	Doubt(id string) string
	// Newer is the id of the entry that may have taken another's place, "" where none has.
	Newer(id string) string
}

// Neighbour is an entry that is associated with another.
type Neighbour struct {
	ID     string  `json:"id"`
	Weight float64 `json:"weight"` // [0.1, 1]
	// Text, Path and Line are what it says and where; empty when it is gone.
	Text string `json:"text"`
	Path string `json:"path"`
	Line int    `json:"line"`
}

const (
	// strong is the weight from which an association brings an entry to mind: two that
	// have half of their words' weight in common begin with it, and each shared use
	// adds 0.05.
	strong = 0.3
	// remindFrom is how many of the first hits others are associated with.
	remindFrom = 3
	// remindAt is after how many hits these stand: what the best ones bring to mind
	// says more than what just holds some of the words.
	remindAt = 5
)

// remind puts what is strongly associated with the first hits behind the best of
// all hits, at most q.Associated entries. The hits themselves stay as they are, but for a
// mark on those that may be stale and for what was said since, which stands before them.
// An entry that something newer replaced, or that may be stale itself, comes to nobody's
// mind.
func (s *Store) remind(ctx context.Context, q search.Query, a *search.Answer) error {
	if s.mind == nil || len(a.Results) == 0 || a.Verdict != search.Hits {
		return nil
	}
	mind := s.mind()
	there := map[string]bool{}
	for i := range a.Results {
		h := &a.Results[i]
		there[h.ID] = true
		if h.ID != "" {
			h.Doubt = mind.Doubt(h.ID)
		}
	}
	if err := newer(ctx, s.search, mind, q, a); err != nil || q.Associated < 1 {
		return err
	}
	for _, h := range a.Results {
		there[h.ID] = true
	}
	var ids []string
	with := map[string]string{}
	weight := map[string]float64{}
	for _, h := range a.Results[:min(remindFrom, len(a.Results))] {
		for _, n := range mind.Neighbours(h.ID) {
			if n.Weight < strong {
				break
			}
			if !there[n.ID] && mind.Doubt(n.ID) == "" {
				there[n.ID] = true
				ids = append(ids, n.ID)
				with[n.ID], weight[n.ID] = h.ID, n.Weight
			}
		}
	}
	slices.SortStableFunc(ids, func(x, y string) int { return cmp.Compare(weight[y], weight[x]) })
	hits, err := s.search.Lines(ctx, ids, q.AsOf)
	if err != nil {
		return fmt.Errorf("search associations: %w", err)
	}
	hits = slices.DeleteFunc(hits, func(h search.Hit) bool { return h.SupersededBy != "" })
	at := min(remindAt, len(a.Results))
	score := a.Results[at-1].Score
	for i := range hits[:min(q.Associated, len(hits))] {
		h := &hits[i]
		h.Associated, h.Why, h.Score = with[h.ID], search.Associated, score*weight[h.ID]
	}
	a.Results = slices.Insert(a.Results, at, hits[:min(q.Associated, len(hits))]...)
	return nil
}

// defaultLimit is how many hits an answer has where a query does not say.
const defaultLimit = 10

// newer puts before each hit that may be stale what was said since, whatever its words:
// who asks for the one means the other. The last hits make room for it.
func newer(ctx context.Context, lookup Searcher, mind Mind, q search.Query, a *search.Answer) error {
	limit := cmp.Or(max(0, q.Limit), defaultLimit)
	for i := 0; i < len(a.Results); i++ {
		old := a.Results[i]
		id := mind.Newer(old.ID)
		if old.ID == "" || id == "" {
			continue
		}
		at := slices.IndexFunc(a.Results, func(h search.Hit) bool { return h.ID == id })
		if at >= 0 && at <= i {
			continue
		}
		var hit search.Hit
		if at > i {
			hit = a.Results[at]
			a.Results = slices.Delete(a.Results, at, at+1)
		} else {
			hits, err := lookup.Lines(ctx, []string{id}, q.AsOf)
			if err != nil {
				return fmt.Errorf("search what was said since: %w", err)
			}
			if len(hits) == 0 || hits[0].SupersededBy != "" {
				continue
			}
			hit = hits[0]
			hit.Associated, hit.Why = old.ID, search.Associated
		}
		hit.Score, hit.Doubt = old.Score, mind.Doubt(id)
		a.Results = slices.Insert(a.Results, i, hit)
		i++ // the old one, which is done
	}
	a.Results = a.Results[:min(len(a.Results), limit)]
	return nil
}

// minded adds to an origin what nights have learnt of the entry.
func (s *Store) minded(o *Origin) {
	if s.mind == nil || s.search == nil || o.Entry.ID == "" {
		return
	}
	mind := s.mind()
	o.Doubt, o.Neighbours = mind.Doubt(o.Entry.ID), mind.Neighbours(o.Entry.ID)
	ids := make([]string, len(o.Neighbours))
	for i, n := range o.Neighbours {
		ids[i] = n.ID
	}
	hits, err := s.search.Lines(context.Background(), ids, time.Time{})
	if err != nil {
		return // the ids say enough
	}
	for _, h := range hits {
		for i := range o.Neighbours {
			if n := &o.Neighbours[i]; n.ID == h.ID {
				n.Text, n.Path, n.Line = h.Matched(), h.Path, h.Line
			}
		}
	}
}
