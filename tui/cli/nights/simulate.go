package nights

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"

	"github.com/spf13/cobra"

	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/sleep"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
)

type simulateOptions struct {
	cycles      int
	maturity    float64
	file        string
	plots, held bool
}

// SimulateCommand is `dormouse simulate`: the energy model without a land.
func SimulateCommand(call *program.Call) *cobra.Command {
	var o simulateOptions
	c := &cobra.Command{
		Use:   "simulate",
		Short: "The sleep-energy model without a land: maturity, beats, pressure",
		Long: `Lives cycles of waking and sleep by the model's formulas, with the constants of
[sleep] in the config, and prints one row for each.`,
		Args: usage.AtMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.held = cmd.Flags().Changed("maturity")
			if err := o.check(call.JSON); err != nil {
				return err
			}
			rows, err := simulated(call, o)
			if err != nil {
				return err
			}
			if o.plots {
				return plotCycles(call, rows, o.cycles)
			}
			return printCycles(call, rows, o.file)
		},
	}
	f := c.Flags()
	f.IntVar(&o.cycles, "cycles", 100, "how many cycles, `N`")
	f.Float64Var(&o.maturity, "maturity", 0, "hold the land at this `MATURITY`, 0 to 1; without it the land grows up")
	f.StringVar(&o.file, "csv", "", "write the rows to `FILE` as CSV (- is standard output)")
	f.BoolVar(&o.plots, "plot", false, "draw the rows as charts of plain characters")
	return c
}

func (o simulateOptions) check(asJSON bool) error {
	switch {
	case o.cycles < 1 || o.cycles > 10_000_000:
		return fault.Misused("--cycles is 1 to 10000000")
	case o.held && !(o.maturity >= 0 && o.maturity <= 1):
		return fault.Misused("--maturity is 0 to 1")
	case o.plots && (asJSON || o.file != ""):
		return fault.Misused("--plot draws for people; it goes with neither --json nor --csv")
	}
	return nil
}

// simulated are the rows that the flags and the config ask for.
func simulated(call *program.Call, o simulateOptions) (func(func(sleep.Row) bool), error) {
	path, err := call.LandPath()
	if err != nil {
		return nil, err
	}
	c, err := call.LoadConfig(path)
	if err != nil {
		return nil, err
	}
	settings := config.Read[sleep.Settings](c)
	var held *float64
	if o.held {
		held = &o.maturity
	}
	return settings.Energy.Simulate(o.cycles, held, rand.New(rand.NewPCG(call.Seed, 0))), nil
}

func printCycles(call *program.Call, rows func(func(sleep.Row) bool), file string) error {
	switch {
	case call.JSON:
		for r := range rows {
			if err := output.JSON(call.Out, r); err != nil {
				return err
			}
		}
		return nil
	case file == "-":
		return cyclesCSV(call.Out, rows)
	case file != "":
		var b bytes.Buffer
		if err := cyclesCSV(&b, rows); err != nil {
			return err
		}
		f, err := disk.CreateHost(file)
		if err == nil {
			err = disk.Fill(f, b.Bytes())
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", file, err)
		}
		return nil
	}
	fmt.Fprintln(call.Out, "cycle  maturity  min awake  capacity  awake beats  heartbeat s  replay")
	for r := range rows {
		fmt.Fprintf(call.Out, "%5d  %8.3f  %9d  %8.2f  %11d  %11.1f  %6.3f\n", r.Cycle, r.Maturity, r.MinAwake, r.Capacity, r.AwakeBeats, r.Heartbeat, r.ReplayRatio)
	}
	return nil
}

func cyclesCSV(w io.Writer, rows func(func(sleep.Row) bool)) error {
	c := csv.NewWriter(w)
	err := c.Write([]string{"cycle", "maturity", "min_awake", "capacity", "awake_beats", "heartbeat_s", "replay_ratio"})
	number := func(f float64) string { return strconv.FormatFloat(f, 'g', 8, 64) }
	for r := range rows {
		if err != nil {
			break
		}
		err = c.Write([]string{strconv.Itoa(r.Cycle), number(r.Maturity), strconv.Itoa(r.MinAwake), number(r.Capacity),
			strconv.Itoa(r.AwakeBeats), number(r.Heartbeat), number(r.ReplayRatio)})
	}
	c.Flush()
	if err == nil {
		err = c.Error()
	}
	if err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}
