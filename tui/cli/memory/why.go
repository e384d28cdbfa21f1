package memory

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/tui/cli/complete"
	"dormouse/tui/cli/evidence"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

func whyCommand(call *program.Call) *cobra.Command {
	return &cobra.Command{
		Use:               "why PATH:LINE|^ID",
		ValidArgsFunction: complete.Entries(call),
		Short:             "Where an entry comes from: night, session, messages",
		Args:              usage.Exactly(1, "a line (MEMORY.md:7) or an id (^k7f3a2)"),
		RunE: func(_ *cobra.Command, args []string) error {
			return call.On(func(p *program.Place) error {
				o, err := p.Store.Why(args[0])
				if err != nil {
					return p.NoEntry(args[0], err)
				}
				said := evidence.Said(p.Dir, o)
				if call.JSON {
					return output.JSON(call.Out, whyJSON(o, said))
				}
				printWhy(call, o, said)
				return nil
			})
		},
	}
}

func whyJSON(o memory.Origin, said []evidence.Cited) map[string]any {
	messages := []map[string]any{}
	for _, m := range said {
		one := map[string]any{"id": m.ID, "time": m.Time, "role": m.Role, "name": m.Name, "content": m.Content}
		if m.Session != "" {
			one["session"] = m.Session
		}
		if m.Changed {
			one["changed"] = true
		}
		messages = append(messages, one)
	}
	sources := o.Entry.Sources
	if sources == nil {
		sources = []string{}
	}
	neighbours := o.Neighbours
	if neighbours == nil {
		neighbours = []memory.Neighbour{}
	}
	why := map[string]any{
		"path": o.Entry.Path, "line": o.Entry.Line, "id": o.Entry.ID, "text": o.Entry.Text, "type": o.Entry.Type,
		"importance": o.Entry.Importance, "by_hand": o.ByHand, "night": o.Night, "session": o.Session, "sources": sources,
		"messages": messages, "strength": o.Strength, "uses": o.Uses, "pinned": o.Pinned,
		"neighbours": neighbours,
	}
	if o.Entry.Origin.Foreign() {
		why["origin"] = o.Entry.Origin
	}
	if o.Doubt != "" {
		why["possibly_stale"] = o.Doubt
	}
	return why
}

func printWhy(call *program.Call, o memory.Origin, said []evidence.Cited) {
	fmt.Fprintf(call.Out, "%s:%d %s\n", safe.Line(o.Entry.Path), o.Entry.Line, safe.Line(o.Entry.Text))
	switch {
	case o.ByHand:
		fmt.Fprintln(call.Out, "written by hand")
	case o.Night != "":
		fmt.Fprintf(call.Out, "%s, importance %.2f, remembered by night %s from session %s\n", o.Entry.Type, o.Entry.Importance, transcript.ShortID(o.Night), transcript.ShortID(o.Session))
	case o.Typed():
		fmt.Fprintf(call.Out, "typed in session %s, %s\n", transcript.ShortID(o.Session), output.Moment(o.Written, call.Clock().Location()))
	case o.Session != "":
		fmt.Fprintf(call.Out, "saved in session %s\n", transcript.ShortID(o.Session))
	default:
		fmt.Fprintln(call.Out, "saved outside a conversation")
	}
	// What it rests on is what was asked for; what else is known of it follows.
	for _, m := range said {
		who := string(m.Role)
		if m.Name != "" {
			who = m.Name
		}
		fmt.Fprintf(call.Out, "  %s %s %s: %s\n", transcript.ShortID(m.ID), m.Time.Format("2006-01-02 15:04"), safe.Line(who), safe.Line(m.Content))
		if m.Session != "" {
			fmt.Fprintf(call.Out, "    it stands in session %s now\n", transcript.ShortID(m.Session))
		}
		if m.Changed {
			fmt.Fprintln(call.Out, "    its text has changed since: it is not the one that was remembered")
		}
	}
	for _, e := range o.History {
		fmt.Fprintf(call.Out, "in place of: %s (until %s)\n", safe.Line(e.Text), e.Until.Format(time.DateOnly))
	}
	if o.Uses > 0 {
		fmt.Fprintf(call.Out, "strength %.2f after %s, last on %s\n", o.Strength, output.Plural(o.Uses, "use", "uses"), output.Day(o.Used, call.Clock().Location()))
	}
	if o.Doubt != "" {
		fmt.Fprintf(call.Out, "possibly stale: %s\n", safe.Line(o.Doubt))
	}
	printNeighbours(call, o.Neighbours)
}

// mostNeighbours is how many associations are printed; --json has all.
const mostNeighbours = 5

func printNeighbours(call *program.Call, list []memory.Neighbour) {
	for _, n := range list[:min(mostNeighbours, len(list))] {
		fmt.Fprintf(call.Out, "associated %.2f with ^%s %s:%d: %s\n", n.Weight, n.ID, safe.Line(n.Path), n.Line, safe.Line(n.Text))
	}
	if more := len(list) - mostNeighbours; more > 0 {
		fmt.Fprintf(call.Out, "and with %s; --json lists them\n", output.Plural(more, "other", "others"))
	}
}
