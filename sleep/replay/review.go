package replay

import (
	"maps"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
	"dormouse/sleep"
)

// Tonight is what a night holds against what is known already.
type Tonight struct {
	Session string
	Talked  time.Time // when the newest of what it reads was said
	Turns   [][]transcript.Message
	Snap    snapshot.Snapshot // memory as the night found it
	Known   []*document.Entry // its living entries
	Added   []document.Entry  // what the night adds
	Ops     []plan.Op         // what it does to what is known
	// Ends are by new entry what each of them probably ends.
	Ends map[string][]knowledge.Judgement
}

// Review gives what the land knows of its memory after tonight, and the strengths of
// what the talk used: what it used grows stronger, what belongs together is
// connected, what a newer line probably ends is doubted. did counts it.
func (t Tonight) Review(self Self, r sleep.Replay, did *Replayed) (Self, []plan.Strength) {
	words := newLexicon(slices.Concat(t.Known, document.Pointers(t.Added)))
	strengths, together := t.used(words, r, did)
	self.Edges = t.associate(self.Edges, words, together, r, did)
	self.Density = did.Density
	self.Doubts = t.doubt(self.Doubts, did)
	return self, strengths
}

// Known is an entry that memory held when the night began; not one that was
// forgotten since.
func Known(s snapshot.Snapshot, id string) (document.Entry, bool) {
	if id == "" || s.Forgotten(id) {
		return document.Entry{}, false
	}
	e, ok := s.Entry(id)
	return e, ok && e.ID == id
}

// An entry was used when one sentence of a turn holds this share of the weight of
// its words; less is enough for one that a search had just shown. It must be worth
// some words that few entries have: anybody may say the others.
const (
	usedFrom  = 0.6
	shownFrom = 0.35
	rareMass  = 6.0 // nats
	shownMass = 3.0 // of one that was just shown
)

// used finds what of memory tonight's turns used: what a person said again or
// asked about, what a reply rests on, what a tool was asked to read. Each use makes
// an entry stronger, once a turn. It returns the strengths, and the
// entries that one turn used together.
func (t Tonight) used(x *lexicon, r sleep.Replay, did *Replayed) (list []plan.Strength, together [][]string) {
	count, last := map[string]int{}, map[string]transcript.Message{}
	for _, turn := range t.Turns {
		ids := slices.DeleteFunc(x.usedIn(turn), func(id string) bool {
			r, ok := t.Snap.Record(id)
			return !ok || !r.Written.Before(turn[0].Time) || meet(r.Sources, turn) && r.Session == t.Session
		})
		for _, id := range ids {
			count[id]++
			last[id] = turn[0]
		}
		if len(ids) > 1 {
			together = append(together, ids)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(count)) {
		known, _ := t.Snap.Record(id)
		was, at, gain := known.Held(last[id].Time), last[id].Time.Round(0), tidy(r.Strengthen*float64(count[id]))
		known.Use(count[id], at, gain)
		list = append(list, plan.Strength{ID: id, Strength: known.Strength, Uses: known.Uses, Used: known.Used, Times: count[id], At: at, Gain: gain})
		did.Used++
		if was < r.Permanent && known.Strength >= r.Permanent {
			did.Consolidated++
		}
	}
	return list, together
}

// usedIn are the entries that one turn used.
func (x *lexicon) usedIn(turn []transcript.Message) []string {
	shown, tools := map[string]bool{}, map[string]string{}
	var text strings.Builder
	var read []string
	for _, m := range turn {
		for _, c := range m.ToolCalls {
			tools[c.ID] = c.Name
		}
		if m.Role != transcript.Tool {
			text.WriteString(talked(m) + "\n")
			continue
		}
		for word := range strings.FieldsSeq(m.Content) {
			id, named := strings.CutPrefix(word, "^")
			if _, ours := x.place[id]; !named || !ours || !transcript.IsOwnTool(tools[m.ToolCallID]) {
				continue
			}
			shown[id] = true
			if tools[m.ToolCallID] == transcript.MemoryGet {
				read = append(read, id)
			}
		}
	}
	ids := append(x.spokenOf(text.String(), shown), read...)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// meet tells whether one of the messages is among the sources.
func meet(sources []string, turn []transcript.Message) bool {
	return slices.ContainsFunc(turn, func(m transcript.Message) bool { return slices.Contains(sources, m.ID) })
}
