package memory

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dormouse/land/disk"
	"dormouse/memory"
	"dormouse/memory/plan"
	"dormouse/tui/cli/complete"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
)

func updateCommand(call *program.Call) *cobra.Command {
	var adds, replaces, sure bool
	var section, text string
	c := &cobra.Command{
		Use:               "update --append|--replace [FILE]",
		ValidArgsFunction: complete.AnyFile,
		Short:             "Change MEMORY.md: one more line, or all of it",
		Long: `--append adds a line under a section; --replace puts a new text in place of the
whole file, or of one --section. The text comes from FILE, --text or standard
input. A diff is printed, and the old file is kept for dormouse memory undo. A text
that leaves nothing is asked about; --yes is the answer for a script.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if adds == replaces {
				return fault.Misused("memory update needs either --append or --replace")
			}
			body, err := updateText(call, args, text, cmd.Flags().Changed("text"))
			if err != nil {
				return err
			}
			return call.On(func(p *program.Place) error {
				mode := memory.Append
				if replaces {
					mode = memory.Replace
				}
				from := plan.Source{By: plan.ByPerson, Sure: sure}
				u, err := p.Store.Update(mode, body, section, call.Clock(), from)
				if errors.Is(err, plan.ErrEmptied) && output.IsTerminal(call.In) && output.Ask(call.Err, call.In, "Nothing of it would be left. Empty "+cmp.Or(section, "MEMORY.md")+"?") {
					from.Sure = true
					u, err = p.Store.Update(mode, body, section, call.Clock(), from)
				}
				if err != nil {
					return fmt.Errorf("update MEMORY.md: %w", err)
				}
				return wrote(call, u.Written, u.Diff)
			})
		},
	}
	f := c.Flags()
	f.BoolVar(&adds, "append", false, "add one line")
	f.BoolVar(&replaces, "replace", false, "replace the file, or --section of it")
	f.BoolVar(&sure, "yes", false, "also a text that leaves nothing")
	f.StringVar(&section, "section", "", "the `HEADING`: Facts, Preferences, …")
	f.StringVar(&text, "text", "", "the `TEXT` itself")
	return c
}

func updateText(call *program.Call, args []string, text string, given bool) (string, error) {
	switch {
	case given && len(args) > 0:
		return "", fault.Misused("the text comes from --text or from a file, not from both")
	case given:
		return text, nil
	case len(args) > 1:
		return "", fault.Misused("memory update takes one file")
	case len(args) == 1 && args[0] != "-":
		b, err := disk.ReadHost(args[0], program.MaxPiped)
		if err != nil {
			return "", fmt.Errorf("read %s: %w", args[0], err)
		}
		return string(b), nil
	case output.IsTerminal(call.In):
		return "", fault.Misused("memory update needs a file, --text, or text on standard input")
	}
	return call.ReadIn()
}
