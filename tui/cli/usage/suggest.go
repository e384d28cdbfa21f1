package usage

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/tui/cli/fault"
	"dormouse/tui/tell"
)

// UnknownCommand refuses words behind `dormouse` that are no command.
func UnknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return UnknownBelow(root, args[0])
}

// WantsSubcommand is what a bare group answers.
func WantsSubcommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return UnknownBelow(cmd, args[0])
	}
	return fault.Misused("%s needs one of: %s", cmd.CommandPath(), strings.Join(namesBelow(cmd), ", "))
}

// UnknownBelow says which command may have been meant: one of this group, else one
// of that name anywhere, else what there is.
func UnknownBelow(cmd *cobra.Command, word string) error {
	if like := alike(cmd, word); len(like) > 0 {
		return fault.Misused("%s has no command %q; did you mean `%s`?", cmd.CommandPath(), word, strings.Join(like, "` or `"))
	}
	if cmd.HasParent() {
		return fault.Misused("%s has no command %q; it has %s", cmd.CommandPath(), word, strings.Join(namesBelow(cmd), ", "))
	}
	for _, group := range cmd.Commands() {
		if like := alike(group, word); len(like) > 0 {
			return fault.Misused("%s has no command %q; did you mean `%s`?", cmd.CommandPath(), word, strings.Join(like, "` or `"))
		}
	}
	return fault.Misused("%s has no command %q; a question goes with -p", cmd.CommandPath(), word)
}

// alike are the paths of the commands directly below cmd whose name word begins, or is
// a slip of.
func alike(cmd *cobra.Command, word string) []string {
	names := namesBelow(cmd)
	like := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, word) })
	if near := tell.Nearest(word, names); len(like) == 0 && near != "" {
		like = []string{near}
	}
	for i, name := range like {
		like[i] = cmd.CommandPath() + " " + name
	}
	return like
}

func namesBelow(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// RefuseUnknown has the commands that cobra adds refuse words that they do not know,
// as all others do.
func RefuseUnknown(root *cobra.Command) {
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Args, c.RunE = cobra.ArbitraryArgs, WantsSubcommand
		case "help":
			c.Run, c.RunE = nil, helpOf
		}
	}
}

// helpOf prints the help of the command that the arguments name.
func helpOf(help *cobra.Command, args []string) error {
	c, err := Named(help.Root(), args)
	if err != nil {
		return err
	}
	c.InitDefaultHelpFlag()
	return c.Help()
}

// Named is the command below root that words name; an error says what may be meant.
func Named(root *cobra.Command, words []string) (*cobra.Command, error) {
	at := root
	for _, word := range words {
		next, _, err := at.Find([]string{word})
		if err != nil || next == at {
			return nil, PointToHelp(at, UnknownBelow(at, word))
		}
		at = next
	}
	return at, nil
}
