package night

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/plan"
	"dormouse/sleep/replay"
	"dormouse/summarize"
)

// consolidateMemory is phase 3: candidates become operations on entries, memory is
// replayed, and everything that save will write is worked out. The plan is nil where
// there is nothing to do.
func consolidateMemory(ctx context.Context, n *Night, read reading, b brief, d Deps) (*Plan, error) {
	if len(read.New) == 0 && len(b.fit.Old) == 0 && len(b.fit.Pruned) == 0 {
		n.Report.Nothing = "nothing is new since the last night, and nothing has to leave the context"
		n.count(PhaseCount{Name: PhaseConsolidate})
		return nil, nil
	}
	know := b.snap.Knowledge()
	w := &work{
		Deps: d, n: n, read: read, brief: b, self: read.mind.Clone(), draws: rand.New(rand.NewPCG(n.Seed, n.Seed^0x9e3779b97f4a7c15)),
		know: know, blocks: days(n, read.New, b.digest), sources: map[string]transcript.Message{}, doubts: map[string][]knowledge.Judgement{}, rests: map[string]string{}, told: promisesIn(read.New),
	}
	for _, m := range read.New {
		w.sources[m.ID] = m
	}
	room := w.room()
	for i, c := range b.digest.Candidates {
		w.ahead = b.digest.Candidates[i+1:]
		w.judgeThings(c, room[i])
	}
	w.keepPromises()
	n.Report.Notices = append(n.Report.Notices, b.snap.Notices...)
	w.replay(ctx)
	return w.plan(ctx)
}

// work is a consolidation on its way.
type work struct {
	Deps
	n    *Night
	read reading
	brief
	self      replay.Self // what the land remembers about remembering, as the night leaves it
	draws     *rand.Rand
	know      *knowledge.Knowledge
	blocks    []*plan.DayBlock
	sources   map[string]transcript.Message
	ops       []plan.Op // what the report and the record tell
	added     []document.Entry
	retired   []document.Entry // whose text must stay in a log
	judged    int              // candidates, but for what a promise had kept
	dropped   int
	strengths []plan.Strength
	result    plan.Result
	doubts    map[string][]knowledge.Judgement // new entry → what it probably ends
	rests     map[string]string                // superseded entry → what it still says, "" for nothing
	told      promises                         // what replies said of lines of memory
	ahead     []summarize.Candidate            // that are judged next
}

func (w *work) known(id string) (document.Entry, bool) { return replay.Known(w.snap, id) }

// days are the blocks of a night, one for each local day of the new messages,
// in order, still without entries. The time in the heading is that of the day's
// last slept message.
func days(n *Night, read []transcript.Message, g summarize.Digest) []*plan.DayBlock {
	last := map[string]transcript.Message{}
	for _, m := range read {
		if d := n.day(m); last[d].ID == "" || !m.Time.Before(last[d].Time) {
			last[d] = m
		}
	}
	var blocks []*plan.DayBlock
	for d, m := range last {
		blocks = append(blocks, &plan.DayBlock{Day: n.localDay(m.Time), Heading: n.heading(m), Paragraph: strings.TrimSpace(g.Days[d])})
	}
	slices.SortFunc(blocks, func(a, b *plan.DayBlock) int { return a.Day.Compare(b.Day) })
	return blocks
}

// block is the block of a day. Every day of a new message has one.
func (w *work) block(day time.Time) *plan.DayBlock {
	for _, b := range w.blocks {
		if b.Day.Equal(day) {
			return b
		}
	}
	b := &plan.DayBlock{Day: day, Heading: w.n.heading(transcript.Message{Time: w.n.Now})}
	w.blocks = append(w.blocks, b)
	return b
}

