package night

import (
	"context"
	"slices"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language/statement"
	"dormouse/sleep"
	"dormouse/sleep/replay"
	"dormouse/summarize"
)

// replay works over what is known already: old turns are read again beside the
// new ones, what the talk used grows stronger, what belongs together is connected.
func (w *work) replay(ctx context.Context) {
	n := w.n
	m := w.Settings.Energy.Maturity(w.self.Cycles, w.draws)
	done := replay.Replayed{Seed: n.Seed, Ratio: w.Settings.Energy.ReplayRatio(m, w.draws)}
	w.self.Forget(func(id string) bool { _, there := w.known(id); return there })
	w.reread(ctx, &done)
	t := replay.Tonight{
		Session: n.Session, Talked: n.talked, Turns: replay.Turns(w.read.New),
		Snap: w.snap, Known: w.entries, Added: w.added, Ops: w.ops, Ends: w.doubts,
	}
	w.self, w.strengths = t.Review(w.self, w.Settings.Replay, &done)
	n.Report.Replay = &done
}

// past are the complete turns of this session that earlier nights have read.
func (w *work) past() []replay.Past {
	n := w.n
	all := messages(n.Records)
	end := 0
	if len(w.read.New) > 0 {
		end = slices.IndexFunc(all, func(m transcript.Message) bool { return m.ID == w.read.New[0].ID })
	}
	if end <= 0 {
		return nil
	}
	kept := map[string]int{}
	for _, e := range w.entries {
		if r, ok := w.snap.Record(e.ID); ok && r.Session == n.Session {
			for _, id := range r.Sources {
				kept[id]++
			}
		}
	}
	var list []replay.Past
	for _, turn := range replay.Turns(readable(all[:end])) {
		p := replay.Past{Episode: replay.NewEpisode(turn), Turn: turn}
		for _, m := range turn {
			p.Kept += kept[m.ID]
		}
		list = append(list, p)
	}
	return standing(list, ends(all))
}

// ends are the messages of which a reply said that what they tell is over.
func ends(list []transcript.Message) map[string]bool {
	over := map[string]bool{}
	for _, m := range list {
		for _, id := range m.Over {
			over[id] = true
		}
		for _, id := range m.Holds {
			delete(over, id)
		}
	}
	return over
}

// standing are the turns that may be read again by themselves: none that was taken back, none
// of one sentence that memory has, and what the next one corrects together with that, for
// either alone tells what is not so.
func standing(past []replay.Past, over map[string]bool) (list []replay.Past) {
	before := "" // what the person said in the turn before
	for _, p := range past {
		text := ""
		for _, m := range p.Turn {
			if m.Role == transcript.User {
				text += " " + document.OneLine(m.Content)
			}
		}
		old, news := statement.Read(before), statement.Read(text)
		if before != "" && len(list) > 0 && statement.Corrects(old, news, true) {
			last := &list[len(list)-1]
			last.Turn = append(slices.Clone(last.Turn), p.Turn...)
		} else {
			list = append(list, p)
		}
		before = text
	}
	return slices.DeleteFunc(list, func(p replay.Past) bool {
		return p.Kept > 0 && sentences(p.Turn) <= 1 || slices.ContainsFunc(p.Turn, func(m transcript.Message) bool { return over[m.ID] })
	})
}

// sentences is how many sentences of the person stand in a turn.
func sentences(turn []transcript.Message) (n int) {
	for _, m := range turn {
		if m.Role == transcript.User {
			n += len(document.Sentences(document.OneLine(m.Content)))
		}
	}
	return n
}

// leastReplay is what must be left of what a night may write, in tokens, for old
// turns to be read again: a line.
const leastReplay = 20

// reread lets the offline engine read some old turns again, now that more is
// known, and remembers what was missed then, as far as what is new has left room.
// What is new always comes first: where old turns had a share of their own, more
// was lost than found (docs/sleep.md). What a model left out of its night it found
// not worth a line, and stays out.
func (w *work) reread(ctx context.Context, rep *replay.Replayed) {
	left := w.fit.budget - w.fit.price(w.digest)
	if left < leastReplay || w.digest.Engine == "model" {
		return
	}
	past := w.past()
	rep.Past = len(past)
	items := replay.Choose(w.Settings.Replay, past, sleep.ReplayTurns(len(w.read.Episodes), rep.Ratio), w.n.Now, w.draws)
	if len(items) == 0 {
		return
	}
	rep.Read(items)
	in := w.fit.input(slices.Concat(w.entries, document.Pointers(w.added)))
	for _, it := range items {
		in.New = append(in.New, past[it.Place].Turn...)
	}
	digest, err := w.Offline.Summarize(ctx, in, summarize.Budget{Memory: left})
	if err != nil {
		return // the night remembers what is new all the same
	}
	for _, m := range in.New {
		w.sources[m.ID] = m
	}
	before := len(w.added)
	for _, c := range digest.Candidates {
		if left < w.fit.entryPrice(c) {
			continue
		}
		if j := w.know.Judge(document.Entry{Type: c.Type, Text: document.Flat(c.Text), Since: c.Day}); j.Kind != knowledge.New && j.Kind != knowledge.Newer {
			continue // that the same words say the same again is no news
		}
		left -= w.fit.entryPrice(c)
		w.digest.Candidates = append(w.digest.Candidates, c)
		w.judgeThings(c, w.size() < w.Settings.LongTerm)
	}
	rep.Added = len(w.added) - before
}
