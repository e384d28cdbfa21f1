package sleep

import (
	"slices"
	"time"

	"dormouse/land/transcript"
	"dormouse/summarize"
)

// budget is what nights may write of so much text, in tokens: its share, and a little
// of a short one.
func budget(s Settings, text int) int {
	return max(summarize.Room(s.Share(), text), min(2*text+frameTokens, s.ShortNight()))
}

// oneLine is what a line of memory costs at most, in tokens, as a rule: so much any night
// may write, however many there were that day. A note of one sentence is not lost.
const oneLine = 40

// shareDay leaves a night what earlier nights of the same days have not written: many
// short ones share what one would have, and each has its share of its own text, or a
// line.
func (n *Night) shareDay(d Deps) {
	days, fresh := map[string]bool{}, map[string]bool{}
	day := func(m transcript.Message) string { return m.Time.In(n.Now.Location()).Format(time.DateOnly) }
	for _, m := range n.New {
		days[day(m)], fresh[m.ID] = true, true
	}
	var before []transcript.Message
	said := map[string]bool{}
	for _, m := range messages(n.Records) {
		if days[day(m)] && !fresh[m.ID] {
			before, said[m.ID] = append(before, m), true
		}
	}
	written, seen := 0, map[string]bool{}
	for _, e := range n.snap.Entries() {
		if !seen[e.ID] && slices.ContainsFunc(e.Sources, func(id string) bool { return said[id] }) {
			seen[e.ID] = true
			written += d.Count(e.Text) + 1
		}
	}
	left := budget(d.Settings, d.tokensOf(readable(before))+n.before.fresh) - written
	n.before.budget = min(n.before.budget, max(left, summarize.Room(d.Settings.Share(), n.before.fresh), oneLine))
}
