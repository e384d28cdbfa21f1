package memo

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRuns lets a list grow at its end, in its middle and lose a text: what the runs say
// is what the list says, and of most of it nothing is made anew.
func TestRuns(t *testing.T) {
	r := NewRuns[string](16)
	var list []string
	for i := range 2000 {
		list = append(list, fmt.Sprintf("line %d of %d", i, i*i))
	}
	ask := func(what string) (made int) {
		var all []string
		at := 0
		for _, run := range r.Of(len(list), func(i int) string { return list[i] }, func(from, to int) string {
			made += to - from
			return strings.Join(list[from:to], "\n")
		}) {
			if run.From != at || run.To <= at {
				t.Fatalf("%s: a run from %d to %d stands at %d", what, run.From, run.To, at)
			}
			at = run.To
			all = append(all, run.Value)
		}
		if strings.Join(all, "\n") != strings.Join(list, "\n") {
			t.Fatalf("%s: the runs are not the list", what)
		}
		return made
	}
	if made := ask("a new list"); made != len(list) {
		t.Errorf("%d texts were read of a new list of %d", made, len(list))
	}
	for what, change := range map[string]func(){
		"the same list":          func() {},
		"a text more at the end": func() { list = append(list, "the end") },
		"a text in the middle":   func() { list = slices.Insert(list, 1000, "new") },
		"a text less":            func() { list = slices.Delete(list, 500, 501) },
		"two texts change round": func() { list[300], list[301] = list[301], list[300] },
	} {
		change()
		if made := ask(what); made > 300 {
			t.Errorf("%s: %d of %d texts were read again", what, made, len(list))
		}
	}
	for range 2 * unasked {
		list = list[:len(list)/2]
		ask("half of it")
	}
	if len(r.made) > 1 {
		t.Errorf("%d runs are kept of an empty list", len(r.made))
	}
}