func (w *work) plan(ctx context.Context) (*Plan, error) {
	n := w.n
	w.promote()
	w.retired = w.trim()
	var err error
	if w.result, err = plan.Apply(w.snap, w.memoryPlan()); err != nil {
		return nil, err
	}
	after := w.after()
	line, next, err := w.fitContext(ctx, after)
	if err != nil {
		return nil, err
	}
	if err := w.recall(ctx); err != nil {
		return nil, err
	}
	w.report()
	if len(w.fit.Old) > 0 {
		n.Report.Survival = survival(summarize.Survive(readable(w.fit.Old), w.staying(after, next)))
	}
	if s := n.Report.Survival.Share(); w.Settings.Strict && s < w.Settings.Floor {
		return nil, fmt.Errorf("%.0f%% of the identifiers would survive, %.0f%% must: %w", 100*s, 100*w.Settings.Floor, ErrSurvival)
	}
	p := &Plan{
		Version: planVersion, Night: n.ID, Number: n.Report.Number, Session: n.Session, Time: n.Now.Round(0), Seed: n.Seed,
		Last: lastMessage(n.Records), Ops: w.ops, Line: &line, Report: n.Report, Inputs: w.inputs(), Mind: w.read.mind.Log(), traced: w.result.Traced,
	}
	own, err := w.stateChanges(p)
	p.Changes = append(w.result.Changes, own...)
	return p, err
}

// memoryPlan is what the night wants of memory.
func (w *work) memoryPlan() plan.Plan {
	p := plan.Plan{By: plan.ByNight, Night: w.n.ID, Session: w.n.Session, Now: w.n.Now, MaxLoss: w.Settings.MaxLoss, Strengths: w.strengths, Leaving: w.n.leaving(w.retired)}
	for _, op := range w.ops {
		if op.Kind != plan.Add || op.Path == land.MemoryFile {
			p.Ops = append(p.Ops, op) // what is added to a log stands in its block
		}
	}
	for i, b := range w.blocks {
		if i == len(w.blocks)-1 && b.Paragraph == "" && len(b.Entries) == 0 && w.Settings.Least > 0 {
			b.Paragraph = w.elsewhere()
		}
		if b.Paragraph != "" || len(b.Entries) > 0 {
			p.Blocks = append(p.Blocks, *b)
		}
	}
	return p
}

// elsewhere is the paragraph of a night's last day when all that the night
// remembered went into MEMORY.md: the log still tells that there was a night, and names
// the lines. Where somebody asked for an exact share of the text it is left out.
func (w *work) elsewhere() string {
	var ids []string
	for _, op := range w.ops {
		if op.Kind == plan.Add && op.Path == land.MemoryFile {
			ids = append(ids, "^"+op.Entry.ID)
		}
	}
	switch len(ids) {
	case 0:
		return ""
	case 1:
		return "One lasting thing went into MEMORY.md (" + ids[0] + ")."
	}
	return fmt.Sprintf("%d lasting things went into MEMORY.md (%s).", len(ids), strings.Join(ids, ", "))
}

