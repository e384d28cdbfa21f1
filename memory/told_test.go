package memory

import (
	"context"
	"slices"
	"testing"

	"dormouse/memory/document"
	"dormouse/memory/search"
)

// TestWhatWasToldBeforeAHit: with a hit comes what was told before it in its conversation, in
// the order in which it was told, wherever that stands.
func TestWhatWasToldBeforeAHit(t *testing.T) {
	s := newStore(t)
	s.night(t, 1, clock("2026-05-01 10:00"),
		document.Entry{Text: "380 all in, fitting on the 14th", Sources: []string{"m3"}, Importance: .3},
		document.Entry{Text: "The boiler needs a new pump", Sources: []string{"m2"}, Importance: .9},
		document.Entry{Text: "Joe works nights at the bakery", Sources: []string{"m1"}, Importance: .3})
	told := func(q search.Query) map[string][]string {
		t.Helper()
		a, err := s.Search(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string][]string{}
		for _, h := range a.Results {
			out[h.Matched()] = []string{}
			for _, b := range h.Before {
				out[h.Matched()] = append(out[h.Matched()], b.Text)
			}
		}
		return out
	}
	q := search.Query{Text: "fitting all in: pump or bakery?", Before: 3}
	for text, want := range map[string][]string{
		"380 all in, fitting on the 14th": {"The boiler needs a new pump", "Joe works nights at the bakery"},
		"The boiler needs a new pump":     {"Joe works nights at the bakery"},
		"Joe works nights at the bakery":  {},
	} {
		if got, found := told(q)[text]; !found || !slices.Equal(got, want) {
			t.Errorf("before %q: %q, want %q", text, got, want)
		}
	}
	q.Before = 1
	if got := told(q)["380 all in, fitting on the 14th"]; !slices.Equal(got, []string{"The boiler needs a new pump"}) {
		t.Errorf("one was asked for: %q", got)
	}
	q.Before = 0
	if got := told(q)["380 all in, fitting on the 14th"]; len(got) > 0 {
		t.Errorf("none was asked for: %q", got)
	}
	s.night(t, 2, clock("2026-05-08 10:00"), document.Entry{Text: "Joe works days at the bakery now, not nights", Sources: []string{"m9"}, Importance: .9})
	a, err := s.Search(context.Background(), search.Query{Text: "boiler pump", Before: 1})
	if err != nil {
		t.Fatal(err)
	}
	if h := a.Results[0]; len(h.Before) != 1 || !h.Before[0].Over {
		t.Errorf("what is no longer so is told as if it were: %+v", h)
	}
}
