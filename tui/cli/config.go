package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/settings"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

func (a *app) configCommand() *cobra.Command {
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
		RunE:              func(_ *cobra.Command, args []string) error { return a.listConfig(usage.First(args)) },
	}
	list := &cobra.Command{
		Use: "list [KEY]", Short: "Every setting, or those whose name begins with KEY", Args: usage.AtMost(1),
		ValidArgsFunction: completeKey,
		RunE:              func(_ *cobra.Command, args []string) error { return a.listConfig(usage.First(args)) },
	}
	get := &cobra.Command{
		Use: "get KEY", Short: "The value of one setting", Args: usage.Exactly(1, "a key, as `dormouse config list` names it"),
		ValidArgsFunction: completeKey,
		RunE:              func(_ *cobra.Command, args []string) error { return a.getConfig(args[0]) },
	}
	schema := &cobra.Command{
		Use: "schema", Short: "The JSON Schema of config.toml, for editors", Args: usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			if _, err := a.Out.Write(config.Schema()); err != nil {
				return fmt.Errorf("write standard output: %w", err)
			}
			return nil
		},
	}
	c.AddCommand(list, get, a.setConfigCommand(), a.unsetConfigCommand(), a.editConfigCommand(), a.pathConfigCommand(), schema)
	return c
}

// loaded is the config as it came to be.
func (a *app) loaded() (config.Config, error) {
	path, err := a.landPath()
	if err != nil {
		return config.Config{}, err
	}
	c, err := a.loadConfig(path)
	if err != nil {
		return c, err
	}
	for _, n := range c.Notices() {
		fmt.Fprintln(a.Err, "dormouse: "+safe.Line(n))
	}
	return c, nil
}

func (a *app) listConfig(prefix string) error {
	c, err := a.loaded()
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
	if a.json {
		return output.JSON(a.Out, shown)
	}
	for _, s := range shown {
		from := s.From
		if from != "default" && s.Default != "" && s.Default != s.Value {
			from += " (default " + s.Default + ")"
		}
		fmt.Fprintf(a.Out, "%-40s %-20s %s\n", safe.Line(s.Key), safe.Line(strings.TrimSpace(s.Value+" "+s.Unit)), safe.Line(from))
	}
	fmt.Fprintf(a.Err, "dormouse: your own config is %s\n", safe.Line(a.userConfig()))
	return nil
}

func (a *app) getConfig(name string) error {
	c, err := a.loaded()
	if err != nil {
		return err
	}
	s, ok, err := c.Get(name)
	switch {
	case err != nil:
		return err
	case !ok:
		return fault.Misused("%s is not set", name)
	case a.json:
		return output.JSON(a.Out, s)
	}
	fmt.Fprintln(a.Out, safe.Line(s.Value))
	return nil
}

// layer is which file a command is about.
type layer struct{ name string }

func (l *layer) flag(c *cobra.Command) {
	c.Flags().StringVar(&l.name, "layer", "user", "which `FILE`: user (yours) or land (it travels with the memory)")
	c.RegisterFlagCompletionFunc("layer", cobra.FixedCompletions([]string{"user", "land"}, cobra.ShellCompDirectiveNoFileComp))
}

// file is the layer's, which may not exist.
func (l *layer) file(a *app) (string, config.Sources, error) {
	path, err := a.landPath()
	if err != nil {
		return "", config.Sources{}, err
	}
	s := a.sources(path)
	switch l.name {
	case "user":
		if s.User == "" {
			return "", s, fault.Misused("neither XDG_CONFIG_HOME nor HOME is set")
		}
		return s.User, s, nil
	case "land":
		return s.Land, s, nil
	}
	return "", s, fault.Misused("--layer is user or land, not %q", l.name)
}

