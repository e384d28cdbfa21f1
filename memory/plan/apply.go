package plan

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/secret"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/snapshot"
)

// Apply turns a plan into changes. It is pure: the same snapshot and plan give
// the same changes, and a plan that was applied already gives none.
//
// Logs are only appended to. In MEMORY.md a line is struck or removed only when
// it is the program's own; otherwise it is a Clash and stays. What a person
// deleted is not written again.
func Apply(s snapshot.Snapshot, p Plan) (Result, error) {
	a := &applying{snap: s, plan: p, know: s.Knowledge(), docs: map[string]document.Document{}, records: map[string]snapshot.Record{}, placed: map[string]string{}, fresh: map[string]document.Entry{}, rests: map[string]string{}, parted: map[string]bool{}, replaces: map[string]string{}, left: map[string]bool{}, out: Result{Rests: map[string]string{}}}
	blocks := a.ready()
	a.allow()
	for _, b := range blocks {
		if err := a.block(b, a.wanted, a.wrote); err != nil {
			return Result{}, fmt.Errorf("log of %s: %w", document.DayName(b.Day), err)
		}
	}
	for _, op := range a.plan.Ops {
		if err := a.op(op); err != nil {
			return Result{}, fmt.Errorf("%s ^%s: %w", op.Kind, cmp.Or(op.Entry.ID, op.Target), err)
		}
	}
	if err := a.block(a.plan.Leaving, a.leaves, a.moved); err != nil {
		return Result{}, fmt.Errorf("log of %s: %w", document.DayName(p.Leaving.Day), err)
	}
	for _, st := range p.Strengths {
		a.strength(st)
	}
	for _, path := range slices.Sorted(maps.Keys(a.docs)) {
		if err := Guard(s, p.By, path, a.docs[path]); err != nil {
			return Result{}, err
		}
	}
	return a.result(), nil
}

// applying is one Apply at work.
type applying struct {
	snap     snapshot.Snapshot
	plan     Plan
	know     *knowledge.Knowledge
	docs     map[string]document.Document // changed so far
	records  map[string]snapshot.Record   // changed so far
	placed   map[string]string            // new entries: id → log they were written to
	fresh    map[string]document.Entry    // all new entries of the plan, by id
	rests    map[string]string            // what is left of a superseded entry: id → id of that
	parted   map[string]bool              // superseded entries of which a rest was looked for
	replaces map[string]string            // new line of MEMORY.md → line of a log, which cannot be struck: the new one says it
	left     map[string]bool              // retired by the plan
	deleted  []knowledge.Print            // what a person took out of MEMORY.md, once somebody asks
	mayLose  int                          // lines of MEMORY.md that may still be retired
	mayClear int                          // … or superseded
	out      Result
}

// clearMost is how many lines a night may supersede in a small memory: who moves
// and changes jobs in one day says so of two lines of three, and nothing is lost,
// for a line stands in the place of each.
const clearMost = 3

// allow works out how many lines of MEMORY.md the plan may take. A few may always
// be superseded: a memory of three facts can still learn that they ended.
// What the plan took when it was applied before counts, and what it wrote does not, so
// that a second time takes no more.
func (a *applying) allow() {
	lines, lost, cleared := 0, 0, 0
	there, own := map[string]document.Entry{}, map[string]bool{}
	for _, op := range a.plan.Ops {
		own[op.Entry.ID] = op.Kind == Supersede
	}
	for _, e := range a.snap.In(memoryFile) {
		there[e.ID] = e
		if !e.Struck && !own[e.ID] {
			lines++
		}
	}
	for _, op := range a.plan.Ops {
		e, ok := there[op.Target]
		switch {
		case op.Kind == Supersede && e.Struck && e.SupersededBy == op.Entry.ID:
			cleared++
		case op.Kind == Retire && !ok && a.record(op.Target).Retired == document.DayName(a.plan.Now):
			lost++
		}
	}
	all := int(math.Floor(a.plan.MaxLoss * float64(lines+lost+cleared)))
	a.mayLose, a.mayClear = all-lost, max(clearMost, all)-cleared
}

func (a *applying) doc(path string) document.Document {
	if d, ok := a.docs[path]; ok {
		return d
	}
	d, ok := a.snap.Document(path)
	if day, log := document.LogDay(path); !ok && log {
		return NewLog(day)
	}
	return d
}

func (a *applying) record(id string) snapshot.Record {
	r, ok := a.records[id]
	if !ok {
		if r, ok = a.snap.Record(id); !ok {
			r = snapshot.Record{ID: id}
		}
		r.Lines = maps.Collect(maps.All(r.Lines))
	}
	return r
}

