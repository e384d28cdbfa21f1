package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/sleep"
	"dormouse/tui/safe"
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
}

// sleepCommand is `dormouse sleep`.
func (a *app) sleepCommand() *cobra.Command {
	var o sleepOptions
	c := &cobra.Command{
		Use:   "sleep",
		Short: "A night now: consolidate a session into memory",
		Example: `dormouse sleep
dormouse sleep --dry-run
dormouse sleep --apply .dormouse/plans/….json
dormouse sleep undo`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.strictChosen = cmd.Flags().Changed("strict")
			return a.sleep(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.session, "session", "", "the session ID (default: the last one)")
	f.BoolVar(&o.all, "all", false, "every session that has something new")
	f.StringVar(&o.depth, "depth", "light", "light, or deep: dream as well")
	f.Float64Var(&o.keep, "keep", 0, "share of the slept text, in tokens, that may go into memory, in (0, 1] (default sleep.keep, 0.2)")
	f.BoolVar(&o.dryRun, "dry-run", false, "plan and show diffs, write nothing to memory")
	f.StringVar(&o.apply, "apply", "", "carry out the PLAN of a dry run, exactly")
	f.BoolVar(&o.strict, "strict", false, "refuse a night that loses more than sleep.floor allows")
	c.AddCommand(a.undoCommand(), a.logCommand(), a.showCommand())
	return c
}

func (o sleepOptions) check() error {
	switch {
	case o.keep < 0 || o.keep > 1:
		return misused("--keep is a share of the slept text, more than 0 and at most 1")
	case o.depth != string(sleep.Light) && o.depth != string(sleep.Deep):
		return misused("--depth is light or deep, not %q", o.depth)
	case o.apply != "" && (o.dryRun || o.all):
		return misused("--apply carries out one plan; it goes with neither --dry-run nor --all")
	case o.all && o.session != "":
		return misused("--all and --session exclude each other")
	}
	return nil
}

func (a *app) sleep(ctx context.Context, o sleepOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	p, err := a.open()
	if err != nil {
		return err
	}
	defer p.close()
	a.say(p.notices)
	if o.keep > 0 {
		p.settings.Keep, p.settings.Least = o.keep, 0 // who says a share means it
	}
	if o.strictChosen {
		p.settings.Strict = o.strict
	}
	if o.apply != "" {
		return a.applyPlan(ctx, p, o.apply)
	}
	ids, err := a.toSleep(p, o)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := a.sleepOne(ctx, p, id, o); err != nil {
			return err
		}
	}
	return nil
}

// toSleep are the sessions to sleep over.
func (a *app) toSleep(p *place, o sleepOptions) ([]string, error) {
	if !o.all {
		id, err := a.sessionID(p, o.session, o.session == "")
		return []string{id}, err
	}
	heads, err := transcript.List(p.dir)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	var ids []string
	for i := len(heads) - 1; i >= 0; i-- { // oldest first: what is newer then supersedes
		log, _, err := transcript.Open(p.dir, heads[i].ID)
		if err != nil {
			return nil, err
		}
		if sleep.Waiting(log.Records()) > 0 {
			ids = append(ids, heads[i].ID)
		}
	}
	if len(ids) == 0 {
		fmt.Fprintln(a.Err, "dormouse: every session is slept over already")
	}
	return ids, nil
}

func (a *app) sleepOne(ctx context.Context, p *place, id string, o sleepOptions) error {
	c, err := a.begin(ctx, p, chatOptions{session: id}, a.narrate)
	if err != nil {
		return err
	}
	defer c.Close()
	no := runtime.NightOptions{Depth: sleep.Depth(o.depth)}
	var r sleep.Report
	if o.dryRun {
		r, err = c.PlanNight(ctx, no)
	} else {
		r, err = c.Sleep(ctx, no)
	}
	if err != nil {
		return err
	}
	return a.printNight(r, o.dryRun)
}

// narrate says on a terminal how far a night is.
func (a *app) narrate(e runtime.Event) {
	if s, ok := e.(runtime.Slept); ok && isTerminal(a.Err) && s.Phase != "" && s.Done == s.Total {
		fmt.Fprintf(a.Err, "· %s %d\n", s.Phase, s.Total)
	}
	if n, ok := e.(runtime.Noticed); ok {
		fmt.Fprintln(a.Err, "dormouse: "+safe.Line(n.Text))
	}
}

// dryNight is the JSON of a dry run: a report that always has diffs and a plan,
// also where there is nothing to change.
type dryNight struct {
	sleep.Report
	Diffs []sleep.FileDiff `json:"diffs"`
	Plan  string           `json:"plan"`
}

