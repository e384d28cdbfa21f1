package summarize

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestByName(t *testing.T) {
	for _, n := range append(Names(), "") {
		if _, err := ByName(n, NewOffline()); err != nil {
			t.Errorf("%s: %v", n, err)
		}
	}
	if _, err := ByName("rolling", NewOffline()); !errors.Is(err, ErrStrategy) {
		t.Errorf("unknown name gave %v", err)
	}
}

func TestStrategiesHonourTheirBudgets(t *testing.T) {
	in := fixture(t, "coding.jsonl")
	for _, n := range Names() {
		s, _ := ByName(n, NewOffline())
		for _, budget := range []int{0, 40, 200, 1000} {
			d, err := s.Summarize(context.Background(), in, Budget{Summary: budget, Memory: budget})
			if err != nil {
				t.Fatal(err)
			}
			if got := in.Count(d.Summary); got > budget {
				t.Errorf("%s: note has %d tokens, budget %d", n, got, budget)
			}
			used := 0
			for _, c := range d.Candidates {
				used += in.Count("- " + c.Text + " ^k7f3a2\n")
				if len(c.From) == 0 || c.Importance < 0 || c.Importance > 1 || strings.ContainsAny(c.Text, "\n\r") {
					t.Errorf("%s: candidate %+v", n, c)
				}
			}
			if used > budget+budget/8+8 {
				t.Errorf("%s: entries have %d tokens, budget %d", n, used, budget)
			}
		}
	}
}

func TestStrategiesAreAlternatives(t *testing.T) {
	in := fixture(t, "coding.jsonl")
	for _, more := range []string{"german.jsonl", "planning.jsonl", "coding.jsonl"} {
		in.New = append(in.New, fixture(t, more).New...)
	}
	in.Old = in.New
	seen := map[string]string{}
	for _, n := range Names() {
		s, _ := ByName(n, NewOffline())
		d, _ := s.Summarize(context.Background(), in, Budget{Summary: 120, Memory: 300})
		var b strings.Builder
		for _, c := range d.Candidates {
			b.WriteString(c.Text + "\n")
		}
		key := b.String() + d.Summary
		if other, ok := seen[key]; ok {
			t.Errorf("%s and %s give the same digest", n, other)
		}
		seen[key] = n
	}
}

func TestSameInputSameDigest(t *testing.T) {
	in := fixture(t, "coding.jsonl")
	a, _ := hybrid(NewOffline()).Summarize(context.Background(), in, Budget{Summary: 300, Memory: 300})
	b, _ := hybrid(NewOffline()).Summarize(context.Background(), in, Budget{Summary: 300, Memory: 300})
	if a.Summary != b.Summary || len(a.Candidates) != len(b.Candidates) {
		t.Fatal("two digests of one input differ")
	}
	for i := range a.Candidates {
		if a.Candidates[i].Text != b.Candidates[i].Text {
			t.Fatalf("candidate %d differs", i)
		}
	}
}

type broken struct{ err error }

func (b broken) Digest(context.Context, Input, Budget, View) (Digest, error) {
	return Digest{Calls: 2}, b.err
}

func TestOrOffline(t *testing.T) {
	in := fixture(t, "coding.jsonl")
	d, err := hybrid(OrOffline(broken{errors.New("provider is down")})).Summarize(context.Background(), in, Budget{Summary: 200, Memory: 200})
	if err != nil || d.Engine != "offline" || !strings.Contains(d.Degraded, "provider is down") || d.Calls != 2 || len(d.Candidates) == 0 {
		t.Errorf("got %v, %+v", err, d)
	}
	if _, err := hybrid(OrOffline(broken{context.Canceled})).Summarize(context.Background(), in, Budget{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled night went on: %v", err)
	}
	ctx, stop := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer stop()
	if d, err := hybrid(OrOffline(broken{context.DeadlineExceeded})).Summarize(ctx, in, Budget{Memory: 100}); err != nil || len(d.Candidates) == 0 {
		t.Errorf("a timeout must end offline: %v", err)
	}
}
