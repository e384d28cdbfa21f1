package night

import (
	"context"
	"fmt"
	"math"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/sleep/replay"
	"dormouse/summarize"
)

// frameTokens is what stands around a summary in a request.
const frameTokens = 24

// Bounds of the wake note, in tokens: shorter says nothing, longer than a tenth
// of the window, or than this, is not a note.
const (
	noteLeast = 60
	noteMost  = 4000
)

// summarize is phase 2: one call of the strategy makes the wake note of what
// leaves the context and the candidates of what is new.
func (d Deps) summarize(ctx context.Context, n *Night) error {
	n.size(d)
	switch {
	case n.Stay:
		n.stay(d, gentle)
		n.Report.Stuck = ""
	case !n.press(d, gentle):
		n.stay(d, gentle)
	}
	if len(n.New) == 0 && len(n.Old) == 0 {
		n.Digest.Summary = n.Context.Summary
		n.count(PhaseCount{Name: PhaseSummarize})
		return nil
	}
	var err error
	if n.snap, err = d.snapshot(); err != nil {
		return err
	}
	n.known = n.snap.Entries()
	n.shareDay(d)
	in := n.input(d, n.known)
	in.Old, in.New = readable(n.Old), readable(n.New)
	digest, err := d.digest(ctx, n, in)
	if err != nil {
		return err
	}
	if len(n.Old) == 0 {
		digest.Summary = n.Context.Summary // nothing leaves: the note stays as it is
	}
	n.Digest = digest
	n.keepMore(d, digest.Kept)
	n.Report.Engine, n.Report.Degraded = digest.Engine, digest.Degraded
	n.Report.Calls, n.Report.Usage = digest.Calls, digest.Usage
	n.count(PhaseCount{Name: PhaseSummarize, In: len(n.New) + len(n.Old), Out: len(digest.Candidates)})
	return nil
}

// input is what every strategy gets beside messages.
func (n *Night) input(d Deps, known []document.Entry) summarize.Input {
	places := map[string]int{}
	for i, m := range messages(n.Records) {
		places[m.ID] = i + 1
	}
	return summarize.Input{Places: places, Earlier: n.Context.Summary, Known: known, Names: n.Names, Count: d.Count, Location: n.Now.Location()}
}

// size counts the new text and sets the memory budget: keep × its tokens, and no
// less than a short night may write. A
// tool's result counts only so far, so that a long log does not buy room for
// itself.
func (n *Night) size(d Deps) {
	n.before.fresh = d.tokensOf(readable(n.New))
	n.before.budget = budget(d.Settings, n.before.fresh)
}

// target is what the new context must stay under, in tokens: the setting's share of
// the window, or where what cannot shrink leaves no room under that, the share at
// which the next night is due. A talk can go on below it, and could not otherwise.
func (n *Night) target(d Deps) int {
	return int(float64(n.Window)*max(d.Settings.Target, n.before.goal)) - n.Room
}

// margin is how far below the target a night aims: what frames memory and
// summary in the prompt is the caller's, and its counts may differ a little.
func (n *Night) margin() int { return max(24, n.Window/64) }

// memoryAfter is the most that memory may cost in the next prompt; what it costs, once
// its lines are chosen.
func (n *Night) memoryAfter(d Deps) int {
	if n.before.memory > 0 {
		return n.before.memory
	}
	most := d.Settings.MemoryBudget(n.Window)
	return max(n.Before.Memory, min(most, n.Before.Memory+n.before.budget))
}

// press divides the context, from least on as hard as it must, so that a note
// of some use fits under the target; where nothing does, as hard as it can under
// what a talk can go on with. It is false when nothing fits that either.
func (n *Night) press(d Deps, least hardness) bool {
	if n.pressed(d, least) {
		return true
	}
	if n.before.goal > 0 {
		return false
	}
	n.before.goal = d.Settings.Threshold
	return n.pressed(d, hardest)
}

func (n *Night) pressed(d Deps, least hardness) bool {
	fixed := n.Before.System + n.Before.Tools + n.memoryAfter(d) + frameTokens
	tail := int(d.Settings.KeptTurns * float64(n.Window))
	for h := least; h <= hardest; h++ {
		c := divide(n.Context.Messages, tail, d.Settings.PruneResult, h, n.measure(d))
		room := n.target(d) - n.margin() - fixed - c.Tokens
		earlier := n.worth(d, n.Context.Summary)
		note := min(noteMost, max(n.Window/10, noteLeast), earlier+n.tokens(d, c.Old))
		least := min(note, noteLeast)
		if len(c.Old) == 0 {
			note, least = earlier, earlier
		}
		if room < least {
			continue
		}
		n.set(c, int(float64(min(note, room))/n.factor(d)), h)
		return true
	}
	return false
}

// stay divides the context without asking whether the target can be met.
func (n *Night) stay(d Deps, h hardness) {
	n.Old, n.Kept, n.Pruned = nil, n.Context.Messages, nil
	n.before.note, n.before.level = d.Count(n.Context.Summary), h
	n.Report.Stuck = n.largest(d)
}

func (n *Night) set(c cut, note int, h hardness) {
	n.Old, n.Kept, n.Pruned = c.Old, c.Kept, c.Pruned
	n.before.kept, n.before.note, n.before.level = c.Tokens, note, h
	n.Report.Stuck = ""
}

func (n *Night) tokens(d Deps, list []transcript.Message) int {
	measure := n.measure(d)
	sum := 0
	for _, m := range list {
		sum += measure(m)
	}
	return sum
}

