package sleep

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/summarize"
)

// The formula by hand.
func TestPriority(t *testing.T) {
	plain := Episode{Goal: Irrelevant, Channel: Direct} // worth a tenth
	for _, tt := range []struct {
		name string
		p    Past
		age  float64
		want float64
	}{
		{"now, plain", Past{Episode: plain}, 0, 0.24},
		{"ten days old: 0.2/e", Past{Episode: plain}, 10, 0.04 + 0.2*0.36787944117144233},
		{"all of it", Past{Episode: Episode{Importance: 1, Goal: Supports, Emotion: Emotion{Valence: 1}, Channel: Direct, Tagged: true}}, 0, 1},
		{"two memories of it", Past{Episode: plain, Kept: 2}, 0, 0.06},
		{"from the future", Past{Episode: plain}, -1, 0.24},
	} {
		if got := DefaultSettings().Replay.Priority(tt.p, tt.age); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// At most twenty are chosen, none twice, in the order in which they were said; what
// matters more comes up more often, and the rest now and then.
func TestChoose(t *testing.T) {
	r, d := DefaultSettings().Replay, rand.New(rand.NewPCG(1, 1))
	past := make([]Past, 60)
	for i := range past {
		past[i].ID = fmt.Sprint("t", i)
	}
	matters := func(p Past) float64 { return map[bool]float64{true: 0.8, false: 0.2}[p.ID < "t3"] }
	often := map[bool]int{}
	for range 300 {
		places, items := r.Choose(past, 9, matters, d)
		if len(items) != 9 || !slices.IsSorted(places) || len(slices.Compact(slices.Clone(places))) != 9 {
			t.Fatalf("%v", places)
		}
		for i, p := range places {
			if items[i].ID != past[p].ID {
				t.Fatalf("%v at %d", items[i], p)
			}
			often[items[i].ID < "t3"]++
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
	if places, _ := r.Choose(past, 50, matters, d); len(places) != 20 {
		t.Errorf("%d of fifty", len(places))
	}
}

// second is an engine that finds something on a second reading only.
type second struct{ again *[][]transcript.Message }

func (s second) Summarize(_ context.Context, in summarize.Input, _ summarize.Budget) (summarize.Digest, error) {
	*s.again = append(*s.again, in.New)
	var d summarize.Digest
	for _, m := range in.New {
		if _, text, found := strings.Cut(m.Content, "missed: "); found {
			d.Candidates = append(d.Candidates, summarize.Candidate{Type: "fact", Text: text, Importance: 0.5, From: []string{m.ID}})
		}
	}
	return d, nil
}

// Old turns are read again: what was missed is added to the day on which it was
// said, once.
func TestReplayFindsWhatWasMissed(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	var again [][]transcript.Message
	d.deps.Offline = second{&again}
	d.turn("missed: Vera keeps bees in Kilkenny.", 5)
	d.turn("[fact 0.5] The blue key opens the shed.", 5)
	if n := d.sleep(1000); n.Report.Replay.Replayed != 0 || len(again) != 0 {
		t.Fatalf("a first night replays nothing: %+v", n.Report.Replay)
	}
	d.now = d.now.AddDate(0, 0, 1)
	added := 0
	for i := range 6 {
		d.turn(fmt.Sprintf("[fact 0.5] Visitor v%d came at m%d with gift g%d.", i, i*3, i*5), 40)
		n := d.sleep(1000)
		added += n.Report.Replay.Added
		balance(t, n.Report)
		if r := n.Report.Replay; r.Replayed == 0 || r.Replayed != len(r.Items) || r.Past < r.Replayed {
			t.Errorf("night %d: %+v", i, r)
		}
	}
	if log := d.file("memory/2026-11-20.md"); added != 1 || strings.Count(log, "Vera keeps bees") != 1 {
		t.Errorf("%d added:\n%s", added, log)
	}
}

// What is asked about again and again grows strong and comes to MEMORY.md; what
// nobody uses weakens. That it is replayed makes nothing stronger.
func TestUseStrengthens(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	d.turn("[fact 0.5] The blue key opens the boathouse in Skibbereen.", 5)
	id := d.sleep(1000).Report.Entries[0].ID
	for i := range 4 {
		d.turn(fmt.Sprintf("[fact 0.5] Visitor v%d came at m%d with gift g%d.", i, i*3, i*5), 5)
		if r := d.sleep(1000).Report; r.Replay.Used != 0 {
			t.Fatalf("nothing was used: %+v", r.Replay)
		}
	}
	promoted := 0
	for i := range 4 {
		d.now = d.now.AddDate(0, 0, 1)
		d.say(transcript.User, fmt.Sprintf("What was it about the boathouse, question %d?", i))
		call := fmt.Sprint("c", i)
		d.say(transcript.Assistant, "", func(m *transcript.Message) { m.ToolCalls = []transcript.Call{{ID: call, Name: "memory_search"}} })
		d.say(transcript.Tool, "memory/2026-11-20.md:7 [2026-11-20] The blue key opens the boathouse in Skibbereen. ^"+id, func(m *transcript.Message) { m.ToolCallID = call })
		d.say(transcript.Assistant, "The blue key opens the boathouse.")
		n := d.sleep(1000)
		if n.Report.Replay.Used != 1 {
			t.Errorf("question %d: %+v", i, n.Report.Replay)
		}
		promoted += len(n.Report.Promoted)
	}
	if promoted != 1 || !strings.Contains(d.file(land.MemoryFile), "^"+id) {
		t.Errorf("promoted %d times:\n%s", promoted, d.file(land.MemoryFile))
	}
	snap, err := d.deps.snapshot()
	if err != nil {
		t.Fatal(err)
	}
	r, _ := snap.Record(id)
	if r.Uses != 4 || r.Held(d.now) < 0.9 || r.Held(d.now.AddDate(0, 0, 120)) > 0.3 {
		t.Errorf("%+v: now %.2f, much later %.2f", r, r.Held(d.now), r.Held(d.now.AddDate(0, 0, 120)))
	}
}

// A turn that says something new about the same is no use of what is known.
func TestTheFirstTellingIsNoUse(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	d.turn("[fact 0.5] My sister Vera keeps bees in Kilkenny.", 5)
	d.sleep(1000)
	d.turn("[fact 0.5] My sister has a new car.", 5)
	if r := d.sleep(1000).Report.Replay; r.Used != 0 {
		t.Errorf("%+v", r)
	}
}

func TestAssociations(t *testing.T) {
	r, w := DefaultSettings().Replay, NewWeb(nil)
	for _, pair := range [][2]string{{"b", "a"}, {"a", "c"}, {"b", "c"}} {
		if s, f := r.Bind(w, pair[0], pair[1], 0.15, noon); s || !f {
			t.Errorf("%v: %v %v", pair, s, f)
		}
	}
	if s, f := r.Bind(w, "a", "b", 0.15, noon); !s || f || w.Neighbours("a")[0] != (Edge{"a", "b", 0.2, noon}) {
		t.Errorf("again: %v, %v, %v", s, f, w.Edges())
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
			for range 300 {
				a, b := int(d.Float64()*120), int(d.Float64()*120)
				r.Bind(w, fmt.Sprintf("e%03d", a), fmt.Sprintf("e%03d", b), d.Float64(), now)
			}
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
