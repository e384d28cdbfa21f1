package memory

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/runtime"
	"dormouse/tui/cli/complete"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// takeBackCommand is `dormouse memory undo`.
func takeBackCommand(call *program.Call) *cobra.Command {
	return &cobra.Command{
		Use:               "undo [ID]",
		ValidArgsFunction: complete.Writes(call),
		Short:             "Take one write to memory back, whoever made it",
		Long: `Takes back the write that dormouse memory log names, or the newest one. The beginning
or the end of its id will do. What was changed by hand since stays. A night is taken back
together with the context of its session, as dormouse sleep undo does.`,
		Args: usage.AtMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return call.On(func(p *program.Place) error {
				o, err := p.Options(cmd.Context(), nil)
				if err != nil {
					return err
				}
				w, said, err := runtime.TakeBack(cmd.Context(), o, strings.Join(args, ""))
				if err != nil {
					return err
				}
				if call.JSON {
					return output.JSON(call.Out, map[string]any{"id": w.ID, "undone": true, "text": said})
				}
				fmt.Fprintln(call.Out, safe.Line(said))
				return nil
			})
		},
	}
}
