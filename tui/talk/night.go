package talk

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/sleep/night"
	"dormouse/tui/draw"
)

// Night is a night that is over, one line that unfolds to what it did.
type Night struct {
	Report night.Report
	Err    error
	Undone bool
	Hint   string // how to see more, and how to go back
}

// Idle reports whether there was nothing to sleep over, which is no failure.
func (s *Night) Idle() bool { return errors.Is(s.Err, night.ErrNothingSaid) }

func (s *Night) Draw(p *draw.Painter, open bool) []string {
	r := s.Report
	if s.Idle() {
		return (&Notice{Text: s.Err.Error()}).Draw(p, open)
	}
	if s.Err != nil {
		return (&Notice{Text: "the night failed and changed nothing: " + s.Err.Error(), Error: true}).Draw(p, open)
	}
	var out []string
	for i, line := range draw.Wrap(s.Line(), p.Width-2) {
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
		if !s.Undone && r.Nothing == "" {
			out = append(out, p.Theme.Dim.Render(draw.Fit("  "+s.Hint, p.Width)))
		}
		return out
	}
	return append(out, s.details(p)...)
}

// Line is the night in a line.
func (s *Night) Line() string {
	r := s.Report
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
	}{{len(r.Open), "left open"}, {r.Duplicates, "known already"}, {len(r.Superseded), "superseded"}, {used(r), "used"}, {night.Did(r.Dreams), "dreamt"}} {
		if more.n > 0 {
			parts = append(parts, counted(more.n, more.word))
		}
	}
	if s.Undone {
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
func used(r night.Report) int {
	if r.Replay == nil {
		return 0
	}
	return r.Replay.Used
}

func counted(n int, what string) string { return draw.Number(n) + " " + what }

// details are the entries with their places, what was lost, and how to go back.
func (s *Night) details(p *draw.Painter) []string {
	r := s.Report
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
		add(p.Theme.Plain.Render, fmt.Sprintf("+ %s  (%s, %s)", e.Text, e.Type, PlaceOf(e)))
	}
	for _, e := range r.Open {
		add(p.Theme.Plain.Render, fmt.Sprintf("+ %s  (left open)", e.Text))
	}
	for _, e := range r.Superseded {
		add(p.Theme.Dim.Render, fmt.Sprintf("~ %s  (superseded, %s)", e.Text, PlaceOf(e)))
	}
	for _, e := range r.Retired {
		add(p.Theme.Dim.Render, fmt.Sprintf("- %s  (retired, %s)", e.Text, PlaceOf(e)))
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
	if !s.Undone && r.Nothing == "" {
		add(p.Theme.Dim.Render, "take it back: /undo "+r.Night)
	}
	return out
}

// PlaceOf is where an entry stands: path and line.
func PlaceOf(e night.Noted) string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d", e.Path, e.Line)
	}
	return e.Path
}

func (s *Night) folds(*draw.Painter) bool { return s.Err == nil }
func (s *Night) Copied() string           { return s.Line() }

// PastNight is a night of a resumed session: its report is not at hand, its line is.
type PastNight struct {
	Night  transcript.Night
	Undone bool
}

func (n *PastNight) Draw(p *draw.Painter, open bool) []string {
	line := fmt.Sprintf("☾ slept %s: %s", n.Night.Time.Format(time.DateTime), change(n.Night.TokensBefore, n.Night.TokensAfter))
	if n.Undone {
		line += " · taken back"
	}
	out := []string{p.Theme.Night.Render(draw.OneLine(line, p.Width))}
	if open {
		for _, line := range draw.Wrap(n.Night.Summary, p.Width-2) {
			out = append(out, p.Theme.Dim.Render("  "+line))
		}
	}
	return out
}
func (n *PastNight) folds(*draw.Painter) bool { return n.Night.Summary != "" }
func (n *PastNight) Copied() string           { return n.Night.Summary }
