package sleep

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// 002's formula by hand.
func TestPriority(t *testing.T) {
	for _, tt := range []struct {
		name string
		t    Trace
		want float64
	}{
		{"now, plain", Trace{Encoded: noon}, 0.2},
		{"all of it", Trace{Encoded: noon, Emotion: 1, Goal: 1, Tagged: true}, 1.0},
		{"ten hours old: 0.2/e", Trace{Encoded: noon.Add(-10 * time.Hour)}, 0.2 * 0.36787944117144233},
		{"half moved, tagged", Trace{Encoded: noon, Emotion: 0.5, Tagged: true}, 0.5},
		{"goal only, long ago", Trace{Encoded: noon.Add(-10000 * time.Hour), Goal: 0.5}, 0.15},
		{"from the future", Trace{Encoded: noon.Add(time.Hour)}, 0.2},
	} {
		if got := DefaultSettings().Replay.Priority(tt.t, noon); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func traces(n int, prefix string, strength float64) []Trace {
	list := make([]Trace, n)
	for i := range list {
		list[i] = Trace{ID: fmt.Sprintf("%s%03d", prefix, i), Encoded: noon, Emotion: float64(i) / float64(n), Strength: strength}
	}
	return list
}

func pattern(batch []Item) string {
	var b strings.Builder
	for _, it := range batch {
		b.WriteByte("FN"[map[bool]int{true: 1}[it.Novel]])
	}
	return b.String()
}

func TestBatches(t *testing.T) {
	r, d := DefaultSettings().Replay, rand.New(rand.NewPCG(1, 1))
	batches := r.Batches(traces(80, "n", 0), slices.Concat(traces(40, "f", 0.6), traces(5, "p", 0.9), traces(5, "o", 0.3)), noon, 8, d)
	if len(batches) != 3 { // 85 novel at 35 a batch
		t.Fatalf("%d batches", len(batches))
	}
	seen := map[string]bool{}
	for i, b := range batches {
		n := strings.Count(pattern(b), "N")
		if len(b) > 50 || (i == 0 && (n != 35 || len(b) != 50)) {
			t.Errorf("batch %d: %d of %d are new", i, n, len(b))
		}
		for _, it := range b {
			if seen[it.ID] || it.ID[0] == 'p' {
				t.Errorf("%s replayed twice or although permanent", it.ID)
			}
			seen[it.ID] = true
			if it.Novel == (it.ID[0] == 'f') {
				t.Errorf("%s: novel %v", it.ID, it.Novel)
			}
		}
	}
	if p := pattern(batches[0]); !strings.HasPrefix(p, "NFFNFFNFFNFFNFFNFFNFFNFNN") {
		t.Errorf("order %s", p)
	}
	if batches[0][0].ID != "n079" {
		t.Errorf("the most moving comes first, not %s", batches[0][0].ID)
	}
	if b := r.Batches(traces(900, "n", 0), nil, noon, 8, d); len(b) != 8 {
		t.Errorf("%d cycles, at most 8", len(b))
	}
	if b := r.Batches(nil, traces(3, "f", 0.6), noon, 8, d); len(b) != 1 || pattern(b[0]) != "FFF" {
		t.Errorf("familiar ones alone: %v", b)
	}
	if b := r.Batches(nil, nil, noon, 8, d); len(b) != 0 {
		t.Errorf("nothing to replay: %v", b)
	}
}

func TestSixReplaysArePermanent(t *testing.T) {
	r, tr := DefaultSettings().Replay, Trace{ID: "a"}
	for i := range 6 {
		if tr.Strength >= r.Permanent {
			t.Fatalf("permanent after %d", i)
		}
		tr = r.Hold(tr, noon)
	}
	if tr.Strength != 0.9 || tr.Replays != 6 || !tr.Last.Equal(noon) {
		t.Errorf("%+v", tr)
	}
	if tr = r.Hold(r.Hold(tr, noon), noon); tr.Strength != 1 {
		t.Errorf("strength %v above 1", tr.Strength)
	}
}

func TestOldPool(t *testing.T) {
	r, d := DefaultSettings().Replay, rand.New(rand.NewPCG(3, 1))
	if got := r.OldPool(traces(35, "a", 0), 2, 10, d); len(got) != 20 && len(got) != 15 {
		t.Errorf("%d traces in two chunks of 35", len(got))
	}
	if got := r.OldPool(traces(35, "a", 0), 9, 10, d); len(got) != 35 {
		t.Errorf("%d of all", len(got))
	}
	if got := r.OldPool(traces(10, "a", 0.95), 9, 10, d); len(got) != 0 {
		t.Errorf("permanent ones in the pool: %v", got)
	}
}

func TestAssociations(t *testing.T) {
	r, w := DefaultSettings().Replay, NewWeb(nil)
	s, f := r.Bind(w, []string{"b", "a", "c"}, noon)
	if s != 0 || f != 3 || w.Neighbours("a")[0].Weight != 0.15 {
		t.Errorf("first time: %d, %d, %v", s, f, w.Edges())
	}
	s, f = r.Bind(w, []string{"a", "b"}, noon)
	if s != 1 || f != 0 || w.Neighbours("a")[0] != (Edge{"a", "b", 0.2, noon}) {
		t.Errorf("again: %d, %d, %v", s, f, w.Edges())
	}
	// Within a day nothing decays; after six nights 0.15 is 0.09 and goes.
	if decayed, pruned := r.Homeostasis(w, noon.Add(24*time.Hour)); decayed+pruned != 0 {
		t.Errorf("within a day: %d decayed, %d pruned", decayed, pruned)
	}
	for night := 1; night <= 6; night++ {
		_, pruned := r.Homeostasis(w, noon.Add(time.Duration(night)*25*time.Hour))
		if want := map[bool]int{true: 2}[night == 6]; pruned != want {
			t.Errorf("night %d: %d pruned, want %d", night, pruned, want)
		}
	}
	if e := w.Edges(); len(e) != 1 || e[0].Weight != 0.14 {
		t.Errorf("left: %v", e)
	}
}

func TestWebKeepsItsPromises(t *testing.T) {
	r := DefaultSettings().Replay
	for seed := range uint64(40) {
		d := rand.New(rand.NewPCG(seed, 9))
		w, now := NewWeb(nil), noon
		for range 30 {
			batch := make([]string, 0, 50)
			for _, i := range Sample(120, 5+int(d.Float64()*45), d) {
				batch = append(batch, fmt.Sprintf("e%03d", i))
			}
			r.Bind(w, batch, now)
			now = now.Add(time.Duration(d.Float64()*60) * time.Hour)
			r.Homeostasis(w, now)
			for id, list := range w.of {
				if len(list) > r.MaxEdges {
					t.Fatalf("seed %d: %s has %d edges", seed, id, len(list))
				}
			}
			for _, e := range w.Edges() {
				if e.Weight < r.Prune || e.Weight > 1 || e.A >= e.B {
					t.Fatalf("seed %d: %+v survived", seed, e)
				}
			}
		}
		again := NewWeb(w.Edges())
		if !slices.Equal(again.Edges(), w.Edges()) {
			t.Fatal("a web does not survive being written and read")
		}
	}
}
