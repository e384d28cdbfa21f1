package night

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/sleep/replay"
	"dormouse/summarize"
	"dormouse/summarize/note"
)

// fitting is a context on its way to the size that the night is to leave.
type fitting struct {
	Deps
	n    *Night
	read reading
	cut  // what leaves, what stays

	said   []transcript.Message // what is new, as it is read
	fresh  int                  // its text, in tokens
	word   float64              // tokens of a word of it
	budget int                  // memory may cost this much
	asked  int                  // and this much where a model chooses; 0 where none is asked
	scale  float64              // by which estimates of messages fall short of what a provider has counted
	note   int                  // the wake note may cost this much
	level  hardness
	memory int     // what memory will cost in the next prompt; 0 before its lines are chosen
	goal   float64 // share of the window that stands for the target, where that cannot be met
}

// newFitting counts the new text and sets the memory budget: keep × its tokens, and no
// less than a short night may write. A tool's result counts only so far, so that a
// long log does not buy room for itself.
func newFitting(n *Night, read reading, d Deps) *fitting {
	f := &fitting{Deps: d, n: n, read: read, said: readable(read.New), scale: 1}
	f.fresh, f.word = d.tokensOf(f.said), summarize.TokensPerWord(f.said, d.Count)
	f.budget = budget(d.Settings, f.fresh)
	if d.asks() {
		f.asked = asked(d.Settings, f.fresh)
	}
	sum := 0
	for _, m := range read.Context.Messages {
		sum += d.Measure(m)
	}
	if sum > 0 {
		f.scale = max(1, float64(n.Before.Messages)/float64(sum))
	}
	return f
}

// input is what every strategy gets beside messages.
func (f *fitting) input(known []*document.Entry) summarize.Input {
	places := map[string]int{}
	for i, m := range messages(f.n.Records) {
		places[m.ID] = i + 1
	}
	return summarize.Input{Places: places, Earlier: f.read.Context.Summary, Known: known, Names: f.n.Names, Count: f.Count, Location: f.n.Now.Location()}
}

// target is what the new context must stay under, in tokens: the setting's share of
// the window, or where what cannot shrink leaves no room under that, the share at
// which the next night is due. A talk can go on below it, and could not otherwise.
func (f *fitting) target() int {
	return int(float64(f.n.Window)*max(f.Settings.Target, f.goal)) - f.n.Room
}

// margin is how far below the target a night aims: what frames memory and
// summary in the prompt is the caller's, and its counts may differ a little.
func (f *fitting) margin() int { return max(24, f.n.Window/64) }

// memoryAfter is the most that memory may cost in the next prompt; what it costs, once
// its lines are chosen.
func (f *fitting) memoryAfter() int {
	if f.memory > 0 {
		return f.memory
	}
	most := f.Settings.MemoryBudget(f.n.Window)
	return max(f.n.Before.Memory, min(most, f.n.Before.Memory+max(f.budget, f.asked)))
}

// press divides the context, from least on as hard as it must, so that a note
// of some use fits under the target; where nothing does, as hard as it can under
// what a talk can go on with. It is false when nothing fits that either.
func (f *fitting) press(least hardness) bool {
	if f.pressed(least) {
		return true
	}
	if f.goal > 0 {
		return false
	}
	f.goal = f.Settings.Threshold
	return f.pressed(hardest)
}

func (f *fitting) pressed(least hardness) bool {
	fixed := f.n.Before.System + f.n.Before.Tools + f.memoryAfter() + frameTokens
	tail := int(f.Settings.KeptTurns * float64(f.n.Window))
	for h := least; h <= hardest; h++ {
		c := divide(f.read.Context.Messages, tail, f.Settings.PruneResult, h, f.measure)
		room := f.target() - f.margin() - fixed - c.Tokens
		earlier := f.worth(f.read.Context.Summary)
		note := min(noteMost, max(f.n.Window/10, noteLeast), earlier+f.tokens(c.Old))
		least := min(note, noteLeast)
		if len(c.Old) == 0 {
			note, least = earlier, earlier
		}
		if room < least {
			continue
		}
		f.cut, f.note, f.level = c, int(float64(min(note, room))/f.scale), h
		f.n.Report.Stuck = ""
		return true
	}
	return false
}

// stay divides the context without asking whether the target can be met.
func (f *fitting) stay() {
	f.Old, f.Kept, f.Pruned = nil, f.read.Context.Messages, nil
	f.note = f.Count(f.read.Context.Summary)
	f.n.Report.Stuck = f.largest()
}

