// Package nights are the commands of sleep: a night now, those that were, one that is
// planned, and the daemon that sleeps by itself.
package nights

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/runtime"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/ledgers"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
)

type sleepOptions struct {
	session      string
	all          bool
	depth        string
	keep         float64
	dryRun       bool
	apply        string
	strict       bool
	strictChosen bool
	kept         bool // --keep was given
	each         everyNight
}

// SleepCommand is `dormouse sleep`.
func SleepCommand(call *program.Call) *cobra.Command {
	var o sleepOptions
	c := &cobra.Command{
		Use:   "sleep",
		Short: "A night now: consolidate a session into memory",
		Example: `dormouse sleep
dormouse sleep --dry-run
dormouse sleep --all --since 2026-01-01 --budget 500000
dormouse sleep --apply .dormouse/plans/….json
dormouse sleep undo`,
		Args: usage.AtMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.strictChosen, o.kept = cmd.Flags().Changed("strict"), cmd.Flags().Changed("keep")
			return runSleep(cmd.Context(), call, o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.session, "session", "", "the session `ID` (default: the last one)")
	f.BoolVar(&o.all, "all", false, "every session that has something new and is open in no other program, the oldest first")
	f.StringVar(&o.each.since, "since", "", "with --all: leave out what ended before `DATE` (YYYY-MM-DD)")
	f.IntVar(&o.each.budget, "budget", 0, "with --all: begin no further night once models have read and written `N` tokens (0: no bound)")
	f.StringVar(&o.depth, "depth", "", "`DEPTH` is light, or deep: dream as well (default sleep.depth, light)")
	f.Float64Var(&o.keep, "keep", 0, "`SHARE` of the slept text, in words, that may go into memory, in (0, 1] (default sleep.keep, 0.2)")
	f.BoolVar(&o.dryRun, "dry-run", false, "plan and show diffs, write nothing to memory")
	f.StringVar(&o.apply, "apply", "", "carry out the `PLAN` of a dry run, exactly")
	f.BoolVar(&o.strict, "strict", false, "refuse a night below sleep.floor or sleep.recall_floor")
	c.AddCommand(undoCommand(call), logCommand(call), showCommand(call))
	return c
}

func (o sleepOptions) check() error {
	switch {
	case o.kept && !(o.keep > 0 && o.keep <= 1):
		return fault.Misused("--keep is a share of the slept text, more than 0 and at most 1")
	case o.depth != "" && o.depth != string(sleep.Light) && o.depth != string(sleep.Deep):
		return fault.Misused("--depth is light or deep, not %q", o.depth)
	case o.apply != "" && (o.dryRun || o.all):
		return fault.Misused("--apply carries out one plan; it goes with neither --dry-run nor --all")
	case o.all && o.session != "":
		return fault.Misused("--all and --session exclude each other")
	}
	return nil
}

func runSleep(ctx context.Context, call *program.Call, o sleepOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	since, err := o.each.check(o.all)
	if err != nil {
		return err
	}
	return call.On(func(p *program.Place) error {
		output.Notices(call.Err, p.Notices)
		if o.keep > 0 {
			p.Settings.Keep, p.Settings.Least = o.keep, 0 // who says a share means it
		}
		if o.strictChosen {
			p.Settings.Strict = o.strict
		}
		if o.apply != "" {
			return applyPlan(ctx, p, o.apply)
		}
		if o.all {
			ids, err := toSleepAll(ctx, p, since)
			if err != nil {
				return err
			}
			return sleepEach(ctx, p, ids, o)
		}
		id, err := p.SessionID(o.session, o.session == "")
		if err != nil {
			return err
		}
		if _, err = sleepOne(ctx, p, id, o, nil); err != nil || o.session != "" || o.dryRun {
			return err
		}
		return tellOthers(ctx, p)
	})
}

// sleepOne sleeps over one session, and says how far it is where no bar does.
func sleepOne(ctx context.Context, p *program.Place, id string, o sleepOptions, bar *output.Progress) (r night.Report, err error) {
	tell := ledgers.Narrate(p.Call)
	emit := tell
	if bar != nil {
		emit = func(e runtime.Event) {
			if n, ok := e.(runtime.Noticed); ok {
				tell(n)
			}
		}
	}
	c, err := p.Begin(ctx, program.Talk{Session: id}, emit)
	if err != nil {
		return r, err
	}
	defer c.Close()
	no := runtime.NightOptions{Depth: sleep.Depth(o.depth)}
	if o.dryRun {
		r, err = c.PlanNight(ctx, no)
	} else {
		r, err = c.Sleep(ctx, no)
	}
	if err != nil {
		return r, err
	}
	return r, ledgers.Print(p.Call, r, o.dryRun)
}

// applyPlan carries out a dry run's plan. Its path is as the dry run printed it:
// below the land, or any file.
func applyPlan(ctx context.Context, p *program.Place, path string) error {
	b, err := planFile(p, path)
	if err != nil {
		return fmt.Errorf("read plan %s: %w", path, err)
	}
	plan, err := night.ReadPlan(b)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	c, err := p.Begin(ctx, program.Talk{Session: plan.Session}, ledgers.Narrate(p.Call))
	if err != nil {
		return err
	}
	defer c.Close()
	r, err := c.ApplyPlan(plan)
	if err != nil {
		return err
	}
	return ledgers.Print(p.Call, r, false)
}

// planFile reads a plan by the path that the dry run printed, or any other.
func planFile(p *program.Place, path string) ([]byte, error) {
	if strings.HasPrefix(path, land.StateDir+"/") {
		return p.Land.Read(path)
	}
	return disk.ReadHost(path, program.MaxGiven)
}
