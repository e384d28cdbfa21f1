package memory

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"dormouse/land"
)

// Apply turns a plan into changes. It is pure: the same snapshot and plan give
// the same changes, and a plan that was applied already gives none.
//
// Logs are only appended to. In MEMORY.md a line is struck or removed only when
// it is the program's own; otherwise it is a Clash and stays. What a person
// deleted is not written again.
func Apply(s Snapshot, p Plan) (Result, error) {
	a := &applying{snap: s, plan: p, know: s.Knowledge(), docs: map[string]Document{}, records: map[string]Record{}, placed: map[string]string{}, fresh: map[string]Entry{}}
	blocks, err := a.ready()
	if err != nil {
		return Result{}, err
	}
	a.allow()
	for _, b := range blocks {
		if err := a.block(b); err != nil {
			return Result{}, fmt.Errorf("log of %s: %w", dayName(b.Day), err)
		}
	}
	for _, op := range a.plan.Ops {
		if err := a.op(op); err != nil {
			return Result{}, fmt.Errorf("%s ^%s: %w", op.Kind, cmp.Or(op.Entry.ID, op.Target), err)
		}
	}
	for _, st := range p.Strengths {
		a.strength(st)
	}
	return a.result(), nil
}

// applying is one Apply at work.
type applying struct {
	snap     Snapshot
	plan     Plan
	know     *Knowledge
	docs     map[string]Document // changed so far
	records  map[string]Record   // changed so far
	placed   map[string]string   // new entries: id → log they were written to
	fresh    map[string]Entry    // all new entries of the plan, by id
	mayLose  int                 // lines of MEMORY.md that may still be retired
	mayClear int                 // … or superseded
	out      Result
}

// allow works out how many lines of MEMORY.md the plan may take. One may always
// be superseded: a memory of three facts can still learn that one of them ended.
// What the plan took when it was applied before counts, so that a second time
// takes no more.
func (a *applying) allow() {
	lines, lost, cleared := 0, 0, 0
	there := map[string]Entry{}
	for _, e := range a.snap.files[memoryFile].entries {
		there[e.ID] = e
		if !e.Struck {
			lines++
		}
	}
	for _, op := range a.plan.Ops {
		e, ok := there[op.Target]
		switch {
		case op.Kind == Supersede && e.Struck && e.SupersededBy == op.Entry.ID:
			cleared++
		case op.Kind == Retire && !ok && a.snap.records[op.Target].Retired == dayName(a.plan.Now):
			lost++
		}
	}
	all := int(math.Floor(a.plan.MaxLoss * float64(lines+lost+cleared)))
	a.mayLose, a.mayClear = all-lost, max(1, all)-cleared
}

func (a *applying) doc(path string) Document {
	if d, ok := a.docs[path]; ok {
		return d
	}
	d, ok := a.snap.Document(path)
	if day, log := LogDay(path, time.UTC); !ok && log {
		return newLog(day)
	}
	return d
}

func (a *applying) record(id string) Record {
	r, ok := a.records[id]
	if !ok {
		if r, ok = a.snap.Record(id); !ok {
			r = Record{ID: id}
		}
		r.Lines = maps.Clone(r.Lines)
		if r.Lines == nil {
			r.Lines = map[string]string{}
		}
	}
	return r
}

// ready makes the entries of blocks and operations fit for disk: one line, no
// keys, with an id; and puts what an operation adds to a log into a block.
func (a *applying) ready() ([]DayBlock, error) {
	blocks := slices.Clone(a.plan.Blocks)
	inBlock := map[string]bool{}
	for i := range blocks {
		blocks[i].Paragraph = Redact(blocks[i].Paragraph)
		blocks[i].Entries = slices.Clone(blocks[i].Entries)
		for j := range blocks[i].Entries {
			e := a.clean(blocks[i].Entries[j], blocks[i].Day)
			blocks[i].Entries[j] = e
			inBlock[e.ID] = true
		}
		blocks[i].Open = a.openLines(blocks[i])
	}
	ops := slices.Clone(a.plan.Ops)
	for i := range ops {
		op := &ops[i]
		if op.Entry.Text != "" {
			op.Entry = a.clean(op.Entry, op.Entry.Since)
		}
		day, log := LogDay(op.Path, time.UTC)
		if !log || inBlock[op.Entry.ID] || op.Kind != Add && op.Kind != Supersede {
			continue
		}
		inBlock[op.Entry.ID] = true
		at := slices.IndexFunc(blocks, func(b DayBlock) bool { return dayName(b.Day) == dayName(day) })
		if at < 0 {
			blocks = append(blocks, DayBlock{Day: day, Heading: notesHeading})
			at = len(blocks) - 1
		}
		blocks[at].Entries = append(blocks[at].Entries, op.Entry)
	}
	a.plan.Ops = ops
	for _, op := range ops {
		if op.Kind == Supersede {
			a.markReplaced(blocks, op)
		}
	}
	slices.SortStableFunc(blocks, func(x, y DayBlock) int { return cmp.Compare(dayName(x.Day), dayName(y.Day)) })
	return blocks, nil
}

