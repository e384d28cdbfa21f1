// Package plot draws charts of plain characters: a title, rows from high down to
// low with two labels, and an axis. It prints nothing and knows no terminal; a
// chart is lines of a width that the caller says, so that the command line and
// the screen show the same one.
package plot

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Margin is what stands left of a chart, in characters: labels and axis.
const Margin = 10

// Chart draws columns × rows. cell says which character stands where the values
// from…to meet a column; the highest row is open above, so that rounding loses no
// value.
func Chart(title string, low, high float64, columns, rows int, cell func(column int, from, to float64) byte) []string {
	out := []string{title}
	step := (high - low) / float64(rows)
	for r := rows - 1; r >= 0; r-- {
		from := low + step*float64(r)
		to := from + step
		if r == rows-1 {
			to = math.Inf(1)
		}
		line := make([]byte, columns)
		for c := range line {
			line[c] = cell(c, from, to)
		}
		label := ""
		if r == rows-1 || r == rows/2 {
			label = fmt.Sprintf("%.3g", from+step)
		}
		out = append(out, strings.TrimRight(fmt.Sprintf("%8s |%s", label, line), " "))
	}
	return append(out, fmt.Sprintf("%8s +%s", fmt.Sprintf("%.3g", low), strings.Repeat("-", columns)))
}

// Axis is the line under a chart: what stands at its ends.
func Axis(left, right string, columns int) string {
	return strings.Repeat(" ", Margin) + left + strings.Repeat(" ", max(1, columns-len(left)-len(right))) + right
}

// Column is the column of a place from 0 to 1.
func Column(share float64, columns int) int {
	return min(columns-1, max(0, int(share*float64(columns))))
}

// Spread is what fell into one column. The zero value is an empty one.
type Spread struct {
	Low, High, Sum float64
	N              int
}

// Add takes one more value in.
func (s *Spread) Add(v float64) {
	if s.N == 0 || v < s.Low {
		s.Low = v
	}
	if s.N == 0 || v > s.High {
		s.High = v
	}
	s.Sum += v
	s.N++
}

// Dotted marks the mean as * and the range as a dotted line.
func (s Spread) Dotted(from, to float64) byte {
	mean := s.Sum / float64(max(1, s.N))
	switch {
	case s.N == 0:
		return ' '
	case mean >= from && mean < to:
		return '*'
	case s.Low < to && s.High >= from:
		return '.'
	}
	return ' '
}

// Use is the context's share of the window at one instant, in percent, of the
// session that was used then. After a night, Was is what it was before.
type Use struct {
	Time       time.Time
	Share, Was float64
	Night      bool
}

// Context draws context use over time, uses in the order of time; a night is a
// column of |, from what the context was down to what it left. Times are shown in
// zone. Nothing is drawn of no uses.
func Context(uses []Use, columns, rows int, zone *time.Location) []string {
	if len(uses) == 0 || columns < 1 || rows < 1 {
		return nil
	}
	first, last := uses[0].Time, uses[len(uses)-1].Time
	span := max(1, last.Sub(first).Seconds())
	used, slept := make([]Spread, columns), make([]Spread, columns)
	high, nights, before := 100.0, 0, 0
	for i, u := range uses {
		c := Column(u.Time.Sub(first).Seconds()/span, columns)
		for ; before < c; before++ { // nothing was said: the context stayed as it was
			used[before+1].Add(uses[max(0, i-1)].Share)
		}
		used[c].Add(u.Share)
		high = math.Max(high, math.Max(u.Share, u.Was))
		if u.Night {
			nights++
			slept[c].Add(u.Was)
			slept[c].Add(u.Share)
		}
	}
	word := "nights"
	if nights == 1 {
		word = "night"
	}
	title := fmt.Sprintf("context, %% of the window (:), and %d %s (|)", nights, word)
	out := Chart(title, 0, high, columns, rows, func(c int, from, to float64) byte {
		switch {
		case slept[c].N > 0 && slept[c].High > from && slept[c].Low < to:
			return '|'
		case used[c].N > 0 && used[c].High > from:
			return ':'
		}
		return ' '
	})
	const minute = "2006-01-02 15:04"
	return append(out, Axis(first.In(zone).Format(minute), last.In(zone).Format(minute), columns))
}
