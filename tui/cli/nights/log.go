package nights

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land/transcript"
	"dormouse/runtime/nightmodel"
	"dormouse/sleep/night"
	"dormouse/tui/cli/complete"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/ledgers"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

func undoCommand(call *program.Call) *cobra.Command {
	return &cobra.Command{
		Use:               "undo [NIGHT]",
		ValidArgsFunction: complete.Nights(call),
		Short:             "Take a night back, files and context together",
		Args:              usage.AtMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return call.On(func(p *program.Place) error {
				e, err := ledgers.Named(p, args)
				if err != nil {
					return err
				}
				c, err := p.Begin(cmd.Context(), program.Talk{Session: e.Session}, ledgers.Narrate(call))
				if err != nil {
					return err
				}
				defer c.Close()
				said, err := c.UndoNight(e.Night)
				if err != nil {
					return err
				}
				if call.JSON {
					return output.JSON(call.Out, map[string]any{"night": e.Night, "session": e.Session, "undone": true, "text": said})
				}
				fmt.Fprintln(call.Out, safe.Line(said))
				return nil
			})
		},
	}
}

func logCommand(call *program.Call) *cobra.Command {
	var plots bool
	c := &cobra.Command{
		Use:   "log",
		Short: "List the nights of this land",
		Args:  usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			if plots && call.JSON {
				return fault.Misused("--plot draws for people; it does not go with --json")
			}
			return call.On(func(p *program.Place) error {
				list, err := ledgers.All(p)
				if err != nil {
					return err
				}
				if plots {
					return plotNights(call, ledgers.Uses(p, list))
				}
				return printLog(p, list)
			})
		},
	}
	c.Flags().BoolVar(&plots, "plot", false, "draw context use and nights over time, as a chart of plain characters")
	return c
}

func printLog(p *program.Place, list []night.Ledger) error {
	type row struct {
		night.Ledger
		Undone bool `json:"undone"`
		// Unused is a night that was prepared beside a talk, paid for, and never
		// fell.
		Unused bool `json:"unused,omitempty"`
	}
	rows := []row{}
	for _, e := range list {
		gone, err := p.Land.Undone(e.Night)
		rows = append(rows, row{Ledger: e, Undone: e.Undone || err == nil && gone})
	}
	unused, err := night.Unused(p.Land)
	if err != nil {
		return err
	}
	for _, e := range unused {
		rows = append(rows, row{Ledger: e, Unused: true})
	}
	if len(unused) > 0 {
		slices.SortStableFunc(rows, func(x, y row) int { return x.Time.Compare(y.Time) })
	}
	if p.JSON {
		return output.JSON(p.Out, rows)
	}
	for _, r := range rows {
		mark := ""
		if r.Undone {
			mark = " (taken back)"
		}
		if r.Unused {
			fmt.Fprintf(p.Out, "   -  %s  prepared, not used  %s\n      %s\n", r.Time.Format("2006-01-02 15:04"), safe.Line(r.Night), ledgers.BillLine(r.Bill, r.Calls, r.Usage))
			continue
		}
		fmt.Fprintf(p.Out, "%4d  %s  %-8s %-7s %7d → %-7d %12s  %s%s\n", r.Number, r.Time.Format("2006-01-02 15:04"),
			safe.Line(r.Trigger), safe.Line(r.Engine), r.TokensBefore, r.TokensAfter, output.Plural(r.Entries, "entry", "entries"), safe.Line(transcript.ShortID(r.Night)), mark)
		if s := ledgers.BillLine(r.Bill, r.Calls, r.Usage); s != "" {
			fmt.Fprintln(p.Out, "      "+s)
		}
	}
	if len(rows) == 0 {
		fmt.Fprintln(p.Err, "dormouse: no night yet")
	}
	return nil
}

func showCommand(call *program.Call) *cobra.Command {
	again := false
	c := &cobra.Command{
		Use:               "show NIGHT",
		ValidArgsFunction: complete.Nights(call),
		Short:             "All about one night",
		Args:              usage.Exactly(1, "a night, as `dormouse sleep log` names it"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return call.On(func(p *program.Place) error {
				e, err := ledgers.Named(p, args)
				if err != nil {
					return err
				}
				plan, err := ledgers.Record(p, e.Night)
				switch {
				case err != nil:
					return err
				case again:
					return runAgain(cmd.Context(), p, plan)
				case !call.JSON:
					fmt.Fprintf(call.Out, "night %d %s, %s, session %s\n", e.Number, e.Night, e.Time.Format(time.RFC3339), transcript.ShortID(e.Session))
				}
				plan.Report.Bill, plan.Report.Dreams = e.Bill, ledgers.Dreams(p, e.Night)
				return ledgers.Print(call, plan.Report, false)
			})
		},
	}
	c.Flags().BoolVar(&again, "replay", false, "run it again in memory, from what was kept with it, and compare the files")
	return c
}

// runAgain is show --replay.
func runAgain(ctx context.Context, p *program.Place, plan *night.Plan) error {
	r, err := nightmodel.RunAgain(ctx, p.Land, plan, p.Clock().Location())
	if err != nil {
		return err
	}
	switch {
	case p.JSON:
		if err := output.JSON(p.Out, r); err != nil {
			return err
		}
	case r.Identical:
		fmt.Fprintln(p.Out, "identical")
	default:
		for _, path := range r.Differ {
			fmt.Fprintln(p.Out, safe.Line(path))
		}
	}
	if r.Changed {
		fmt.Fprintln(p.Err, "dormouse: memory is not what this night read: a file was changed by hand, or the land is a copy that lost its file times")
	}
	if !r.Identical {
		return &fault.Silent{Code: fault.ExitFound}
	}
	return nil
}