func (f *fitting) tokens(list []transcript.Message) int {
	sum := 0
	for _, m := range list {
		sum += f.measure(m)
	}
	return sum
}

// measure is Measure, raised to what a provider has counted.
func (f *fitting) measure(m transcript.Message) int { return f.raised(f.Measure(m)) }

// worth is what a text costs, raised like the messages.
func (f *fitting) worth(text string) int { return f.raised(f.Count(text)) }

func (f *fitting) raised(tokens int) int { return int(math.Ceil(float64(tokens) * f.scale)) }

// largest names the part of the context that takes most of the window and
// cannot shrink.
func (f *fitting) largest() string {
	var turn, pins []transcript.Message
	if turns := replay.Turns(f.read.Context.Messages); len(turns) > 0 {
		turn = turns[len(turns)-1]
	}
	for _, m := range f.read.Context.Messages {
		if m.Pinned {
			pins = append(pins, m)
		}
	}
	type part struct {
		name   string
		tokens int
	}
	most := slices.MaxFunc([]part{
		{"the current turn", f.tokens(turn)}, {"the pinned messages", f.tokens(pins)}, {"the tools", f.n.Before.Tools},
		{"the instructions", f.n.Before.System}, {"the memory in the prompt", f.memoryAfter()},
	}, func(a, b part) int { return cmp.Compare(a.tokens, b.tokens) })
	return fmt.Sprintf("%s (%d tokens)", most.name, most.tokens)
}

// line is the session's night line, the context it leads to, and its tokens. From, To and
// Kept speak of places in the transcript, so messages that only the context has
// (a result that stands for a missing one) are passed over.
func (f *fitting) line(summary string) (transcript.Night, transcript.Context, int) {
	line := transcript.Night{
		ID: f.n.ID, Time: f.n.Now.Round(0), Kept: []string{}, Summary: summary, Cursor: f.read.Cursor,
		Pruned: f.Pruned, TokensBefore: f.n.Before.Total(), Saved: []string{}, Follows: f.read.Context.Heads,
	}
	saves := map[string]bool{}
	for _, m := range f.read.New {
		saves[m.ID] = true
		line.Saved = append(line.Saved, m.ID)
	}
	all := messages(f.n.Records)
	index := make(map[string]int, len(all))
	for i, m := range all {
		index[m.ID] = i
	}
	from, to := len(all), -1
	leaves := map[string]bool{}
	for _, m := range f.Old {
		if i, real := index[m.ID]; real {
			from, to = min(from, i), max(to, i)
			leaves[m.ID] = true
			if !saves[m.ID] && !f.read.Context.Saved(m.ID) {
				line.Took = append(line.Took, m.ID)
			}
		}
	}
	if to >= 0 {
		line.From, line.To = all[from].ID, all[to].ID
		for _, m := range f.read.Context.Messages {
			if i, real := index[m.ID]; real && i >= from && i <= to && !leaves[m.ID] {
				line.Kept = append(line.Kept, m.ID)
			}
		}
	}
	after := transcript.Replay(append(f.n.Records[:len(f.n.Records):len(f.n.Records)], transcript.Record{Night: &line}))
	return line, after, f.cost(after)
}

// cost is the new context in tokens.
func (f *fitting) cost(after transcript.Context) int {
	total := f.n.Before.System + f.n.Before.Tools + f.memory + f.tokens(after.Messages)
	if after.Summary != "" {
		total += f.worth(after.Summary) + frameTokens
	}
	return total
}

// fits tells whether a context of so many tokens is accepted. Where nothing has
// to leave, being under the target is enough.
func (f *fitting) fits(cost int) bool {
	return f.n.Window <= 0 || f.under(cost) && (len(f.Old) == 0 || cost < f.n.Before.Total())
}

func (f *fitting) under(cost int) bool { return cost < f.target()-f.margin()/2 }