// clean makes an entry fit for disk.
func (a *applying) clean(e Entry, day time.Time) Entry {
	e.Text = Flat(Redact(e.Text))
	if !slices.Contains(Types[:], e.Type) {
		e.Type = Fact
	}
	if e.Since.IsZero() {
		e.Since = day
	}
	if e.ID == "" {
		e.ID = a.know.NewID(e)
	}
	a.fresh[e.ID] = e
	return e
}

// target finds the entry that an operation speaks of: in memory, or among what
// this plan adds itself.
func (a *applying) target(ref string) (e Entry, hand, ok bool) {
	if e, ok = a.snap.Entry(ref); ok {
		return e, a.snap.Hand(e), true
	}
	e, ok = a.fresh[ref]
	return e, false, ok && (a.placed[ref] != "" || a.docs[memoryFile].src != nil)
}

func (a *applying) openLines(b DayBlock) []string {
	var out []string
	for _, text := range b.Open {
		if text = Flat(Redact(text)); text != "" {
			id := NewID("open\x00"+dayName(b.Day)+b.Heading+"\x00"+text, a.know.Taken)
			out = append(out, Line(Entry{ID: id, Text: text}))
		}
	}
	return out
}

// markReplaced makes the log line of a new entry say what it replaces. That is
// what counts when MEMORY.md is not at hand, or the old line is gone from it.
func (a *applying) markReplaced(blocks []DayBlock, op Op) {
	if old, ok := a.snap.Entry(op.Target); ok && a.snap.Hand(old) || !ok && a.fresh[op.Target].ID == "" {
		return
	}
	for i := range blocks {
		for j := range blocks[i].Entries {
			if e := &blocks[i].Entries[j]; e.ID == op.Entry.ID && e.Replaces == "" {
				e.Replaces = op.Target
			}
		}
	}
}

// block appends one block to its log.
func (a *applying) block(b DayBlock) error {
	path := LogPath(b.Day)
	d := a.doc(path)
	var entries []Entry
	for _, e := range b.Entries {
		if a.wanted(e) {
			entries = append(entries, e)
		}
	}
	b.Entries = entries
	applied := blockTitle(b.Heading) != notesHeading && d.hasBlock(blockTitle(b.Heading))
	if applied && len(entries) == 0 || b.Paragraph == "" && len(entries) == 0 && len(b.Open) == 0 {
		return nil
	}
	var err error
	if blockTitle(b.Heading) == notesHeading {
		for _, e := range entries {
			if d, err = d.AppendNote(Line(e)); err != nil {
				return err
			}
		}
	} else if d, err = d.AppendBlock(blockText(b)); err != nil {
		return err
	}
	a.docs[path] = d
	for _, e := range entries {
		a.wrote(path, e, "added")
	}
	return nil
}

// wanted reports whether an entry is new, and counts or notes why it is not.
func (a *applying) wanted(e Entry) bool {
	if _, ok := a.snap.Entry(e.ID); ok || a.placed[e.ID] != "" {
		a.out.Duplicates++
		return false
	}
	j := a.know.Judge(e)
	switch {
	case (j.Kind == Deleted || j.Kind == Older) && !a.plan.Asked:
		a.out.Skipped = append(a.out.Skipped, Skip{Op{Kind: Add, Entry: e, Path: LogPath(e.Since)}, j.Reason})
		return false
	case j.Kind == Same && j.Score == 1:
		a.out.Duplicates++
		a.merge(j.ID, e.Sources)
		return false
	}
	return true
}

