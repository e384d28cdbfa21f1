package nights

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"dormouse/runtime"
	"dormouse/sleep"
	"dormouse/tui/cli/program"
	"dormouse/tui/plot"
)

// lines of a chart have plain characters only, and fit 80 columns.
func checkChart(t *testing.T, out string) []string {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for _, line := range lines {
		if len(line) > 79 || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%q", line)
		}
	}
	return lines
}

func TestPlotOfNights(t *testing.T) {
	var out bytes.Buffer
	call := &program.Call{World: program.World{Out: &out, Err: &out}, Clock: runtime.Running(time.Time{}, time.UTC)}
	begun := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	err := plotNights(call, []plot.Use{
		{Time: begun, Share: 20}, {Time: begun.Add(30 * time.Hour), Share: 50, Was: 90, Night: true}, {Time: begun.Add(60 * time.Hour), Share: 60},
	})
	if err != nil {
		t.Fatal(err)
	}
	lines := checkChart(t, out.String())
	if len(lines) != plotRows+3 || !strings.Contains(lines[0], "1 night") || !strings.HasSuffix(lines[len(lines)-1], "2026-11-23 21:00") {
		t.Fatalf("%d lines:\n%s", len(lines), out.String())
	}
	column := func(c int) string { // from the top
		s := ""
		for _, line := range lines[1 : plotRows+1] {
			line += strings.Repeat(" ", 80)
			s += string(line[10+c])
		}
		return s
	}
	for c, want := range map[int]string{0: "        ::", 20: "        ::", 32: " ||||:::::", 33: "     :::::", 63: "    ::::::"} {
		if got := column(c); got != want {
			t.Errorf("column %d is %q, want %q\n%s", c, got, want, out.String())
		}
	}
	out.Reset()
	if err := plotNights(call, nil); err != nil || !strings.Contains(out.String(), "no night yet") {
		t.Errorf("%v: %s", err, out.String())
	}
}

func TestPlotOfCycles(t *testing.T) {
	for _, cycles := range []int{1, 5, 64, 1000} {
		var out bytes.Buffer
		call := &program.Call{World: program.World{Out: &out}}
		rows := sleep.DefaultSettings().Energy.Simulate(cycles, nil, rand.New(rand.NewPCG(1, 0)))
		if err := plotCycles(call, rows, cycles); err != nil {
			t.Fatal(err)
		}
		lines := checkChart(t, out.String())
		if len(lines) != 4*8+1 {
			t.Errorf("%d cycles: %d lines", cycles, len(lines))
		}
		if n := strings.Count(out.String(), "*"); n != 4*min(cycles, plotWidth) {
			t.Errorf("%d cycles: %d means are drawn\n%s", cycles, n, out.String())
		}
	}
}
