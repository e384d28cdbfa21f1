package plan

import (
	"cmp"
	"slices"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
)

// op carries out what an operation does beside the logs.
func (a *applying) op(op Op) error {
	switch op.Kind {
	case Add:
		return a.remember(op)
	case Promote:
		if known, ok := a.snap.Entry(op.Target); ok {
			op.Entry = known
		} else if op.Entry.ID == "" {
			return document.ErrNoEntry
		}
		return a.remember(op)
	case Supersede:
		return a.supersede(op)
	case Retire:
		return a.retire(op)
	case Merge:
		a.merge(a.goesOn(op.Target), op.Entry)
	case Pin, Unpin:
		r := a.record(cmp.Or(op.Target, op.Entry.ID))
		r.Pinned, r.PinnedAt = op.Kind == Pin, a.plan.Now
		a.records[r.ID] = r
	}
	return nil
}

func (a *applying) skip(op Op, reason string) {
	a.out.Skipped = append(a.out.Skipped, Skip{op, reason})
}

// remember puts an entry into MEMORY.md, if that is where it goes.
func (a *applying) remember(op Op) error {
	e, d := op.Entry, a.doc(memoryFile)
	if _, there := d.Find(e.ID); there || op.Path != memoryFile {
		return nil
	}
	if why := a.refusal(e); why != "" {
		a.skip(op, why)
		return nil
	}
	if _, there := Says(a.doc(memoryFile), e.Text); there {
		return nil
	}
	e.Replaces = a.replaces[e.ID]
	d, err := d.InsertEntry(e.Type.Heading(), document.Line(e))
	if err != nil {
		return err
	}
	a.docs[memoryFile] = d
	a.wrote(memoryFile, e)
	if r := a.record(e.ID); r.Retired != "" { // it is back
		r.Retired = ""
		a.records[r.ID] = r
	}
	return nil
}

// refusal is why an entry may not stand in MEMORY.md; "" where it may.
func (a *applying) refusal(e document.Entry) string {
	switch {
	case a.record(e.ID).Lines[memoryFile] != "":
		return "deleted from MEMORY.md by hand"
	case a.snap.Forgotten(e.ID) && !a.plan.By.Revives():
		return "forgotten"
	case e.Struck:
		return "superseded"
	}
	if j := a.know.Stands(e); j.ID != e.ID && a.refuses(j, e) {
		return j.Reason
	}
	if !a.plan.By.Revives() && a.wasDeleted(e) {
		return "something like it was deleted from MEMORY.md by hand"
	}
	return ""
}

// unwanted is why an entry that is to take the place of another one may not stand in
// MEMORY.md; "" where it may, or does.
func (a *applying) unwanted(op Op) string {
	if _, there := a.doc(memoryFile).Find(op.Entry.ID); there || op.Path != memoryFile {
		return ""
	}
	return a.refusal(op.Entry)
}

// Says finds a living entry of MEMORY.md that says exactly this.
func Says(d document.Document, text string) (document.Entry, bool) {
	p := knowledge.PrintOf(text)
	for _, e := range d.Entries(memoryFile) {
		if !e.Struck && p.Likeness(knowledge.PrintOf(e.Text)) == 1 {
			return e, true
		}
	}
	return document.Entry{}, false
}

// wasDeleted reports whether a person took a line out of MEMORY.md that said
// nearly the same.
func (a *applying) wasDeleted(e document.Entry) bool {
	if a.deleted == nil {
		a.deleted = a.snap.TakenOut(memoryFile)
	}
	return slices.ContainsFunc(a.deleted, knowledge.PrintOf(e.Text).Retells)
}

// supersede strikes the old line, where it stands in MEMORY.md and is the
// program's own, and adds the new one beside it.
func (a *applying) supersede(op Op) error {
	old, hand, ok := a.target(op.Target)
	if !ok {
		a.skip(op, "the entry it replaces is not there")
		return nil
	}
	if _, there := a.snap.Entry(op.Entry.ID); !there && a.placed[op.Entry.ID] == "" && op.Path != memoryFile {
		return nil // the new entry was not wanted: block said why
	}
	d := a.doc(memoryFile)
	at, inMemory := d.Find(old.ID)
	switch {
	case inMemory && at.Struck:
		return a.remember(op)
	case hand: // both stand
		a.out.Clashes = append(a.out.Clashes, Clash{old.Path, old.Line, old.Text, op.Entry})
		return a.remember(op)
	case inMemory && a.mayClear <= 0 && !op.Told: // here, too
		a.skip(op, "more of MEMORY.md would be superseded than max_loss allows")
		return a.remember(op)
	}
	if why := a.unwanted(op); why != "" { // a line is struck only for one that is written
		a.skip(op, why)
		return nil
	}
	rest, parted := a.rest(old)
	if inMemory {
		a.mayClear--
		var err error
		if d, err = d.Strike(at.Line, op.Entry.Since, op.Entry.ID); err != nil {
			return err
		}
		a.docs[memoryFile] = d
		a.out.Written = append(a.out.Written, Written{Path: memoryFile, Text: old.Text, ID: old.ID, What: "struck"})
	}
	r := a.record(old.ID)
	r.Until, r.By = document.DayName(op.Entry.Since), op.Entry.ID
	if inMemory {
		a.setLine(&r, memoryFile)
	}
	a.records[old.ID] = r
	if err := a.remember(op); err != nil || !parted {
		return err
	}
	return a.remember(Op{Kind: Add, Entry: rest, Path: memoryFile})
}

