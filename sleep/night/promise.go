package night

import (
	"cmp"
	"slices"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/memory/plan"
	"dormouse/summarize"
	"dormouse/summarize/extract"
)

// promises are what the built-in engine told the person in its replies: which lines go
// for what they had just said, and which of them stay after all. What was told is done.
type promises struct {
	ends  map[string][]string // message of the person → what it ends: see transcript.Message.Over
	stays map[[2]string]bool  // what stays, and a message that does not end it
	held  map[string]bool     // what stays because the person said so: nothing is doubtful about it
	asked map[string]bool     // messages of which it was asked whether they end a line
	noted map[string]bool     // messages of one sentence to which it was said that they are noted, and of no end
	done  map[string]bool     // lines that are ended because it was told
}

// promisesIn reads the replies in some messages.
func promisesIn(list []transcript.Message) promises {
	p := promises{
		ends: map[string][]string{}, stays: map[[2]string]bool{},
		held: map[string]bool{}, asked: map[string]bool{}, noted: map[string]bool{}, done: map[string]bool{},
	}
	var said []string
	single := false              // the last message is one sentence
	asked := map[string]string{} // of what the last reply asked whether it is over → the message that may end it
	for _, m := range list {
		switch {
		case m.Role == transcript.User:
			said, single = append(said, m.ID), len(document.Sentences(m.Content)) == 1
		case m.Role == transcript.Assistant && transcript.IsBuiltIn(m.Model) && len(said) > 0:
			last := said[len(said)-1]
			p.noted[last] = single && len(m.ToolCalls)+len(m.Over)+len(m.Asks) == 0
			for _, id := range m.Over {
				by := cmp.Or(asked[id], last)
				p.ends[by] = append(p.ends[by], id)
				delete(p.stays, [2]string{id, by})
				delete(p.held, id)
			}
			if len(m.ToolCalls) == 0 {
				asked = map[string]string{}
			}
			for _, id := range m.Asks { // who was asked decides: without an answer it stays
				asked[id], p.asked[last] = last, true
				p.stays[[2]string{id, last}] = true
			}
			for _, id := range m.Holds {
				p.held[id] = true
				for _, before := range said {
					p.stays[[2]string{id, before}] = true
					p.ends[before] = slices.DeleteFunc(p.ends[before], func(over string) bool { return over == id })
				}
			}
		}
	}
	return p
}

// spared reports whether the person was told that a line stays, whatever an entry says, or was
// told of no end of a line of MEMORY.md when they said it: nothing goes behind their back. Only of
// the last weeks are lines of logs in the prompt, so that a reply may know nothing of one; it stays
// in its log as it is, and what ended it says so. Of a line by hand, which has no id, the night
// but tells what speaks against it.
func (p promises) spared(old, e document.Entry) bool {
	if old.ID != "" && old.Path == land.MemoryFile && len(e.Sources) > 0 && !slices.ContainsFunc(e.Sources, func(by string) bool { return !p.noted[by] }) {
		return true
	}
	return slices.ContainsFunc(append([]string{old.ID}, old.Sources...), func(id string) bool {
		return slices.ContainsFunc(e.Sources, func(by string) bool { return p.stays[[2]string{id, by}] })
	})
}

// keeps reports whether the person said that a line stays.
func (p promises) keeps(old document.Entry) bool {
	return slices.ContainsFunc(append([]string{old.ID}, old.Sources...), func(id string) bool { return p.held[id] })
}

// asTold makes of a judgement one that does what the person was told. Where a later
// candidate rests on the same message, it waits for one that speaks of the line.
func (w *work) asTold(j knowledge.Judgement, c summarize.Candidate, e document.Entry) knowledge.Judgement {
	if e.Origin.Foreign() {
		return j
	}
	took := map[string]bool{} // of several lines of one message each goes once
	for _, by := range e.Sources {
		w.told.ends[by] = slices.DeleteFunc(w.told.ends[by], func(id string) bool {
			if slices.Contains(e.Sources, id) {
				return true // it tells both, with the newer value
			}
			old, beside := w.meant(id, by, e, c.Said, took)
			if !beside && slices.ContainsFunc(w.ahead, func(later summarize.Candidate) bool { return slices.Contains(later.From, by) }) {
				return false
			}
			if old.ID != "" {
				j = instead(j, old, "the person was told so")
				took[old.ID], w.told.done[old.ID] = true, true
			}
			return true
		})
	}
	return j
}