func (a *app) setConfigCommand() *cobra.Command {
	var l layer
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
values.`,
		ValidArgsFunction: a.completeValue,
		RunE: func(_ *cobra.Command, args []string) error {
			err := a.changeConfig(&l, func(text []byte) ([]byte, error) { return config.Set(text, args[0], args[1:]...) })
			if err != nil {
				return err
			}
			return a.tellOverruled(&l, args[0])
		},
	}
	l.flag(c)
	return c
}

func (a *app) unsetConfigCommand() *cobra.Command {
	var l layer
	c := &cobra.Command{
		Use: "unset KEY", Short: "Take one setting out of the file", Args: usage.Exactly(1, "a key, as `dormouse config list` names it"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			file, _, err := l.file(a)
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			text, _ := readConfig(file)
			return config.Names(text), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			return a.changeConfig(&l, func(text []byte) ([]byte, error) {
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
	l.flag(c)
	return c
}

// changes is how often a file that somebody else writes is read again.
const changes = 3

// changeConfig changes one file. What would not load afterwards, or would break
// what another file says, is refused and nothing is written.
func (a *app) changeConfig(l *layer, change func([]byte) ([]byte, error)) error {
	file, sources, err := l.file(a)
	if err != nil {
		return err
	}
	for try := 1; ; try++ {
		err := changeFile(file, l.name == "land", sources, change)
		if errors.Is(err, disk.ErrChanged) && try < changes {
			continue
		}
		return err
	}
}

func changeFile(file string, inLand bool, sources config.Sources, change func([]byte) ([]byte, error)) error {
	before, err := readConfig(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read config: %w", err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		before = nil
	}
	after, err := change(before)
	if err != nil {
		return inFile(file, err)
	}
	if string(after) == string(before) {
		return nil
	}
	if err := sources.Try(file, after); err != nil {
		return err
	}
	if inLand {
		if err := ownFile(file); err != nil {
			return err
		}
	}
	if err := disk.ReplaceHost(file, before, after); err != nil {
		return fmt.Errorf("write config %s: %w", file, err)
	}
	return nil
}

// ownFile refuses a land's config that is a link: the land may come from
// elsewhere, and must not choose which file is written.
func ownFile(file string) error {
	dir, err := disk.OpenDir(filepath.Dir(file))
	if err != nil {
		return fmt.Errorf("open the land: %w", err)
	}
	defer dir.Close()
	info, err := dir.Stat(filepath.Base(file))
	if err == nil && !info.Mode.IsRegular() {
		return fmt.Errorf("write config %s: %w", file, disk.ErrNotRegular)
	}
	return nil
}

// inFile names the file in an error of its contents.
func inFile(file string, err error) error {
	var e *config.Error
	if errors.As(err, &e) && e.Line > 0 {
		e.File = file
	}
	return err
}

// tellOverruled says when a later layer decides all the same. A config that was
// broken before still is, and the next start says so.
func (a *app) tellOverruled(l *layer, name string) error {
	file, sources, err := l.file(a)
	if err != nil {
		return err
	}
	c, _ := config.Load(sources)
	s, ok, err := c.Get(name)
	if err == nil && ok && !strings.HasPrefix(s.From, l.name+" "+file+":") && s.From != "default" {
		fmt.Fprintf(a.Err, "dormouse: %s stays %s: %s comes later\n", safe.Line(s.Key), safe.Line(s.Value), safe.Line(s.From))
	}
	return nil
}

func (a *app) editConfigCommand() *cobra.Command {
	var l layer
	c := &cobra.Command{
		Use: "edit [KEY]", Short: "Open the file in your editor, at KEY; what is wrong afterwards is said", Args: usage.AtMost(1),
		ValidArgsFunction: completeKey,
		RunE: func(cmd *cobra.Command, args []string) error {
			file, sources, err := l.file(a)
			if err != nil {
				return err
			}
			c, _ := config.Load(sources) // a broken one is what the editor is for
			words := a.editorWords(config.Read[settings.Chosen](c).Editor)
			line := 0
			if text, err := readConfig(file); err == nil && len(args) > 0 {
				line = config.Line(text, args[0])
			}
			dir, err := disk.OpenDir(filepath.Dir(file))
			if err != nil {
				return fmt.Errorf("open the folder of %s: %w", file, err)
			}
			dir.Close()
			run := editor{words: words}.at(file, line)
			run.Stdin, run.Stdout, run.Stderr = a.In, a.Out, a.Err
			if err := run.Run(); err != nil {
				return fmt.Errorf("edit %s: %s: %w", file, words[0], err)
			}
			_, err = config.Load(sources)
			return err
		},
	}
	l.flag(c)
	return c
}

func (a *app) pathConfigCommand() *cobra.Command {
	var l layer
	c := &cobra.Command{
		Use: "path", Short: "Where the file is, there or not", Args: usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			file, _, err := l.file(a)
			if err != nil {
				return err
			}
			if a.json {
				return output.JSON(a.Out, map[string]string{"path": file})
			}
			fmt.Fprintln(a.Out, file)
			return nil
		},
	}
	l.flag(c)
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
func (a *app) completeValue(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeKey(c, args, typed)
	}
	list := config.CompleteValue(args[0])
	if k, err := config.Find(args[0]); err == nil && k.Kind == config.Model {
		for _, e := range a.catalogue(settings.Chosen{}).Entries() {
			list = append(list, e.Ref+"\t"+e.Name)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}
