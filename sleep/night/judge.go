package night

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
	"dormouse/summarize"
	"dormouse/summarize/extract"
)

// judge decides what becomes of one candidate. room says that MEMORY.md has room
// for it, should it be worth that.
func (w *work) judge(c summarize.Candidate, room bool) {
	e, why := w.entry(c)
	if why != "" {
		w.drop(e, why)
		return
	}
	j, _ := w.know.JudgeSaid(e, c.Said)
	j, doubts := w.sparing(j, e)
	if old, named := w.known(c.Replaces); named && !old.Struck && !e.Origin.Foreign() {
		if j.Kind != knowledge.Same || j.ID != old.ID || j.Score < 1 { // what says less of it may correct it
			j = instead(j, old, "newer word about the same")
		}
	}
	j = w.asTold(j, c, e)
	if j.Kind == knowledge.Same && !e.Origin.Foreign() && j.Entry.Origin.Foreign() {
		j = knowledge.Judgement{Kind: knowledge.New} // now the person says it themselves
	}
	switch j.Kind {
	case knowledge.Same:
		w.n.Report.Duplicates++
		if e.Origin.Foreign() && !j.Entry.Origin.Foreign() {
			break // what a person said does not come to rest on it
		}
		w.ops = append(w.ops, plan.Op{Kind: plan.Merge, Entry: e, Target: j.ID, Path: j.Entry.Path, Reason: j.Reason})
	case knowledge.Older, knowledge.Deleted:
		w.drop(e, cmp.Or(j.Reason, string(j.Kind)))
	case knowledge.Newer:
		if j.Text != "" && !c.Complete {
			e.Text = j.Text
			e.ID = w.know.NewID(e)
		}
		lasting := room && w.lasting(c, e) || j.Entry.Path == land.MemoryFile
		e = w.add(e, c.Open, lasting)
		if lasting && j.Entry.Path != land.MemoryFile {
			// The old line stands in a log and cannot be struck: the log says from
			// which day on it no longer held.
			block := w.block(e.Since)
			block.Entries = append(block.Entries, e)
		}
		ended := append([]string{j.ID}, j.Also...)
		w.know.Learn(e, ended...)
		for _, id := range ended {
			target, whole := cmp.Or(id, j.Entry.Ref()), c.Complete && w.retold(id, e) // a person's line may have no id
			w.ops = append(w.ops, plan.Op{Kind: plan.Supersede, Entry: e, Target: target, Path: e.Path, Reason: j.Reason, Told: w.told.done[id], Whole: whole})
			w.goesOn(id, e)
		}
	default:
		w.doubts[e.ID] = doubts
		w.know.Learn(w.add(e, c.Open, room && w.lasting(c, e)))
	}
}

// judgeThings judges a candidate; where it names several things to do each by itself, on a
// line of its own: they are done one by one. A model writes one thing a line by itself.
func (w *work) judgeThings(c summarize.Candidate, room bool) {
	var list []string
	text := document.Unsaid(c.Text)
	if c.Open && !c.Single && w.digest.Engine != "model" && !c.Origin.Foreign() {
		_, list = statement.ToDos(text, language.Guess(text))
	}
	w.judged += max(1, len(list))
	if len(list) < 2 {
		w.judge(c, room)
		return
	}
	behind := strings.TrimPrefix(c.Text, text)
	for _, thing := range list {
		c.Text, c.Said = extract.UpperFirst(thing)+behind, ""
		w.judge(c, room)
	}
}

// retold reports whether what an entry leaves of an old line would be that line with the
// entry's figures, and no part of it.
func (w *work) retold(id string, e document.Entry) bool {
	old := w.entryBy(id).Text
	said := map[string]bool{}
	for _, word := range language.Words(old) {
		said[word.Low] = true
	}
	return slices.ContainsFunc(language.Words(knowledge.Rest(old, e.Text)), func(word language.Word) bool { return !said[word.Low] })
}

// goesOn keeps in mind what an old line says beside what an entry of this night has ended of
// it: another one may end that. It goes by the id of the old line.
func (w *work) goesOn(id string, e document.Entry) {
	old := w.entryBy(id)
	if old.ID == "" || w.snap.ByHand(old) {
		return
	}
	text, parted := w.rests[id]
	if !parted {
		text = old.Text
	}
	old.Text = knowledge.Rest(text, e.Text)
	w.rests[id] = old.Text
	if old.Text != "" {
		w.know.Learn(old)
	}
}

func (w *work) drop(e document.Entry, why string) {
	w.dropped++
	w.n.Report.Dropped = append(w.n.Report.Dropped, fmt.Sprintf("%s: %q", why, document.Clip(e.Text)))
}

// entry makes an entry of a candidate, or says why not.
func (w *work) entry(c summarize.Candidate) (document.Entry, string) {
	e := document.Entry{Type: c.Type, Text: document.Flat(c.Text), Importance: max(0, min(1, c.Importance)), Origin: c.Origin}
	if !slices.Contains(document.Types[:], e.Type) {
		e.Type = document.Fact
	}
	var newest transcript.Message
	for _, id := range c.From {
		if m, ok := w.sources[id]; ok {
			e.Sources, e.Proofs = append(e.Sources, id), append(e.Proofs, transcript.Proof(m))
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
	otherwise := func(id string) bool { return w.sources[id].Role != transcript.Tool }
	if e.Origin == transcript.Typed && !slices.ContainsFunc(e.Sources, otherwise) {
		e.Origin = transcript.Printed // text from tools is data and is not promoted unattended
	}
	e.Since = w.n.localDay(newest.Time)
	e.ID = w.know.NewID(e)
	return e, ""
}

// lasting tells whether an entry belongs in MEMORY.md: important, of a kind that
// stays true or is still to come, and in the words of a person.
func (w *work) lasting(c summarize.Candidate, e document.Entry) bool {
	c.Origin = e.Origin // foreign, too, where it rests on a tool's results alone
	return w.stays(c) || w.may(c) && w.commitment(e)
}

// stays tells whether what a candidate says is important and stays true. Decisions do:
// were they left to replay, they would reach MEMORY.md nights later and stand in the
// log as well, and a second copy is paid for with other memories.
func (d Deps) stays(c summarize.Candidate) bool {
	return d.may(c) && (c.Lasts || c.Type != document.Happening)
}

// may tells whether a candidate may stand in MEMORY.md: not what is open, or foreign.
func (d Deps) may(c summarize.Candidate) bool {
	return c.Importance > d.Settings.LastingFrom && !c.Open && !c.Origin.Foreign()
}

// soon is how many days ahead a commitment must lie to be more than a plan of the
// day's.
const soon = 3

// commitment tells whether an event is still to come: it holds until its day, and
// every talk until then may need it. Afterwards it is worth little, and leaves
// MEMORY.md before all else.
func (w *work) commitment(e document.Entry) bool {
	return e.Type == document.Happening && snapshot.Ahead(e, w.n.Now.AddDate(0, 0, soon))
}

// add puts an entry where it stands: in MEMORY.md, in the block of its day, or
// among what was left undone. It returns the entry with its path.
func (w *work) add(e document.Entry, open, lasting bool) document.Entry {
	block := w.block(e.Since)
	if e.Path = land.MemoryFile; !lasting {
		e.Path = document.LogPath(block.Day)
		if open {
			e.Heading = []string{document.OpenHeading}
		}
		block.Entries = append(block.Entries, e)
	}
	w.ops = append(w.ops, plan.Op{Kind: plan.Add, Entry: e, Path: e.Path})
	w.added = append(w.added, e)
	return e
}