// wrote notes that a new line stands in a file.
func (a *applying) wrote(path string, e Entry, what string) {
	r := a.record(e.ID)
	if len(r.Lines) == 0 {
		r.Type, r.Importance, r.Since, r.Sources = e.Type, e.Importance, dayName(e.Since), e.Sources
		r.Night, r.Session, r.Written = a.plan.Night, a.plan.Session, a.plan.Now
		r.Words = printOf(e.Text).String()
	}
	if path != memoryFile {
		a.placed[e.ID] = path
		a.know.Learn(e, "")
	}
	a.setLine(&r, path)
	a.out.Written = append(a.out.Written, Written{Path: path, Text: e.Text, ID: e.ID, What: what})
}

// setLine notes an entry's line as it stands in a file now.
func (a *applying) setLine(r *Record, path string) {
	d := a.doc(path)
	for i := range d.items {
		if _, id := cutID(d.text(i)); id == r.ID {
			r.Lines[path] = hexHash(d.hash(i))
		}
	}
	a.records[r.ID] = *r
}

// op carries out what an operation does beside the logs.
func (a *applying) op(op Op) error {
	switch op.Kind {
	case Add:
		if op.Path == memoryFile {
			return a.remember(op, op.Entry)
		}
	case Promote:
		e := op.Entry
		if known, ok := a.snap.Entry(op.Target); ok {
			e = known
		} else if e.ID == "" {
			return ErrNoEntry
		}
		return a.remember(op, e)
	case Supersede:
		return a.supersede(op)
	case Retire:
		return a.retire(op)
	case Merge:
		a.merge(op.Target, op.Entry.Sources)
	case Pin:
		r := a.record(cmp.Or(op.Target, op.Entry.ID))
		r.Pinned = true
		a.records[r.ID] = r
	}
	return nil
}

func (a *applying) skip(op Op, reason string) error {
	a.out.Skipped = append(a.out.Skipped, Skip{op, reason})
	return nil
}

// remember puts an entry into MEMORY.md.
func (a *applying) remember(op Op, e Entry) error {
	d := a.doc(memoryFile)
	if _, there := d.Find(e.ID); there {
		return nil
	}
	r := a.record(e.ID)
	switch {
	case r.Lines[memoryFile] != "":
		return a.skip(op, "deleted from MEMORY.md by hand")
	case a.snap.Forgotten(e.ID) && !a.plan.Asked:
		return a.skip(op, "forgotten")
	case e.Struck:
		return a.skip(op, "superseded")
	}
	if j := a.know.Judge(e); !a.plan.Asked && j.ID != e.ID && (j.Kind == Deleted || j.Kind == Older) {
		return a.skip(op, j.Reason)
	}
	if !a.plan.Asked && a.wasDeleted(e) {
		return a.skip(op, "something like it was deleted from MEMORY.md by hand")
	}
	for _, old := range d.Entries(memoryFile) {
		if printOf(e.Text).likeness(printOf(old.Text)) == 1 && !old.Struck {
			a.out.Duplicates++
			return nil
		}
	}
	e.Replaces = ""
	d, err := d.InsertEntry(e.Type.Heading(), Line(e))
	if err != nil {
		return err
	}
	a.docs[memoryFile] = d
	a.wrote(memoryFile, e, "added")
	return nil
}

// wasDeleted reports whether a person took a line out of MEMORY.md that said
// nearly the same.
func (a *applying) wasDeleted(e Entry) bool {
	p := printOf(e.Text)
	for _, r := range a.snap.records {
		if r.Lines[memoryFile] == "" || !a.snap.deletedFrom(r, memoryFile) {
			continue
		}
		if was := parsePrint(r.Words); was.nots == p.nots && (p.likeness(was) > 0 || p.overlap(was) >= deletedAt) {
			return true
		}
	}
	return false
}

