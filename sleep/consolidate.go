package sleep

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/summarize"
)

// consolidate is phase 3: candidates become operations on entries, memory is
// replayed, and everything that save will write is worked out (SLEEP §3.3, §5).
func (d Deps) consolidate(ctx context.Context, n *Night) error {
	if len(n.New) == 0 && len(n.Old) == 0 && len(n.Pruned) == 0 {
		n.Report.Nothing = "nothing is new since the last night, and nothing has to leave the context"
		n.Plan = nil
		n.count(PhaseCount{Name: PhaseConsolidate})
		return nil
	}
	w := &work{Deps: d, n: n, snap: n.snap, know: n.snap.Knowledge(), blocks: n.days(), sources: map[string]transcript.Message{}, byID: map[string]memory.Entry{}}
	for _, m := range n.New {
		w.sources[m.ID] = m
	}
	for _, e := range w.snap.Entries() {
		w.byID[e.ID] = e
	}
	for _, c := range n.Digest.Candidates {
		w.judge(c)
	}
	n.Report.Notices = append(n.Report.Notices, n.snap.Notices...)
	w.replay()
	return w.plan(ctx)
}

// work is a consolidation on its way.
type work struct {
	Deps
	n         *Night
	snap      memory.Snapshot
	know      *memory.Knowledge
	byID      map[string]memory.Entry // as found
	blocks    []*memory.DayBlock
	sources   map[string]transcript.Message
	ops       []memory.Op // what the report and the record tell
	added     []memory.Entry
	open      []memory.Entry // what was left undone: lines, no entries
	dropped   int
	strengths []memory.Strength
	result    memory.Result
	log       replayLog
}

// judge decides what becomes of one candidate.
func (w *work) judge(c summarize.Candidate) {
	e, why := w.entry(c)
	if why != "" {
		w.drop(e, why)
		return
	}
	j := w.know.Judge(e)
	if old, named := w.byID[c.Replaces]; named && c.Replaces != "" && !old.Struck && j.Kind == memory.New {
		j = memory.Judgement{Kind: memory.Newer, ID: old.ID, Entry: old, Reason: "newer word about the same"}
	}
	if j.Kind == memory.Newer && w.toolOnly(e) {
		j = memory.Judgement{Kind: memory.New} // a tool's word takes nobody's place
	}
	switch j.Kind {
	case memory.Same:
		w.n.Report.Duplicates++
		w.ops = append(w.ops, memory.Op{Kind: memory.Merge, Entry: e, Target: j.ID, Path: j.Entry.Path, Reason: j.Reason})
	case memory.Older, memory.Deleted:
		w.drop(e, orElse(j.Reason, string(j.Kind)))
	case memory.Newer:
		lasting := w.lasting(c, e) || j.Entry.Path == land.MemoryFile
		e = w.add(e, false, lasting)
		for _, id := range append([]string{j.ID}, j.Also...) {
			w.ops = append(w.ops, memory.Op{Kind: memory.Supersede, Entry: e, Target: id, Path: e.Path, Reason: j.Reason})
		}
		w.know.Learn(e, j.ID)
	default:
		w.know.Learn(w.add(e, c.Open, w.lasting(c, e)), "")
	}
}

func (w *work) drop(e memory.Entry, why string) {
	w.dropped++
	w.n.Report.Dropped = append(w.n.Report.Dropped, fmt.Sprintf("%s: %q", why, clip(e.Text)))
}

// entry makes an entry of a candidate, or says why not.
func (w *work) entry(c summarize.Candidate) (memory.Entry, string) {
	e := memory.Entry{Type: c.Type, Text: memory.Flat(c.Text), Importance: clamp(c.Importance, 0, 1)}
	if !slices.Contains(memory.Types[:], e.Type) {
		e.Type = memory.Fact
	}
	var newest transcript.Message
	for _, id := range c.From {
		if m, ok := w.sources[id]; ok {
			e.Sources = append(e.Sources, id)
			if newest.ID == "" || m.Time.After(newest.Time) {
				newest = m
			}
		}
	}
	switch {
	case e.Text == "":
		return e, "it says nothing"
	case len(e.Sources) == 0:
		return e, "it rests on no message of this night"
	}
	e.Since = localDay(newest.Time, w.n.Now.Location())
	e.ID = w.know.NewID(e)
	return e, ""
}

