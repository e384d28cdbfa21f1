package cli

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/sleep"
)

// The size of a chart, in characters, without its axes.
const (
	plotWidth = 64
	plotRows  = 10
)

// plot draws a chart of plain characters: plotWidth columns, rows from high down
// to low. cell says which character stands where the values from…to meet a
// column; the highest row is open above, so that rounding loses no value.
func plot(w io.Writer, title string, low, high float64, rows int, cell func(column int, from, to float64) byte) error {
	var b bytes.Buffer
	fmt.Fprintln(&b, title)
	step := (high - low) / float64(rows)
	for r := rows - 1; r >= 0; r-- {
		from := low + step*float64(r)
		to := from + step
		if r == rows-1 {
			to = math.Inf(1)
		}
		line := make([]byte, plotWidth)
		for c := range line {
			line[c] = cell(c, from, to)
		}
		label := ""
		if r == rows-1 || r == rows/2 {
			label = fmt.Sprintf("%.3g", from+step)
		}
		fmt.Fprintln(&b, strings.TrimRight(fmt.Sprintf("%8s |%s", label, line), " "))
	}
	fmt.Fprintf(&b, "%8s +%s\n", fmt.Sprintf("%.3g", low), strings.Repeat("-", plotWidth))
	_, err := w.Write(b.Bytes())
	return err
}

// axis is the line under a chart: what stands at its ends.
func axis(left, right string) string {
	return strings.Repeat(" ", 10) + left + strings.Repeat(" ", max(1, plotWidth-len(left)-len(right))) + right
}

// spread is what fell into one column.
type spread struct {
	low, high, sum float64
	n              int
}

func (s *spread) add(v float64) {
	if s.n == 0 || v < s.low {
		s.low = v
	}
	if s.n == 0 || v > s.high {
		s.high = v
	}
	s.sum += v
	s.n++
}

// columnOf is the column of a place from 0 to 1.
func columnOf(share float64) int {
	return min(plotWidth-1, max(0, int(share*plotWidth)))
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
	values := make([][plotWidth]spread, len(charts))
	high := make([]float64, len(charts))
	for r := range rows {
		for i, c := range charts {
			v := c.of(r)
			values[i][columnOf(float64(r.Cycle)/float64(cycles))].add(v)
			high[i] = math.Max(high[i], v)
		}
	}
	for i, c := range charts {
		err := plot(a.Out, c.title, c.low, math.Max(high[i], 1e-9), 6, func(col int, from, to float64) byte {
			return values[i][col].dotted(from, to)
		})
		if err != nil {
			return fmt.Errorf("write standard output: %w", err)
		}
	}
	fmt.Fprintln(a.Out, axis("cycle 0", fmt.Sprint(cycles-1)))
	return nil
}

// dotted marks the mean and the range.
func (s spread) dotted(from, to float64) byte {
	mean := s.sum / float64(max(1, s.n))
	switch {
	case s.n == 0:
		return ' '
	case mean >= from && mean < to:
		return '*'
	case s.low < to && s.high >= from:
		return '.'
	}
	return ' '
}

// use is the context's share of the window at one instant, in percent, of the
// session that was used then. After a night, was is what it was before.
type use struct {
	time       time.Time
	share, was float64
	night      bool
}

// uses are what nights and messages made of the contexts of those sessions that
// slept, in the order of time. Between two nights the context grows by what was
// said.
func (p *place) uses(nights []sleep.Ledger) []use {
	bySession := map[string][]sleep.Ledger{}
	for _, n := range nights {
		if gone, err := p.land.Undone(n.Night); (err != nil || !gone) && n.Window > 0 {
			bySession[n.Session] = append(bySession[n.Session], n)
		}
	}
	var list []use
	for session, nights := range bySession {
		var said []transcript.Message
		if log, _, err := transcript.Open(p.dir, session); err == nil { // a deleted one leaves its nights
			said = log.Messages()
		}
		list = append(list, sawtooth(nights, said)...)
	}
	slices.SortStableFunc(list, func(a, b use) int { return a.time.Compare(b.time) })
	return list
}

// sawtooth is one session: from each night backwards, what was said before it.
func sawtooth(nights []sleep.Ledger, said []transcript.Message) []use {
	slices.SortStableFunc(nights, func(a, b sleep.Ledger) int { return a.Time.Compare(b.Time) })
	var list []use
	percent := func(tokens, window int) float64 { return 100 * float64(max(0, tokens)) / float64(window) }
	for _, n := range nights {
		until := 0
		for until < len(said) && !said[until].Time.After(n.Time) {
			until++
		}
		used := n.TokensBefore
		for i := until - 1; i >= 0; i-- {
			list = append(list, use{time: said[i].Time, share: percent(used, n.Window)})
			used -= said[i].Tokens
		}
		said = said[until:]
		list = append(list, use{time: n.Time, share: percent(n.TokensAfter, n.Window), was: percent(n.TokensBefore, n.Window), night: true})
	}
	if len(nights) > 0 {
		n := nights[len(nights)-1]
		used := n.TokensAfter
		for _, m := range said {
			used += m.Tokens
			list = append(list, use{time: m.Time, share: percent(used, n.Window)})
		}
	}
	return list
}

// plotNights draws context use over time; a night is a column of |, from what
// the context was down to what it left.
func (a *app) plotNights(list []use) error {
	if len(list) == 0 {
		fmt.Fprintln(a.Err, "dormouse: no night yet")
		return nil
	}
	first, last := list[0].time, list[len(list)-1].time
	span := max(1, last.Sub(first).Seconds())
	var columns, slept [plotWidth]spread
	high, nights, before := 100.0, 0, 0
	for i, u := range list {
		c := columnOf(u.time.Sub(first).Seconds() / span)
		for ; before < c; before++ { // nothing was said: the context stayed as it was
			columns[before+1].add(list[max(0, i-1)].share)
		}
		columns[c].add(u.share)
		high = math.Max(high, math.Max(u.share, u.was))
		if u.night {
			nights++
			slept[c].add(u.was)
			slept[c].add(u.share)
		}
	}
	err := plot(a.Out, fmt.Sprintf("context, %% of the window (:), and %s (|)", plural(nights, "night", "nights")), 0, high, plotRows, func(c int, from, to float64) byte {
		switch {
		case slept[c].n > 0 && slept[c].high > from && slept[c].low < to:
			return '|'
		case columns[c].n > 0 && columns[c].high > from:
			return ':'
		}
		return ' '
	})
	if err != nil {
		return fmt.Errorf("write standard output: %w", err)
	}
	zone := a.clock().Location()
	fmt.Fprintln(a.Out, axis(first.In(zone).Format("2006-01-02 15:04"), last.In(zone).Format("2006-01-02 15:04")))
	return nil
}
