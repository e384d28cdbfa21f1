package cli

import (
	"fmt"
	"io"

	"dormouse/sleep/night"
	"dormouse/tui/cli/output"
	"dormouse/tui/safe"
)

// dryNight is the JSON of a dry run: a report that always has diffs and a plan,
// also where there is nothing to change.
type dryNight struct {
	night.Report
	Diffs []night.FileDiff `json:"diffs"`
	Plan  string           `json:"plan"`
}

func (a *app) printNight(r night.Report, dry bool) error {
	if a.json && dry {
		diffs := r.Diffs
		if diffs == nil {
			diffs = []night.FileDiff{}
		}
		return output.JSON(a.Out, dryNight{Report: r, Diffs: diffs, Plan: r.Plan})
	}
	if a.json {
		return output.JSON(a.Out, r)
	}
	line := nightLine(r)
	if dry {
		line = "would have " + line
	}
	fmt.Fprintln(a.Out, line)
	for _, e := range r.Entries {
		fmt.Fprintf(a.Out, "  %s:%d %s (%s %.2f)\n", safe.Line(e.Path), e.Line, safe.Line(e.Text), e.Type, e.Importance)
	}
	for _, e := range r.Open {
		fmt.Fprintf(a.Out, "  left open: %s\n", safe.Line(e.Text))
	}
	for _, e := range r.Superseded {
		fmt.Fprintf(a.Out, "  superseded: %s → ^%s\n", safe.Line(e.Text), safe.Line(e.By))
	}
	for _, s := range r.Told() {
		fmt.Fprintln(a.Out, "  "+safe.Line(s))
	}
	for _, s := range r.Clashes {
		fmt.Fprintf(a.Out, "  yours, left as it is: %s\n", safe.Line(s))
	}
	if n := r.Survival.Kept + len(r.Survival.Lost); n > 0 {
		fmt.Fprintf(a.Out, "  %d of %d names, numbers, dates and paths survive\n", r.Survival.Kept, n)
	}
	if q := r.Recall; q.Before > 0 {
		fmt.Fprintf(a.Out, "  %d of %d questions about what left the context are answered by memory\n", q.Answered, q.Before)
	}
	if p := r.Prepared; p != nil {
		fmt.Fprintf(a.Out, "  prepared beside the talk from %s on, at %d tokens; %s said since stayed word for word\n",
			p.Time.Format("15:04"), p.Tokens, output.Plural(p.Said, "message", "messages"))
	}
	if s := billLine(r.Bill, r.Calls, r.Usage); s != "" {
		fmt.Fprintln(a.Out, "  "+s)
	}
	for _, n := range r.Notices {
		fmt.Fprintln(a.Err, "dormouse: "+safe.Line(n))
	}
	for _, d := range r.Diffs {
		io.WriteString(a.Out, output.EndLine(safe.Text(d.Diff)))
	}
	if r.Plan != "" {
		fmt.Fprintf(a.Out, "dormouse sleep --apply %s   does exactly this\n", safe.Line(r.Plan))
	}
	return nil
}
