package night

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/summarize"
)

// days are the blocks of a night, one for each local day of the new messages,
// in order, still without entries. The time in the heading is that of the day's
// last slept message.
func days(n *Night, read []transcript.Message, g summarize.Digest) []*plan.DayBlock {
	last := map[string]transcript.Message{}
	for _, m := range read {
		if d := n.day(m); last[d].ID == "" || !m.Time.Before(last[d].Time) {
			last[d] = m
		}
	}
	var blocks []*plan.DayBlock
	for d, m := range last {
		blocks = append(blocks, &plan.DayBlock{Day: n.localDay(m.Time), Heading: n.heading(m), Paragraph: strings.TrimSpace(g.Days[d])})
	}
	slices.SortFunc(blocks, func(a, b *plan.DayBlock) int { return a.Day.Compare(b.Day) })
	return blocks
}

// emptyBlock tells whether a block would say nothing.
func emptyBlock(b *plan.DayBlock) bool {
	return b.Paragraph == "" && len(b.Entries) == 0
}

// leaving is what a night or a dream takes out of MEMORY.md, as its logs are to keep
// it: nothing that was remembered is lost because MEMORY.md is small. It goes into the
// log of the newest day that the night is about.
func (n *Night) leaving(talked time.Time, retired []document.Entry) plan.DayBlock {
	at := talked.In(n.Now.Location())
	block := plan.DayBlock{
		Day:     n.localDay(at),
		Heading: fmt.Sprintf("%s · night %d · out of MEMORY.md", at.Format("15:04"), n.Report.Number),
	}
	for _, e := range retired {
		block.Entries = append(block.Entries, past(e))
	}
	return block
}

// talked is when the newest of what the night is about was said: of today, where people
// sleep over what they just said, and long ago where they sleep over what they imported.
func (r reading) talked(now time.Time) time.Time {
	at := now
	for i, m := range r.New {
		if i == 0 || m.Time.After(at) {
			at = m.Time
		}
	}
	return at.Round(0)
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
