package setup

import (
	"fmt"

	"github.com/spf13/cobra"

	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
)

// PathCommand is `dormouse path`.
func PathCommand(call *program.Call) *cobra.Command {
	return &cobra.Command{
		Use: "path", Short: "Print the land's folder", Args: usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			path, err := call.LandPath()
			if err != nil {
				return err
			}
			if call.JSON {
				return output.JSON(call.Out, map[string]string{"path": path})
			}
			fmt.Fprintln(call.Out, path)
			return nil
		},
	}
}

// VersionCommand is `dormouse version`.
func VersionCommand(call *program.Call) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			if call.JSON {
				return output.JSON(call.Out, map[string]string{"version": call.Version})
			}
			fmt.Fprintln(call.Out, "dormouse "+call.Version)
			return nil
		},
	}
}