// rest is an entry for what an old one says beside all that the plan puts in the place of
// its parts; it is written once.
func (a *applying) rest(old document.Entry) (none document.Entry, ok bool) {
	if old.Struck || a.parted[old.ID] {
		return none, false
	}
	a.parted[old.ID] = true
	text := old.Text
	for _, op := range a.plan.Ops {
		switch {
		case op.Kind != Supersede || op.Target != old.ID || a.unwanted(op) != "":
		case op.Whole:
			return none, false
		default:
			if text = knowledge.Rest(text, op.Entry.Text); text == "" {
				return none, false
			}
		}
	}
	rest := document.Entry{Text: text, Type: old.Type, Heading: old.Heading, Importance: old.Importance, Since: old.Since, Sources: old.Sources, Origin: old.Origin}
	rest.ID = a.know.NewID(rest, old.ID) // the two may say nearly the same
	a.rests[rest.ID] = old.ID
	return rest, true
}

// goesOn is the id of what the plan has left of an entry; its own where it left nothing.
func (a *applying) goesOn(id string) string {
	for rest, old := range a.rests {
		if old == id && len(a.record(rest).Lines) > 0 {
			return rest
		}
	}
	return id
}

// restInLog is the same for an old entry that stands in logs only, superseded by
// one in a log: the rest goes there too.
func (a *applying) restInLog(op Op) (document.Entry, bool) {
	old, hand, ok := a.target(op.Target)
	if e, fresh := a.fresh[op.Target]; !ok && fresh && e.Open() {
		old, ok = e, true
	}
	if op.Kind != Supersede || !ok || hand {
		return document.Entry{}, false
	}
	if _, inMemory := a.doc(memoryFile).Find(old.ID); inMemory {
		return document.Entry{}, false
	}
	return a.rest(old)
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
	case a.snap.ByHand(old):
		a.out.Clashes = append(a.out.Clashes, Clash{Path: memoryFile, Line: at.Line, Text: at.Text})
		return nil
	case a.mayLose <= 0:
		a.skip(op, "more of MEMORY.md would be retired than max_loss allows")
		return nil
	case r.Pinned:
		a.skip(op, "pinned")
		return nil
	}
	d, err := d.RemoveEntry(at.Line)
	if err != nil {
		return err
	}
	a.mayLose--
	a.left[op.Target] = true
	a.docs[memoryFile] = d
	delete(r.Lines, memoryFile)
	r.Retired = document.DayName(a.plan.Now)
	a.records[r.ID] = r
	a.out.Written = append(a.out.Written, Written{Path: memoryFile, Text: at.Text, ID: at.ID, What: "removed"})
	return nil
}

// merge adds sources to what is known already. A message's id says which one it is
// within its session only: those of another session would name others there.
func (a *applying) merge(id string, with document.Entry) {
	if id == "" {
		return
	}
	r := a.record(id)
	if r.Session != "" && a.plan.Session != "" && r.Session != a.plan.Session {
		return
	}
	for i, m := range with.Sources {
		if r.RestOn(m, ProofAt(with.Proofs, i)) {
			a.records[id] = r
		}
	}
}

func (a *applying) strength(st Strength) {
	r := a.record(st.ID)
	if len(r.Lines) == 0 {
		return // a hand-written entry nobody recorded
	}
	r.Strength, r.Uses, r.Used = st.Strength, st.Uses, st.Used
	a.records[st.ID] = r
}

// tellUses adds to what the session keeps how tonight's turns used entries.
func (a *applying) tellUses() {
	for _, st := range a.plan.Strengths {
		if r := a.records[st.ID]; st.Times == 0 || r.Uses != st.Uses {
			continue // nobody recorded it
		}
		at := slices.IndexFunc(a.out.Traced, func(t transcript.Traced) bool { return t.ID == st.ID })
		if at < 0 {
			at = len(a.out.Traced)
			a.out.Traced = append(a.out.Traced, transcript.Traced{ID: st.ID, Kept: true})
		}
		t := &a.out.Traced[at]
		t.Uses, t.Used, t.Gain = st.Times, st.At, st.Gain
	}
}
