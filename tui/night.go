package tui

import (
	"fmt"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/sleep"
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
func (n *nightly) panel(p *painter, width int, deferred bool) []string {
	s := n.last
	inner := max(10, width-4)
	lines := []string{
		stepLine(p, s.Phase, s.State, inner),
		progressLine(p, s, inner),
		p.theme.dim.Render(oneLine("why: "+orElse(n.why, "asked for"), inner)),
	}
	if n.found != "" {
		lines = append(lines, oneLine("found: "+n.found, inner))
	}
	if s.Tokens > 0 {
		lines = append(lines, p.theme.dim.Render(fit(number(s.Tokens)+" tokens before", inner)))
	}
	hint := "esc wakes · typing goes on, enter queues"
	switch {
	case s.Deferred || deferred:
		hint = "will wake when saved"
	case s.Message == sleep.Drop || s.Message == sleep.Between:
		hint = "esc or a message wakes"
	}
	return frame(p, "asleep · "+stateName(s.State), hint, lines, width)
}

// stateName is a state in words.
func stateName(s sleep.State) string {
	return strings.ReplaceAll(safe.Line(string(s)), "_", " ")
}

// stepLine shows the phases: done, running, to come.
func stepLine(p *painter, phase string, state sleep.State, width int) string {
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
			words = append(words, p.theme.good.Render("✓ "+name))
		case i == at:
			words = append(words, p.theme.night.Render("● "+name))
		default:
			words = append(words, p.theme.dim.Render("· "+name))
		}
	}
	line := strings.Join(words, "   ")
	if cells(line) > width {
		line = strings.Join(words, " ")
	}
	return fit(line, width)
}

func progressLine(p *painter, s runtime.Slept, width int) string {
	if s.Total <= 0 {
		return p.theme.night.Render(bar(0, 1, min(24, width)))
	}
	text := fmt.Sprintf("  %s of %s", number(s.Done), number(s.Total))
	return fit(p.theme.night.Render(bar(s.Done, s.Total, min(24, width-len(text))))+text, width)
}

// bar draws part of whole as a line of so many cells.
func bar(part, whole, cells int) string {
	if cells <= 0 {
		return ""
	}
	full := 0
	if whole > 0 {
		full = min(cells, max(0, part*cells/whole))
	}
	return strings.Repeat("━", full) + strings.Repeat("─", cells-full)
}

// frame draws a box with a title and a hint in its edges. Lines must be drawn
// already and at most width-4 cells wide.
func frame(p *painter, title, hint string, lines []string, width int) []string {
	edge := func(left, text, right string) string {
		if text != "" {
			text = " " + oneLine(text, max(0, width-6)) + " "
		}
		rest := max(0, width-3-cells(text))
		return p.theme.night.Render(left + "─" + text + strings.Repeat("─", rest) + right)
	}
	side := p.theme.night.Render("│")
	out := []string{edge("╭", title, "╮")}
	for _, line := range lines {
		out = append(out, side+" "+pad(line, width-4)+" "+side)
	}
	return append(out, edge("╰", hint, "╯"))
}

// slept is a night that is over, one line that unfolds to what it did.
type slept struct {
	report sleep.Report
	err    error
	undone bool
	hint   string // how to see more, and how to go back
}