// lasting tells whether an entry belongs in MEMORY.md: important, of a kind that
// stays true, and not resting on tools alone (SLEEP §3.3, §3.4).
func (w *work) lasting(c summarize.Candidate, e memory.Entry) bool {
	if c.Open || e.Importance <= w.Settings.LastingFrom || w.toolOnly(e) {
		return false
	}
	return lastingType(e.Type)
}

// lastingType tells whether a type is one that stays true.
func lastingType(t memory.Type) bool {
	return t == memory.Fact || t == memory.Preference || t == memory.Learning
}

// toolOnly tells whether no person or model said it: text from tools is data and
// is not promoted unattended.
func (w *work) toolOnly(e memory.Entry) bool {
	for _, id := range e.Sources {
		if w.sources[id].Role != transcript.Tool {
			return false
		}
	}
	return true
}

// add puts an entry where it stands: in MEMORY.md, in the block of its day, or
// among what was left undone. It returns the entry with its path.
func (w *work) add(e memory.Entry, open, lasting bool) memory.Entry {
	block := w.block(e.Since)
	e.Path = memory.LogPath(block.Day)
	switch {
	case lasting:
		e.Path = land.MemoryFile
		w.ops = append(w.ops, memory.Op{Kind: memory.Add, Entry: e, Path: e.Path})
	case open:
		block.Open = append(block.Open, e.Text)
		w.open = append(w.open, e)
		return e
	default:
		block.Entries = append(block.Entries, e)
		w.ops = append(w.ops, memory.Op{Kind: memory.Add, Entry: e, Path: e.Path})
	}
	w.added = append(w.added, e)
	return e
}

// block is the block of a day. Every day of a new message has one.
func (w *work) block(day time.Time) *memory.DayBlock {
	for _, b := range w.blocks {
		if b.Day.Equal(day) {
			return b
		}
	}
	b := &memory.DayBlock{Day: day, Heading: w.n.heading(transcript.Message{Time: w.n.Now})}
	w.blocks = append(w.blocks, b)
	return b
}

// plan gathers all changes of the night into its plan.
func (w *work) plan(ctx context.Context) error {
	n := w.n
	if err := w.apply(); err != nil {
		return err
	}
	if err := w.trim(); err != nil {
		return err
	}
	w.report()
	after := w.after()
	line, next, err := w.settle(ctx, after)
	if err != nil {
		return err
	}
	n.Report.Survival = survival(summarize.Survive(readable(n.Old), w.staying(after, next)))
	if s := n.Report.Survival.Share(); w.Settings.Strict && s < w.Settings.Floor {
		return fmt.Errorf("%.0f%% of the identifiers would survive, %.0f%% must: %w", 100*s, 100*w.Settings.Floor, ErrSurvival)
	}
	n.Plan = &Plan{
		Version: planVersion, Night: n.ID, Number: n.Report.Number, Session: n.Session, Time: n.Now.Round(0), Seed: n.Seed,
		Last: lastMessage(n.Records), Ops: w.ops, Line: &line, Report: n.Report,
	}
	own, err := w.own(line)
	n.Plan.Changes = append(w.result.Changes, own...)
	return err
}

// apply lets memory work out the changes of its files. An entry whose place in
// MEMORY.md it will not clear, because too much would be lost in one night, goes
// to its day's log instead.
func (w *work) apply() error {
	var err error
	for range 2 {
		p := w.memoryPlan()
		if w.result, err = memory.Apply(w.snap, p); err != nil {
			return err
		}
		moved := false
		for _, skip := range w.result.Skipped {
			if skip.Op.Kind == memory.Supersede && skip.Op.Path == land.MemoryFile {
				moved = w.toLog(skip.Op.Entry.ID) || moved
			}
		}
		if !moved {
			break
		}
	}
	return nil
}

func (w *work) memoryPlan() memory.Plan {
	p := memory.Plan{Night: w.n.ID, Session: w.n.Session, Now: w.n.Now, MaxLoss: w.Settings.MaxLoss, Strengths: w.strengths}
	for _, op := range w.ops {
		if op.Kind != memory.Add || op.Path == land.MemoryFile {
			p.Ops = append(p.Ops, op) // what is added to a log stands in its block
		}
	}
	for _, b := range w.blocks {
		if !emptyBlock(b) {
			p.Blocks = append(p.Blocks, *b)
		}
	}
	return p
}

