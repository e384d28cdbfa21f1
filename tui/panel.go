package tui

import (
	"cmp"
	"fmt"
	"strings"

	"dormouse/runtime"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/tui/draw"
	"dormouse/tui/tell"
)

// asleep is the night that runs now, as its events tell it.
type asleep struct {
	last  runtime.Slept
	found string // the last thing that was found
	why   string // told when it begins
}

// panel draws the running night, five lines and a frame above and below.
func (n *asleep) panel(p *draw.Painter, width int, deferred bool) []string {
	s := n.last
	inner := max(10, width-4)
	lines := []string{
		stepLine(p, s.Phase, s.State, inner),
		progressLine(p, s, inner),
		p.Theme.Dim.Render(draw.OneLine("why: "+cmp.Or(n.why, "asked for"), inner)),
	}
	if n.found != "" {
		lines = append(lines, draw.OneLine("found: "+n.found, inner))
	}
	if s.Tokens > 0 {
		lines = append(lines, p.Theme.Dim.Render(draw.Fit(draw.Number(s.Tokens)+" tokens before", inner)))
	}
	hint := "esc wakes · typing goes on, enter queues"
	switch {
	case s.Deferred || deferred:
		hint = "will wake when saved"
	case s.Message == sleep.Drop || s.Message == sleep.Between:
		hint = "esc or a message wakes"
	}
	return draw.Frame(p, "asleep · "+tell.State(s.State), hint, lines, width)
}

// stepLine shows the phases: done, running, to come.
func stepLine(p *draw.Painter, phase string, state sleep.State, width int) string {
	names := night.Phases()
	if state == sleep.Dreaming || phase == night.PhaseDreaming {
		names = append(names, night.PhaseDreaming)
		phase = night.PhaseDreaming
	}
	at := -1
	for i, name := range names {
		if name == phase {
			at = i
		}
	}
	if state == sleep.Waking {
		at = len(names)
	}
	var words []string
	for i, name := range names {
		switch {
		case i < at:
			words = append(words, p.Theme.Good.Render("✓ "+name))
		case i == at:
			words = append(words, p.Theme.Night.Render("● "+name))
		default:
			words = append(words, p.Theme.Dim.Render("· "+name))
		}
	}
	line := strings.Join(words, "   ")
	if draw.Cells(line) > width {
		line = strings.Join(words, " ")
	}
	return draw.Fit(line, width)
}

func progressLine(p *draw.Painter, s runtime.Slept, width int) string {
	if s.Total <= 0 {
		return p.Theme.Night.Render(draw.Bar(0, 1, min(24, width)))
	}
	text := fmt.Sprintf("  %s of %s", draw.Number(s.Done), draw.Number(s.Total))
	return draw.Fit(p.Theme.Night.Render(draw.Bar(s.Done, s.Total, min(24, width-len(text))))+text, width)
}