func (s *slept) draw(p *painter, open bool) []string {
	r := s.report
	if s.err != nil {
		return (&notice{text: "the night failed and changed nothing: " + s.err.Error(), error: true}).draw(p, open)
	}
	var out []string
	for i, line := range wrap(s.line(), p.width-2) {
		lead := "  "
		if i == 0 {
			lead = "☾ "
		}
		out = append(out, p.theme.night.Render(lead+line))
	}
	if r.Degraded != "" {
		out = append(out, p.theme.warn.Render(oneLine("  finished offline: "+r.Degraded, p.width)))
	}
	if !open {
		if !s.undone && r.Nothing == "" {
			out = append(out, p.theme.dim.Render(fit("  "+s.hint, p.width)))
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
		return "the context stays at " + number(after) + " tokens"
	}
	return fmt.Sprintf("%s → %s tokens", number(before), number(after))
}

// used is how many memories the talk used.
func used(r sleep.Report) int {
	if r.Replay == nil {
		return 0
	}
	return r.Replay.Used
}

func counted(n int, what string) string { return number(n) + " " + what }

// details are the entries with their places, what was lost, and how to go back.
func (s *slept) details(p *painter) []string {
	r := s.report
	var out []string
	add := func(style func(...string) string, text string) {
		for i, line := range wrap(text, p.width-4) {
			lead := "    "
			if i == 0 {
				lead = "  "
			}
			out = append(out, style(lead+line))
		}
	}
	for _, e := range r.Entries {
		add(p.theme.plain.Render, fmt.Sprintf("+ %s  (%s, %s)", e.Text, e.Type, placeOf(e)))
	}
	for _, e := range r.Open {
		add(p.theme.plain.Render, fmt.Sprintf("+ %s  (left open)", e.Text))
	}
	for _, e := range r.Superseded {
		add(p.theme.dim.Render, fmt.Sprintf("~ %s  (superseded, %s)", e.Text, placeOf(e)))
	}
	for _, e := range r.Retired {
		add(p.theme.dim.Render, fmt.Sprintf("- %s  (retired, %s)", e.Text, placeOf(e)))
	}
	for _, told := range r.Told() {
		add(p.theme.dim.Render, "· "+told)
	}
	for _, c := range r.Clashes {
		add(p.theme.warn.Render, "! "+c)
	}
	if r.Survival.Total > 0 {
		add(p.theme.dim.Render, fmt.Sprintf("survival: %s of %s ids, paths, numbers and dates (%.0f%%)",
			number(r.Survival.Kept), number(r.Survival.Total), 100*r.Survival.Share()))
	}
	for i, l := range r.Survival.Lost {
		if i == 8 {
			add(p.theme.dim.Render, fmt.Sprintf("  … and %s more lost", number(len(r.Survival.Lost)-i)))
			break
		}
		add(p.theme.dim.Render, fmt.Sprintf("lost: %s %s", l.Kind, l.Text))
	}
	cost := fmt.Sprintf("why: %s · engine: %s · %s", orElse(r.Reason, r.Trigger), r.Engine, many(r.Calls, "model call"))
	add(p.theme.dim.Render, cost)
	if a := r.Prepared; a != nil {
		add(p.theme.dim.Render, fmt.Sprintf("prepared beside the talk from %s on; %s said since stayed word for word", a.Time.Format("15:04"), many(a.Said, "message")))
	}
	for _, n := range r.Notices {
		add(p.theme.dim.Render, n)
	}
	if !s.undone && r.Nothing == "" {
		add(p.theme.dim.Render, "take it back: /undo "+r.Night)
	}
	return out
}

func placeOf(e sleep.Noted) string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d", e.Path, e.Line)
	}
	return e.Path
}

func (s *slept) folds(*painter) bool { return s.err == nil }
func (s *slept) copied() string      { return s.line() }

// past is a night of a resumed session: its report is not at hand, its line is.
type past struct {
	night  transcript.Night
	undone bool
}

func (n *past) draw(p *painter, open bool) []string {
	line := fmt.Sprintf("☾ slept %s: %s", n.night.Time.Format(time.DateTime), change(n.night.TokensBefore, n.night.TokensAfter))
	if n.undone {
		line += " · taken back"
	}
	out := []string{p.theme.night.Render(oneLine(line, p.width))}
	if open {
		for _, line := range wrap(n.night.Summary, p.width-2) {
			out = append(out, p.theme.dim.Render("  "+line))
		}
	}
	return out
}
func (n *past) folds(*painter) bool { return n.night.Summary != "" }
func (n *past) copied() string      { return n.night.Summary }

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