// toLog moves a new entry from MEMORY.md to its day's log; it takes nobody's
// place then.
func (w *work) toLog(id string) bool {
	i := slices.IndexFunc(w.added, func(e memory.Entry) bool { return e.ID == id && e.Path == land.MemoryFile })
	if i < 0 {
		return false
	}
	e := &w.added[i]
	block := w.block(e.Since)
	e.Path = memory.LogPath(block.Day)
	block.Entries = append(block.Entries, *e)
	w.ops = slices.DeleteFunc(w.ops, func(op memory.Op) bool {
		return op.Entry.ID == id && (op.Kind == memory.Supersede || op.Kind == memory.Add)
	})
	w.ops = append(w.ops, memory.Op{Kind: memory.Add, Entry: *e, Path: e.Path, Reason: "one night may not replace so much of MEMORY.md"})
	return true
}

// report tells what memory made of the plan, entry by entry, so that candidates
// in are entries out, merged and dropped.
func (w *work) report() {
	r := &w.n.Report
	written := map[string]memory.Written{}
	for _, x := range w.result.Written {
		if x.What == "added" {
			written[x.ID] = x
		}
	}
	skipped := map[string]string{}
	for _, s := range w.result.Skipped {
		if s.Op.Kind == memory.Add {
			skipped[s.Op.Entry.ID] = s.Reason
		}
	}
	for _, e := range w.added {
		x, ok := written[e.ID]
		switch reason := skipped[e.ID]; {
		case ok:
			e.Path, e.Line = x.Path, x.Line
			r.Entries = append(r.Entries, noted(e, ""))
		case reason != "":
			w.drop(e, reason)
		default:
			r.Duplicates++
		}
	}
	for _, e := range w.open {
		r.Open = append(r.Open, noted(e, ""))
	}
	for _, op := range w.ops {
		if old, ok := w.byID[op.Target]; ok && op.Kind == memory.Supersede && !w.snap.Hand(old) {
			r.Superseded = append(r.Superseded, noted(old, op.Entry.ID))
		}
	}
	for _, c := range w.result.Clashes {
		r.Clashes = append(r.Clashes, fmt.Sprintf("%s:%d says %q; now heard: %q", c.Path, c.Line, clip(c.Text), clip(c.New.Text)))
	}
	r.Dropped = append(r.Dropped, w.n.Digest.Rejected...)
	in := len(w.n.Digest.Candidates)
	w.n.count(PhaseCount{Name: PhaseConsolidate, In: in, Out: len(r.Entries) + len(r.Open), Merged: r.Duplicates, Dropped: w.dropped})
}

