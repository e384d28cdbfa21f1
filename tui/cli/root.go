package cli

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dormouse/tui/cli/chat"
	"dormouse/tui/cli/complete"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/imports"
	"dormouse/tui/cli/mcp"
	"dormouse/tui/cli/memory"
	"dormouse/tui/cli/nights"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/setup"
	"dormouse/tui/cli/sync"
	"dormouse/tui/cli/talks"
	"dormouse/tui/cli/usage"
)

// newRoot is the first command, with all others below it.
func newRoot(call *program.Call) *cobra.Command {
	var o chat.Options
	root := &cobra.Command{
		Use:   "dormouse",
		Short: "A terminal chat that sleeps",
		Long: `A chat with any language model that never forgets and never overflows: when its
context window is nearly full it sleeps, and keeps what matters as plain Markdown
in MEMORY.md and memory/YYYY-MM-DD.md, which you can grep and edit by hand.

Without a key it runs on the built-in offline engine.`,
		Example: `dormouse                         # chat
dormouse -c                      # go on with the last session
dormouse -p "where does Ana live?"
git log -5 | dormouse -p "what changed?"
dormouse memory search oslo
dormouse sleep --dry-run
rg oslo "$(dormouse path)"`,
		Args:          usage.UnknownCommand,
		Version:       call.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if !slices.Contains([]string{"path", "version"}, cmd.Name()) { // these are over before anybody could stop them
				cmd.Context().Done() // signals are listened to
			}
			return errors.Join(mayBePrivate(call, cmd, o), call.ReadFlags())
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return chat.Run(cmd.Context(), call, o)
		},
	}
	globalFlags(root.PersistentFlags(), call)
	o.Flags(root.Flags())
	root.SetFlagErrorFunc(usage.WrongFlag)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { printHelp(call, c) })
	root.SetUsageFunc(func(c *cobra.Command) error { printHelp(call, c); return nil })
	root.SetVersionTemplate("dormouse {{.Version}}\n")
	addCommands(root, call)
	root.SetHelpCommandGroupID("setup")
	root.SetCompletionCommandGroupID("setup")
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	usage.RefuseUnknown(root)
	if slices.Contains([]string{cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd}, usage.First(call.Args)) {
		complete.Flags(call, root)
	}
	return root
}

// globalFlags are those that every command takes.
func globalFlags(f *pflag.FlagSet, call *program.Call) {
	f.StringVar(&call.LandDir, "land", "", "the `DIR` that holds the memory (default $DORMOUSE_LAND, then ~/.local/share/dormouse)")
	f.StringVar(&call.Model, "model", "", "the model: `PROVIDER/NAME`, such as anthropic/…, openai/…, ollama/…, offline/extractive")
	f.StringVar(&call.BaseURL, "base-url", "", "the `URL` of an OpenAI-compatible server")
	f.StringVar(&call.Window, "window", "", "context window of `N` tokens: 8000, 8k, 200k, 1m")
	f.BoolVar(&call.JSON, "json", false, "print one JSON value (JSON lines where it streams)")
	f.StringVar(&call.Persona, "persona", "", "who the model should be: `NAME`.md in personas/ beside the config")
	f.StringVar(&call.Now, "now", "", "start the clock at `TIME` (RFC 3339) and let it run on")
	f.Uint64Var(&call.Seed, "seed", 0, "the seed `N` of everything drawn by chance")
	f.StringVar(&call.Debug, "debug", "", "append what happens to `FILE`")
	f.BoolVar(&call.Private, "private", false, "a talk that leaves no trace: memory is read, nothing is written")
	f.BoolVar(&call.Offline, "offline", false, "use no network")
}

// addCommands adds every other command to its group.
func addCommands(root *cobra.Command, call *program.Call) {
	group := func(id, title string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: id, Title: title})
		for _, c := range commands {
			c.GroupID = id
		}
		root.AddCommand(commands...)
	}
	group("talk", "Talk", chat.RetryCommand(call), talks.SessionsCommand(call), talks.ContextCommand(call), talks.StatusCommand(call))
	group("memory", "Memory", memory.Command(call), memory.EditCommand(call), imports.Command(call), sync.Command(call))
	group("sleep", "Sleep", nights.SleepCommand(call), nights.DaemonCommand(call), nights.SimulateCommand(call))
	group("setup", "Set up", setup.ConfigCommand(call), setup.ModelsCommand(call), setup.DoctorCommand(call), mcp.Command(call), setup.PathCommand(call), manCommand(call), setup.VersionCommand(call))
}

// mayBePrivate refuses --private where something would be kept all the same.
func mayBePrivate(call *program.Call, cmd *cobra.Command, o chat.Options) error {
	switch {
	case !call.Private:
	case cmd.HasParent():
		return fault.Misused("--private is for a talk: dormouse --private, also with -p; `%s` takes no such flag", cmd.CommandPath())
	case o.Last || o.Session != "":
		return fault.Misused("--private begins a new talk; a session is kept, so it does not go with -c or --session")
	case call.Debug != "":
		return fault.Misused("--debug writes to a file; it does not go with --private")
	}
	return nil
}
