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
	w := &work{Deps: d, n: n, snap: n.snap, blocks: n.days(), sources: map[string]transcript.Message{}, byID: map[string]memory.Entry{}}
	for _, m := range n.New {
		w.sources[m.ID] = m
	}
	for _, e := range w.snap.Entries() {
		w.byID[e.ID] = e
	}
	for _, c := range n.Digest.Candidates {
		w.judge(c)
	}
	r := &n.Report
	r.Dropped = append(r.Dropped, n.Digest.Rejected...)
	in, merged := len(n.Digest.Candidates), r.Duplicates
	n.count(PhaseCount{Name: PhaseConsolidate, In: in, Out: len(r.Entries), Merged: merged, Dropped: in - len(r.Entries) - merged})
	w.replay()
	return w.plan(ctx)
}

// work is a consolidation on its way.
type work struct {
	Deps
	n         *Night
	snap      memory.Snapshot
	byID      map[string]memory.Entry // as found
	blocks    []*memory.DayBlock
	sources   map[string]transcript.Message
	ops       []memory.Op // what the report and the record tell
	added     []memory.Entry
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
	j := w.snap.Judge(e)
	if j.Kind == memory.New {
		if twin, ok := w.twin(e); ok {
			j = memory.Judgement{Kind: memory.Same, ID: twin.ID, Entry: twin, Reason: "same as ^" + twin.ID + " of this night"}
		}
	}
	old, named := w.byID[c.Replaces]
	if named && c.Replaces != "" && !old.Struck && j.Kind != memory.Deleted && j.Kind != memory.Older {
		j = memory.Judgement{Kind: memory.Newer, ID: old.ID, Entry: old, Reason: "newer word about the same"}
	}
	switch j.Kind {
	case memory.Same:
		w.n.Report.Duplicates++
		w.ops = append(w.ops, memory.Op{Kind: memory.Merge, Entry: e, Target: j.ID, Path: j.Entry.Path, Reason: j.Reason})
	case memory.Older, memory.Deleted:
		w.drop(e, orElse(j.Reason, string(j.Kind)))
	case memory.Newer:
		if w.toolOnly(e) {
			w.add(e, c.Open, false, memory.Op{Kind: memory.Add}) // a tool's word takes nobody's place
			return
		}
		lasting := w.lasting(c, e) || j.Entry.Path == land.MemoryFile
		w.add(e, c.Open && !lasting, lasting, memory.Op{Kind: memory.Supersede, Target: j.ID, Reason: j.Reason})
	default:
		w.add(e, c.Open, w.lasting(c, e), memory.Op{Kind: memory.Add})
	}
}

func (w *work) drop(e memory.Entry, why string) {
	w.n.Report.Dropped = append(w.n.Report.Dropped, fmt.Sprintf("%s: %q", why, clip(e.Text)))
}

// twin finds an entry of this night that says the same in the same words.
func (w *work) twin(e memory.Entry) (memory.Entry, bool) {
	words := strings.Join(fold(e.Text), " ")
	for _, x := range w.added {
		if strings.Join(fold(x.Text), " ") == words {
			return x, true
		}
	}
	return memory.Entry{}, false
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
	e.ID = memory.NewID(strings.Join(append([]string{w.n.ID, e.Text}, e.Sources...), "\x00"), w.taken)
	return e, ""
}