// ready makes the entries of blocks and operations fit for disk: one line, no
// keys, with an id; and puts what an operation adds to a log into a block.
func (a *applying) ready() []DayBlock {
	blocks := slices.Clone(a.plan.Blocks)
	inBlock := map[string]bool{}
	for i := range blocks {
		b := &blocks[i]
		b.Paragraph = secret.Redact(b.Paragraph)
		b.Entries = slices.Clone(b.Entries)
		for j := range b.Entries {
			b.Entries[j] = a.clean(b.Entries[j], b.Day)
			inBlock[b.Entries[j].ID] = true
		}
	}
	leaving := slices.Clone(a.plan.Leaving.Entries)
	for i := range leaving {
		leaving[i].Text = Fit(leaving[i].Text)
	}
	a.plan.Leaving.Entries = leaving
	ops := slices.Clone(a.plan.Ops)
	for i := range ops {
		op := &ops[i]
		if op.Entry.Text != "" {
			op.Entry = a.clean(op.Entry, op.Entry.Since)
		}
		day, log := document.LogDay(op.Path)
		if !log || op.Kind != Add && op.Kind != Supersede {
			continue
		}
		at := slices.IndexFunc(blocks, func(b DayBlock) bool { return document.DayName(b.Day) == document.DayName(day) })
		if at < 0 {
			blocks = append(blocks, DayBlock{Day: day, Heading: document.NotesHeading})
			at = len(blocks) - 1
		}
		b := &blocks[at]
		if !inBlock[op.Entry.ID] {
			inBlock[op.Entry.ID] = true
			b.Entries = append(b.Entries, op.Entry)
		}
		if rest, ok := a.restInLog(*op); ok {
			b.Entries = append(b.Entries, rest)
		}
	}
	a.plan.Ops = ops
	for _, op := range ops {
		if old, ok := a.snap.Entry(op.Target); op.Kind != Supersede || ok && a.snap.ByHand(old) || !ok && a.fresh[op.Target].ID == "" {
			continue
		}
		for _, b := range blocks { // what counts when MEMORY.md is not at hand, or the old line is gone from it
			for j := range b.Entries {
				if e := &b.Entries[j]; e.ID == op.Entry.ID {
					e.Replaces = cmp.Or(e.Replaces, op.Target)
				}
			}
		}
		if _, struck := a.doc(memoryFile).Find(op.Target); !struck && op.Path == memoryFile && !inBlock[op.Entry.ID] {
			a.replaces[op.Entry.ID] = op.Target
		}
	}
	slices.SortStableFunc(blocks, func(x, y DayBlock) int { return cmp.Compare(document.DayName(x.Day), document.DayName(y.Day)) })
	return blocks
}

// Fit makes a text fit to be an entry: one line, without credentials, tagged where
// it says the code of a door and its like.
func Fit(text string) string { return secret.Tagged(document.Flat(secret.Redact(text))) }

