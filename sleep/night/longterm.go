package night

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"dormouse/land"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/summarize"
)

// leastRoom is the share of MEMORY.md's budget that a night may always fill: the
// weakest make room for it.
const leastRoom = 0.125

// room says for each candidate whether MEMORY.md has room for it, the most
// important first. What has none goes to its day's log, as everything else, and
// may still come to last by use.
func (w *work) room() map[int]bool {
	list := w.digest.Candidates
	most := w.Settings.LongTerm
	left := max(most-w.size(), int(leastRoom*float64(most)))
	room := map[int]bool{}
	for _, i := range byImportance(list) {
		if !w.may(list[i]) {
			continue
		}
		left -= w.Count("- " + list[i].Text + " ^k7f3a2bc\n")
		if room[i] = most <= 0 || left >= 0; !room[i] {
			break
		}
	}
	return room
}

// byImportance are the places of candidates, the most important first.
func byImportance(list []summarize.Candidate) []int {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[b].Importance, list[a].Importance) })
	return order
}

// size is about what MEMORY.md will cost, in tokens, with what the operations so
// far put into it.
func (w *work) size() int {
	doc, _ := w.snap.Document(land.MemoryFile)
	size := w.Count(string(doc.Bytes()))
	for _, op := range w.ops {
		if op.Path == land.MemoryFile && (op.Kind == plan.Add || op.Kind == plan.Promote) {
			size += w.line(op.Entry)
		}
		if old, ok := w.known(op.Target); ok && op.Kind == plan.Supersede && old.Path == land.MemoryFile {
			size += w.Count(strike)
		}
	}
	return size
}

// strike is what striking a line writes beside its text, in both lines.
const strike = "~~~~ (until 2026-01-01 → ^k7f3a2bc) (replaces ^k7f3a2bc)"

// promote copies entries of the logs into MEMORY.md as far as there is room, the
// most important first: those that are used so much that they last, and those that
// had left it and were said again tonight; that hold, that a person said and that
// are not in doubt.
func (w *work) promote() {
	const said = "said again"
	why, ended := map[string]string{}, map[string]bool{}
	for _, s := range w.strengths {
		if s.Strength >= w.Settings.Replay.Permanent {
			why[s.ID] = "used again and again"
		}
	}
	for _, op := range w.ops {
		switch r, _ := w.snap.Record(op.Target); {
		case op.Kind == plan.Merge && (r.Retired != "" || why[op.Target] != ""):
			why[op.Target] = said
		case op.Kind == plan.Supersede:
			ended[op.Target] = true
		}
	}
	var list []document.Entry
	for id := range why {
		e, ok := w.known(id)
		if !ok || ended[id] || e.Struck || e.Origin.Foreign() || e.Path == land.MemoryFile || e.Open() || w.self.Doubtful(id) || w.snap.ByHand(e) || w.snap.Over(e, w.n.Now) {
			continue
		}
		if r, _ := w.snap.Record(id); r.Lines[land.MemoryFile] == "" {
			list = append(list, e)
		}
	}
	slices.SortStableFunc(list, func(a, b document.Entry) int {
		return cmp.Or(cmp.Compare(b.Importance, a.Importance), cmp.Compare(a.ID, b.ID))
	})
	size := w.size()
	for _, e := range list {
		if size += w.line(e); w.Settings.LongTerm > 0 && size > w.Settings.LongTerm && why[e.ID] != said {
			continue // what is said again makes its room: the weakest leave for it
		}
		w.ops = append(w.ops, plan.Op{Kind: plan.Promote, Entry: e, Target: e.ID, Path: land.MemoryFile, Reason: why[e.ID]})
		w.n.Report.Promoted = append(w.n.Report.Promoted, noted(e, ""))
	}
}

