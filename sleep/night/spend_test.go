package night

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/sleep"
	"dormouse/summarize"
)

// wordy writes entries of ten tokens, for times the budget it is given, or always
// as many as it likes.
type wordy struct {
	times  float64
	always int
	model  bool
	asked  int
}

func (s *wordy) Summarize(_ context.Context, _ summarize.Input, b summarize.Budget) (summarize.Digest, error) {
	s.asked++
	d := summarize.Digest{Engine: "offline"}
	if s.model {
		d.Engine, d.Calls = "model", 1
	}
	n := s.always
	if n == 0 {
		n = int(float64(b.Memory) * s.times / 10)
	}
	for i := range n {
		d.Candidates = append(d.Candidates, summarize.Candidate{Text: fmt.Sprintf("one two three four five six seven eight %d", i), Importance: float64(i+1) / 1000})
	}
	return d, nil
}

// TestDigestSpendsTheBudget: an offline strategy is asked until what it writes
// costs the night's budget, a model once; only then entries are left out.
func TestDigestSpendsTheBudget(t *testing.T) {
	const budget = 1000
	for _, c := range []struct {
		name                   string
		strategy               wordy
		asked, least, rejected int
	}{
		{"too much", wordy{times: 1.3}, 2, 950, 0},
		{"too little", wordy{times: .5}, 2, 950, 0},
		{"enough", wordy{times: .97}, 1, 950, 0},
		{"a model's too much", wordy{times: 1.3, model: true}, 1, 990, 30},
		{"a model's too little", wordy{times: .5, model: true}, 1, 500, 0},
		{"does not listen", wordy{always: 110}, 2, 990, 10},
		{"has no more", wordy{always: 7}, 2, 70, 0},
		{"has nothing", wordy{times: .001}, 1, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := Deps{Strategy: &c.strategy, Count: words, Recording: &Recording{}}
			f := &fitting{Deps: d, budget: budget, fresh: 5 * budget, word: summarize.TokensPerWord(nil, words)}
			g, err := f.digest(context.Background(), summarize.Input{})
			if err != nil {
				t.Fatal(err)
			}
			if got := f.price(g); got > budget || got < c.least {
				t.Errorf("spent %d of %d, want at least %d", got, budget, c.least)
			}
			if c.strategy.asked != c.asked || len(g.Rejected) != c.rejected {
				t.Errorf("asked %d times, want %d; %d left out, want %d", c.strategy.asked, c.asked, len(g.Rejected), c.rejected)
			}
		})
	}
}

// TestALineCostsAtMostItsWords: a line whose words are longer than those of the talk
// costs as many of the talk's words as a reader counts, with its mark and id and, where
// it stands in a log, the headings; a line of short words costs its own tokens.
func TestALineCostsAtMostItsWords(t *testing.T) {
	letters := func(s string) int { return len(strings.ReplaceAll(s, " ", "")) }
	talk := reading{New: []transcript.Message{{Role: transcript.User, Content: "we go up to it by on at in"}}}
	f := newFitting(&Night{}, talk, Deps{Count: letters, Settings: sleep.DefaultSettings(), Recording: &Recording{}})
	lasting := summarize.Candidate{Type: document.Fact, Text: "Dolores paints Vesuvius", Importance: .9}
	passing := lasting
	passing.Importance = .1
	for name, c := range map[string]struct {
		c    summarize.Candidate
		want int
	}{
		"long words, lasting":  {lasting, 2 * (3 + lineWords)},
		"long words, in a log": {passing, letters(passing.Text) + 1},
		"short words":          {summarize.Candidate{Type: document.Fact, Text: "a b c", Importance: .9}, 4},
	} {
		if got := f.price(summarize.Digest{Candidates: []summarize.Candidate{c.c}}); got != c.want {
			t.Errorf("%s: %d tokens, want %d", name, got, c.want)
		}
	}
}
