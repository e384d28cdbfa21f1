// Package setup are the commands that set the program up and look what is wrong with it.
package setup

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/tui/cli/editor"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/settings"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// ConfigCommand is `dormouse config`.
func ConfigCommand(call *program.Call) *cobra.Command {
	c := &cobra.Command{
		Use: "config [KEY]", Short: "Every setting, its value and where that comes from", Args: usage.AtMost(1),
		Long: `Lists every setting, or those whose name begins with KEY, with its value, where
that comes from, and its unit. Later wins: your config.toml, the land's, the
environment, flags. A land may come from elsewhere: its file cannot set what runs
a program, names a host or sends text away.`,
		Example: `dormouse config sleep
dormouse config get sleep.keep
dormouse config set sleep.keep 0.3
dormouse config set --layer land tui.keys.newline ctrl+j shift+enter
dormouse config unset sleep.keep
dormouse config edit sleep.keep`,
		ValidArgsFunction: completeKey,
		RunE:              func(_ *cobra.Command, args []string) error { return listConfig(call, usage.First(args)) },
	}
	list := &cobra.Command{
		Use: "list [KEY]", Short: "Every setting, or those whose name begins with KEY", Args: usage.AtMost(1),
		ValidArgsFunction: completeKey,
		RunE:              func(_ *cobra.Command, args []string) error { return listConfig(call, usage.First(args)) },
	}
	get := &cobra.Command{
		Use: "get KEY", Short: "The value of one setting", Args: usage.Exactly(1, "a key, as `dormouse config list` names it"),
		ValidArgsFunction: completeKey,
		RunE:              func(_ *cobra.Command, args []string) error { return getConfig(call, args[0]) },
	}
	schema := &cobra.Command{
		Use: "schema", Short: "The JSON Schema of config.toml, for editors", Args: usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			if _, err := call.Out.Write(config.Schema()); err != nil {
				return fmt.Errorf("write standard output: %w", err)
			}
			return nil
		},
	}
	c.AddCommand(list, get, setConfigCommand(call), unsetConfigCommand(call), editConfigCommand(call), pathConfigCommand(call), schema)
	return c
}

// loaded is the config as it came to be.
func loaded(call *program.Call) (config.Config, error) {
	path, err := call.LandPath()
	if err != nil {
		return config.Config{}, err
	}
	c, err := call.LoadConfig(path)
	if err != nil {
		return c, err
	}
	for _, n := range c.Notices() {
		fmt.Fprintln(call.Err, "dormouse: "+safe.Line(n))
	}
	return c, nil
}

func listConfig(call *program.Call, prefix string) error {
	c, err := loaded(call)
	if err != nil {
		return err
	}
	list := c.List()
	shown := list[:0]
	for _, s := range list {
		if strings.HasPrefix(s.Key, prefix) {
			shown = append(shown, s)
		}
	}
	if len(shown) == 0 {
		_, err := config.Find(prefix)
		return cmp.Or(err, fault.Misused("%s is not set", prefix))
	}
	if call.JSON {
		return output.JSON(call.Out, shown)
	}
	for _, s := range shown {
		from := s.From
		if from != "default" && s.Default != "" && s.Default != s.Value {
			from += " (default " + s.Default + ")"
		}
		fmt.Fprintf(call.Out, "%-40s %-20s %s\n", safe.Line(s.Key), safe.Line(strings.TrimSpace(s.Value+" "+s.Unit)), safe.Line(from))
	}
	fmt.Fprintf(call.Err, "dormouse: your own config is %s\n", safe.Line(call.UserConfig()))
	return nil
}

func getConfig(call *program.Call, name string) error {
	c, err := loaded(call)
	if err != nil {
		return err
	}
	s, ok, err := c.Get(name)
	switch {
	case err != nil:
		return err
	case !ok:
		return fault.Misused("%s is not set", name)
	case call.JSON:
		return output.JSON(call.Out, s)
	}
	fmt.Fprintln(call.Out, safe.Line(s.Value))
	return nil
}

// layerFlag is --layer.
func layerFlag(c *cobra.Command, l *settings.Layer) {
	c.Flags().StringVar(&l.Name, "layer", "user", "which `FILE`: user (yours) or land (it travels with the memory)")
	_ = c.RegisterFlagCompletionFunc("layer", cobra.FixedCompletions([]string{"user", "land"}, cobra.ShellCompDirectiveNoFileComp))
}

