package toolbox

import (
	"testing"

	"dormouse/memory/search"
)

func TestHitsSurviveFormatting(t *testing.T) {
	a := search.Answer{Query: "oslo", Verdict: search.Hits, Results: []search.Hit{
		{Path: "MEMORY.md", Start: 5, End: 5, Line: 5, Text: "Lives in Oslo [since May].", Date: "2026-05-02", Heading: "Facts", ID: "m2p9x1"},
		{Path: "memory/2026-01-03.md", Start: 9, End: 9, Line: 9, Text: "Lives in\nBerlin", Date: "2026-01-03", ID: "k7f3a2", SupersededBy: "m2p9x1"},
		{Path: "memory/2026-01-04.md", Start: 3, End: 3, Line: 3, Text: "by hand"},
	}}
	got := ParseAnswer(FormatAnswer(a))
	if len(got) != 3 {
		t.Fatalf("got %d hits of 3 back:\n%s", len(got), FormatAnswer(a))
	}
	for i, h := range got {
		want := a.Results[i]
		if h.Path != want.Path || h.Start != want.Start || h.ID != want.ID || h.SupersededBy != want.SupersededBy || h.Date != want.Date {
			t.Errorf("hit %d came back as %+v, want %+v", i, h, want)
		}
	}
	if got[1].Text != "Lives in Berlin" {
		t.Errorf("a line break within a hit became %q", got[1].Text)
	}
}

func TestMarksAreToldToTheModel(t *testing.T) {
	a := search.Answer{Verdict: search.Hits, Results: []search.Hit{{Path: "MEMORY.md", Line: 5, Text: "Lives in Oslo.", ID: "m2p9x1", Associated: "k7f3a2", Doubt: "belief about it has turned since: Oslo on 2026-05-02"}}}
	want := "MEMORY.md:5 [associated with ^k7f3a2 · possibly stale: belief about it has turned since: Oslo on 2026-05-02] Lives in Oslo. ^m2p9x1"
	if got := FormatAnswer(a); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestEveryKindOfNothingIsSaid(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range []search.Verdict{search.NoMatch, search.BelowThreshold, search.EmptyStore, search.StaleIndex} {
		text := FormatAnswer(search.Answer{Query: "q", Verdict: v})
		if seen[text] {
			t.Errorf("verdict %s reads like another: %s", v, text)
		}
		seen[text] = true
		if len(ParseAnswer(text)) != 0 {
			t.Errorf("verdict %s reads as a hit", v)
		}
	}
}

func TestNeighboursAreNoHits(t *testing.T) {
	h := search.Hit{Path: "memory/2026-01-04.md", Start: 3, End: 4, Line: 3, Text: "Where is the key?\nUnder the mat.", Own: "Where is the key?", Beside: []search.Line{{At: 4, Text: "Under the mat."}}, Why: search.Meaning}
	text := FormatAnswer(search.Answer{Query: "key", Verdict: search.Hits, Results: []search.Hit{h}})
	if want := "memory/2026-01-04.md:3 [near in meaning] Where is the key?\n  memory/2026-01-04.md:4 Under the mat."; text != want {
		t.Errorf("%q\nwant %q", text, want)
	}
	if got := ParseAnswer(text); len(got) != 1 || got[0].Line != 3 || got[0].Why != search.Meaning {
		t.Errorf("came back as %+v", got)
	}
	text = FormatAnswer(search.Answer{Query: "lock", Verdict: search.BelowThreshold, Results: []search.Hit{h}})
	if got := ParseAnswer(text); len(got) != 0 {
		t.Errorf("what is no answer reads as a hit: %+v", got)
	}
}

// What was told before a hit stands below it, and comes back with it; a hit that is understood
// without that needs none.
func TestWhatWasToldBefore(t *testing.T) {
	hits := []search.Hit{
		{Path: "MEMORY.md", Start: 6, End: 6, Line: 6, Text: "She can't have chicken", ID: "b2c3d4", Before: []search.Told{{ID: "a1b2c3", Text: "We got a rescue greyhound, Biscuit"}}},
		{Path: "MEMORY.md", Start: 8, End: 8, Line: 8, Text: "My dentist is Dr Okoro on Mill Lane", ID: "c3d4e5", Before: []search.Told{{ID: "b2c3d4", Text: "She can't have chicken", Over: true}}},
	}
	text := FormatAnswer(search.Answer{Verdict: search.Hits, Results: hits})
	got := ParseAnswer(text)
	if len(got) != 2 || len(got[0].Before) != 1 || got[0].Before[0] != hits[0].Before[0] || got[1].Before[0] != hits[1].Before[0] {
		t.Errorf("came back as %+v\n%s", got, text)
	}
	understood(hits)
	if len(hits[0].Before) != 1 || len(hits[1].Before) != 0 {
		t.Errorf("left are %v and %v", hits[0].Before, hits[1].Before)
	}
}
