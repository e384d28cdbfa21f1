package memory

import (
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/tui/cli/complete"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

func getCommand(call *program.Call) *cobra.Command {
	return &cobra.Command{
		Use:               "get PATH[:A[-B]]",
		ValidArgsFunction: complete.Notes(call),
		Short:             "Print lines of a memory file",
		Args:              usage.Exactly(1, "a path, such as MEMORY.md:3-10"),
		RunE: func(_ *cobra.Command, args []string) error {
			path, from, lines, err := span(args[0])
			if err != nil {
				return err
			}
			return call.On(func(p *program.Place) error {
				x, err := p.Store.Get(path, from, lines)
				if err != nil {
					return err
				}
				if call.JSON {
					return output.JSON(call.Out, map[string]any{"path": x.Path, "start_line": x.From, "end_line": x.To, "lines": x.Lines, "text": x.Text, "more": x.More})
				}
				_, err = io.WriteString(call.Out, output.EndLine(safe.Text(x.Text)))
				return err
			})
		},
	}
}

// span reads PATH[:A[-B]]; lines 0 means to the end of what is shown at once.
func span(ref string) (path string, from, lines int, err error) {
	path, rest, has := strings.Cut(ref, ":")
	if !has {
		return path, 1, 200, nil
	}
	first, last, isRange := strings.Cut(rest, "-")
	from, err = strconv.Atoi(first)
	if err != nil || from < 1 {
		return "", 0, 0, fault.Misused("%q is no line: write PATH:A or PATH:A-B", ref)
	}
	if !isRange {
		return path, from, 1, nil
	}
	to, err := strconv.Atoi(last)
	if err != nil || to < from {
		return "", 0, 0, fault.Misused("%q is no range of lines: write PATH:A-B", ref)
	}
	return path, from, to - from + 1, nil
}
