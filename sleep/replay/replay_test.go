package replay

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"dormouse/sleep"
)

// The formula by hand.
func TestPriority(t *testing.T) {
	plain := Episode{Trust: direct} // worth a tenth
	for _, tt := range []struct {
		name string
		p    Past
		age  float64
		want float64
	}{
		{"now, plain", Past{Episode: plain}, 0, 0.24},
		{"ten days old: 0.2/e", Past{Episode: plain}, 10, 0.04 + 0.2*0.36787944117144233},
		{"all of it", Past{Episode: Episode{Importance: 1, Goal: true, Emotion: 1, Trust: direct, Tagged: true}}, 0, 1},
		{"two memories of it", Past{Episode: plain, Kept: 2}, 0, 0.06},
		{"from the future", Past{Episode: plain}, -1, 0.24},
	} {
		if got := tt.p.Priority(sleep.DefaultSettings().Replay, tt.age); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// At most twenty are chosen, none twice, in the order in which they were said; what
// matters more comes up more often, and the rest now and then.
func TestChoose(t *testing.T) {
	r, d := sleep.DefaultSettings().Replay, rand.New(rand.NewPCG(1, 1))
	past := make([]Past, 60)
	for i := range past {
		past[i].ID, past[i].Importance, past[i].Trust, past[i].Time = fmt.Sprint("t", i), 0.4, direct, noon
		past[i].Goal = past[i].ID < "t3"
	}
	later := noon.AddDate(0, 2, 0)
	often := map[bool]int{}
	for range 300 {
		items := Choose(r, past, 9, later, d)
		if len(items) != 9 {
			t.Fatalf("%v", items)
		}
		for i, it := range items {
			if it.ID != past[it.Place].ID || i > 0 && it.Place <= items[i-1].Place {
				t.Fatalf("%v", items)
			}
			often[it.ID < "t3"]++
		}
	}
	high, low := 0, 0
	for _, p := range past {
		if p.ID < "t3" {
			high++
		} else {
			low++
		}
	}
	if a, b := float64(often[true])/float64(high), float64(often[false])/float64(low); a < 3*b || b == 0 {
		t.Errorf("what matters came up %.1f times each, the rest %.1f", a, b)
	}
	if items := Choose(r, past, 50, later, d); len(items) != 20 {
		t.Errorf("%d of fifty", len(items))
	}
}

func TestAssociations(t *testing.T) {
	r, w := sleep.DefaultSettings().Replay, NewWeb(nil)
	for _, pair := range [][2]string{{"b", "a"}, {"a", "c"}, {"b", "c"}} {
		if s, f := w.Bind(r, pair[0], pair[1], 0.15, noon); s != 0 || f != 1 {
			t.Errorf("%v: %v %v", pair, s, f)
		}
	}
	if s, f := w.Bind(r, "a", "b", 0.15, noon); s != 1 || f != 0 || w.Edges()[0] != (Edge{"a", "b", 0.2, noon}) {
		t.Errorf("again: %v, %v, %v", s, f, w.Edges())
	}
	// Within a day nothing decays; after six nights 0.15 is 0.09 and goes.
	if decayed, pruned := w.Homeostasis(r, noon.Add(24*time.Hour)); decayed+pruned != 0 {
		t.Errorf("within a day: %d decayed, %d pruned", decayed, pruned)
	}
	for night := 1; night <= 6; night++ {
		_, pruned := w.Homeostasis(r, noon.Add(time.Duration(night)*25*time.Hour))
		if want := map[bool]int{true: 2}[night == 6]; pruned != want {
			t.Errorf("night %d: %d pruned, want %d", night, pruned, want)
		}
	}
	if e := w.Edges(); len(e) != 1 || e[0].Weight != 0.14 {
		t.Errorf("left: %v", e)
	}
}

func TestWebKeepsItsPromises(t *testing.T) {
	r := sleep.DefaultSettings().Replay
	for seed := range uint64(40) {
		d := rand.New(rand.NewPCG(seed, 9))
		w, now := NewWeb(nil), noon
		for range 30 {
			for range 300 {
				a, b := int(d.Float64()*120), int(d.Float64()*120)
				w.Bind(r, fmt.Sprintf("e%03d", a), fmt.Sprintf("e%03d", b), d.Float64(), now)
			}
			now = now.Add(time.Duration(d.Float64()*60) * time.Hour)
			w.Homeostasis(r, now)
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
