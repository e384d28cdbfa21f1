// Package usage says how a command is called: how many arguments it takes, and what a
// mistyped name may have meant. A refusal is a *fault.Misuse and names the command.
package usage

import (
	"github.com/spf13/cobra"

	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
)

// AtMost wants n arguments or fewer.
func AtMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) > n && n == 0:
			return fault.Misused("%s takes no argument, and was given %q", cmd.CommandPath(), args[0])
		case len(args) > n:
			return fault.Misused("%s takes at most %s", cmd.CommandPath(), output.Plural(n, "argument", "arguments"))
		}
		return nil
	}
}

// Exactly wants n arguments and says in words what is missing.
func Exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return fault.Misused("%s needs %s", cmd.CommandPath(), what)
		}
		return nil
	}
}

// AtLeastOne wants an argument and says in words what is missing.
func AtLeastOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fault.Misused("%s needs %s", cmd.CommandPath(), what)
		}
		return nil
	}
}

// First is the first argument; "" for none.
func First(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}
