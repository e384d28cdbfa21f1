// Command dormouse is a terminal chat that sleeps: when its context window is
// nearly full it turns the conversation into plain Markdown memories and goes
// on with those. See README.md, and `dormouse --help`.
package main

import (
	"context"
	"io"
	"os"
	"runtime/debug"

	"dormouse/tui/cli"
	"dormouse/tui/cli/program"
)

// version is set by the Makefile and by releases, from the newest tag. Without it
// the build tells: what `go install` was given, or the commit of the checkout.
var version string

func versionOf(set string, info *debug.BuildInfo, ok bool) string {
	switch {
	case set != "":
		return set
	case ok && info.Main.Version != "" && info.Main.Version != "(devel)":
		return info.Main.Version
	}
	return "dev"
}

func main() {
	os.Exit(run(cli.Signals(), os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole program as a function: arguments and streams in, an exit
// status out (0 done, 1 failed, 2 usage or config, 3 provider, 4 land,
// 5 a check found something, 130 interrupted, 143 terminated).
func run(ctx context.Context, args []string, getenv func(string) string, in io.Reader, out, errw io.Writer) int {
	info, ok := debug.ReadBuildInfo()
	return cli.Run(ctx, program.World{
		Version: versionOf(version, info, ok), Args: args, Getenv: getenv, In: in, Out: out, Err: errw,
	})
}
