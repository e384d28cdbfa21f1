package tui

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/sleep"
	"dormouse/tui/draw"
	"dormouse/tui/safe"
)

// nightly is the night that runs now, as its events tell it.
type nightly struct {
	last  runtime.Slept
	found string // the last thing that was found
	why   string // told when it begins
}

// phases are the steps of a night in order, as the panel shows them.
func phases() []string { return []string{"process", "summarize", "consolidate", "save"} }

// panel draws the running night, five lines and a frame above and below.
func (n *nightly) panel(p *draw.Painter, width int, deferred bool) []string {
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
	return draw.Frame(p, "asleep · "+stateName(s.State), hint, lines, width)
}

// stateName is a state in words.
func stateName(s sleep.State) string {
	return strings.ReplaceAll(safe.Line(string(s)), "_", " ")
}

// stepLine shows the phases: done, running, to come.
func stepLine(p *draw.Painter, phase string, state sleep.State, width int) string {
	names := phases()
	if state == sleep.Dreaming || phase == "dreaming" {
		names = append(names, "dreaming")
		phase = "dreaming"
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

// slept is a night that is over, one line that unfolds to what it did.
type slept struct {
	report sleep.Report
	err    error
	undone bool
	hint   string // how to see more, and how to go back
}

func (s *slept) draw(p *draw.Painter, open bool) []string {
	r := s.report
	if s.err != nil {
		return (&notice{text: "the night failed and changed nothing: " + s.err.Error(), error: true}).draw(p, open)
	}
	var out []string
	for i, line := range draw.Wrap(s.line(), p.Width-2) {
		lead := "  "
		if i == 0 {
			lead = "☾ "
		}
		out = append(out, p.Theme.Night.Render(lead+line))
	}
	if r.Degraded != "" {
		out = append(out, p.Theme.Warn.Render(draw.OneLine("  finished offline: "+r.Degraded, p.Width)))
	}
	if !open {
		if !s.undone && r.Nothing == "" {
			out = append(out, p.Theme.Dim.Render(draw.Fit("  "+s.hint, p.Width)))
		}
		return out
	}
	return append(out, s.details(p)...)
}

// line is the night in a line.
func (s *slept) line() string {
	r := s.report
	if r.Nothing != "" {
		return "slept, and changed nothing: " + r.Nothing
	}
	parts := []string{
		"slept: " + change(r.TokensBefore, r.TokensAfter),
		counted(len(r.Entries), "remembered"),
	}
	for _, more := range []struct {
		n    int
		word string
	}{{len(r.Open), "left open"}, {r.Duplicates, "known already"}, {len(r.Superseded), "superseded"}, {used(r), "used"}, {sleep.Did(r.Dreams), "dreamt"}} {
		if more.n > 0 {
			parts = append(parts, counted(more.n, more.word))
		}
	}
	if s.undone {
		parts = append(parts, "taken back")
	}
	return strings.Join(parts, " · ")
}

// change is what became of the context. A night over a short talk only saves.
func change(before, after int) string {
	if before == after {
		return "the context stays at " + draw.Number(after) + " tokens"
	}
	return fmt.Sprintf("%s → %s tokens", draw.Number(before), draw.Number(after))
}

// used is how many memories the talk used.
func used(r sleep.Report) int {
	if r.Replay == nil {
		return 0
	}
	return r.Replay.Used
}

func counted(n int, what string) string { return draw.Number(n) + " " + what }

// details are the entries with their places, what was lost, and how to go back.
func (s *slept) details(p *draw.Painter) []string {
	r := s.report
	var out []string
	add := func(style func(...string) string, text string) {
		for i, line := range draw.Wrap(text, p.Width-4) {
			lead := "    "
			if i == 0 {
				lead = "  "
			}
			out = append(out, style(lead+line))
		}
	}
	for _, e := range r.Entries {
		add(p.Theme.Plain.Render, fmt.Sprintf("+ %s  (%s, %s)", e.Text, e.Type, placeOf(e)))
	}
	for _, e := range r.Open {
		add(p.Theme.Plain.Render, fmt.Sprintf("+ %s  (left open)", e.Text))
	}
	for _, e := range r.Superseded {
		add(p.Theme.Dim.Render, fmt.Sprintf("~ %s  (superseded, %s)", e.Text, placeOf(e)))
	}
	for _, e := range r.Retired {
		add(p.Theme.Dim.Render, fmt.Sprintf("- %s  (retired, %s)", e.Text, placeOf(e)))
	}
	for _, told := range r.Told() {
		add(p.Theme.Dim.Render, "· "+told)
	}
	for _, c := range r.Clashes {
		add(p.Theme.Warn.Render, "! "+c)
	}
	if r.Survival.Total > 0 {
		add(p.Theme.Dim.Render, fmt.Sprintf("survival: %s of %s ids, paths, numbers and dates (%.0f%%)",
			draw.Number(r.Survival.Kept), draw.Number(r.Survival.Total), 100*r.Survival.Share()))
	}
	for i, l := range r.Survival.Lost {
		if i == 8 {
			add(p.Theme.Dim.Render, fmt.Sprintf("  … and %s more lost", draw.Number(len(r.Survival.Lost)-i)))
			break
		}
		add(p.Theme.Dim.Render, fmt.Sprintf("lost: %s %s", l.Kind, l.Text))
	}
	cost := fmt.Sprintf("why: %s · engine: %s · %s", cmp.Or(r.Reason, r.Trigger), r.Engine, draw.Many(r.Calls, "model call"))
	add(p.Theme.Dim.Render, cost)
	if a := r.Prepared; a != nil {
		add(p.Theme.Dim.Render, fmt.Sprintf("prepared beside the talk from %s on; %s said since stayed word for word", a.Time.Format("15:04"), draw.Many(a.Said, "message")))
	}
	for _, n := range r.Notices {
		add(p.Theme.Dim.Render, n)
	}
	if !s.undone && r.Nothing == "" {
		add(p.Theme.Dim.Render, "take it back: /undo "+r.Night)
	}
	return out
}

func placeOf(e sleep.Noted) string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d", e.Path, e.Line)
	}
	return e.Path
}

func (s *slept) folds(*draw.Painter) bool { return s.err == nil }
func (s *slept) copied() string           { return s.line() }

// past is a night of a resumed session: its report is not at hand, its line is.
type past struct {
	night  transcript.Night
	undone bool
}

func (n *past) draw(p *draw.Painter, open bool) []string {
	line := fmt.Sprintf("☾ slept %s: %s", n.night.Time.Format(time.DateTime), change(n.night.TokensBefore, n.night.TokensAfter))
	if n.undone {
		line += " · taken back"
	}
	out := []string{p.Theme.Night.Render(draw.OneLine(line, p.Width))}
	if open {
		for _, line := range draw.Wrap(n.night.Summary, p.Width-2) {
			out = append(out, p.Theme.Dim.Render("  "+line))
		}
	}
	return out
}
func (n *past) folds(*draw.Painter) bool { return n.night.Summary != "" }
func (n *past) copied() string           { return n.night.Summary }
