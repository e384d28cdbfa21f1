package replay

import (
	"cmp"
	"math"
	"slices"
	"time"

	"dormouse/land/transcript"
	"dormouse/sleep"
)

// Past is a turn of an earlier night that may be read again.
type Past struct {
	Episode
	Turn []transcript.Message
	// Kept is how many living entries rest on it: what is known of it already.
	Kept int
}

// Item is one replay of a night.
type Item struct {
	Place    int    // of the turn in the list
	ID       string // its first message
	Priority float64
}

// Priority is how much a turn asks to be read again, in [0, 1]: 0.4·emotion +
// 0.3·goal + 0.2·e^(−0.1·age in days) + 0.1 if somebody marked it, by half for
// each memory that rests on it already. Emotion is how worth keeping the turn
// was, which spreads where feeling alone is full in half of all turns.
func (p Past) Priority(r sleep.Replay, age float64) float64 {
	v := r.PriorityEmotion*p.Retain() + r.PriorityRecent*math.Exp(-r.RecencyDecay*math.Max(0, age))
	if p.Goal {
		v += r.PriorityGoal
	}
	if p.Tagged {
		v += r.PriorityTagged
	}
	return v * math.Exp2(-float64(p.Kept))
}

// Choose draws at most k turns without replacement, each as likely as the square
// of its priority: what matters comes first, and nothing is never looked at again.
// They come in the order in which they were said.
func Choose(r sleep.Replay, past []Past, k int, now time.Time, d sleep.Draw) (items []Item) {
	type lot struct {
		Item
		key float64
	}
	lots := make([]lot, len(past))
	for i, p := range past {
		v := p.Priority(r, now.Sub(p.Time).Hours()/24)
		lots[i] = lot{Item{i, p.ID, tidy(v)}, math.Pow(d.Float64(), 1/math.Max(v*v, 1e-9))}
	}
	slices.SortStableFunc(lots, func(a, b lot) int { return cmp.Compare(b.key, a.key) })
	for _, l := range lots[:min(k, r.Batch, len(lots))] {
		items = append(items, l.Item)
	}
	slices.SortFunc(items, func(a, b Item) int { return cmp.Compare(a.Place, b.Place) })
	return items
}

// tidy rounds sums of small steps, so that six times 0.15 is 0.9.
func tidy(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// Mark is a line that may be out of date, and the newer one that says so.
type Mark struct {
	ID   string  `json:"id"`
	Text string  `json:"text"`
	By   string  `json:"by"` // the newer line's id
	Now  string  `json:"now"`
	Sure float64 `json:"sure"`
}

// Replayed is what a night did beside remembering what is new: what it read again,
// what the talk used, what it connected and what it doubts.
type Replayed struct {
	Seed         uint64  `json:"seed"`
	Ratio        float64 `json:"replay_ratio"`
	Past         int     `json:"past_turns"`        // there were to choose from
	Replayed     int     `json:"memories_replayed"` // turns that were read again
	Added        int     `json:"added_by_replay"`   // entries that came of it
	Used         int     `json:"memories_used"`
	Consolidated int     `json:"memories_consolidated"` // used so often that they last
	Strengthened int     `json:"associations_strengthened"`
	Formed       int     `json:"new_associations_formed"`
	Pruned       int     `json:"associations_pruned"`
	Decayed      int     `json:"decay_applied_to"`
	Doubted      int     `json:"memories_doubted"`
	Marked       []Mark  `json:"marked,omitempty"` // what is doubted since tonight
	MeanPriority float64 `json:"avg_replay_priority"`
	Density      float64 `json:"association_network_density"`

	// Items are the replays, in order; the dream log holds them.
	Items []Item `json:"-"`
}

// Read notes what is read again.
func (r *Replayed) Read(items []Item) {
	r.Replayed, r.Items = len(items), items
	for _, it := range items {
		r.MeanPriority += it.Priority / float64(len(items))
	}
	r.MeanPriority = tidy(r.MeanPriority)
}
