package sleep

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/summarize"
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
	ID       string // the turn's first message
	Priority float64
}

// Priority is how much a turn asks to be read again, in [0, 1]: 0.4·emotion +
// 0.3·goal + 0.2·e^(−0.1·age in days) + 0.1 if somebody marked it, by half for
// each memory that rests on it already. Emotion is how worth keeping the turn
// was, which spreads where feeling alone is full in half of all turns.
func (r Replay) Priority(p Past, age float64) float64 {
	v := r.PriorityEmotion*p.Retain() + r.PriorityRecent*math.Exp(-r.RecencyDecay*math.Max(0, age))
	if p.Goal != Irrelevant {
		v += r.PriorityGoal
	}
	if p.Tagged {
		v += r.PriorityTagged
	}
	return v * math.Exp2(-float64(p.Kept))
}

// Choose draws at most k turns without replacement, each as likely as the square
// of its priority: what matters comes first, and nothing is never looked at again.
// They come in the order in which they were said, with their places in the list.
func (r Replay) Choose(past []Past, k int, priority func(Past) float64, d Draw) (places []int, items []Item) {
	type lot struct {
		place int
		item  Item
		key   float64
	}
	lots := make([]lot, len(past))
	for i, p := range past {
		v := priority(p)
		lots[i] = lot{i, Item{p.ID, tidy(v)}, math.Pow(d.Float64(), 1/math.Max(v*v, 1e-9))}
	}
	slices.SortStableFunc(lots, func(a, b lot) int { return cmp.Compare(b.key, a.key) })
	lots = lots[:min(k, r.Batch, len(lots))]
	slices.SortFunc(lots, func(a, b lot) int { return cmp.Compare(a.place, b.place) })
	for _, l := range lots {
		places, items = append(places, l.place), append(items, l.item)
	}
	return places, items
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

// replay works over what is known already: old turns are read again beside the
// new ones, what the talk used grows stronger, what belongs together is connected.
func (w *work) replay(ctx context.Context) {
	n := w.n
	m := w.Settings.Energy.Maturity(n.self.Cycles, n.draws)
	n.Report.Replay = &Replayed{Seed: n.Seed, Ratio: w.Settings.Energy.ReplayRatio(m, n.draws)}
	n.self.Forget(func(id string) bool { _, there := w.known(id); return there })
	w.reread(ctx)
	x := newLexicon(n.known, w.added)
	together := w.used(x)
	w.associate(x, together)
	w.doubt()
}

// past are the complete turns of this session that earlier nights have read.
func (w *work) past() []Past {
	n := w.n
	all := messages(n.Records)
	end := 0
	if len(n.New) > 0 {
		end = slices.IndexFunc(all, func(m transcript.Message) bool { return m.ID == n.New[0].ID })
	}
	said, _ := Talk(all[:max(0, end)])
	if end <= 0 {
		return nil
	}
	kept := map[string]int{}
	for _, e := range n.known {
		if r, ok := w.snap.Record(e.ID); ok && r.Session == n.Session && !e.Struck {
			for _, id := range r.Sources {
				kept[id]++
			}
		}
	}
	var list []Past
	for _, turn := range Turns(said) {
		p := Past{Episode: NewEpisode(turn), Turn: turn}
		for _, m := range turn {
			p.Kept += kept[m.ID]
		}
		list = append(list, p)
	}
	return list
}

// leastReplay is what must be left of what a night may write, in tokens, for old
// turns to be read again: a line.
const leastReplay = 20

// reread lets the offline engine read some old turns again, now that more is
// known, and remembers what was missed then, as far as what is new has left room.
// What is new always comes first: where old turns had a share of their own, more
// was lost than found (docs/sleep.md). What a model left out of its night it found
// not worth a line, and stays out.
func (w *work) reread(ctx context.Context) {
	n, rep := w.n, w.n.Report.Replay
	p := pricing{w.Deps}
	left := n.before.budget - p.of(n.Digest)
	if left < leastReplay || n.Digest.Engine == "model" {
		return
	}
	past := w.past()
	rep.Past = len(past)
	age := func(p Past) float64 { return n.Now.Sub(p.Time).Hours() / 24 }
	places, items := w.Settings.Replay.Choose(past, ReplayTurns(len(n.Episodes), rep.Ratio), func(p Past) float64 { return w.Settings.Replay.Priority(p, age(p)) }, n.draws)
	if len(places) == 0 {
		return
	}
	rep.Replayed, rep.Items = len(items), items
	for _, it := range items {
		rep.MeanPriority += it.Priority / float64(len(items))
	}
	rep.MeanPriority = tidy(rep.MeanPriority)
	in := n.input(w.Deps, slices.Concat(n.known, w.added))
	for _, i := range places {
		in.New = append(in.New, past[i].Turn...)
	}
	digest, err := w.offline().Summarize(ctx, in, summarize.Budget{Memory: left})
	if err != nil {
		return // the night remembers what is new all the same
	}
	for _, m := range in.New {
		w.sources[m.ID] = m
	}
	before := len(w.added)
	for _, c := range digest.Candidates {
		if left < p.entry(c) {
			continue
		}
		if j := w.know.Judge(document.Entry{Type: c.Type, Text: document.Flat(c.Text), Since: c.Day}); j.Kind != knowledge.New && j.Kind != knowledge.Newer {
			continue // that the same words say the same again is no news
		}
		left -= p.entry(c)
		n.Digest.Candidates = append(n.Digest.Candidates, c)
		w.judge(c, w.size() < w.Settings.LongTerm)
	}
	rep.Added = len(w.added) - before
}