// supersede strikes the old line, where it stands in MEMORY.md and is the
// program's own, and adds the new one beside it.
func (a *applying) supersede(op Op) error {
	old, hand, ok := a.target(op.Target)
	if !ok {
		return a.skip(op, "the entry it replaces is not there")
	}
	if _, there := a.snap.Entry(op.Entry.ID); !there && a.placed[op.Entry.ID] == "" && op.Path != memoryFile {
		return nil // the new entry was not wanted: block said why
	}
	d := a.doc(memoryFile)
	at, inMemory := d.Find(old.ID)
	switch {
	case inMemory && at.Struck:
		return nil
	case hand:
		a.out.Clashes = append(a.out.Clashes, Clash{old.Path, old.Line, old.Text, op.Entry})
		if op.Path == memoryFile {
			return a.remember(op, op.Entry)
		}
		return nil
	case inMemory && a.mayClear <= 0:
		return a.skip(op, "more of MEMORY.md would be superseded than max_loss allows")
	}
	if inMemory {
		a.mayClear--
		var err error
		if d, err = d.Strike(at.Line, op.Entry.Since, op.Entry.ID); err != nil {
			return err
		}
		a.docs[memoryFile] = d
		a.out.Written = append(a.out.Written, Written{Path: memoryFile, Text: old.Text, ID: old.ID, What: "struck"})
	}
	a.out.Superseded++
	r := a.record(old.ID)
	r.Until, r.By = dayName(op.Entry.Since), op.Entry.ID
	if inMemory {
		a.setLine(&r, memoryFile)
	}
	a.records[old.ID] = r
	if inMemory || op.Path == memoryFile {
		return a.remember(op, op.Entry)
	}
	return nil
}

// retire takes the program's own line out of MEMORY.md; its log line stays.
func (a *applying) retire(op Op) error {
	d := a.doc(memoryFile)
	at, there := d.Find(op.Target)
	if !there {
		return nil
	}
	r := a.record(op.Target)
	switch old, _ := a.snap.Entry(op.Target); {
	case a.snap.Hand(old):
		a.out.Clashes = append(a.out.Clashes, Clash{Path: memoryFile, Line: at.Line, Text: at.Text})
		return nil
	case a.mayLose <= 0:
		return a.skip(op, "more of MEMORY.md would be retired than max_loss allows")
	case r.Pinned:
		return a.skip(op, "pinned")
	}
	d, err := d.RemoveEntry(at.Line)
	if err != nil {
		return err
	}
	a.mayLose--
	a.docs[memoryFile] = d
	delete(r.Lines, memoryFile)
	r.Retired = dayName(a.plan.Now)
	a.records[r.ID] = r
	a.out.Retired++
	a.out.Written = append(a.out.Written, Written{Path: memoryFile, Text: at.Text, ID: at.ID, What: "removed"})
	return nil
}

// merge adds sources to what is known already.
func (a *applying) merge(id string, sources []string) {
	if id == "" {
		return
	}
	r := a.record(id)
	for _, m := range sources {
		if !slices.Contains(r.Sources, m) {
			r.Sources = append(slices.Clone(r.Sources), m)
			a.records[id] = r
		}
	}
}

func (a *applying) strength(st Strength) {
	r := a.record(st.ID)
	if len(r.Lines) == 0 {
		return // a hand-written entry nobody recorded
	}
	r.Strength, r.Replays, r.Replayed = st.Strength, st.Replays, st.Replayed
	a.records[st.ID] = r
}

// result collects the changes, the records among them, and looks up lines.
func (a *applying) result() Result {
	for _, path := range slices.Sorted(maps.Keys(a.docs)) {
		before, after := a.snap.Before(path), a.docs[path].Bytes()
		if !bytes.Equal(before, after) {
			a.out.Changes = append(a.out.Changes, land.Change{Path: path, Before: before, After: after})
		}
	}
	a.out.Changes = append(a.out.Changes, a.snap.recordChanges(a.records)...)
	for i := range a.out.Written {
		w := &a.out.Written[i]
		if e, ok := a.doc(w.Path).Find(w.ID); ok {
			w.Line = e.Line
		}
	}
	return a.out
}

// recordChanges are the changes of record files that new records make.
func (s Snapshot) recordChanges(records map[string]Record) []land.Change {
	shards := map[string]map[string]Record{}
	for _, id := range slices.Sorted(maps.Keys(records)) {
		r := records[id]
		path := shardPath(r)
		if s.home[id] == memoryRecords { // it left MEMORY.md: the newest record stays there
			path = memoryRecords
		}
		if shards[path] == nil {
			shards[path], _ = decodeRecords(s.shards[path])
		}
		shards[path][id] = r
	}
	var out []land.Change
	for _, path := range slices.Sorted(maps.Keys(shards)) {
		before, after := s.shards[path], encodeRecords(shards[path])
		if !bytes.Equal(before, after) {
			out = append(out, land.Change{Path: path, Before: before, After: after})
		}
	}
	return out
}