func setConfigCommand(call *program.Call) *cobra.Command {
	var l settings.Layer
	c := &cobra.Command{
		Use: "set KEY VALUE…", Short: "Set one setting: one line of the file changes",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return fault.Misused("%s needs a key and a value", cmd.CommandPath())
			}
			return nil
		},
		Long: `Sets KEY in your config.toml, or the land's. Only its line changes; comments, order
and all else stay as they are. A value of the wrong type or out of range, and a
key that the land may not set, are refused. Only keys of the keyboard take several
values; one that no keyboard has, and one whose action would be left without any,
are refused, too.`,
		ValidArgsFunction: func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completeValue(call, c, args, typed)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			err := call.ChangeConfig(l, func(text []byte) ([]byte, error) { return config.Set(text, args[0], args[1:]...) })
			if err != nil {
				return err
			}
			return tellOverruled(call, l, args[0])
		},
	}
	layerFlag(c, &l)
	return c
}

func unsetConfigCommand(call *program.Call) *cobra.Command {
	var l settings.Layer
	c := &cobra.Command{
		Use: "unset KEY", Short: "Take one setting out of the file", Args: usage.Exactly(1, "a key, as `dormouse config list` names it"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			file, _, err := call.ConfigFile(l)
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			text, _ := settings.Read(file)
			return config.Names(text), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			return call.ChangeConfig(l, func(text []byte) ([]byte, error) {
				after, found, err := config.Unset(text, args[0])
				if err == nil && !found {
					if _, err = config.Find(args[0]); err == nil {
						err = fault.Misused("%s is not set there", args[0])
					}
				}
				return after, err
			})
		},
	}
	layerFlag(c, &l)
	return c
}

// tellOverruled says when a later layer decides all the same. A config that was
// broken before still is, and the next start says so.
func tellOverruled(call *program.Call, l settings.Layer, name string) error {
	file, sources, err := call.ConfigFile(l)
	if err != nil {
		return err
	}
	c, _ := config.Load(sources)
	s, ok, err := c.Get(name)
	if err == nil && ok && !strings.HasPrefix(s.From, l.Name+" "+file+":") && s.From != "default" {
		fmt.Fprintf(call.Err, "dormouse: %s stays %s: %s comes later\n", safe.Line(s.Key), safe.Line(s.Value), safe.Line(s.From))
	}
	return nil
}

func editConfigCommand(call *program.Call) *cobra.Command {
	var l settings.Layer
	c := &cobra.Command{
		Use: "edit [KEY]", Short: "Open the file in your editor, at KEY; what is wrong afterwards is said", Args: usage.AtMost(1),
		ValidArgsFunction: completeKey,
		RunE: func(cmd *cobra.Command, args []string) error {
			file, sources, err := call.ConfigFile(l)
			if err != nil {
				return err
			}
			c, _ := config.Load(sources) // a broken one is what the editor is for
			words := editor.Words(config.Read[settings.Chosen](c).Editor, call.Getenv)
			line := 0
			if text, err := settings.Read(file); err == nil && len(args) > 0 {
				line = config.Line(text, args[0])
			}
			dir, err := disk.OpenDir(filepath.Dir(file))
			if err != nil {
				return fmt.Errorf("open the folder of %s: %w", file, err)
			}
			dir.Close()
			run := editor.Editor{Words: words}.At(file, line)
			run.Stdin, run.Stdout, run.Stderr = call.In, call.Out, call.Err
			if err := run.Run(); err != nil {
				return fmt.Errorf("edit %s: %s: %w", file, words[0], err)
			}
			_, err = config.Load(sources)
			return err
		},
	}
	layerFlag(c, &l)
	return c
}

func pathConfigCommand(call *program.Call) *cobra.Command {
	var l settings.Layer
	c := &cobra.Command{
		Use: "path", Short: "Where the file is, there or not", Args: usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			file, _, err := call.ConfigFile(l)
			if err != nil {
				return err
			}
			if call.JSON {
				return output.JSON(call.Out, map[string]string{"path": file})
			}
			fmt.Fprintln(call.Out, file)
			return nil
		},
	}
	layerFlag(c, &l)
	return c
}

// completeKey offers the keys, each with what it does.
func completeKey(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return config.CompleteKey(typed), cobra.ShellCompDirectiveNoFileComp
}

// completeValue offers the keys, then the values of the one that was typed; of a
// model those of the catalogue.
func completeValue(call *program.Call, c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeKey(c, args, typed)
	}
	list := config.CompleteValue(args[0])
	if k, err := config.Find(args[0]); err == nil && k.Kind == config.Model {
		for _, e := range call.Models(config.Default()).Catalogue().Models() {
			list = append(list, e.Ref+"\t"+e.Name)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}