func (a *app) printNight(r sleep.Report, dry bool) error {
	if a.json && dry {
		diffs := r.Diffs
		if diffs == nil {
			diffs = []sleep.FileDiff{}
		}
		return writeJSON(a.Out, dryNight{Report: r, Diffs: diffs, Plan: r.Plan})
	}
	if a.json {
		return writeJSON(a.Out, r)
	}
	line := nightLine(r)
	if dry {
		line = "would have " + line
	}
	fmt.Fprintln(a.Out, line)
	for _, e := range r.Entries {
		fmt.Fprintf(a.Out, "  %s:%d %s (%s %.2f)\n", safe.Line(e.Path), e.Line, safe.Line(e.Text), e.Type, e.Importance)
	}
	for _, e := range r.Superseded {
		fmt.Fprintf(a.Out, "  superseded: %s → ^%s\n", safe.Line(e.Text), safe.Line(e.By))
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
	for _, n := range r.Notices {
		fmt.Fprintln(a.Err, "dormouse: "+safe.Line(n))
	}
	for _, d := range r.Diffs {
		io.WriteString(a.Out, endLine(safe.Text(d.Diff)))
	}
	if r.Plan != "" {
		fmt.Fprintf(a.Out, "dormouse sleep --apply %s   does exactly this\n", safe.Line(r.Plan))
	}
	return nil
}

// applyPlan carries out a dry run's plan. Its path is as the dry run printed it:
// below the land, or any file.
func (a *app) applyPlan(ctx context.Context, p *place, path string) error {
	b, err := p.planFile(path)
	if err != nil {
		return fmt.Errorf("read plan %s: %w", path, err)
	}
	plan, err := sleep.ReadPlan(b)
	if err != nil {
		return err
	}
	c, err := a.begin(ctx, p, chatOptions{session: plan.Session}, a.narrate)
	if err != nil {
		return err
	}
	defer c.Close()
	r, err := c.ApplyPlan(plan)
	if err != nil {
		return err
	}
	return a.printNight(r, false)
}

// planFile reads a plan by the path that the dry run printed, or any other.
func (p *place) planFile(path string) ([]byte, error) {
	if strings.HasPrefix(path, land.StateDir+"/") {
		return p.land.Read(path)
	}
	return disk.ReadHost(path, maxImport)
}

func (a *app) undoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "undo [NIGHT]",
		Short: "Take a night back, files and context together",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.open()
			if err != nil {
				return err
			}
			defer p.close()
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
				return writeJSON(a.Out, map[string]any{"night": e.Night, "session": e.Session, "undone": true, "text": said})
			}
			fmt.Fprintln(a.Out, safe.Line(said))
			return nil
		},
	}
}

// nightOf is the night that is named, by id, its beginning or its number; the
// last one that was not taken back where none is named.
func (p *place) nightOf(args []string) (sleep.Ledger, error) {
	list, err := sleep.Ledgers(p.land)
	if err != nil {
		return sleep.Ledger{}, err
	}
	for i := len(list) - 1; i >= 0; i-- {
		e := list[i]
		if len(args) == 1 && names(e, args[0]) {
			return e, nil
		}
		if len(args) == 0 {
			if gone, err := p.land.Undone(e.Night); err == nil && !gone {
				return e, nil
			}
		}
	}
	if len(args) == 1 {
		return sleep.Ledger{}, misused("there is no night %q; `dormouse sleep log` lists them", args[0])
	}
	return sleep.Ledger{}, errors.New("there is no night to take back")
}

func names(e sleep.Ledger, ref string) bool {
	return e.Night == ref || fmt.Sprint(e.Number) == ref || len(ref) >= 8 && len(ref) < len(e.Night) && e.Night[:len(ref)] == ref
}

func (a *app) logCommand() *cobra.Command {
	var plots bool
	c := &cobra.Command{
		Use:   "log",
		Short: "List the nights of this land",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if plots && a.json {
				return misused("--plot draws for people; it does not go with --json")
			}
			p, err := a.open()
			if err != nil {
				return err
			}
			defer p.close()
			list, err := sleep.Ledgers(p.land)
			if err != nil {
				return err
			}
			if plots {
				return a.plotNights(p.uses(list))
			}
			return a.printLog(p, list)
		},
	}
	c.Flags().BoolVar(&plots, "plot", false, "draw context use and nights over time, as a chart of plain characters")
	return c
}

func (a *app) printLog(p *place, list []sleep.Ledger) error {
	type row struct {
		sleep.Ledger
		Undone bool `json:"undone"`
	}
	rows := []row{}
	for _, e := range list {
		gone, err := p.land.Undone(e.Night)
		rows = append(rows, row{e, err == nil && gone})
	}
	if a.json {
		return writeJSON(a.Out, rows)
	}
	for _, r := range rows {
		mark := ""
		if r.Undone {
			mark = " (taken back)"
		}
		fmt.Fprintf(a.Out, "%4d  %s  %-8s %-7s %7d → %-7d %4d entries  %s%s\n", r.Number, r.Time.Format("2006-01-02 15:04"),
			safe.Line(r.Trigger), safe.Line(r.Engine), r.TokensBefore, r.TokensAfter, r.Entries, safe.Line(r.Night), mark)
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
		Args:  exactly(1, "a night, as `dormouse sleep log` names it"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.open()
			if err != nil {
				return err
			}
			defer p.close()
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
				fmt.Fprintf(a.Out, "night %d %s, %s, session %s\n", e.Number, e.Night, e.Time.Format(time.RFC3339), e.Session)
			}
			return a.printNight(plan.Report, false)
		},
	}
	c.Flags().BoolVar(&again, "replay", false, "run it again in memory, from what was kept with it, and compare the files")
	return c
}

// record is what a land keeps of a night.
func (p *place) record(night string) (*sleep.Plan, error) {
	b, err := p.land.Read(sleep.NightsDir + "/" + night + ".json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("night %s: its record went when it was taken back, or was deleted: %w", night, err)
	}
	if err != nil {
		return nil, fmt.Errorf("read night %s: %w", night, err)
	}
	return sleep.ReadPlan(b)
}

// runAgain is show --replay.
func (a *app) runAgain(ctx context.Context, p *place, plan *sleep.Plan) error {
	r, err := runtime.RunNightAgain(ctx, p.land, plan, a.clock().Location())
	if err != nil {
		return err
	}
	switch {
	case a.json:
		if err := writeJSON(a.Out, r); err != nil {
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
		return &silent{exitFound}
	}
	return nil
}
