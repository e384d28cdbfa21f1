// Command dormouse is a terminal chat that sleeps: when its context window is
// nearly full it turns the conversation into plain Markdown memories and goes
// on with those. See README.md, and `dormouse --help`.
package main

import (
	"context"
	"io"
	"os"

	"dormouse/tui/cli"
)

// version is set by the Makefile from the newest tag.
var version = "dev"

func main() {
	os.Exit(run(cli.Signals(), os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole program as a function: arguments and streams in, an exit
// status out (CONTRACT: 0 done, 1 failed, 2 usage or config, 3 provider, 4 land,
// 5 a check found something, 130 interrupted, 143 terminated).
func run(ctx context.Context, args []string, getenv func(string) string, in io.Reader, out, errw io.Writer) int {
	return cli.Run(ctx, cli.World{
		Version: version, Args: args, Getenv: getenv, In: in, Out: out, Err: errw,
	})
}
