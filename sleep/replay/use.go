package replay

import (
	"maps"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/plan"
	"dormouse/sleep"
)

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
