package sleep

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Trace is what a land keeps of one entry beside its text: how strongly it is
// held and why it would be replayed (002).
type Trace struct {
	ID      string    `json:"id"`
	Encoded time.Time `json:"encoded"` // when it was said
	// Emotion is the intensity and Goal the relevance to current goals, both
	// [0, 1]; Tagged is set when the waking mind marked it.
	Emotion  float64   `json:"emotion,omitempty"`
	Goal     float64   `json:"goal,omitempty"`
	Tagged   bool      `json:"tagged,omitempty"`
	Strength float64   `json:"strength"` // [0, 1]
	Replays  int       `json:"replays,omitempty"`
	Last     time.Time `json:"last,omitzero"` // last replayed
	// Entities are the beliefs it bears on.
	Entities []string `json:"entities,omitempty"`
	Stale    bool     `json:"stale,omitempty"` // a belief it rests on has turned
}

// Priority is 0.4·emotion + 0.3·goal + 0.2·e^(−0.1·age in hours) + 0.1 if
// tagged (002, replay priority algorithm). An entry from the future counts as
// new.
func (r Replay) Priority(t Trace, now time.Time) float64 {
	age := math.Max(0, now.Sub(t.Encoded).Hours())
	p := r.PriorityEmotion*t.Emotion + r.PriorityGoal*t.Goal + r.PriorityRecent*math.Exp(-r.RecencyDecay*age)
	if t.Tagged {
		p += r.PriorityTagged
	}
	return p
}

// Item is one replay in a batch.
type Item struct {
	ID       string
	Priority float64
	Novel    bool
}

// Batches lays out the replay of one night: at most maxCycles batches, each at
// most r.Batch long, r.Novel of it new and the rest familiar, in the order N F F
// N F F …; the novel ones by falling priority, the familiar ones as drawn. No
// entry comes twice in a night. fresh are tonight's entries, old those sampled
// from the pool; permanent ones are left out.
func (r Replay) Batches(fresh, old []Trace, now time.Time, maxCycles int, d Draw) [][]Item {
	var novel, familiar []Item
	for i, t := range slices.Concat(fresh, old) {
		it := Item{t.ID, r.Priority(t, now), i < len(fresh) || t.Strength <= r.Familiar}
		switch {
		case t.Strength >= r.Permanent:
		case it.Novel:
			novel = append(novel, it)
		default:
			familiar = append(familiar, it)
		}
	}
	slices.SortStableFunc(novel, func(a, b Item) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.ID, b.ID))
	})
	drawn := make([]Item, 0, len(familiar))
	for _, i := range Sample(len(familiar), len(familiar), d) {
		drawn = append(drawn, familiar[i])
	}
	most := int(math.Round(float64(r.Batch) * r.Novel))
	var batches [][]Item
	for len(batches) < maxCycles && (len(novel) > 0 || (len(batches) == 0 && len(drawn) > 0)) {
		n, f := min(most, len(novel)), min(r.Batch-most, len(drawn))
		batches = append(batches, interleave(novel[:n], drawn[:f]))
		novel, drawn = novel[n:], drawn[f:]
	}
	return batches
}

// interleave is N F F N F F …, then what is left of the familiar (002).
func interleave(novel, familiar []Item) []Item {
	batch := make([]Item, 0, len(novel)+len(familiar))
	for _, n := range novel {
		batch = append(batch, n)
		k := min(2, len(familiar))
		batch = append(batch, familiar[:k]...)
		familiar = familiar[k:]
	}
	return append(batch, familiar...)
}

// Hold is one replay of a trace: strength + 0.15, at most 1 (002).
func (r Replay) Hold(t Trace, now time.Time) Trace {
	t.Strength = tidy(math.Min(1, t.Strength+r.Strengthen))
	t.Replays++
	t.Last = now
	return t
}

// OldPool samples k chunks of so many, without replacement, from the traces that
// are not permanent yet (000 §6).
func (r Replay) OldPool(traces []Trace, k, chunk int, d Draw) []Trace {
	chunk = max(1, chunk)
	pool := slices.DeleteFunc(slices.Clone(traces), func(t Trace) bool { return t.Strength >= r.Permanent })
	var picked []Trace
	for _, c := range Sample(ceilDiv(len(pool), chunk), k, d) {
		picked = append(picked, pool[c*chunk:min(len(pool), (c+1)*chunk)]...)
	}
	return picked
}

// tidy rounds sums of small steps, so that six times 0.15 is 0.9.
func tidy(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// Replayed is 002's cycle report, summed over the cycles of a night.
type Replayed struct {
	Seed          uint64  `json:"seed"`
	Ratio         float64 `json:"replay_ratio"`
	NewChunks     int     `json:"new_chunks"`
	OldChunks     int     `json:"replay_chunks"`
	Cycles        int     `json:"cycles_completed"`
	Replayed      int     `json:"memories_replayed"`
	Consolidated  int     `json:"memories_consolidated"` // reached permanence
	Strengthened  int     `json:"associations_strengthened"`
	Formed        int     `json:"new_associations_formed"`
	Pruned        int     `json:"associations_pruned"`
	Decayed       int     `json:"decay_applied_to"`
	MeanPriority  float64 `json:"avg_replay_priority"`
	PeakEmotion   float64 `json:"peak_emotional_intensity"`
	NovelShare    float64 `json:"novel_familiar_ratio"`
	Density       float64 `json:"association_network_density"`
	DensityChange float64 `json:"network_density_delta"`
	Queue         int     `json:"consolidation_queue_size"` // left for the next night
	BeliefsMoved  int     `json:"beliefs_moved"`
	BeliefsTurned int     `json:"beliefs_turned"`
	Tally                 // of the buffers

	// Priorities are those of each replay, in order; the dream log holds them.
	Priorities []float64 `json:"-"`
}

// Dreamt is one dreaming task of a deep night.
type Dreamt struct {
	Task   string   `json:"task"`
	Tx     string   `json:"tx,omitempty"` // its transaction; "" when it changed nothing
	Count  int      `json:"count"`
	Notes  []string `json:"notes,omitempty"`
	Failed string   `json:"failed,omitempty"`
}
