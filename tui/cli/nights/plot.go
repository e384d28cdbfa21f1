package nights

import (
	"fmt"
	"io"
	"math"
	"strings"

	"dormouse/sleep"
	"dormouse/tui/cli/program"
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
func plotCycles(call *program.Call, rows func(func(sleep.Row) bool), cycles int) error {
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
		err := draw(call.Out, plot.Chart(c.title, c.low, math.Max(high[i], 1e-9), plotWidth, 6, func(col int, from, to float64) byte {
			return values[i][col].Dotted(from, to)
		})...)
		if err != nil {
			return err
		}
	}
	return draw(call.Out, plot.Axis("cycle 0", fmt.Sprint(cycles-1), plotWidth))
}

// plotNights draws context use and nights over time.
func plotNights(call *program.Call, list []plot.Use) error {
	if len(list) == 0 {
		fmt.Fprintln(call.Err, "dormouse: no night yet")
		return nil
	}
	return draw(call.Out, plot.Context(list, plotWidth, plotRows, call.Clock().Location())...)
}
