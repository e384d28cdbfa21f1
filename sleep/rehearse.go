package sleep

import (
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory"
)

// replayLog is what one night's replay did, for the dream log.
type replayLog struct {
	batches  [][]Item
	replayed Replayed
}

// replay is SLEEP §5: the night's entries and a sample of the old ones are
// replayed, strengthened and associated; what was not replayed together weakens.
// Beliefs move with the day's episodes, and entries that became permanent are
// promoted.
func (w *work) replay() {
	n, r := w.n, w.Settings.Replay
	profile := w.Settings.Mind.Character()
	var daily []Episode
	var tally Tally
	n.self.Buffers, daily, tally = n.self.Buffers.Settle(profile, n.Now.Round(0))
	n.self.Forget(func(id string) bool { _, there := w.byID[id]; return there })
	m := w.Settings.Energy.Maturity(n.self.Cycles, n.draws)
	rep := Replayed{Seed: n.Seed, Ratio: w.Settings.Energy.ReplayRatio(m, n.draws), Tally: tally}
	talk, tools := 0, 0
	for _, msg := range n.New {
		if msg.Role == transcript.Tool {
			tools++
		} else {
			talk++
		}
	}
	rep.NewChunks = NewChunks(talk, tools, w.Settings.HistoryChunk, w.Settings.ToolChunk)
	rep.OldChunks = ReplayChunks(rep.NewChunks, rep.Ratio)
	fresh := w.traces(daily, w.added)
	old := r.OldPool(n.self.Traces, rep.OldChunks, w.Settings.HistoryChunk, n.draws)
	batches := r.Batches(fresh, old, n.Now, w.Settings.MaxCycles, n.draws)
	n.self.Traces = append(n.self.Traces, fresh...)
	web := NewWeb(n.self.Edges)
	before := web.Density(len(n.self.Traces))
	w.rehearse(batches, web, &rep)
	rep.Decayed, rep.Pruned = r.Homeostasis(web, n.Now.Round(0))
	rep.Density = web.Density(len(n.self.Traces))
	rep.DensityChange = tidy(rep.Density - before)
	rep.Density = tidy(rep.Density)
	n.self.Edges = web.Edges()
	w.believe(profile, daily, &rep)
	w.log = replayLog{batches: batches, replayed: rep}
	n.Report.Replay = &rep
}

// traces are those of new entries: how moving and how much to the
// point the episodes were that they come from.
func (w *work) traces(daily []Episode, added []memory.Entry) []Trace {
	byMessage := map[string]Episode{}
	for _, ep := range w.n.Episodes {
		for _, id := range ep.Messages {
			byMessage[id] = ep
		}
	}
	tagged := map[string]bool{}
	for _, ep := range daily {
		tagged[ep.ID] = true
	}
	var list []Trace
	for _, e := range added {
		t := Trace{ID: e.ID}
		for _, id := range e.Sources {
			ep := byMessage[id]
			t.Emotion = max(t.Emotion, tidy(ep.Emotion.Intensity()))
			if ep.Goal == Supports || ep.Goal == Thwarts {
				t.Goal = 1
			}
			t.Tagged = t.Tagged || tagged[ep.ID]
			if at := w.sources[id].Time.Round(0); at.After(t.Encoded) {
				t.Encoded = at
			}
			for _, en := range ep.Entities {
				if len(t.Entities) < 4 && strings.Contains(strings.ToLower(e.Text), en.key()) {
					t.Entities = appendNew(t.Entities, en.Name)
				}
			}
		}
		list = append(list, t)
	}
	return list
}

// rehearse replays the batches: strengths, associations, promotions.
func (w *work) rehearse(batches [][]Item, web *Web, rep *Replayed) {
	n, r := w.n, w.Settings.Replay
	at := map[string]int{}
	for i, t := range n.self.Traces {
		at[t.ID] = i
	}
	novel, sum := 0, 0.0
	for _, batch := range batches {
		ids := make([]string, 0, len(batch))
		for _, it := range batch {
			t := &n.self.Traces[at[it.ID]]
			was := t.Strength
			*t = r.Hold(*t, n.Now.Round(0))
			ids = append(ids, it.ID)
			w.strengths = append(w.strengths, memory.Strength{ID: t.ID, Strength: t.Strength, Replays: t.Replays, Replayed: t.Last})
			if was < r.Permanent && t.Strength >= r.Permanent {
				rep.Consolidated++
			}
			if it.Novel {
				novel++
			}
			sum += it.Priority
			rep.Priorities = append(rep.Priorities, it.Priority)
			rep.Replayed++
			rep.PeakEmotion = max(rep.PeakEmotion, t.Emotion)
		}
		s, f := r.Bind(web, ids, n.Now.Round(0))
		rep.Strengthened, rep.Formed = rep.Strengthened+s, rep.Formed+f
		rep.Cycles++
	}
	if rep.Replayed > 0 {
		rep.MeanPriority = tidy(sum / float64(rep.Replayed))
		rep.NovelShare = tidy(float64(novel) / float64(rep.Replayed))
	}
	for _, t := range n.self.Traces {
		if t.Tagged && t.Replays == 0 {
			rep.Queue++
		}
	}
}

// believe moves the beliefs with the day's episodes. Older entries about
// something that turned are marked as possibly stale.
func (w *work) believe(p Profile, daily []Episode, rep *Replayed) {
	n := w.n
	beliefs, turned := p.Believe(n.self.Beliefs, daily, n.Now.Round(0))
	n.self.Beliefs = beliefs
	for _, ep := range daily {
		rep.BeliefsMoved += len(ep.Entities)
	}
	rep.BeliefsTurned = len(turned)
	for _, name := range turned {
		b, _ := n.self.Belief(name)
		for i := range n.self.Traces {
			t := &n.self.Traces[i]
			for _, en := range t.Entities {
				if strings.EqualFold(en, name) && t.Encoded.Before(b.Turned) {
					t.Stale = true
				}
			}
		}
	}
}

func appendNew(list []string, s string) []string {
	for _, x := range list {
		if x == s {
			return list
		}
	}
	return append(list, s)
}
