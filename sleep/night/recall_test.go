package night

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/sleep"
	"dormouse/summarize"
)

// forgetful is a strategy that keeps the candidates of another whose text it is
// not told to drop.
type forgetful struct {
	summarize.Strategy
	drops func(text string) bool
}

func (s forgetful) Summarize(ctx context.Context, in summarize.Input, b summarize.Budget) (summarize.Digest, error) {
	d, err := s.Strategy.Summarize(ctx, in, b)
	var kept []summarize.Candidate
	for _, c := range d.Candidates {
		if !s.drops(c.Text) {
			kept = append(kept, c)
		}
	}
	d.Candidates = kept
	return d, err
}

// workshop are sentences that probes can be drawn from.
var workshop = []string{
	"The boiler in the Hamburg workshop was replaced by Petersen in March.",
	"My daughter Wilhelmina plays the cello in the youth orchestra of Lund.",
	"We decided to lease the warehouse behind the Gdansk shipyard for 48 months.",
	"The invoice from Ostermann came to 1730 euros after the discount.",
	"I prefer the blue enamel kettle that Rosalind brought from Trieste.",
	"Our printer jams whenever the humidity in the cellar exceeds 65 percent.",
	"Doctor Almeida wants to see the blood test before the holidays.",
	"The password manager was moved from the laptop to the office server.",
}

func workshopNight(t *testing.T, floor float64, strict bool, drops func(string) bool) (*dormitory, *Night, error) {
	t.Helper()
	d := newDormitory(t, memdisk.New())
	for _, s := range workshop {
		d.say(transcript.User, s)
		d.say(transcript.Assistant, "I see.")
	}
	for d.night(1000).Before.Total() < 820 { // so that what was said first leaves
		d.say(transcript.User, "Go on.")
		d.say(transcript.Assistant, "Yes.", func(m *transcript.Message) { m.Tokens = 60 })
	}
	offline, err := summarize.ByName("hybrid", summarize.NewOffline())
	if err != nil {
		t.Fatal(err)
	}
	d.deps.Offline, d.deps.Strategy = offline, forgetful{offline, drops}
	d.deps.Settings.RecallFloor, d.deps.Settings.Strict = floor, strict
	n := d.night(1000)
	err = Run(context.Background(), n, d.deps, nil)
	if err == nil {
		d.reopen()
	}
	return d, n, err
}

func TestRecall(t *testing.T) {
	nothing := func(string) bool { return false }
	everything := func(string) bool { return true }
	tests := []struct {
		name   string
		floor  float64
		strict bool
		drops  func(string) bool
		warned bool
		least  float64
		most   float64
		err    error
	}{
		{"all is kept", 0, false, nothing, false, 0.9, 1, nil},
		{"all is kept and wanted", 0.8, true, nothing, false, 0.9, 1, nil},
		{"nothing is kept, and that is only reported", 0, false, everything, false, 0, 0, nil},
		{"nothing is kept, and the report warns", 0.5, false, everything, true, 0, 0, nil},
		{"strict refuses", 0.5, true, everything, false, 0, 0, ErrRecall},
		{"a drop that the floor allows", 0.1, false, func(s string) bool { return strings.Contains(s, "Ostermann") }, false, 0.6, 0.99, nil},
		{"one line is missing", 1, false, func(s string) bool { return strings.Contains(s, "Ostermann") }, true, 0.6, 0.99, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, n, err := workshopNight(t, tt.floor, tt.strict, tt.drops)
			r := n.Report.Recall
			if !errors.Is(err, tt.err) {
				t.Fatalf("%v, want %v", err, tt.err)
			}
			if r.Before < 5 || r.Before > r.Probes || r.Probes > mostProbes || r.Answered > r.Before {
				t.Errorf("%+v", r)
			}
			if s := r.Share(); s < tt.least || s > tt.most {
				t.Errorf("share %.2f (%+v), want %.2f to %.2f", s, r, tt.least, tt.most)
			}
			if warned := strings.Contains(fmt.Sprint(n.Report.Notices), "questions about what left"); warned != tt.warned {
				t.Errorf("%q", n.Report.Notices)
			}
			if err != nil {
				if d.file(NightsPath) != "" || d.file("memory/2026-11-20.md") != "" {
					t.Error("a refused night wrote something")
				}
				return
			}
			balance(t, n.Report)
		})
	}
}

func TestHoldsWord(t *testing.T) {
	for _, tt := range []struct {
		text, word string
		want       bool
	}{
		{"It was in 2012.", "12", false},
		{"Number 12, please", "12", true},
		{"ÉCOLE normale", "école", true},
		{"the cart", "car", false},
		{"a car, a cart", "car", true},
		{"the cart and the car", "car", true},
		{"我住在北京市", "北京", true},
		{"x", "", false},
		{"", "x", false},
		{"file main.go:12", "main.go", true},
	} {
		if got := holdsWord(tt.text, tt.word); got != tt.want {
			t.Errorf("%q in %q: %v", tt.word, tt.text, got)
		}
	}
}

func TestSampledIsBoundedAndSpread(t *testing.T) {
	var list []transcript.Message
	for i := range 100 {
		list = append(list, transcript.Message{ID: fmt.Sprint("m", i), Content: strings.Repeat("x", 100)})
	}
	if got := sampled(list, 10_000); len(got) != 100 {
		t.Errorf("%d of what fits", len(got))
	}
	got := sampled(list, 1000)
	if len(got) != 10 || got[9].ID != list[90].ID {
		t.Errorf("%d messages, the last %s", len(got), got[len(got)-1].ID)
	}
}

// BenchmarkRecall is the gate alone, over the night of so many thousand words;
// "share" is its part of the night.
func BenchmarkRecall(b *testing.B) {
	for _, thousand := range []int{6, 50, 200} {
		b.Run(fmt.Sprintf("%dk", thousand), func(b *testing.B) {
			records := chatter(thousand * 1000)
			var left []transcript.Message
			for _, r := range records[1:] {
				left = append(left, *r.Message)
			}
			w := &work{Deps: Deps{Count: words, Settings: sleep.DefaultSettings()}, n: &Night{Now: noon}, brief: brief{fit: &fitting{cut: cut{Old: left}}}}
			for b.Loop() {
				w.n.Report.Recall = Recall{}
				if err := w.recall(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(w.n.Report.Recall.Before), "probes")
		})
	}
}
