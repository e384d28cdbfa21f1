package memory

import (
	"github.com/spf13/cobra"

	"dormouse/memory/plan"
	"dormouse/tui/cli/complete"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
)

func pinCommand(call *program.Call) *cobra.Command {
	var off bool
	c := &cobra.Command{
		Use:               "pin PATH:LINE|^ID",
		ValidArgsFunction: complete.Entries(call),
		Short:             "Keep one entry in the prompt, whatever else has no room",
		Args:              usage.Exactly(1, "a line (MEMORY.md:7) or an id (^k7f3a2)"),
		RunE: func(_ *cobra.Command, args []string) error {
			return call.On(func(p *program.Place) error {
				e, err := p.Store.Pin(args[0], !off, call.Clock())
				if err != nil {
					return p.NoEntry(args[0], err)
				}
				what := "pinned"
				if off {
					what = "unpinned"
				}
				return wrote(call, []plan.Written{{Path: e.Path, Line: e.Line, Text: e.Text, ID: e.ID, What: what}}, "")
			})
		},
	}
	c.Flags().BoolVar(&off, "off", false, "let it take its chance again")
	return c
}
