package asking

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/summarize"
)

// TestDoubtedLinesAreConfirmed: true lines in other words are doubted. The model
// is shown them once more beside their messages; those of which it says that all was
// said stand as it wrote them, where the words that it points to are there.
func TestDoubtedLinesAreConfirmed(t *testing.T) {
	day := time.Date(2026, 3, 9, 18, 0, 0, 0, time.UTC)
	said := []transcript.Message{
		{ID: "m1", Role: transcript.User, Time: day, Content: "No spuds this year, the ground had blight two summers back and I won't lose the whole bed again."},
		{ID: "m2", Role: transcript.Assistant, Time: day, Content: "Understood. Who goes to the committee?"},
		{ID: "m3", Role: transcript.User, Time: day, Content: "Winifred is off the road for good, so whoever goes has to swing by hers first."},
	}
	const crop, lift = "User: Skips spuds this year after an earlier blight", "Winifred has to be fetched by whoever goes to the committee"
	entries := []foundEntry{
		{Type: document.Decision, Text: crop, Importance: .8, From: []string{"m1"}},
		{Type: document.Fact, Text: lift, Importance: .8, From: []string{"m3"}},
	}
	confirm := func(lines ...confirmed) string {
		b, _ := json.Marshal(confirmation{lines})
		return string(b)
	}
	for name, c := range map[string]struct {
		second any
		want   []string // as the model wrote them
	}{
		"both":             {confirm(confirmed{1, "won't lose the whole bed", true}, confirmed{2, "“off the road for good”", true}), []string{crop, lift}},
		"one in part":      {confirm(confirmed{1, "won't lose the whole bed", false}, confirmed{2, "off the road for good", true}), []string{lift}},
		"words never said": {confirm(confirmed{1, "I am afraid of an old disease", true}, confirmed{2, "off the road for good", true}), []string{lift}},
		"another's words":  {confirm(confirmed{1, "off the road for good", true}, confirmed{2, "off the road for good", true}), []string{lift}},
		"too few words":    {confirm(confirmed{1, "the", true}), nil},
		"no such line":     {confirm(confirmed{7, "off the road for good", true}), nil},
		"the same again":   {answer(entries...), nil},
		"no answer":        {errors.New("503"), nil},
		"not JSON":         {"All of it was said.", nil},
	} {
		t.Run(name, func(t *testing.T) {
			m := &scripted{answers: []any{answer(entries...), c.second}}
			in := summarize.Input{Old: said, New: said, Location: time.UTC, Count: quarter}
			d, err := hybrid(New(m, Limits{})).Summarize(context.Background(), in, summarize.Budget{Summary: 300, Memory: 300})
			if err != nil {
				t.Fatal(err)
			}
			if len(m.asked) != 2 || len(m.asked[1].Messages) != 3 || m.asked[1].Messages[2].ID != "m3" || !strings.Contains(m.asked[1].Tail, lift+" (m3, of 2026-03-09)") {
				t.Fatalf("%d questions: %+v; %q, %+v", len(m.asked), m.asked[1:], d.Rejected, d.Candidates)
			}
			var texts, instead []string
			for _, cand := range d.Candidates {
				if cand.Text == crop || cand.Text == lift {
					texts = append(texts, cand.Text)
				} else {
					instead = append(instead, cand.Text)
				}
			}
			if !slices.Equal(texts, c.want) || len(instead) != len(entries)-len(c.want) {
				t.Errorf("as written %q, in the person's words %q", texts, instead)
			}
		})
	}
}

// What costs more than it saves is not asked: little that is doubted, a night whose
// calls are spent, and what a tool printed.
func TestWhatIsNotConfirmed(t *testing.T) {
	entry := func(importance float64) refused {
		return refused{entry: foundEntry{Importance: importance}, claim: true, doubted: true, from: []transcript.Message{{Role: transcript.User}}}
	}
	tool, cut, lost, far := entry(.9), entry(.9), entry(.9), entry(.9)
	far.doubt = .9
	tool.from[0].Role, cut.cut, lost.doubted = transcript.Tool, true, false
	for name, c := range map[string]struct {
		list  []refused
		calls int
		ask   bool
	}{
		"two of weight":        {[]refused{entry(.9), entry(.9)}, 1, true},
		"one of weight":        {[]refused{entry(.9), entry(.4)}, 1, false},
		"one from a tool":      {[]refused{entry(.9), tool}, 1, false},
		"one too far off":      {[]refused{entry(.9), far}, 1, false},
		"one that was cut":     {[]refused{entry(.9), cut}, 1, true},
		"more was plain false": {[]refused{entry(.9), entry(.9), lost, lost, lost}, 1, false},
		"calls are spent":      {[]refused{entry(.9), entry(.9)}, 2, false},
	} {
		n := night{Engine: New(nil, Limits{Calls: 2}), d: &summarize.Digest{Calls: c.calls}}
		if got := n.worthConfirming(c.list); got != c.ask {
			t.Errorf("%s: asked is %v", name, got)
		}
	}
}

// What holds but gives to one what was said of another is asked about with the rest, and
// stands unless the model says that it was not said; beside a line stands what it takes
// from older messages and from memory.
func TestWhatIsAskedAboutBeside(t *testing.T) {
	day := time.Date(2026, 11, 9, 18, 0, 0, 0, time.UTC)
	said := []transcript.Message{
		{ID: "m1", Role: transcript.User, Time: day, Content: "board said no to the price rise in 2027, Håkan wanted 4%"},
		{ID: "m2", Role: transcript.Assistant, Time: day, Content: "Noted."},
		{ID: "m3", Role: transcript.User, Time: day, Content: "the drydock isn't in Oskarshamn, its in Öregrund. 11 days, and they want the same as before"},
	}
	known := []*document.Entry{{ID: "aaaaaa", Text: "The quote for Runa's drydock is 412,000 kr."}}
	const prices, dock = "Håkan decided that prices will not rise in 2027, although the board had wanted 4%.", "Runa goes to drydock in Öregrund for 11 days; the quote stays at 412,000 kr."
	entries := []foundEntry{
		{Type: document.Decision, Text: prices, Importance: .8, From: []string{"m1"}},
		{Type: document.Happening, Text: dock, Importance: .8, From: []string{"m3"}},
	}
	for name, stays := range map[string]bool{"said": true, "not said": false} {
		b, _ := json.Marshal(confirmation{[]confirmed{{1, "board said no to the price rise", stays}, {2, "its in Öregrund. 11 days", true}}})
		m := &scripted{answers: []any{answer(entries...), string(b)}}
		in := summarize.Input{Old: said, New: said, Known: known, Location: time.UTC, Count: quarter}
		d, err := hybrid(New(m, Limits{})).Summarize(context.Background(), in, summarize.Budget{Summary: 300, Memory: 300})
		if err != nil || len(m.asked) != 2 {
			t.Fatalf("%s: %v, asked %d times, %+v", name, err, len(m.asked), d)
		}
		for _, want := range []string{"1. " + prices, "2. " + dock, "   remembered: " + known[0].Text} {
			if !strings.Contains(m.asked[1].Tail, want) {
				t.Errorf("%s: the question does not show %q:\n%s", name, want, m.asked[1].Tail)
			}
		}
		var texts []string
		for _, c := range d.Candidates {
			texts = append(texts, c.Text)
		}
		if slices.Contains(texts, prices) != stays || !slices.Contains(texts, dock) || len(texts) != 2 {
			t.Errorf("%s: kept %q, %d unborne", name, texts, d.Unborne)
		}
	}
}