// lasting tells whether an entry belongs in MEMORY.md: important, of a kind that
// stays true, and not resting on tools alone (SLEEP §3.3, §3.4).
func (w *work) lasting(c summarize.Candidate, e memory.Entry) bool {
	if c.Open || e.Importance <= 0.7 || w.toolOnly(e) {
		return false
	}
	return e.Type == memory.Fact || e.Type == memory.Preference || e.Type == memory.Learning
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

func (w *work) taken(id string) bool {
	_, there := w.byID[id]
	return there || slices.ContainsFunc(w.added, func(e memory.Entry) bool { return e.ID == id })
}

// add puts an entry where it stands: in MEMORY.md, or in the block of its day.
// op says whether it is new or takes another's place.
func (w *work) add(e memory.Entry, open, lasting bool, op memory.Op) {
	block := w.block(e.Since)
	e.Path = memory.LogPath(block.Day)
	switch {
	case lasting:
		e.Path = land.MemoryFile
	}
	op.Entry, op.Path = e, e.Path
	switch {
	case lasting:
	case open:
		block.Open = append(block.Open, e.Text)
	default:
		block.Entries = append(block.Entries, e)
	}
	w.added = append(w.added, e)
	w.ops = append(w.ops, op)
	w.n.Report.Entries = append(w.n.Report.Entries, noted(e, ""))
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
	after := w.after()
	line, next, err := w.settle(ctx, after)
	if err != nil {
		return err
	}
	n.Report.Survival = survive(n.Old, w.staying(after, next))
	if s := n.Report.Survival.Share(); w.Settings.Strict && s < w.Settings.Floor {
		return fmt.Errorf("%.0f%% of the identifiers would survive, %.0f%% must: %w", 100*s, 100*w.Settings.Floor, ErrSurvival)
	}
	own, err := w.own(line)
	if err != nil {
		return err
	}
	n.Plan = &Plan{
		Version: planVersion, Night: n.ID, Number: n.Report.Number, Session: n.Session, Time: n.Now.Round(0), Seed: n.Seed,
		Last: lastMessage(n.Records), Ops: w.ops, Line: &line, Report: n.Report, Changes: append(w.result.Changes, own...),
	}
	return nil
}

// apply lets memory work out the changes of its files, and reports what it said
// to them.
func (w *work) apply() error {
	var fileOps []memory.Op
	for _, op := range w.ops {
		if op.Kind != memory.Add || op.Path == land.MemoryFile {
			fileOps = append(fileOps, op)
		}
	}
	p := memory.Plan{Night: w.n.ID, Session: w.n.Session, Now: w.n.Now, MaxLoss: w.Settings.MaxLoss, Ops: fileOps, Strengths: w.strengths}
	for _, b := range w.blocks {
		if !emptyBlock(b) {
			p.Blocks = append(p.Blocks, *b)
		}
	}
	slices.SortFunc(p.Blocks, func(a, b memory.DayBlock) int { return a.Day.Compare(b.Day) })
	var err error
	w.result, err = memory.Apply(w.snap, p)
	return err
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
// written into tonight's first, so that its text lives on.
func (w *work) trim() error {
	size := w.Count(string(w.after()[land.MemoryFile]))
	if w.Settings.LongTerm <= 0 || size <= w.Settings.LongTerm {
		return nil
	}
	doc := memory.Parse(w.after()[land.MemoryFile])
	all := doc.Entries(land.MemoryFile)
	left := int(w.Settings.MaxLoss * float64(len(all)))
	tonight := w.block(localDay(w.n.Now, w.n.Now.Location()))
	for _, e := range w.weakest(all) {
		if left == 0 || size <= w.Settings.LongTerm {
			break
		}
		size -= w.Count("- " + memory.Line(e) + "\n")
		left--
		if !w.logged(e) {
			tonight.Entries = append(tonight.Entries, e)
		}
		w.ops = append(w.ops, memory.Op{Kind: memory.Retire, Entry: e, Target: e.ID, Path: land.MemoryFile, Reason: "MEMORY.md is full"})
		w.n.Report.Retired = append(w.n.Report.Retired, noted(e, "MEMORY.md is full"))
	}
	if size > w.Settings.LongTerm {
		w.n.Report.Notices = append(w.n.Report.Notices, fmt.Sprintf("MEMORY.md holds about %d tokens; %d were meant to be enough", size, w.Settings.LongTerm))
	}
	return w.apply()
}

// logged tells whether an entry stands in the log of its day.
func (w *work) logged(e memory.Entry) bool {
	known, ok := w.byID[e.ID]
	if !ok {
		return false
	}
	doc, ok := w.snap.Document(memory.LogPath(known.Since))
	if !ok {
		return false
	}
	_, ok = doc.Find(e.ID)
	return ok
}

// weakest are the entries that the program may retire, the weakest first: those
// that something replaced, then by importance and strength together.
func (w *work) weakest(all []memory.Entry) []memory.Entry {
	worth := map[string]float64{}
	var mine []memory.Entry
	for _, e := range all {
		known, ok := w.byID[e.ID]
		if e.ID == "" || !ok || len(known.Sources) == 0 {
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
	n.self.Drawn = w.Settings.Energy.Wake(n.self.Cycles, n.draws)
	record, err := json.Marshal(nightRecord{n.Report, w.ops, line, n.Seed})
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	ledger, err := json.Marshal(n.Report.ledger(n.Now.Round(0)))
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	return []land.Change{
		{Path: transcript.File(n.Session), Append: transcript.Line(transcript.Record{Night: &line})},
		{Path: NightsPath, Append: append(ledger, '\n')},
		{Path: MindPath, Before: n.selfRaw, After: n.self.Bytes(), Force: true},
		{Path: NightsDir + "/" + n.ID + ".json", After: append(record, '\n'), Force: true},
		{Path: DreamsDir + "/" + n.ID + ".yaml", After: w.dreamLog(), Force: true},
	}, nil
}

// nightRecord is .dormouse/nights/ID.json: what `sleep show` and `memory why`
// tell of a night. It names no time of the real clock.
type nightRecord struct {
	Report Report           `json:"report"`
	Ops    []memory.Op      `json:"ops"`
	Line   transcript.Night `json:"line"`
	Seed   uint64           `json:"seed"`
}

// staying is all text that is still there after the night, for the survival
// report.
func (w *work) staying(after map[string][]byte, next transcript.Context) []string {
	texts := []string{next.Summary}
	for _, m := range next.Messages {
		texts = append(texts, m.Content)
	}
	for _, b := range after {
		texts = append(texts, string(b))
	}
	for _, e := range w.byID {
		texts = append(texts, e.Text)
	}
	return texts
}

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