// sparing leaves of what a judgement ends what goes by what the person was told; the
// likeliest line that then stays is doubted.
func (w *work) sparing(j knowledge.Judgement, e document.Entry) (of knowledge.Judgement, doubts []knowledge.Judgement) {
	if j.Kind != knowledge.Newer {
		return j, nil
	}
	stays := func(id string) bool { return w.told.spared(w.entryBy(id), e) }
	j.Also = slices.DeleteFunc(j.Also, stays)
	switch {
	case !stays(j.ID):
		return j, nil
	case len(j.Also) > 0:
		return knowledge.Judgement{Kind: knowledge.Newer, ID: j.Also[0], Entry: w.entryBy(j.Also[0]), Also: j.Also[1:], Reason: j.Reason}, nil
	}
	if w.told.keeps(j.Entry) {
		return knowledge.Judgement{Kind: knowledge.New}, nil
	}
	j.Reason, j.Text = "probably "+j.Reason, ""
	return knowledge.Judgement{Kind: knowledge.New}, []knowledge.Judgement{j}
}

// instead lets a judgement end a line, too.
func instead(j knowledge.Judgement, old document.Entry, reason string) knowledge.Judgement {
	switch {
	case j.Kind == knowledge.New || j.Kind == knowledge.Same:
		return knowledge.Judgement{Kind: knowledge.Newer, ID: old.ID, Entry: old, Reason: reason}
	case j.Kind == knowledge.Newer && j.ID != old.ID && !slices.Contains(j.Also, old.ID):
		j.Also = append(j.Also, old.ID)
	}
	return j
}

// entryBy is an entry that memory held when the night began, or that the night added.
func (w *work) entryBy(id string) document.Entry {
	if e, ok := w.known(id); ok {
		return e
	}
	if i := slices.IndexFunc(w.added, func(e document.Entry) bool { return e.ID == id }); i >= 0 {
		return w.added[i]
	}
	return document.Entry{}
}

// meant is of the lines that a promise is about, but for those that were taken, the
// likeliest. beside reports whether an entry speaks of one of them.
func (w *work) meant(id, by string, e document.Entry, said string, took map[string]bool) (old document.Entry, beside bool) {
	likely := map[string]float64{}
	for _, s := range w.know.Beside(e, said) {
		likely[s.Line.ID] = s.Probability()
	}
	best := -1.0
	for _, line := range w.standing(id, by) {
		p, speaks := likely[line.ID]
		if p > best && !took[line.ID] {
			old, best = line, p
		}
		beside = beside || speaks
	}
	return old, beside
}

// standing are the lines of memory with an id, or that rest on the message with it and
// not on the one that ends it, and still hold.
func (w *work) standing(id, by string) (list []document.Entry) {
	for _, known := range slices.Concat(w.entries, document.Pointers(w.added)) {
		e := *known
		switch {
		case e.ID == "" || e.ID != id && !slices.Contains(e.Sources, id) || slices.Contains(e.Sources, by):
		case e.Struck || e.Origin.Foreign():
		case slices.ContainsFunc(w.ops, func(op plan.Op) bool { return op.Kind == plan.Supersede && op.Target == e.ID }):
			if e.Text = w.rests[e.ID]; e.Text != "" {
				list = append(list, e)
			}
		default:
			list = append(list, e)
		}
	}
	return list
}

// toldImportance is what a message weighs of which a reply said that it ends something told
// in the same talk, when neither was chosen to be kept.
const toldImportance = .5

// keepPromises does what was told of messages of which nothing was chosen to be kept, and
// keeps those of which it was asked whether they end a line: in the words in which they were
// said.
func (w *work) keepPromises() {
	for _, m := range w.read.New {
		for _, id := range slices.Clone(w.told.ends[m.ID]) {
			olds := w.standing(id, m.ID)
			importance := toldImportance
			switch {
			case !slices.Contains(w.told.ends[m.ID], id):
				continue
			case len(olds) > 0:
				importance = olds[0].Importance
			case w.kept(m.ID) || w.kept(id) || w.entryBy(id).ID != "":
				continue
			}
			w.keep(m, importance)
		}
		if w.told.asked[m.ID] && !w.kept(m.ID) {
			w.keep(m, toldImportance)
		}
	}
}

// keep remembers what a message says, in its own words; a mere yes says nothing, and
// neither does what is forgotten by now.
func (w *work) keep(m transcript.Message, importance float64) {
	day, said := w.n.localDay(m.Time), document.OneLine(withoutHidden(m).Content)
	if statement.Unanswered(said, language.Guess(said)) == "" {
		return
	}
	text := extract.UpperFirst(extract.Join(extract.Dated(said, day)))
	kind := language.Judge(text, language.Guess(text), language.Person).Kind
	w.judge(summarize.Candidate{Type: knowledge.TypeOf(kind), Text: text, Importance: importance, From: []string{m.ID}, Day: day}, true)
}

// kept reports whether an entry of memory, or of this night, rests on a message.
func (w *work) kept(message string) bool {
	rests := func(e document.Entry) bool { return slices.Contains(e.Sources, message) }
	return slices.ContainsFunc(w.added, rests) || slices.ContainsFunc(w.entries, func(e *document.Entry) bool { return rests(*e) })
}
