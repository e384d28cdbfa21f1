package memory

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"dormouse/memory/search"
)

// fakeMind is what nights would have learnt.
type fakeMind struct {
	of    map[string][]Neighbour
	doubt map[string]string
	newer map[string]string
}

func (m fakeMind) Neighbours(id string) []Neighbour { return m.of[id] }
func (m fakeMind) Doubt(id string) string           { return m.doubt[id] }
func (m fakeMind) Newer(id string) string           { return m.newer[id] }

// newMinded is a store of six lines and a mind that a test fills.
func newMinded(t *testing.T) (*Store, *fakeMind) {
	t.Helper()
	mind := &fakeMind{map[string][]Neighbour{}, map[string]string{}, map[string]string{}}
	s := newStore(t)
	s.mind = func() Mind { return mind }
	s.byHand(t, "MEMORY.md", "# Memory\n\n## Facts\n\n- The ferry to Aran leaves at seven. ^ferry1\n- ~~The tide table hangs in the hall.~~ (until 2026-05-01 → ^tide02) ^tide01\n- The tide table hangs in the kitchen. ^tide02\n")
	s.byHand(t, "memory/2026-05-03.md", "# 2026-05-03\n\n## 09:00\n\n### Facts\n\n- The ferry takes bicycles. ^bikes1\n")
	s.byHand(t, "memory/2026-06-01.md", "# 2026-06-01\n\n## 09:00\n\n### Facts\n\n- Nora sells tickets. ^nora01\n")
	s.byHand(t, "memory/2026-06-02.md", "# 2026-06-02\n\n## 09:00\n\n### Facts\n\n- Wool comes from the hill farm. ^wool01\n")
	s.byHand(t, "memory/2026-06-03.md", "# 2026-06-03\n\n## 09:00\n\n### Facts\n\n- Peat burns slowly. ^old001\n")
	return s, mind
}

func ids(hits []search.Hit) []string {
	var list []string
	for _, h := range hits {
		list = append(list, h.ID)
	}
	return list
}

func TestAssociatedEntriesComeAfterTheHits(t *testing.T) {
	s, mind := newMinded(t)
	find := func(q search.Query) search.Answer {
		t.Helper()
		a, err := s.Search(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	plain := find(search.Query{Text: "When does the ferry leave?", Associated: 3})
	if got := ids(plain.Results); !slices.Contains(got, "ferry1") || slices.Contains(got, "nora01") {
		t.Fatalf("by words alone: %v", got)
	}
	mind.of["ferry1"] = []Neighbour{{ID: "nora01", Weight: 0.4}, {ID: "tide01", Weight: 0.4}, {ID: "gone99", Weight: 0.4}, {ID: "old001", Weight: 0.35}, {ID: "wool01", Weight: 0.29}}
	a := find(search.Query{Text: "When does the ferry leave?", Associated: 3})
	if n := len(plain.Results); !reflect.DeepEqual(a.Results[:n], plain.Results) {
		t.Errorf("the hits changed: %v, were %v", ids(a.Results), ids(plain.Results))
	}
	// What something newer replaced, what is gone and what is weak do not come.
	if got := ids(a.Results[len(plain.Results):]); !slices.Equal(got, []string{"nora01", "old001"}) {
		t.Errorf("associated: %v", got)
	}
	x := a.Results[len(plain.Results)]
	if x.Associated != "ferry1" || x.Path != "memory/2026-06-01.md" || x.Start != 7 || x.Text != "Nora sells tickets." || x.Score >= a.Results[len(plain.Results)-1].Score {
		t.Errorf("%+v", x)
	}
	if got := find(search.Query{Text: "When does the ferry leave?", Associated: 1}); len(got.Results) != len(plain.Results)+1 {
		t.Errorf("one was asked for: %v", ids(got.Results))
	}
	if got := find(search.Query{Text: "When does the ferry leave?"}); len(got.Results) != len(plain.Results) {
		t.Errorf("none was asked for: %v", ids(got.Results))
	}
	mind.of["bikes1"] = []Neighbour{{ID: "ferry1", Weight: 0.9}}
	if got := find(search.Query{Text: "ferry bicycles", Associated: 3}); slices.ContainsFunc(got.Results, func(h search.Hit) bool { return h.ID == "ferry1" && h.Associated != "" }) {
		t.Errorf("a hit came twice: %v", ids(got.Results))
	}
	if got := find(search.Query{Text: "zeppelin", Associated: 3}); len(got.Results) != 0 {
		t.Errorf("associations of nothing: %v", ids(got.Results))
	}
}

func TestDoubtIsMarked(t *testing.T) {
	s, mind := newMinded(t)
	mind.doubt["ferry1"], mind.doubt["nora01"] = "belief about Aran has turned", "belief about Nora has turned"
	mind.of["ferry1"] = []Neighbour{{ID: "nora01", Weight: 0.9}}
	a, err := s.Search(context.Background(), search.Query{Text: "ferry Aran seven", Associated: 3})
	if err != nil || len(a.Results) == 0 || a.Results[0].ID != "ferry1" || a.Results[0].Doubt != "belief about Aran has turned" {
		t.Fatalf("%v %+v", err, a.Results)
	}
	if slices.Contains(ids(a.Results), "nora01") {
		t.Error("what is in doubt itself came to mind")
	}
	o, err := s.Why("^ferry1")
	if err != nil || o.Doubt != "belief about Aran has turned" {
		t.Fatalf("%v %+v", err, o)
	}
	if want := (Neighbour{ID: "nora01", Weight: 0.9, Text: "Nora sells tickets.", Path: "memory/2026-06-01.md", Line: 7}); len(o.Neighbours) != 1 || o.Neighbours[0] != want {
		t.Errorf("neighbours %+v", o.Neighbours)
	}
}

func TestWhatWasSaidSinceStandsBeforeWhatMayBeStale(t *testing.T) {
	s, mind := newMinded(t)
	mind.newer["ferry1"], mind.newer["tide02"] = "nora01", "tide01"
	q := search.Query{Text: "When does the ferry to Aran leave?", Limit: 2}
	a, err := s.Search(context.Background(), q)
	if err != nil || !slices.Equal(ids(a.Results), []string{"nora01", "ferry1"}) {
		t.Fatalf("%v %v", err, ids(a.Results))
	}
	if h := a.Results[0]; h.Associated != "ferry1" || h.Text != "Nora sells tickets." || h.Why != search.Associated {
		t.Errorf("%+v", h)
	}
	mind.newer["ferry1"] = "bikes1" // a hit itself
	q.Limit = 5
	if a, err = s.Search(context.Background(), q); err != nil || !slices.Equal(ids(a.Results)[:2], []string{"bikes1", "ferry1"}) || a.Results[0].Associated != "" {
		t.Errorf("%v %v", err, ids(a.Results))
	}
	mind.newer["bikes1"] = "ferry1" // in a ring the search still ends, and no line comes twice
	if a, err = s.Search(context.Background(), q); err != nil || len(a.Results) != 2 {
		t.Errorf("%v %v", err, ids(a.Results))
	}
	// What something newer replaced itself says nothing.
	if a, err = s.Search(context.Background(), search.Query{Text: "tide table"}); err != nil || slices.Index(ids(a.Results), "tide02") != 0 {
		t.Errorf("%v %v", err, ids(a.Results))
	}
}
