package memory

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

func saveCommand(call *program.Call) *cobra.Command {
	var kind string
	c := &cobra.Command{
		Use:   "save TEXT",
		Short: "Save one line to today's log",
		Args:  usage.AtLeastOne("the text to save"),
		RunE: func(_ *cobra.Command, args []string) error {
			return call.On(func(p *program.Place) error {
				if !knownType(kind) {
					return fault.Misused("--type %q is none of fact, preference, decision, event, learning", kind)
				}
				w, err := p.Store.SaveNote(strings.Join(args, " "), document.Type(kind), call.Clock(), plan.Source{By: plan.ByPerson})
				if err != nil {
					return fmt.Errorf("save: %w", err)
				}
				return wrote(call, []plan.Written{w}, "")
			})
		},
	}
	c.Flags().StringVar(&kind, "type", "fact", "a `TYPE`: fact, preference, decision, event or learning")
	return c
}

func knownType(s string) bool {
	for _, t := range document.Types {
		if string(t) == s {
			return true
		}
	}
	return false
}

// wrote prints what was written to memory, a line each.
func wrote(call *program.Call, list []plan.Written, diff string) error {
	if call.JSON {
		if list == nil {
			list = []plan.Written{}
		}
		out := map[string]any{"written": list}
		if diff != "" {
			out["diff"] = diff
		}
		return output.JSON(call.Out, out)
	}
	for _, w := range list {
		fmt.Fprintf(call.Out, "%s %s %s\n", w.What, output.At(w.Path, w.Line), safe.Line(w.Text))
	}
	if diff != "" {
		io.WriteString(call.Out, output.EndLine(safe.Text(diff)))
	}
	return nil
}
