package cli

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/tui/plot"
)

// The size of a chart, in characters, without its axes.
const (
	plotWidth = 64
	plotRows  = 10
)

// draw prints a chart.
func draw(w io.Writer, lines ...string) error {
	if _, err := io.WriteString(w, strings.Join(lines, "\n")+"\n"); err != nil {
		return fmt.Errorf("write standard output: %w", err)
	}
	return nil
}

// plotCycles draws the columns of simulate, one chart each: the mean as *, the
// range as a dotted line.
func (a *app) plotCycles(rows func(func(sleep.Row) bool), cycles int) error {
	charts := []struct {
		title string
		low   float64
		of    func(sleep.Row) float64
	}{
		{"maturity, 0 to 1", 0, func(r sleep.Row) float64 { return r.Maturity }},
		{"beats awake until the pressure wins", 0, func(r sleep.Row) float64 { return float64(r.AwakeBeats) }},
		{"heartbeat, s", 0, func(r sleep.Row) float64 { return r.Heartbeat }},
		{"replay ratio", 0, func(r sleep.Row) float64 { return r.ReplayRatio }},
	}
	values := make([][plotWidth]plot.Spread, len(charts))
	high := make([]float64, len(charts))
	for r := range rows {
		for i, c := range charts {
			v := c.of(r)
			values[i][plot.Column(float64(r.Cycle)/float64(cycles), plotWidth)].Add(v)
			high[i] = math.Max(high[i], v)
		}
	}
	for i, c := range charts {
		err := draw(a.Out, plot.Chart(c.title, c.low, math.Max(high[i], 1e-9), plotWidth, 6, func(col int, from, to float64) byte {
			return values[i][col].Dotted(from, to)
		})...)
		if err != nil {
			return err
		}
	}
	return draw(a.Out, plot.Axis("cycle 0", fmt.Sprint(cycles-1), plotWidth))
}

// uses are what nights and messages made of the contexts of those sessions that
// slept, in the order of time. Between two nights the context grows by what was
// said.
func (p *place) uses(nights []night.Ledger) []plot.Use {
	bySession := map[string][]night.Ledger{}
	for _, n := range nights {
		if gone, err := p.land.Undone(n.Night); (err != nil || !gone) && n.Window > 0 {
			bySession[n.Session] = append(bySession[n.Session], n)
		}
	}
	var list []plot.Use
	for session, nights := range bySession {
		var said []transcript.Message
		if log, _, err := transcript.Open(p.dir, session); err == nil { // a deleted one leaves its nights
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

// plotNights draws context use and nights over time.
func (a *app) plotNights(list []plot.Use) error {
	if len(list) == 0 {
		fmt.Fprintln(a.Err, "dormouse: no night yet")
		return nil
	}
	return draw(a.Out, plot.Context(list, plotWidth, plotRows, a.clock().Location())...)
}
