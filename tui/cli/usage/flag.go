package usage

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dormouse/tui/cli/fault"
	"dormouse/tui/tell"
)

// WrongFlag says what is wrong with a flag: which one may have been meant, or what it
// wants.
func WrongFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		var names []string
		list := func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		}
		cmd.Flags().VisitAll(list)
		cmd.InheritedFlags().VisitAll(list)
		if near := tell.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			return fault.Misused("unknown flag --%s; did you mean --%s?", unknown.GetSpecifiedName(), near)
		}
		return fault.Misused("unknown flag --%s", unknown.GetSpecifiedName())
	}
	var bare *pflag.ValueRequiredError
	if errors.As(err, &bare) {
		value, about := pflag.UnquoteUsage(bare.GetFlag())
		name := "--" + bare.GetFlag().Name
		if bare.GetSpecifiedShortnames() != "" {
			name = "-" + bare.GetFlag().Shorthand
		}
		about, _, _ = strings.Cut(about, ";")
		return fault.Misused("%s needs %s: %s", name, value, about)
	}
	return &fault.Misuse{Err: err}
}

// PointToHelp has a misuse that names no remedy point to the help of the command that
// was called.
func PointToHelp(cmd *cobra.Command, err error) error {
	var m *fault.Misuse
	if cmd == nil || !errors.As(err, &m) || m.Hint != "" {
		return err
	}
	lists := "its flags"
	if cmd.HasAvailableSubCommands() {
		lists = "commands and flags"
	}
	m.Hint = fmt.Sprintf("`%s --help` lists %s", cmd.CommandPath(), lists)
	return err
}