// report tells what memory made of the plan, entry by entry, so that candidates
// in are entries out, merged and dropped.
func (w *work) report() {
	r := &w.n.Report
	written := map[string]plan.Written{}
	for _, x := range w.result.Written {
		if x.What == "added" {
			written[x.ID] = x
		}
	}
	skipped, stays := map[string]string{}, map[string]bool{}
	for _, s := range w.result.Skipped {
		switch s.Op.Kind {
		case plan.Add:
			skipped[s.Op.Entry.ID] = s.Reason
		case plan.Supersede:
			stays[s.Op.Target] = true
			r.Notices = append(r.Notices, fmt.Sprintf("^%s was not replaced by ^%s: %s", s.Op.Target, s.Op.Entry.ID, s.Reason))
		}
	}
	for _, e := range w.added {
		x, ok := written[e.ID]
		switch reason := skipped[e.ID]; {
		case ok:
			e.Path, e.Line = x.Path, x.Line
			if e.Open() {
				r.Open = append(r.Open, noted(e, ""))
				continue
			}
			r.Entries = append(r.Entries, noted(e, ""))
		case reason != "":
			w.drop(e, reason)
		default:
			r.Duplicates++
		}
	}
	for _, op := range w.ops {
		if old, ok := w.known(op.Target); ok && op.Kind == plan.Supersede && !stays[op.Target] && !w.snap.ByHand(old) {
			stays[op.Target] = true // two entries may have its place: it is told once
			r.Superseded = append(r.Superseded, noted(old, op.Entry.ID))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(w.result.Rests)) {
		old := w.result.Rests[id]
		r.Notices = append(r.Notices, fmt.Sprintf("^%s keeps what ^%s said besides: %q", id, old, document.Clip(written[id].Text)))
	}
	for _, c := range w.result.Clashes {
		r.Clashes = append(r.Clashes, fmt.Sprintf("%s:%d says %q; now heard: %q", c.Path, c.Line, document.Clip(c.Text), document.Clip(c.New.Text)))
	}
	r.Dropped = append(r.Dropped, w.digest.Rejected...)
	r.Unborne, r.Crowded = w.digest.Unborne, w.digest.Crowded
	w.n.count(PhaseCount{Name: PhaseConsolidate, In: w.judged, Out: len(r.Entries) + len(r.Open), Merged: r.Duplicates, Dropped: w.dropped})
}

// after is what the files of memory will hold: those that change, and those of
// the next prompt.
func (w *work) after() map[string][]byte {
	after := map[string][]byte{}
	today := w.n.localDay(w.n.Now)
	for _, path := range []string{land.MemoryFile, document.LogPath(today), document.LogPath(today.AddDate(0, 0, -1))} {
		if doc, ok := w.snap.Document(path); ok {
			after[path] = doc.Bytes()
		}
	}
	for _, c := range w.result.Changes {
		if people(c.Path) {
			after[c.Path] = c.After
		}
	}
	return after
}

// stateChanges are the changes of the program's own files.
func (w *work) stateChanges(p *Plan) ([]land.Change, error) {
	n := w.n
	w.self.Cycles++
	w.self.Nights, w.self.LastID, w.self.Slept = n.Report.Number, n.ID, n.Now.Round(0)
	w.self.Gather(w.read.Episodes)
	w.self.Drawn = w.Settings.Energy.Wake(w.self.Cycles, w.draws)
	told, err := p.bookkeeping()
	if err != nil {
		return nil, err
	}
	return append([]land.Change{
		told[transcript.File(n.Session)],
		told[NightsPath],
		told[RecordPath(n.ID)],
		{Path: DreamsDir + "/" + n.ID + ".yaml", After: replay.DreamLog(n.ID, n.Now, n.Depth, *n.Report.Replay, w.strengths), Force: true},
	}, w.read.mind.Change(w.self, n.ID, n.talked, w.Settings.Replay.Decay, w.Settings.Replay.Prune)...), nil
}

// traceLine is the session's line about the entries that a transaction of the night
// wrote; nil for none.
func traceLine(tx, night string, at time.Time, entries []transcript.Traced) []byte {
	if len(entries) == 0 {
		return nil
	}
	return transcript.Line(transcript.Record{Wrote: &transcript.Wrote{ID: tx, Time: at.Round(0), Night: night, Entries: entries}})
}

// staying is all text that can still be read after the night, by name, for the
// survival report.
func (w *work) staying(after map[string][]byte, next transcript.Context) map[string]string {
	var rest strings.Builder
	for _, e := range w.entries {
		rest.WriteString(e.Text + "\n")
	}
	texts := map[string]string{"the wake note": next.Summary, "memory": rest.String()}
	for _, m := range next.Messages {
		texts["message "+m.ID] = m.Content
	}
	for path, b := range after {
		texts[path] = string(b)
	}
	return texts
}

func survival(r summarize.Report) Survival {
	s := Survival{Kept: len(r.Kept), Total: len(r.Kept) + len(r.Lost), Lost: []Lost{}}
	for _, a := range r.Lost[:min(len(r.Lost), mostLost)] {
		s.Lost = append(s.Lost, Lost{string(a.Kind), a.Text, a.MessageID})
	}
	return s
}

// mostLost bounds the list of a report; Total counts all.
const mostLost = 500

func noted(e document.Entry, by string) Noted {
	from := e.Sources
	if from == nil {
		from = []string{}
	}
	return Noted{ID: e.ID, Type: e.Type, Importance: e.Importance, Text: e.Text, Path: e.Path, Line: e.Line, From: from, By: by}
}

// localDay is midnight of a time's local day.
func (n *Night) localDay(t time.Time) time.Time {
	t = t.In(n.Now.Location())
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}
