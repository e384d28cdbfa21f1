package ledgers

import (
	"fmt"
	"io"

	"dormouse/runtime"
	"dormouse/sleep/night"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/safe"
)

// dryNight is the JSON of a dry run: a report that always has diffs and a plan,
// also where there is nothing to change.
type dryNight struct {
	night.Report
	Diffs []night.FileDiff `json:"diffs"`
	Plan  string           `json:"plan"`
}

// Print prints a night, or what it would be.
func Print(call *program.Call, r night.Report, dry bool) error {
	if call.JSON && dry {
		diffs := r.Diffs
		if diffs == nil {
			diffs = []night.FileDiff{}
		}
		return output.JSON(call.Out, dryNight{Report: r, Diffs: diffs, Plan: r.Plan})
	}
	if call.JSON {
		return output.JSON(call.Out, r)
	}
	line := Line(r)
	if dry {
		line = "would have " + line
	}
	fmt.Fprintln(call.Out, line)
	for _, e := range r.Entries {
		fmt.Fprintf(call.Out, "  %s:%d %s (%s %.2f)\n", safe.Line(e.Path), e.Line, safe.Line(e.Text), e.Type, e.Importance)
	}
	for _, e := range r.Open {
		fmt.Fprintf(call.Out, "  left open: %s\n", safe.Line(e.Text))
	}
	for _, e := range r.Superseded {
		fmt.Fprintf(call.Out, "  superseded: %s → ^%s\n", safe.Line(e.Text), safe.Line(e.By))
	}
	for _, s := range r.Told() {
		fmt.Fprintln(call.Out, "  "+safe.Line(s))
	}
	for _, s := range r.Clashes {
		fmt.Fprintf(call.Out, "  yours, left as it is: %s\n", safe.Line(s))
	}
	if n := r.Survival.Kept + len(r.Survival.Lost); n > 0 {
		fmt.Fprintf(call.Out, "  %d of %d names, numbers, dates and paths survive\n", r.Survival.Kept, n)
	}
	if q := r.Recall; q.Before > 0 {
		fmt.Fprintf(call.Out, "  %d of %d questions about what left the context are answered by memory\n", q.Answered, q.Before)
	}
	if p := r.Prepared; p != nil {
		fmt.Fprintf(call.Out, "  prepared beside the talk from %s on, at %d tokens; %s said since stayed word for word\n",
			p.Time.Format("15:04"), p.Tokens, output.Plural(p.Said, "message", "messages"))
	}
	if s := BillLine(r.Bill, r.Calls, r.Usage); s != "" {
		fmt.Fprintln(call.Out, "  "+s)
	}
	for _, n := range r.Notices {
		fmt.Fprintln(call.Err, "dormouse: "+safe.Line(n))
	}
	for _, d := range r.Diffs {
		io.WriteString(call.Out, output.EndLine(safe.Text(d.Diff)))
	}
	if r.Plan != "" {
		fmt.Fprintf(call.Out, "dormouse sleep --apply %s   does exactly this\n", safe.Line(r.Plan))
	}
	return nil
}

// Line is a night on one line: what a person sees on waking.
func Line(r night.Report) string {
	if r.Nothing != "" {
		return "slept: " + safe.Line(r.Nothing)
	}
	s := fmt.Sprintf("slept (%s): %d → %d tokens, %s remembered", r.Trigger, r.TokensBefore, r.TokensAfter, output.Plural(len(r.Entries), "entry", "entries"))
	if n := len(r.Open); n > 0 {
		s += fmt.Sprintf(", %d left open", n)
	}
	if r.Duplicates > 0 {
		s += fmt.Sprintf(", %d known already", r.Duplicates)
	}
	if n := len(r.Superseded); n > 0 {
		s += fmt.Sprintf(", %d superseded", n)
	}
	if r.Degraded != "" {
		s += "; offline: " + safe.Line(r.Degraded)
	}
	return s
}

// Narrate says on a terminal how far a night is.
func Narrate(call *program.Call) func(runtime.Event) {
	return func(e runtime.Event) {
		if s, ok := e.(runtime.Slept); ok && output.IsTerminal(call.Err) && s.Phase != "" && s.Done == s.Total {
			fmt.Fprintf(call.Err, "· %s %d\n", s.Phase, s.Total)
		}
		if n, ok := e.(runtime.Noticed); ok {
			fmt.Fprintln(call.Err, "dormouse: "+safe.Line(n.Text))
		}
	}
}
