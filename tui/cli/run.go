// Package cli is the command line: it reads flags, opens the land, calls the
// folders to the left and prints what they say. Standard output carries data,
// standard error carries words to people; with --json both are JSON.
//
// It decides nothing but the exit status:
//
//	0 done · 1 failed · 2 wrong usage or config · 3 the provider refused or could
//	not be reached · 4 the land is busy or unwritable · 5 a check found something
//	· 130 interrupted · 143 terminated
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormouse/runtime"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/usage"
)

// World is all that the program gets from outside.
type World struct {
	Version  string
	Args     []string
	Getenv   func(string) string
	In       io.Reader
	Out, Err io.Writer
}

// app is one run of the program: the world and the global flags.
type app struct {
	World
	global
}

// global are the flags every command takes.
type global struct {
	land, model, baseURL, window, named, now, debug string
	json, offline, private                          bool
	seed                                            uint64
	clock                                           runtime.Clock
}

// Run runs the program once and returns its exit status.
func Run(ctx context.Context, w World) int {
	out := &output.Checked{W: w.Out}
	if !output.IsTerminal(w.Out) { // the screen wants the terminal itself
		w.Out = out
	}
	a := &app{World: w}
	root := a.root()
	root.SetArgs(w.Args)
	root.SetIn(w.In)
	root.SetOut(w.Out)
	root.SetErr(w.Err)
	err := root.ExecuteContext(ctx)
	switch {
	case err != nil:
		return a.report(ctx, err)
	case out.Err != nil:
		return a.report(ctx, fmt.Errorf("write standard output: %s", out.Err)) // no fault of the land
	case ctx.Err() != nil:
		return interrupted(ctx)
	}
	return fault.ExitDone
}

// report prints an error and chooses the exit status.
func (a *app) report(ctx context.Context, err error) int {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return interrupted(ctx)
	}
	var quiet *fault.Silent
	if errors.As(err, &quiet) {
		return quiet.Code
	}
	f := fault.Explain(err)
	f.Print(a.Err, a.wantsJSON())
	return f.Code
}

// wantsJSON also holds when flags could not be parsed.
func (a *app) wantsJSON() bool { return a.json || slices.Contains(a.Args, "--json") }

func (a *app) root() *cobra.Command {
	var o chatOptions
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
		Version:       a.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return errors.Join(a.mayBePrivate(cmd, o), a.settle())
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.chat(cmd.Context(), o)
		},
	}
	f := root.PersistentFlags()
	f.StringVar(&a.land, "land", "", "the `DIR` that holds the memory (default $DORMOUSE_LAND, then ~/.local/share/dormouse)")
	f.StringVar(&a.model, "model", "", "the model: `PROVIDER/NAME`, such as anthropic/…, openai/…, ollama/…, offline/extractive")
	f.StringVar(&a.baseURL, "base-url", "", "the `URL` of an OpenAI-compatible server")
	f.StringVar(&a.window, "window", "", "context window of `N` tokens: 8000, 8k, 200k, 1m")
	f.BoolVar(&a.json, "json", false, "print one JSON value (JSON lines where it streams)")
	f.StringVar(&a.named, "persona", "", "who the model should be: `NAME`.md in personas/ beside the config")
	f.StringVar(&a.now, "now", "", "start the clock at `TIME` (RFC 3339) and let it run on")
	f.Uint64Var(&a.seed, "seed", 0, "the seed `N` of everything drawn by chance")
	f.StringVar(&a.debug, "debug", "", "append what happens to `FILE`")
	f.BoolVar(&a.private, "private", false, "a talk that leaves no trace: memory is read, nothing is written")
	f.BoolVar(&a.offline, "offline", false, "use no network")
	root.RegisterFlagCompletionFunc("persona", a.completePersona)
	o.flags(root.Flags())
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &fault.Misuse{Err: err} })
	root.SetHelpFunc(a.help)
	root.SetUsageFunc(func(c *cobra.Command) error { a.help(c, nil); return nil })
	root.SetVersionTemplate("dormouse {{.Version}}\n")
	group := func(id, title string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: id, Title: title})
		for _, c := range commands {
			c.GroupID = id
		}
		root.AddCommand(commands...)
	}
	group("talk", "Talk", a.retryCommand(), a.sessionsCommand(), a.contextCommand(), a.statusCommand())
	group("memory", "Memory", a.memoryCommand(), a.editCommand(), a.importCommand(), a.syncCommand())
	group("sleep", "Sleep", a.sleepCommand(), a.daemonCommand(), a.simulateCommand())
	group("setup", "Set up", a.configCommand(), a.modelsCommand(), a.doctorCommand(), a.mcpCommand(), a.pathCommand(), a.manCommand(), a.versionCommand())
	root.SetHelpCommandGroupID("setup")
	root.SetCompletionCommandGroupID("setup")
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	a.complete(root)
	return root
}

// mayBePrivate refuses --private where something would be kept all the same.
func (a *app) mayBePrivate(cmd *cobra.Command, o chatOptions) error {
	switch {
	case !a.private:
	case cmd.HasParent():
		return fault.Misused("--private is for a talk: dormouse --private, also with -p; `%s` takes no such flag", cmd.CommandPath())
	case o.last || o.session != "":
		return fault.Misused("--private begins a new talk; a session is kept, so it does not go with -c or --session")
	case a.debug != "":
		return fault.Misused("--debug writes to a file; it does not go with --private")
	}
	return nil
}

// settle reads the global flags that need more than parsing.
func (a *app) settle() error {
	zone := time.Local
	if tz := a.Getenv("TZ"); tz != "" {
		if z, err := time.LoadLocation(strings.TrimPrefix(tz, ":")); err == nil {
			zone = z
		}
	}
	start := time.Time{}
	if a.now != "" {
		t, err := time.Parse(time.RFC3339, a.now)
		if err != nil {
			return fault.Misused("--now %q is no RFC 3339 time, such as 2026-11-21T09:00:00Z", a.now)
		}
		start = t
	}
	a.clock = runtime.Running(start, zone)
	return nil
}
