package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/tui/cli/evidence"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// queryLine reads a line of --batch: words, or {"qid", "query"}.
func queryLine(line string) (qid, words string) {
	if !strings.HasPrefix(line, "{") {
		return "", line
	}
	var q struct {
		QID   string  `json:"qid"`
		Query *string `json:"query"`
	}
	if json.Unmarshal([]byte(line), &q) != nil || q.Query == nil {
		return "", line
	}
	return q.QID, *q.Query
}

func (a *app) whyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "why PATH:LINE|^ID",
		Short: "Where an entry comes from: night, session, messages",
		Args:  usage.Exactly(1, "a line (MEMORY.md:7) or an id (^k7f3a2)"),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.on(func(p *place) error {
				o, err := p.store.Why(args[0])
				if err != nil {
					return err
				}
				said := evidence.Said(p.dir, o)
				if a.json {
					return output.JSON(a.Out, whyJSON(o, said))
				}
				a.printWhy(o, said)
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

func (a *app) printWhy(o memory.Origin, said []evidence.Cited) {
	fmt.Fprintf(a.Out, "%s:%d %s\n", safe.Line(o.Entry.Path), o.Entry.Line, safe.Line(o.Entry.Text))
	switch {
	case o.ByHand:
		fmt.Fprintln(a.Out, "written by hand")
	case o.Night != "":
		fmt.Fprintf(a.Out, "%s, importance %.2f, remembered by night %s from session %s\n", o.Entry.Type, o.Entry.Importance, transcript.ShortID(o.Night), transcript.ShortID(o.Session))
	case o.Session != "":
		fmt.Fprintf(a.Out, "saved in session %s\n", transcript.ShortID(o.Session))
	default:
		fmt.Fprintln(a.Out, "saved on the command line")
	}
	// What it rests on is what was asked for; what else is known of it follows.
	for _, m := range said {
		who := string(m.Role)
		if m.Name != "" {
			who = m.Name
		}
		fmt.Fprintf(a.Out, "  %s %s %s: %s\n", transcript.ShortID(m.ID), m.Time.Format("2006-01-02 15:04"), safe.Line(who), safe.Line(m.Content))
		if m.Session != "" {
			fmt.Fprintf(a.Out, "    it stands in session %s now\n", transcript.ShortID(m.Session))
		}
		if m.Changed {
			fmt.Fprintln(a.Out, "    its text has changed since: it is not the one that was remembered")
		}
	}
	for _, e := range o.History {
		fmt.Fprintf(a.Out, "in place of: %s (until %s)\n", safe.Line(e.Text), e.Until.Format(time.DateOnly))
	}
	if o.Uses > 0 {
		fmt.Fprintf(a.Out, "strength %.2f after %s, last on %s\n", o.Strength, output.Plural(o.Uses, "use", "uses"), output.Day(o.Used, a.clock().Location()))
	}
	if o.Doubt != "" {
		fmt.Fprintf(a.Out, "possibly stale: %s\n", safe.Line(o.Doubt))
	}
	a.printNeighbours(o.Neighbours)
}

// mostNeighbours is how many associations are printed; --json has all.
const mostNeighbours = 5

func (a *app) printNeighbours(list []memory.Neighbour) {
	for _, n := range list[:min(mostNeighbours, len(list))] {
		fmt.Fprintf(a.Out, "associated %.2f with ^%s %s:%d: %s\n", n.Weight, n.ID, safe.Line(n.Path), n.Line, safe.Line(n.Text))
	}
	if more := len(list) - mostNeighbours; more > 0 {
		fmt.Fprintf(a.Out, "and with %s; --json lists them\n", output.Plural(more, "other", "others"))
	}
}

func (a *app) checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Try every promise about the land's files",
		Args:  usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			return a.on(func(p *place) error {
				problems, err := p.store.Check()
				if err != nil {
					return fmt.Errorf("check: %w", err)
				}
				return a.problems(problems)
			})
		},
	}
}

// problems prints them; warnings alone do not fail a check.
func (a *app) problems(list []memory.Problem) error {
	broken := 0
	for _, x := range list {
		if x.Severity == memory.Broken {
			broken++
		}
	}
	if a.json {
		if list == nil {
			list = []memory.Problem{}
		}
		if err := output.JSON(a.Out, map[string]any{"ok": broken == 0, "problems": list}); err != nil {
			return err
		}
	} else {
		for _, x := range list {
			at := safe.Line(x.Path)
			if x.Line > 0 {
				at += fmt.Sprintf(":%d", x.Line)
			}
			fmt.Fprintf(a.Out, "%s: %s: %s\n", at, x.Severity, safe.Line(x.What))
			if x.Do != "" {
				fmt.Fprintf(a.Out, "    %s\n", safe.Line(x.Do))
			}
		}
		if len(list) == 0 {
			fmt.Fprintln(a.Out, "everything holds")
		}
	}
	if broken > 0 {
		return &fault.Silent{Code: fault.ExitFound}
	}
	return nil
}

func (a *app) pinCommand() *cobra.Command {
	var off bool
	c := &cobra.Command{
		Use:   "pin PATH:LINE|^ID",
		Short: "Keep one entry in the prompt, whatever else has no room",
		Args:  usage.Exactly(1, "a line (MEMORY.md:7) or an id (^k7f3a2)"),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.on(func(p *place) error {
				e, err := p.store.Pin(args[0], !off, a.clock())
				if err != nil {
					return err
				}
				what := "pinned"
				if off {
					what = "unpinned"
				}
				return a.wrote([]memory.Written{{Path: e.Path, Line: e.Line, Text: e.Text, ID: e.ID, What: what}}, "")
			})
		},
	}
	c.Flags().BoolVar(&off, "off", false, "let it take its chance again")
	return c
}