// fitContext finds the context that the night leaves: smaller than before and under
// the target. Where the first division does not give that, a model's note gives up its
// least lines; where that is not enough, it presses harder, and what leaves besides is
// noted offline; where nothing does, the context stays as it was, the memories are
// saved all the same, and the report says which part cannot shrink.
func (w *work) fitContext(ctx context.Context, after map[string][]byte) (transcript.Night, transcript.Context, error) {
	n := w.n
	w.fit.memory = w.promptTokens(after)
	line, next, cost := w.fit.line(w.digest.Summary)
	first := w.modelNote()
	for !w.fit.fits(cost) && n.Report.Stuck == "" {
		if short := w.shorter(first, cost); short != "" {
			w.digest.Summary = short
			line, next, cost = w.fit.line(short)
			continue
		}
		if w.fit.under(cost) && w.fit.level+1 >= hardest {
			// Memory joins the prompt, and only without the newest message would it be
			// smaller than before: it stays.
			w.fit.stay()
			n.Report.Stuck, w.digest.Summary = "", w.read.Context.Summary
			line, next, _ = w.fit.line(w.digest.Summary)
			break
		}
		if !w.fit.press(w.fit.level + 1) {
			w.fit.stay()
			w.digest.Summary = w.read.Context.Summary
		} else if err := w.renote(ctx, first); err != nil {
			return line, next, err
		}
		line, next, cost = w.fit.line(w.digest.Summary)
	}
	if len(w.fit.Old) == 0 && len(w.fit.Pruned) == 0 {
		cost = n.Before.Total() // nothing leaves: the prompt stays as it is
	}
	line.TokensAfter, n.Report.TokensAfter = cost, cost
	if n.Report.Stuck != "" {
		n.Report.Notices = append(n.Report.Notices, fmt.Sprintf("the context cannot be brought under %d tokens: %s cannot shrink", w.fit.target(), n.Report.Stuck))
	}
	if w.fit.goal > 0 && n.Report.Stuck == "" {
		n.Report.Notices = append(n.Report.Notices, fmt.Sprintf("the context stays above %d tokens: %s cannot shrink", int(float64(n.Window)*w.Settings.Target), w.fit.largest()))
	}
	return line, next, nil
}

// modelNote is a wake note as a model wrote it: of which messages, and for which division.
type modelNote struct {
	text  string // "" where no model wrote one
	of    map[string]bool
	level hardness
}

func (w *work) modelNote() modelNote {
	first := modelNote{of: map[string]bool{}, level: w.fit.level}
	if w.n.Report.Engine != "model" || w.n.Report.Degraded != "" || len(w.fit.Old) == 0 {
		return first
	}
	first.text = w.digest.Summary
	for _, m := range w.fit.Old {
		first.of[m.ID] = true
	}
	return first
}

// shorter is the present note, the model's, without its least lines, for a context that
// costs more than it may; "" where less than half of what it wrote would be left.
func (w *work) shorter(first modelNote, cost int) string {
	if first.text == "" || w.fit.level != first.level || len(w.fit.Old) == 0 {
		return ""
	}
	most := min(w.fit.target()-w.fit.margin()/2, w.n.Before.Total()) - 1
	room := w.Count(w.digest.Summary) - int(math.Ceil(float64(cost-most)/w.fit.scale))
	if room < max(noteLeast, w.Count(first.text)/2) {
		return ""
	}
	return note.Fit(note.Merge(note.Parse(w.digest.Summary)), room, w.Count)
}

// renote makes the wake note again for a harder division, offline: the model was asked
// once, and its memories stay. So does its note, as far as there is room: only what it
// was not shown is noted besides.
func (w *work) renote(ctx context.Context, first modelNote) error {
	n := w.n
	if len(w.fit.Old) == 0 {
		w.digest.Summary = w.read.Context.Summary
		return nil
	}
	in, budget := w.fit.input(nil), w.fit.note
	in.Old = readable(w.fit.Old)
	kept := note.Merge(note.Parse(first.text))
	if first.text != "" {
		in.Earlier = ""
		in.Old = slices.DeleteFunc(slices.Clone(in.Old), func(m transcript.Message) bool { return first.of[m.ID] })
		w.digest.Summary = note.Fit(kept, budget, w.Count)
		budget = min(budget-w.Count(w.digest.Summary), w.fit.tokens(in.Old))
		if budget < noteLeast {
			return nil
		}
	}
	d, err := w.Offline.Summarize(ctx, in, summarize.Budget{Summary: budget})
	if err != nil {
		return err
	}
	if first.text == "" {
		w.digest.Summary = d.Summary
		if n.Report.Engine == "model" && n.Report.Degraded == "" {
			n.Report.Degraded = "the context had to be pressed harder; its note was made offline"
		}
		return nil
	}
	for i, line := range note.Parse(d.Summary) {
		line.At = i // after what the model noted
		kept = append(kept, line)
	}
	w.digest.Summary = note.Fit(note.Merge(kept), w.fit.note, w.Count)
	n.Report.Degraded = "the context had to be pressed harder; what leaves it besides was noted offline"
	return nil
}

// promptTokens is what memory will cost in the next prompt.
func (w *work) promptTokens(after map[string][]byte) int {
	cost := w.Prompt(after)
	w.Recording.Prompt = append(w.Recording.Prompt, cost)
	return cost
}
