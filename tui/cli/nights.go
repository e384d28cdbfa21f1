package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/sleep/night"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

func (a *app) undoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "undo [NIGHT]",
		Short: "Take a night back, files and context together",
		Args:  usage.AtMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.on(func(p *place) error {
				e, err := p.nightOf(args)
				if err != nil {
					return err
				}
				c, err := a.begin(cmd.Context(), p, chatOptions{session: e.Session}, a.narrate)
				if err != nil {
					return err
				}
				defer c.Close()
				said, err := c.UndoNight(e.Night)
				if err != nil {
					return err
				}
				if a.json {
					return output.JSON(a.Out, map[string]any{"night": e.Night, "session": e.Session, "undone": true, "text": said})
				}
				fmt.Fprintln(a.Out, safe.Line(said))
				return nil
			})
		},
	}
}

// nightOf is the night that is named, by its number, its id or the beginning of
// that; the last one that was not taken back where none is named.
func (p *place) nightOf(args []string) (night.Ledger, error) {
	list, err := p.nights()
	if err != nil {
		return night.Ledger{}, err
	}
	if len(args) == 1 {
		return named(list, args[0])
	}
	for _, e := range slices.Backward(list) {
		if e.Undone {
			continue
		}
		if gone, err := p.land.Undone(e.Night); err == nil && !gone {
			return e, nil
		}
	}
	return night.Ledger{}, errors.New("there is no night to take back")
}

// named is the night that ref means. Numbers are not unique where lands were
// merged: the last night of a number counts.
func named(list []night.Ledger, ref string) (night.Ledger, error) {
	ids := make([]string, len(list))
	for i, e := range list {
		ids[i] = e.Night
	}
	id, err := transcript.Match(ref, ids)
	for _, e := range slices.Backward(list) {
		if fmt.Sprint(e.Number) == ref || id != "" && e.Night == id {
			return e, nil
		}
	}
	if err != nil {
		return night.Ledger{}, &fault.Misuse{Err: err, Hint: "`dormouse sleep log` lists them"}
	}
	return night.Ledger{}, fault.NoSuch("night", ref, "dormouse sleep log")
}

func (a *app) logCommand() *cobra.Command {
	var plots bool
	c := &cobra.Command{
		Use:   "log",
		Short: "List the nights of this land",
		Args:  usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			if plots && a.json {
				return fault.Misused("--plot draws for people; it does not go with --json")
			}
			return a.on(func(p *place) error {
				list, err := p.nights()
				if err != nil {
					return err
				}
				if plots {
					return a.plotNights(p.uses(list))
				}
				return a.printLog(p, list)
			})
		},
	}
	c.Flags().BoolVar(&plots, "plot", false, "draw context use and nights over time, as a chart of plain characters")
	return c
}

func (a *app) printLog(p *place, list []night.Ledger) error {
	type row struct {
		night.Ledger
		Undone bool `json:"undone"`
		// Unused is a night that was prepared beside a talk, paid for, and never
		// fell.
		Unused bool `json:"unused,omitempty"`
	}
	rows := []row{}
	for _, e := range list {
		gone, err := p.land.Undone(e.Night)
		rows = append(rows, row{Ledger: e, Undone: e.Undone || err == nil && gone})
	}
	unused, err := night.Unused(p.land)
	if err != nil {
		return err
	}
	for _, e := range unused {
		rows = append(rows, row{Ledger: e, Unused: true})
	}
	if len(unused) > 0 {
		slices.SortStableFunc(rows, func(x, y row) int { return x.Time.Compare(y.Time) })
	}
	if a.json {
		return output.JSON(a.Out, rows)
	}
	for _, r := range rows {
		mark := ""
		if r.Undone {
			mark = " (taken back)"
		}
		if r.Unused {
			fmt.Fprintf(a.Out, "   -  %s  prepared, not used  %s\n      %s\n", r.Time.Format("2006-01-02 15:04"), safe.Line(r.Night), billLine(r.Bill, r.Calls, r.Usage))
			continue
		}
		fmt.Fprintf(a.Out, "%4d  %s  %-8s %-7s %7d → %-7d %12s  %s%s\n", r.Number, r.Time.Format("2006-01-02 15:04"),
			safe.Line(r.Trigger), safe.Line(r.Engine), r.TokensBefore, r.TokensAfter, output.Plural(r.Entries, "entry", "entries"), safe.Line(transcript.ShortID(r.Night)), mark)
		if s := billLine(r.Bill, r.Calls, r.Usage); s != "" {
			fmt.Fprintln(a.Out, "      "+s)
		}
	}
	if len(rows) == 0 {
		fmt.Fprintln(a.Err, "dormouse: no night yet")
	}
	return nil
}

func (a *app) showCommand() *cobra.Command {
	again := false
	c := &cobra.Command{
		Use:   "show NIGHT",
		Short: "All about one night",
		Args:  usage.Exactly(1, "a night, as `dormouse sleep log` names it"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.on(func(p *place) error {
				e, err := p.nightOf(args)
				if err != nil {
					return err
				}
				plan, err := p.record(e.Night)
				switch {
				case err != nil:
					return err
				case again:
					return a.runAgain(cmd.Context(), p, plan)
				case !a.json:
					fmt.Fprintf(a.Out, "night %d %s, %s, session %s\n", e.Number, e.Night, e.Time.Format(time.RFC3339), transcript.ShortID(e.Session))
				}
				plan.Report.Bill, plan.Report.Dreams = e.Bill, p.dreams(e.Night)
				return a.printNight(plan.Report, false)
			})
		},
	}
	c.Flags().BoolVar(&again, "replay", false, "run it again in memory, from what was kept with it, and compare the files")
	return c
}

// dreams are those of a night that changed something.
func (p *place) dreams(id string) []night.Dreamt {
	b, err := p.land.Read(night.DreamsDir + "/" + id + ".tasks.yaml")
	if err != nil {
		return nil // most nights have none
	}
	return night.ReadDreams(b)
}

// record is what a land keeps of a night.
func (p *place) record(id string) (*night.Plan, error) {
	plan, err := night.ReadRecord(p.land.Read, id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("night %s: its record went when it was taken back, or was deleted: %w", id, err)
	}
	if err != nil {
		return nil, fmt.Errorf("read night %s: %w", id, err)
	}
	return plan, nil
}

// runAgain is show --replay.
func (a *app) runAgain(ctx context.Context, p *place, plan *night.Plan) error {
	r, err := runtime.RunNightAgain(ctx, p.land, plan, a.clock().Location())
	if err != nil {
		return err
	}
	switch {
	case a.json:
		if err := output.JSON(a.Out, r); err != nil {
			return err
		}
	case r.Identical:
		fmt.Fprintln(a.Out, "identical")
	default:
		for _, path := range r.Differ {
			fmt.Fprintln(a.Out, safe.Line(path))
		}
	}
	if r.Changed {
		fmt.Fprintln(a.Err, "dormouse: memory is not what this night read: a file was changed by hand, or the land is a copy that lost its file times")
	}
	if !r.Identical {
		return &fault.Silent{Code: fault.ExitFound}
	}
	return nil
}
