package memory

import (
	"fmt"

	"github.com/spf13/cobra"

	"dormouse/memory"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

func checkCommand(call *program.Call) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Try every promise about the land's files",
		Args:  usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			return call.On(func(p *program.Place) error {
				problems, err := p.Store.Check()
				if err != nil {
					return fmt.Errorf("check: %w", err)
				}
				return tell(call, problems)
			})
		},
	}
}

// tell prints problems; warnings alone do not fail a check.
func tell(call *program.Call, list []memory.Problem) error {
	broken := 0
	for _, x := range list {
		if x.Severity == memory.Broken {
			broken++
		}
	}
	if call.JSON {
		if list == nil {
			list = []memory.Problem{}
		}
		if err := output.JSON(call.Out, map[string]any{"ok": broken == 0, "problems": list}); err != nil {
			return err
		}
	} else {
		for _, x := range list {
			at := safe.Line(x.Path)
			if x.Line > 0 {
				at += fmt.Sprintf(":%d", x.Line)
			}
			fmt.Fprintf(call.Out, "%s: %s: %s\n", at, x.Severity, safe.Line(x.What))
			if x.Do != "" {
				fmt.Fprintf(call.Out, "    %s\n", safe.Line(x.Do))
			}
		}
		if len(list) == 0 {
			fmt.Fprintln(call.Out, "everything holds")
		}
	}
	if broken > 0 {
		return &fault.Silent{Code: fault.ExitFound}
	}
	return nil
}