// after is what the files of memory will hold: those that change, and those of
// the next prompt.
func (w *work) after() map[string][]byte {
	after := map[string][]byte{}
	today := localDay(w.n.Now, w.n.Now.Location())
	for _, path := range []string{land.MemoryFile, memory.LogPath(today), memory.LogPath(today.AddDate(0, 0, -1))} {
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

// trim keeps MEMORY.md under its budget: the weakest of the program's own
// entries leave it, at most MaxLoss of all a night. What stands in no log is
// written into tonight's, so that its text lives on.
func (w *work) trim() error {
	text := w.after()[land.MemoryFile]
	size := w.Count(string(text))
	if w.Settings.LongTerm <= 0 || size <= w.Settings.LongTerm {
		return nil
	}
	left := int(w.Settings.MaxLoss * float64(w.living()))
	var retired []memory.Entry
	for _, e := range w.weakest(memory.Parse(text).Entries(land.MemoryFile)) {
		if left == 0 || size <= w.Settings.LongTerm {
			break
		}
		size -= w.Count("- " + memory.Line(e) + "\n")
		left--
		retired = append(retired, e)
		w.ops = append(w.ops, memory.Op{Kind: memory.Retire, Entry: e, Target: e.ID, Path: land.MemoryFile, Reason: "MEMORY.md is full"})
		w.n.Report.Retired = append(w.n.Report.Retired, noted(e, "MEMORY.md is full"))
	}
	if size > w.Settings.LongTerm {
		w.n.Report.Notices = append(w.n.Report.Notices, fmt.Sprintf("MEMORY.md holds about %d tokens; %d were meant to be enough", size, w.Settings.LongTerm))
	}
	if len(retired) == 0 {
		return nil
	}
	if err := w.apply(); err != nil {
		return err
	}
	changes, err := w.relocate(w.n, w.result.Changes, retired)
	w.result.Changes = changes
	return err
}

// living counts the entries of MEMORY.md that held when the night began.
func (w *work) living() int {
	n := 0
	doc, _ := w.snap.Document(land.MemoryFile)
	for _, e := range doc.Entries(land.MemoryFile) {
		if !e.Struck {
			n++
		}
	}
	return n
}

// weakest are the entries that the program may retire, the weakest first: those
// that something replaced, then by importance and strength together.
func (w *work) weakest(all []memory.Entry) []memory.Entry {
	worth := map[string]float64{}
	var mine []memory.Entry
	for _, e := range all {
		known, ok := w.byID[e.ID]
		if e.ID == "" || !ok || w.snap.Hand(known) {
			continue // a person's, or of this very night
		}
		t, _ := w.n.self.Trace(e.ID)
		worth[e.ID] = known.Importance + t.Strength
		if e.Struck {
			worth[e.ID] -= 2
		}
		if t.Stale {
			worth[e.ID] -= 0.5
		}
		e.Type, e.Importance, e.Sources, e.Since = known.Type, known.Importance, known.Sources, known.Since
		mine = append(mine, e)
	}
	slices.SortStableFunc(mine, func(a, b memory.Entry) int {
		return cmp.Or(cmp.Compare(worth[a.ID], worth[b.ID]), cmp.Compare(a.ID, b.ID))
	})
	return mine
}

// own are the changes of the program's own files.
func (w *work) own(line transcript.Night) ([]land.Change, error) {
	n := w.n
	n.self.Cycles++
	n.self.Nights, n.self.LastID, n.self.Slept = n.Report.Number, n.ID, n.Now.Round(0)
	n.self.Sessions = w.working(line)
	for _, ep := range n.Episodes {
		n.self.Gathered = tidy(n.self.Gathered + ep.Importance)
	}
	n.self.Drawn = w.Settings.Energy.Wake(n.self.Cycles, n.draws)
	record, err := n.Plan.Write() // still without changes: those are the land's to keep
	if err != nil {
		return nil, err
	}
	ledger, err := json.Marshal(n.Report.ledger(n.Now.Round(0)))
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	return []land.Change{
		{Path: transcript.File(n.Session), Append: transcript.Line(transcript.Record{Night: &line})},
		{Path: NightsPath, Append: append(ledger, '\n')},
		{Path: MindPath, Before: n.selfRaw, After: n.self.Bytes(), Force: true},
		{Path: NightsDir + "/" + n.ID + ".json", After: record, Force: true},
		{Path: DreamsDir + "/" + n.ID + ".yaml", After: w.dreamLog(), Force: true},
	}, nil
}

// working is the list of working summaries with this session's newest.
func (w *work) working(line transcript.Night) []Working {
	n := w.n
	mine := Working{Session: n.Session, Touched: n.Now.Round(0), Tokens: line.TokensAfter, Cursor: line.Cursor}
	if len(n.New) > 0 {
		mine.Touched = n.New[len(n.New)-1].Time.Round(0)
	}
	for l := range strings.Lines(line.Summary) {
		if l = strings.TrimLeft(strings.TrimSpace(l), "#-* "); l != "" {
			mine.Gist = clip(l)
			break
		}
	}
	list := slices.DeleteFunc(slices.Clone(n.self.Sessions), func(s Working) bool { return s.Session == n.Session })
	list = append(list, mine)
	slices.SortFunc(list, func(a, b Working) int { return cmp.Compare(a.Session, b.Session) })
	return list
}

// staying is all text that can still be read after the night, by name, for the
// survival report.
func (w *work) staying(after map[string][]byte, next transcript.Context) map[string]string {
	var rest strings.Builder
	for _, e := range w.snap.Entries() {
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

// survival counts what summarize found.
func survival(r summarize.Report) Survival {
	s := Survival{Kept: len(r.Kept), Total: len(r.Kept) + len(r.Lost), Lost: []Lost{}}
	for _, a := range r.Lost[:min(len(r.Lost), mostLost)] {
		s.Lost = append(s.Lost, Lost{string(a.Kind), a.Text, a.MessageID})
	}
	return s
}

// mostLost bounds the list of a report; Total counts all.
const mostLost = 500

func noted(e memory.Entry, by string) Noted {
	from := e.Sources
	if from == nil {
		from = []string{}
	}
	return Noted{ID: e.ID, Type: e.Type, Importance: e.Importance, Text: e.Text, Path: e.Path, Line: e.Line, From: from, By: by}
}

// localDay is midnight of a time's local day.
func localDay(t time.Time, loc *time.Location) time.Time {
	t = t.In(loc)
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, loc)
}

// clip shortens a text for a clause of the report.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return s
}