// trim takes out of MEMORY.md what was to come and is over, and keeps it under its
// budget: the weakest of the program's own entries leave it. At most MaxLoss of all
// go a night. It returns them: their text lives on in a log.
func (w *work) trim() []document.Entry {
	size, bounded := w.size(), w.Settings.LongTerm > 0
	doc, _ := w.snap.Document(land.MemoryFile)
	entries, living := doc.Entries(land.MemoryFile), 0
	for _, e := range entries {
		if !e.Struck {
			living++
		}
	}
	left := int(w.Settings.MaxLoss * float64(living))
	var retired []document.Entry
	leave := func(e document.Entry, why string) {
		size -= w.line(e)
		left--
		retired = append(retired, e)
		w.ops = append(w.ops, plan.Op{Kind: plan.Retire, Entry: e, Target: e.ID, Path: land.MemoryFile, Reason: why})
		w.n.Report.Retired = append(w.n.Report.Retired, noted(e, why))
	}
	weakest := w.weakest(entries)
	for _, e := range weakest {
		if left > 0 && !e.Struck && w.snap.Over(e, w.n.Now) {
			leave(e, "its day is over")
		}
	}
	for _, e := range weakest {
		if !bounded || left == 0 || size <= w.Settings.LongTerm {
			break
		}
		if !slices.ContainsFunc(retired, func(r document.Entry) bool { return r.ID == e.ID }) {
			leave(e, "MEMORY.md is full")
		}
	}
	if bounded && size > w.Settings.LongTerm {
		w.n.Report.Notices = append(w.n.Report.Notices, fmt.Sprintf("MEMORY.md holds about %d tokens; %d were meant to be enough", size, w.Settings.LongTerm))
	}
	return retired
}

// weakest are the entries that the program may retire, the weakest first: those
// that something replaced, then by what they are worth to the person.
func (w *work) weakest(all []document.Entry) []document.Entry {
	worth := map[string]float64{}
	replaced := map[string]bool{} // struck this very night: they stay one night
	for _, op := range w.ops {
		replaced[op.Target] = replaced[op.Target] || op.Kind == plan.Supersede
	}
	var mine []document.Entry
	for _, e := range all {
		known, ok := w.known(e.ID)
		if e.ID == "" || !ok || replaced[e.ID] || w.snap.ByHand(known) {
			continue // a person's
		}
		v := w.snap.Worth(known, w.n.Now)
		worth[e.ID] = float64(v.First) + v.Value
		if e.Struck {
			worth[e.ID] -= 2
		}
		if w.self.Doubtful(e.ID) {
			worth[e.ID] -= 0.5
		}
		e.Type, e.Importance, e.Sources, e.Since = known.Type, known.Importance, known.Sources, known.Since
		mine = append(mine, e)
	}
	slices.SortStableFunc(mine, func(a, b document.Entry) int {
		return cmp.Or(cmp.Compare(worth[a.ID], worth[b.ID]), cmp.Compare(a.ID, b.ID))
	})
	return mine
}

// leaving is what a night or a dream takes out of MEMORY.md, as its logs are to keep
// it: nothing that was remembered is lost because MEMORY.md is small. It goes into the
// log of the newest day that the night is about.
func (n *Night) leaving(retired []document.Entry) plan.DayBlock {
	at := n.talked.In(n.Now.Location())
	block := plan.DayBlock{
		Day:     n.localDay(at),
		Heading: fmt.Sprintf("%s · night %d · out of MEMORY.md", at.Format("15:04"), n.Report.Number),
	}
	for _, e := range retired {
		block.Entries = append(block.Entries, past(e))
	}
	return block
}

// past says of an entry that something replaced until when it held: written
// down plainly it would be true again.
func past(e document.Entry) document.Entry {
	if !e.Struck || e.Until.IsZero() {
		return e
	}
	e.Type = document.Happening
	e.Text = fmt.Sprintf("%s (until %s", e.Text, e.Until.Format(time.DateOnly))
	if e.SupersededBy != "" {
		e.Text += ", then ^" + e.SupersededBy
	}
	e.Text += ")"
	e.Struck, e.Until, e.SupersededBy = false, time.Time{}, ""
	return e
}