// clean makes an entry fit for disk.
func (a *applying) clean(e document.Entry, day time.Time) document.Entry {
	e.Text = Fit(e.Text)
	if !slices.Contains(document.Types[:], e.Type) {
		e.Type = document.Fact
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
func (a *applying) target(ref string) (e document.Entry, hand, ok bool) {
	if e, ok = a.snap.Entry(ref); ok {
		return e, a.snap.ByHand(e), true
	}
	e, ok = a.fresh[ref]
	return e, false, ok && (a.placed[ref] != "" || a.docs[memoryFile].Bytes() != nil)
}

// block appends one block to its log, with those of its entries that are wanted.
func (a *applying) block(b DayBlock, wanted func(document.Entry) bool, wrote func(path string, e document.Entry)) error {
	path := document.LogPath(b.Day)
	d := a.doc(path)
	b.Entries = slices.DeleteFunc(slices.Clone(b.Entries), func(e document.Entry) bool { return !wanted(e) })
	notes := blockTitle(b.Heading) == document.NotesHeading
	applied := !notes && d.HasBlock(blockTitle(b.Heading))
	if len(b.Entries) == 0 && (applied || b.Paragraph == "") {
		return nil
	}
	var err error
	if notes {
		for _, e := range b.Entries {
			if d, err = d.AppendNote(document.Line(e)); err != nil {
				return err
			}
		}
	} else if d, err = d.AppendBlock(blockText(b)); err != nil {
		return err
	}
	a.docs[path] = d
	for _, e := range b.Entries {
		wrote(path, e)
	}
	return nil
}

// leaves reports whether an entry has left MEMORY.md and stands nowhere else: a log
// keeps it.
func (a *applying) leaves(e document.Entry) bool {
	return a.left[e.ID] && a.snap.Twin(e.ID) == nil && a.placed[e.ID] == ""
}

// moved notes that an entry stands in a log now; where it comes from stays as it is.
func (a *applying) moved(path string, e document.Entry) {
	a.placed[e.ID] = path
	r := a.record(e.ID)
	a.setLine(&r, path)
}

// wanted reports whether an entry is new, and notes why a new one is refused.
func (a *applying) wanted(e document.Entry) bool {
	if _, ok := a.snap.Entry(e.ID); ok || a.placed[e.ID] != "" {
		return false
	}
	j := a.know.Stands(e)
	switch {
	case a.refuses(j, e):
		a.skip(Op{Kind: Add, Entry: e, Path: document.LogPath(e.Since)}, j.Reason)
		return false
	case j.Kind == knowledge.Same && j.Score == 1:
		a.merge(j.ID, e)
		return false
	}
	return true
}

// refuses reports whether memory does not want what was judged so: a person took it
// out, or memory held something newer before the plan. Who made the plan has
// compared its entries with each other, in the order in which they were said; they
// are written file by file, where the newer may come first.
func (a *applying) refuses(j knowledge.Judgement, e document.Entry) bool {
	if a.plan.By.Revives() {
		return false
	}
	left := a.rests[e.ID] != "" // what is left of a line that holds was said before what is over of it
	return j.Kind == knowledge.Deleted || j.Kind == knowledge.Older && a.placed[j.ID] == "" && !left
}

// wrote notes that a new line stands in a file.
func (a *applying) wrote(path string, e document.Entry) {
	r := a.record(e.ID)
	if len(r.Lines) == 0 {
		r.Type, r.Importance, r.Since, r.Sources, r.Proofs, r.Origin = e.Type, e.Importance, document.DayName(e.Since), e.Sources, e.Proofs, e.Origin
		r.Night, r.Session, r.Written = a.plan.Night, a.plan.Session, a.plan.Now
		r.Words = knowledge.PrintOf(e.Text).String()
		if id := a.rests[e.ID]; id != "" { // it rests on what the old one rests on
			a.out.Rests[e.ID] = id
			old := a.record(id)
			r.Sources, r.Proofs, r.Night, r.Session, r.Origin = old.Sources, old.Proofs, old.Night, old.Session, old.Origin
			r.Pinned, r.PinnedAt = old.Pinned, old.PinnedAt
			r.Strength, r.Uses, r.Used = old.Strength, old.Uses, old.Used
		}
	}
	if path != memoryFile {
		a.placed[e.ID] = path
		a.know.Learn(e, "")
	}
	a.setLine(&r, path)
	a.out.Written = append(a.out.Written, Written{Path: path, Text: e.Text, ID: e.ID, What: "added"})
}

// setLine notes an entry's line as it stands in a file now.
func (a *applying) setLine(r *snapshot.Record, path string) {
	if e, there := a.doc(path).Find(r.ID); there {
		r.Lines[path] = document.HexHash(e.Hash)
	}
	a.records[r.ID] = *r
}

// result collects the changes, the records among them, and looks up lines.
func (a *applying) result() Result {
	for _, path := range slices.Sorted(maps.Keys(a.docs)) {
		before, after := a.snap.Before(path), a.docs[path].Bytes()
		if !bytes.Equal(before, after) {
			a.out.Changes = append(a.out.Changes, land.Change{Path: path, Before: before, After: after})
		}
	}
	a.out.Changes = append(a.out.Changes, a.snap.RecordChanges(a.records)...)
	a.out.Traced = Traced(a.snap.Recorded, a.records, a.plan.Night, a.plan.Session)
	a.tellUses()
	for i := range a.out.Written {
		w := &a.out.Written[i]
		if e, ok := a.doc(w.Path).Find(w.ID); ok {
			w.Line = e.Line
		}
	}
	return a.out
}

// NewLog is the log of a day on which nothing was written yet.
func NewLog(day time.Time) document.Document {
	return document.Parse([]byte("# " + document.DayName(day) + "\n"))
}

// blockTitle is a block's heading without its marks.
func blockTitle(heading string) string { return document.Flat(strings.TrimLeft(heading, "# ")) }

// blockText writes a day block.
func blockText(b DayBlock) string {
	var s strings.Builder
	s.WriteString("## " + blockTitle(b.Heading) + "\n")
	if p := document.Flat(b.Paragraph); p != "" {
		s.WriteString("\n" + p + "\n")
	}
	section := func(heading string, has func(document.Entry) bool) {
		opened := false
		for _, e := range b.Entries {
			if !has(e) {
				continue
			}
			if !opened {
				s.WriteString("\n### " + heading + "\n\n")
				opened = true
			}
			s.WriteString("- " + document.Line(e) + "\n")
		}
	}
	for _, t := range document.Types {
		section(t.Heading(), func(e document.Entry) bool { return e.Type == t && !e.Open() })
	}
	section(document.OpenHeading, document.Entry.Open)
	return s.String()
}
