package sleep

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory"
)

// days are the blocks of a night, one for each local day of the new messages,
// in order, still without entries. The time in the heading is that of the day's
// last slept message.
func (n *Night) days() []*memory.DayBlock {
	last := map[string]transcript.Message{}
	for _, m := range n.New {
		if d := n.day(m); last[d].ID == "" || !m.Time.Before(last[d].Time) {
			last[d] = m
		}
	}
	var blocks []*memory.DayBlock
	for d, m := range last {
		blocks = append(blocks, &memory.DayBlock{Day: localDay(m.Time, n.Now.Location()), Heading: n.heading(m), Paragraph: strings.TrimSpace(n.Digest.Days[d])})
	}
	slices.SortFunc(blocks, func(a, b *memory.DayBlock) int { return a.Day.Compare(b.Day) })
	return blocks
}

// emptyBlock tells whether a block would say nothing.
func emptyBlock(b *memory.DayBlock) bool {
	return b.Paragraph == "" && len(b.Entries) == 0 && len(b.Open) == 0
}
