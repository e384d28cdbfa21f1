package ledgers

import (
	"slices"

	"dormouse/land/transcript"
	"dormouse/sleep/night"
	"dormouse/tui/cli/program"
	"dormouse/tui/plot"
)

// Uses are what nights and messages made of the contexts of those sessions that
// slept, in the order of time. Between two nights the context grows by what was
// said.
func Uses(p *program.Place, nights []night.Ledger) []plot.Use {
	bySession := map[string][]night.Ledger{}
	for _, n := range nights {
		if gone, err := p.Land.Undone(n.Night); (err != nil || !gone) && n.Window > 0 {
			bySession[n.Session] = append(bySession[n.Session], n)
		}
	}
	var list []plot.Use
	for session, nights := range bySession {
		var said []transcript.Message
		if log, _, err := transcript.Open(p.Dir, session); err == nil { // a deleted one leaves its nights
			said = log.Messages()
		}
		list = append(list, sawtooth(nights, said)...)
	}
	slices.SortStableFunc(list, func(a, b plot.Use) int { return a.Time.Compare(b.Time) })
	return list
}

// sawtooth is one session: from each night backwards, what was said before it.
func sawtooth(nights []night.Ledger, said []transcript.Message) []plot.Use {
	slices.SortStableFunc(nights, func(a, b night.Ledger) int { return a.Time.Compare(b.Time) })
	var list []plot.Use
	percent := func(tokens, window int) float64 { return 100 * float64(max(0, tokens)) / float64(window) }
	for _, n := range nights {
		until := 0
		for until < len(said) && !said[until].Time.After(n.Time) {
			until++
		}
		used := n.TokensBefore
		for i := until - 1; i >= 0; i-- {
			list = append(list, plot.Use{Time: said[i].Time, Share: percent(used, n.Window)})
			used -= said[i].Tokens
		}
		said = said[until:]
		list = append(list, plot.Use{Time: n.Time, Share: percent(n.TokensAfter, n.Window), Was: percent(n.TokensBefore, n.Window), Night: true})
	}
	if len(nights) > 0 {
		n := nights[len(nights)-1]
		used := n.TokensAfter
		for _, m := range said {
			used += m.Tokens
			list = append(list, plot.Use{Time: m.Time, Share: percent(used, n.Window)})
		}
	}
	return list
}