// measure is Deps.measure, raised to what a provider has counted: where Before
// holds more for the messages than their estimates come to, each is that much
// dearer.
func (n *Night) measure(d Deps) func(transcript.Message) int {
	factor := n.factor(d)
	return func(m transcript.Message) int { return int(math.Ceil(float64(d.measure(m)) * factor)) }
}

// worth is what a text costs, raised like the messages.
func (n *Night) worth(d Deps, text string) int {
	return int(math.Ceil(float64(d.Count(text)) * n.factor(d)))
}

func (n *Night) factor(d Deps) float64 {
	if n.before.factor == 0 {
		sum := 0
		for _, m := range n.Context.Messages {
			sum += d.measure(m)
		}
		n.before.factor = 1
		if sum > 0 && n.Before.Messages > sum {
			n.before.factor = float64(n.Before.Messages) / float64(sum)
		}
	}
	return n.before.factor
}

// keepMore honours a strategy's own wish to keep old messages word for word, as
// far as the room under the target goes.
func (n *Night) keepMore(d Deps, ids []string) {
	room := n.target(d) - n.margin() - n.Before.System - n.Before.Tools - n.memoryAfter(d) - frameTokens - n.worth(d, n.Digest.Summary) - n.before.kept
	want := map[string]bool{}
	for _, id := range ids {
		want[id] = true
	}
	extra, measure := map[string]bool{}, n.measure(d)
	for _, m := range n.Old {
		if c := measure(m); want[m.ID] && m.Role != transcript.Tool && len(m.ToolCalls) == 0 && c <= room {
			extra[m.ID], room = true, room-c
		}
	}
	if len(extra) == 0 {
		return
	}
	keep := map[string]bool{}
	for _, m := range n.Kept {
		keep[m.ID] = true
	}
	for id := range extra {
		keep[id] = true
	}
	pruned := map[string]bool{}
	for _, id := range n.Pruned {
		pruned[id] = true
	}
	n.set(share(n.Context.Messages, keep, pruned, measure), n.before.note, n.before.level)
}

// largest names the part of the context that takes most of the window and
// cannot shrink.
func (n *Night) largest(d Deps) string {
	current := 0
	if turns := replay.Turns(n.Context.Messages); len(turns) > 0 {
		current = n.tokens(d, turns[len(turns)-1])
	}
	var pins []transcript.Message
	for _, m := range n.Context.Messages {
		if m.Pinned {
			pins = append(pins, m)
		}
	}
	pinned := n.tokens(d, pins)
	name, most := "the current turn", current
	for _, p := range []struct {
		name   string
		tokens int
	}{{"the pinned messages", pinned}, {"the tools", n.Before.Tools}, {"the instructions", n.Before.System}, {"the memory in the prompt", n.memoryAfter(d)}} {
		if p.tokens > most {
			name, most = p.name, p.tokens
		}
	}
	return fmt.Sprintf("%s (%d tokens)", name, most)
}

// line is the session's night line, and the context it leads to. From, To and
// Kept speak of places in the transcript, so messages that only the context has
// (a result that stands for a missing one) are passed over.
func (n *Night) line() (transcript.Night, transcript.Context) {
	line := transcript.Night{
		ID: n.ID, Time: n.Now.Round(0), Kept: []string{}, Summary: n.Digest.Summary, Cursor: n.Cursor,
		Pruned: n.Pruned, TokensBefore: n.Before.Total(), Saved: []string{}, Follows: n.Context.Heads,
	}
	saves := map[string]bool{}
	for _, m := range n.New {
		saves[m.ID] = true
		line.Saved = append(line.Saved, m.ID)
	}
	all := messages(n.Records)
	index := make(map[string]int, len(all))
	for i, m := range all {
		index[m.ID] = i
	}
	from, to := len(all), -1
	leaves := map[string]bool{}
	for _, m := range n.Old {
		if i, real := index[m.ID]; real {
			from, to = min(from, i), max(to, i)
			leaves[m.ID] = true
			if !saves[m.ID] && !n.Context.Saved(m.ID) {
				line.Took = append(line.Took, m.ID)
			}
		}
	}
	if to >= 0 {
		line.From, line.To = all[from].ID, all[to].ID
		for _, m := range n.Context.Messages {
			if i, real := index[m.ID]; real && i >= from && i <= to && !leaves[m.ID] {
				line.Kept = append(line.Kept, m.ID)
			}
		}
	}
	after := transcript.Replay(append(n.Records[:len(n.Records):len(n.Records)], transcript.Record{Night: &line}))
	return line, after
}

// cost is the new context in tokens, with memory at so many.
func (n *Night) cost(d Deps, after transcript.Context, memory int) int {
	total := n.Before.System + n.Before.Tools + memory + n.tokens(d, after.Messages)
	if after.Summary != "" {
		total += n.worth(d, after.Summary) + frameTokens
	}
	return total
}

// LowGain counts the last nights of a session that were due (limit tokens or
// more) and freed less than share of the context. Two in a row stop the
// automatic ones.
func LowGain(nights []transcript.Night, limit int, share float64) int {
	count := 0
	for i := len(nights) - 1; i >= 0; i-- {
		n := nights[i]
		if n.TokensBefore < limit {
			continue // asked for early: says nothing
		}
		if float64(n.TokensBefore-n.TokensAfter) >= share*float64(n.TokensBefore) {
			break
		}
		count++
	}
	return count
}

// Waiting counts the messages of complete turns that no night has read: the
// Queue of Signals.
func Waiting(records []transcript.Record) int {
	return len(fresh(messages(records), transcript.Replay(records)))
}
