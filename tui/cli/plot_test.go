package cli

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/sleep"
	"dormouse/sleep/night"
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

func TestSawtoothCountsBackFromANight(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 11, 21, 9, minute, 0, 0, time.UTC) }
	said := []transcript.Message{{Time: at(1), Tokens: 100}, {Time: at(2), Tokens: 200}, {Time: at(5), Tokens: 50}}
	nights := []night.Ledger{{Time: at(3), Window: 1000, TokensBefore: 800, TokensAfter: 300}}
	got := map[int]plot.Use{}
	for _, u := range sawtooth(nights, said) {
		got[u.Time.Minute()] = u
	}
	for minute, want := range map[int]float64{1: 60, 2: 80, 3: 30, 5: 35} {
		if got[minute].Share != want {
			t.Errorf("at minute %d %v%%, want %v%%", minute, got[minute].Share, want)
		}
	}
	if n := got[3]; !n.Night || n.Was != 80 || len(got) != 4 {
		t.Errorf("night: %+v of %d", n, len(got))
	}
}

func TestPlotOfNights(t *testing.T) {
	var out bytes.Buffer
	a := &app{World: World{Out: &out, Err: &out}, global: global{clock: runtime.Running(time.Time{}, time.UTC)}}
	begun := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	err := a.plotNights([]plot.Use{
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
	if err := a.plotNights(nil); err != nil || !strings.Contains(out.String(), "no night yet") {
		t.Errorf("%v: %s", err, out.String())
	}
}

func TestPlotOfCycles(t *testing.T) {
	for _, cycles := range []int{1, 5, 64, 1000} {
		var out bytes.Buffer
		a := &app{World: World{Out: &out}}
		s := sleep.Simulation{Energy: sleep.DefaultSettings().Energy}
		rows := s.Rows(cycles, rand.New(rand.NewPCG(1, 0)))
		if err := a.plotCycles(rows, cycles); err != nil {
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
