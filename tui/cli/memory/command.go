// Package memory are the commands about what is remembered: search, read, write, explain,
// forget, take back, check.
package memory

import (
	"github.com/spf13/cobra"

	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
)

// Command is `dormouse memory`.
func Command(call *program.Call) *cobra.Command {
	c := &cobra.Command{Use: "memory", Short: "Search, read, write and check what is remembered", RunE: usage.WantsSubcommand}
	c.AddCommand(
		searchCommand(call),
		getCommand(call),
		saveCommand(call),
		updateCommand(call),
		whyCommand(call),
		beliefsCommand(call),
		checkCommand(call),
		forgetCommand(call),
		pinCommand(call),
		writesCommand(call),
		takeBackCommand(call),
	)
	return c
}
